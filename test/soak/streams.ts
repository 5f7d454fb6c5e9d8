import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import { Clientset, StatusError } from 'kube-informers';
import type { LogNotice } from 'kube-informers/internal';
import { FaultProxy, faults } from '@kube-informers/testing';
import type { ApiServer } from '@kube-informers/testing';
import { runCommand } from '../contract/run-command.js';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import type { Chance } from './chance.js';
import { embeddedCluster } from './cluster.js';
import type { Cluster } from './cluster.js';
import { FaultSchedule } from './fault-schedule.js';
import type { FaultKinds } from './fault-schedule.js';

const namespace = 'default';
const names = ['web-0', 'web-1', 'web-2'];
const lineEveryMs = 50;
/** How long logs and a copy may take to be right once all is well, ms. */
const graceMs = 60_000;

/**
 * No answer that says that a log or a pod is gone, and no changed bytes: those are no faults of a connection, and a log shows what it
 * is told.
 */
const kinds: FaultKinds = {
  streamVerbs: ['get', 'watch'],
  onStreams: [
    () => faults.reset({}),
    () => faults.reset({ afterBytes: 10_000 }),
    () => faults.stall({ direction: 'toClient' }),
    () => faults.stall({ direction: 'both' }),
    () => faults.cut({ afterLines: 1, inLine: true }),
    () => faults.end({ afterLines: 1 }),
  ],
  requestVerbs: [['list'], ['watch'], ['get'], ['list', 'watch', 'get']],
  onRequests: [
    ...[429, 500, 502, 503, 504].map((status) => () => faults.answer(status)),
    (chance) => faults.reset({ afterBytes: chance.between(0, 200_000) }),
    (chance) => faults.cut({ afterBytes: chance.between(1, 20_000) }),
    (chance) => faults.delay(chance.between(10, 2000)),
    (chance) => faults.bandwidth(chance.between(20_000, 2_000_000)),
    (chance) => faults.endAfter(chance.between(1, 3000)),
    (chance) => faults.stall({ afterBytes: chance.between(0, 100_000) }),
  ],
};

/**
 * Logs that are followed, and folders that are copied, behind a fault proxy. They have an embedded API server of their own, whose
 * pods write lines and run commands: a real one without nodes has no pods that do.
 */
export class Streams implements AsyncDisposable {
  readonly #cluster: Cluster;
  readonly #proxy: FaultProxy;
  readonly #schedule: FaultSchedule;
  readonly #clientset: Clientset;
  readonly #folder: string;
  readonly #chance: Chance;
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #end = new AbortController();
  readonly #failures: string[] = [];
  /** The last line of each log that was read, by the reader and the pod. */
  readonly #lastLines = new Map<string, number>();
  readonly #reading: Promise<unknown>;
  #copying: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #copies = 0;
  #failedCopies = 0;

  private constructor(parts: {
    readonly cluster: Cluster;
    readonly proxy: FaultProxy;
    readonly folder: string;
    readonly chance: (stream: string) => Chance;
    readonly clock: Clock;
    readonly startedMs: number;
  }) {
    this.#cluster = parts.cluster;
    this.#proxy = parts.proxy;
    this.#folder = parts.folder;
    this.#clock = parts.clock;
    this.#startedMs = parts.startedMs;
    this.#chance = parts.chance('copies');
    const faultsOfRun = parts.chance('faults of streams');
    this.#schedule = new FaultSchedule(parts.proxy, parts.cluster, faultsOfRun, parts.clock, kinds);
    this.#clientset = new Clientset(parts.proxy.config);
    this.#reading = Promise.all([this.#readOne('web-0'), this.#readAll()]);
  }

  static async start(chance: (stream: string) => Chance, clock: Clock): Promise<Streams> {
    const startedMs = clock.now();
    const cluster = await embeddedCluster((server) => {
      server.onExec(runCommand);
      writeLines(server, startedMs, clock);
    });
    await using setup = new Clientset(cluster.config);
    for (const name of names) await startPod(setup, name);
    const proxy = await FaultProxy.start({ target: cluster.config, seed: chance('proxy').seed });
    const folder = await mkdtemp(join(tmpdir(), 'kube-informers-soak-'));
    const streams = new Streams({ cluster, proxy, folder, chance, clock, startedMs });
    // The first request for a log is not repeated, so it comes before the faults.
    await streams.#untilRead(1);
    return streams;
  }

  /** How often each fault happened. */
  get faults(): ReadonlyMap<string, number> {
    return this.#schedule.counts;
  }

  /** In words: what was read and copied so far. */
  progress(): string {
    const lines = [...this.#lastLines.values()].reduce((sum, last) => sum + last, 0);
    return `${lines} lines of ${this.#lastLines.size} logs, ${this.#copies} copies, of which faults stopped ${this.#failedCopies}`;
  }

  start(): void {
    this.#schedule.start();
    const stop = new AbortController();
    this.#copying = { stop, ended: this.#copyUntil(stop.signal) };
  }

  async pause(): Promise<void> {
    this.#copying?.stop.abort(new Error('the copies pause'));
    await this.#schedule.pause();
    await this.#settled('the last copy with faults', this.#copying?.ended);
  }

  /** Resolves when every log is where it should be and a copy has succeeded, with the time it took, ms. */
  async untilRight(failures: string[]): Promise<number> {
    const fromMs = this.#clock.monotonic();
    const written = Math.floor((this.#clock.now() - this.#startedMs) / lineEveryMs) - 1;
    await this.#settled('a copy without faults', this.#copy({ mayFail: false }));
    for (const log of await this.#untilRead(written))
      this.#failures.push(`log ${log} is at line ${this.#lastLines.get(log) ?? 0} of ${written}`);
    failures.push(...this.#failures);
    return this.#clock.monotonic() - fromMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort(new Error('the run is over'));
    await this.#reading;
    await this.#clientset.close();
    await this.#proxy.stop();
    await this.#cluster[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, maxRetries: 5 });
  }

  get #pods() {
    return this.#clientset.coreV1().pods(namespace);
  }

  async #readOne(name: string): Promise<void> {
    const { signal } = this.#end;
    await this.#read(`one ${name}`, async () => {
      for await (const line of this.#pods.logs(name, { follow: true, signal }))
        this.#note(`one ${name}`, line);
    });
  }

  async #readAll(): Promise<void> {
    const { signal } = this.#end;
    const onNotice = (notice: LogNotice): void => {
      if (notice.kind !== 'failing') this.#failures.push(`notice of the logs: ${inspect(notice)}`);
    };
    await this.#read('all', async () => {
      const lines = this.#pods.allLogs({ labelSelector: 'app=web' }, { follow: true, onNotice, signal });
      for await (const { pod, line } of lines) this.#note(`all ${pod}`, line);
    });
  }

  /** Waits until each log was read up to a line; resolves with those that were not after the grace period. */
  async #untilRead(line: number): Promise<string[]> {
    const logs = ['one web-0', ...names.map((name) => `all ${name}`)];
    const fromMs = this.#clock.monotonic();
    for (;;) {
      const behind = logs.filter((log) => (this.#lastLines.get(log) ?? 0) < line);
      if (behind.length === 0 || this.#clock.monotonic() - fromMs > graceMs) return behind;
      // Polled in real time: no event marks the moment.
      await this.#clock.sleep(100);
    }
  }

  /** A log of a pod that stays does not end before the run does. */
  async #read(what: string, read: () => Promise<void>): Promise<void> {
    const ended = await read()
      .then(() => 'without an error')
      .catch((error: unknown) => String(error));
    if (!this.#end.signal.aborted) this.#failures.push(`log ${what} ended: ${ended}`);
  }

  #note(log: string, text: string): void {
    const line = Number(/^line (\d+) of/.exec(text)?.[1]);
    const last = this.#lastLines.get(log) ?? 0;
    if (line !== last + 1) this.#failures.push(`log ${log}: ${JSON.stringify(text)} after line ${last}`);
    this.#lastLines.set(log, line);
  }

  async #copyUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#copy({ mayFail: true });
      // The rate of copies is part of the run; nothing is waited for here.
      await this.#clock.sleep(this.#chance.between(20, 300));
    }
  }

  /** Copies a folder into a container and out of one. Containers have the files of this machine. */
  async #copy({ mayFail }: { readonly mayFail: boolean }): Promise<void> {
    // A command of a copy that was cut may write for a moment longer, so no copy uses the folder of another one.
    const folder = await mkdtemp(join(this.#folder, 'copy-'));
    const source = join(folder, 'source');
    await this.#makeTree(source);
    const wanted = await contentsOf(source);
    const pod = this.#chance.pick(names);
    /** Resolves with whether it has succeeded. */
    const succeeds = async (what: string, copying: Promise<unknown>): Promise<boolean> => {
      this.#copies++;
      const error = await copying.then(() => undefined).catch((thrown: unknown) => thrown);
      if (error === undefined) return true;
      this.#failedCopies++;
      const isOfFaults = error instanceof StatusError || String(Object(error).code).startsWith('ERR_');
      if (!mayFail || !isOfFaults) this.#failures.push(`${what} failed: ${inspect(error)}`);
      return false;
    };
    const compare = async (what: string, target: string): Promise<void> => {
      const found = await contentsOf(target);
      if (!isDeepStrictEqual(found, wanted))
        this.#failures.push(`${what} has ${inspect(found)}, of ${inspect(wanted)}`);
    };
    const [there, back] = [join(folder, 'there'), join(folder, 'back')];
    if (await succeeds('copyTo', this.#pods.copyTo(pod, source, there))) await compare('copyTo', there);
    if (await succeeds('copyFrom', this.#pods.copyFrom(pod, source, back))) await compare('copyFrom', back);
    else {
      // Each file that is there is whole.
      for (const [path, content] of await contentsOf(back))
        if (wanted.get(path) !== content && !content.startsWith('folder'))
          this.#failures.push(`copyFrom failed, and left ${path}: ${content}`);
    }
    await rm(folder, { recursive: true, maxRetries: 5 });
  }

  async #makeTree(folder: string): Promise<void> {
    const chance = this.#chance;
    for (let index = chance.between(1, 20); index > 0; index--) {
      const parent = join(folder, `folder-${chance.between(0, 3)}`);
      await mkdir(parent, { recursive: true });
      const file = join(parent, `file-${index}`);
      await writeFile(file, randomBytes(chance.happens(0.1) ? 2_000_000 : chance.between(0, 50_000)));
      await chmod(file, chance.pick([0o644, 0o755, 0o600]));
      if (chance.happens(0.2)) await symlink(`file-${index}`, join(parent, `link-${index}`));
    }
  }

  /** Waits for it; what has not settled after the grace period is a failure. */
  async #settled(what: string, work: Promise<void> | undefined): Promise<void> {
    const late = new AbortController();
    const tooLate = this.#clock.sleep(graceMs, { signal: late.signal }).then(
      () => this.#failures.push(`${what} has not settled after ${graceMs} ms`),
      () => undefined, // it has settled
    );
    await Promise.race([work, tooLate]);
    late.abort();
  }
}

/** Everything below a folder: its type and mode, with a file's checksum or a link's target. Empty for a folder that is not there. */
async function contentsOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (!existsSync(folder)) return found;
  for (const path of (await readdir(folder, { recursive: true })).toSorted()) {
    const file = join(folder, path);
    const info = await lstat(file);
    const mode = (info.mode & 0o777).toString(8);
    if (info.isDirectory()) found.set(path, `folder ${mode}`);
    else if (info.isSymbolicLink()) found.set(path, `link to ${await readlink(file)}`);
    else
      found.set(
        path,
        `file ${mode} ${createHash('sha1')
          .update(await readFile(file))
          .digest('hex')}`,
      );
  }
  return found;
}

/** What the kubelet does: each pod writes a line every 50 ms, beginning with the run. */
function writeLines(server: ApiServer, startedMs: number, clock: Clock): void {
  server.onLog(async function* ({ pod, follow, signal }) {
    for (let line = 1; ; line++) {
      const atMs = startedMs + line * lineEveryMs;
      const inMs = atMs - clock.now();
      if (inMs > 0) {
        if (!follow) return;
        await clock.sleep(inMs, { signal });
      }
      yield { time: new Date(atMs), text: `line ${line} of ${pod}` };
    }
  });
}

async function startPod(clientset: Clientset, name: string): Promise<void> {
  const pods = clientset.coreV1().pods(namespace);
  const containers = [{ name: 'app', image: 'app' }];
  await pods.create({ metadata: { name, labels: { app: 'web' } }, spec: { nodeName: 'node-1', containers } });
  const running = { startedAt: new Date().toISOString() };
  const state = { name: 'app', image: 'app', imageID: '', containerID: `soak://${name}`, ready: true };
  const containerStatuses = [{ ...state, restartCount: 0, state: { running } }];
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], containerStatuses };
  await pods.patch(name, { status }, { type: 'merge', subresource: 'status' });
}
