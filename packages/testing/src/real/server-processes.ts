import { generateKeyPair } from 'node:crypto';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Clientset, type RestConfig, StatusError, TransportError } from 'kube-informers';
import { systemClock } from 'kube-informers/internal';
import { coreV1 } from 'kube-informers/internal';
import type { Binaries } from './assets.js';
import { mergedFlags } from './flags.js';
import { Keeper } from './keeper.js';
import type { KeptProcess } from './keeper.js';
import { freePorts } from './ports.js';

/** A real API server did not start; the message ends with its logs. */
export class ServerStartError extends Error {
  /** Name of the class. */
  override readonly name = 'ServerStartError';
  /** Always `ERR_SERVER_START`. */
  readonly code = 'ERR_SERVER_START';
  /**
   * True if another process had taken a port.
   * @internal
   */
  readonly portTaken: boolean;

  /** The server did not start for this reason. */
  constructor(message: string, portTaken: boolean) {
    super(message);
    this.portTaken = portTaken;
  }
}

/** How the processes are started. */
export interface LaunchOptions {
  readonly binaries: Binaries;
  /** Flags of kube-apiserver. */
  readonly flags: readonly string[];
  /** Port of the API server; 0 for a free one. */
  readonly port: number;
  readonly adminToken: string;
  /** Users by token, in the form of `--token-auth-file`. */
  readonly tokenFile: string;
  readonly startTimeoutMs: number;
}

const systemNamespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
const pollMs = 50;
const maxAttempts = 5;
const shownLogLines = 20;
/** How long a process may take to end by itself, before it is killed. */
const graceMs = 20_000;

/** kube-apiserver, its etcd and their folder. One start or stop is in progress at a time. */
export class ServerProcesses {
  readonly url: string;
  readonly etcdPort: number;
  readonly #keeper: Keeper;
  readonly #options: LaunchOptions;
  readonly #port: number;
  #etcd: KeptProcess | undefined;
  #apiServer: KeptProcess | undefined;
  #authority = '';
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(keeper: Keeper, options: LaunchOptions, port: number, etcdPort: number) {
    this.#keeper = keeper;
    this.#options = options;
    this.#port = port;
    this.etcdPort = etcdPort;
    this.url = `https://127.0.0.1:${port}`;
  }

  /** Starts both processes and waits until the server is ready. Rejects with ServerStartError. */
  static async launch(options: LaunchOptions): Promise<ServerProcesses> {
    for (let attempt = 1; ; attempt++) {
      const keeper = await Keeper.start();
      try {
        const [etcdPort = 0, freePort = 0] = await freePorts(2);
        const port = options.port === 0 ? freePort : options.port;
        const processes = new ServerProcesses(keeper, options, port, etcdPort);
        await processes.#writeFiles();
        await processes.#startOnce();
        return processes;
      } catch (error) {
        await keeper.close();
        if (!isPortTaken(error) || attempt === maxAttempts) throw error;
      }
    }
  }

  get folder(): string {
    return this.#keeper.folder;
  }

  /** The certificate with which clients verify the server, PEM. */
  get authority(): string {
    return this.#authority;
  }

  get adminToken(): string {
    return this.#options.adminToken;
  }

  get config(): RestConfig {
    return {
      host: this.url,
      tls: { ca: { data: this.#authority } },
      credentials: { authorization: `Bearer ${this.adminToken}` },
      namespace: 'default',
      proxyUrl: '',
    };
  }

  /** Starts what does not run, on the same ports. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#apiServer?.isRunning === true && this.#etcd?.isRunning === true) return;
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#startOnce();
        } catch (error) {
          if (!isPortTaken(error) || attempt === maxAttempts) throw error;
        }
      }
    });
  }

  /** Ends both processes by SIGTERM. */
  stop(): Promise<void> {
    return this.#inTurn(async () => {
      await endGently(this.#apiServer);
      await endGently(this.#etcd);
    });
  }

  /** Ends the API server by SIGKILL. */
  kill(): Promise<void> {
    return this.#inTurn(async () => this.#apiServer?.end('SIGKILL'));
  }

  /** Ends both processes at once and removes the folder. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#keeper.close());
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(action);
    // The caller gets the failure; the next action is tried all the same.
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #writeFiles(): Promise<void> {
    const { privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await writeFile(this.#file('service-account.key'), privateKey);
    await writeFile(this.#file('tokens.csv'), this.#options.tokenFile);
  }

  async #startOnce(): Promise<void> {
    const { binaries, startTimeoutMs } = this.#options;
    const etcdLog = await this.#logReader('etcd.log');
    const serverLog = await this.#logReader('kube-apiserver.log');
    const etcd =
      this.#etcd?.isRunning === true
        ? this.#etcd
        : this.#keeper.spawn(binaries.etcd, this.#etcdFlags(), 'etcd.log');
    const server = this.#keeper.spawn(binaries.apiServer, this.#serverFlags(), 'kube-apiserver.log');
    this.#etcd = etcd;
    this.#apiServer = server;

    const giveUp = new AbortController();
    const timer = systemClock.setTimer(() => giveUp.abort(), startTimeoutMs);
    void Promise.race([etcd.exited, server.exited]).then(() => giveUp.abort());
    try {
      await this.#untilReady(giveUp.signal);
    } catch (error) {
      if (!giveUp.signal.aborted) throw error;
      const why = !etcd.isRunning
        ? 'etcd ended'
        : !server.isRunning
          ? 'kube-apiserver ended'
          : `kube-apiserver is not ready after ${startTimeoutMs} ms`;
      await Promise.all([server.end('SIGKILL'), etcd.end('SIGKILL')]);
      const logs = `${await serverLog()}${await etcdLog()}`;
      const message = `the API server did not start: ${why}\n${logs}`;
      throw new ServerStartError(message, logs.includes('address already in use'));
    } finally {
      timer.cancel();
    }
  }

  async #untilReady(signal: AbortSignal): Promise<void> {
    // The server writes the key after the certificate.
    while (!(await exists(this.#file('certificates/apiserver.key'))))
      await systemClock.sleep(pollMs, { signal });
    this.#authority = await readFile(this.#file('certificates/apiserver.crt'), 'utf8');
    await using clientset = new Clientset(this.config, { maxRetries: 0 });
    while (!(await isReady(clientset, signal))) await systemClock.sleep(pollMs, { signal });
  }

  /** Returns a function that returns the last lines which are appended to a log from now on. */
  async #logReader(name: string): Promise<() => Promise<string>> {
    const file = this.#file(name);
    const start = (await exists(file)) ? (await stat(file)).size : 0;
    return async () => {
      await using handle = await open(file);
      const text = (await readFile(handle)).subarray(start).toString().trimEnd();
      return `\n${name} ends with:\n${text.split('\n').slice(-shownLogLines).join('\n')}\n`;
    };
  }

  #file(name: string): string {
    return join(this.folder, name);
  }

  #etcdFlags(): string[] {
    const url = `http://127.0.0.1:${this.etcdPort}`;
    return [
      `--data-dir=${this.#file('etcd')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      // No other member asks it.
      '--listen-peer-urls=http://127.0.0.1:0',
      '--unsafe-no-fsync',
      '--log-level=warn',
    ];
  }

  #serverFlags(): string[] {
    const key = this.#file('service-account.key');
    const own = [
      `--etcd-servers=http://127.0.0.1:${this.etcdPort}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${this.#port}`,
      // The server makes its own certificate there.
      `--cert-dir=${this.#file('certificates')}`,
      '--advertise-address=127.0.0.1',
      // Endpoints on loopback are refused.
      '--endpoint-reconciler-type=none',
      '--service-cluster-ip-range=10.0.0.0/16',
      `--token-auth-file=${this.#file('tokens.csv')}`,
      '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
      `--service-account-key-file=${key}`,
      `--service-account-signing-key-file=${key}`,
      '--authorization-mode=RBAC',
      // It refuses pods without a service account, and no controller makes the default ones.
      '--disable-admission-plugins=ServiceAccount',
      '--allow-privileged=true',
      // Watches end as on a shutdown.
      '--shutdown-watch-termination-grace-period=1s',
    ];
    return mergedFlags(own, this.#options.flags);
  }
}

async function endGently(kept: KeptProcess | undefined): Promise<void> {
  if (kept === undefined) return;
  const timer = systemClock.setTimer(() => void kept.end('SIGKILL'), graceMs);
  await kept.end('SIGTERM');
  timer.cancel();
}

function isPortTaken(error: unknown): boolean {
  return error instanceof ServerStartError && error.portTaken;
}

async function isReady(clientset: Clientset, signal: AbortSignal): Promise<boolean> {
  try {
    await clientset.restClient.raw({ method: 'GET', path: '/readyz', signal });
    const { items } = await clientset.resource(coreV1.namespaces).list({ signal });
    const names = new Set(items.map(({ metadata }) => metadata?.name));
    return systemNamespaces.every((name) => names.has(name));
  } catch (error) {
    // Not listening yet, or not ready.
    if (error instanceof TransportError || error instanceof StatusError) return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
