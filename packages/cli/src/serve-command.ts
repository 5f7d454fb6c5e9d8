import { ApiServer } from '@kube-informers/testing';
import { Clientset } from 'kube-informers';
import { isError, systemRandom, untilAborted } from 'kube-informers/internal';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { ExitCode, UsageError } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { fileProblem } from './file-problem.js';
import { podAttach, podExec, podLog, podPort } from './workload-streams.js';
import { SimulatedWorkload } from './workload.js';

/** The flags of `kube-informers serve`. */
export interface ServeFlags {
  /** Port to listen on; 0 takes a free one. Default: 0. */
  readonly port?: string | undefined;
  /** Address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** File to write the kubeconfig to. Default: kube-informers.kubeconfig in the working directory. */
  readonly kubeconfigOut?: string | undefined;
  /** Simulate a small cluster, as in the demo. */
  readonly workload?: boolean | undefined;
}

// The first line that serve writes; only a file that starts with it is ever overwritten or removed.
const ownMark = '# Written by `kube-informers serve`, which removes it when it stops.';

/** Runs the embedded API server until Ctrl-C, with a kubeconfig that is removed when it stops. */
export async function serveCommand(flags: ServeFlags, io: CliIo): Promise<ExitCode> {
  const port = parsePort(flags.port ?? '0');
  const file = flags.kubeconfigOut ?? 'kube-informers.kubeconfig';
  await refuseForeignFile(file);
  await using server = await startServer(port, flags.host ?? '127.0.0.1');
  const kubeconfig = `${ownMark}\n${await server.kubeconfig()}`;
  await writeKubeconfig(file, kubeconfig);
  try {
    io.stdout.write(`serving the Kubernetes API at ${server.url}\n`);
    io.stdout.write(`kubeconfig: ${file}\n\n`);
    if (!isLoopback(flags.host)) {
      io.stdout.write(
        'Anyone who can reach this address has full access: the server requires no credentials.\n\n',
      );
    }
    io.stdout.write(`In another terminal, in this folder:\n\n  export KUBECONFIG=${file}\n`);
    io.stdout.write('  kubectl get namespaces\n  npx @kube-informers/cli watch pods -A\n\n');
    io.stdout.write('Press Ctrl-C to stop; the data is not kept.\n');
    if (flags.workload === true) await runWorkload(server, io);
    else await untilAborted(io.signal);
  } finally {
    // If another serve has taken the file over, it belongs to that one.
    if ((await readIfThere(file)) === kubeconfig) await rm(file, { force: true });
  }
  io.stdout.write(`${io.stdout.isTTY ? '\n' : ''}The server has stopped; ${file} is removed.\n`);
  // Ctrl-C is the normal way to stop the server.
  return ExitCode.Ok;
}

async function startServer(port: number, host: string): Promise<ApiServer> {
  try {
    return await ApiServer.start({ port, host });
  } catch (error) {
    if (!isErrno(error)) throw error;
    const advice = listenAdvice[error.code] ?? error.message;
    throw new Error(`cannot listen on ${host}, port ${port}: ${error.code}, ${advice}`, { cause: error });
  }
}

const listenAdvice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is listening there; choose another --port',
  EACCES: 'permission denied; choose a --port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; choose another --host',
  ENOTFOUND: 'unknown host name; pass an address of this machine as --host',
  EAI_AGAIN: 'the name server does not respond; pass an address of this machine as --host',
};

function isLoopback(host: string | undefined): boolean {
  return host === undefined || host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port must be a whole number from 0 to 65535, got ${JSON.stringify(text)}`);
}

async function runWorkload(server: ApiServer, io: CliIo): Promise<void> {
  await using clientset = new Clientset({ host: server.url });
  const workload = new SimulatedWorkload(clientset, {
    clock: io.clock,
    random: systemRandom,
    onStory: (sentence) => void io.stdout.write(`${sentence}\n`),
  });
  server.onLog((session) => {
    const startedMs = workload.startedMs(session.namespace, session.pod);
    return startedMs === undefined ? [] : podLog(session, startedMs, io.clock);
  });
  server.onExec((session) => podExec(session, io.clock));
  server.onAttach((session) =>
    podAttach(session, workload.startedMs(session.namespace, session.pod) ?? io.clock.now(), io.clock),
  );
  server.onPortForward(podPort);
  await workload.populate();
  await workload.run({ signal: io.signal });
}

/** Throws for a file that serve did not write: a kubeconfig may be the only access to a cluster. */
async function refuseForeignFile(file: string): Promise<void> {
  const text = await readIfThere(file);
  if (text !== undefined && !text.startsWith(ownMark)) {
    throw new UsageError(
      `--kubeconfig-out ${file} exists and was not written by kube-informers; name another file`,
    );
  }
}

/** Writes the kubeconfig with read permission for its owner only, as tools expect. */
async function writeKubeconfig(file: string, text: string): Promise<void> {
  try {
    // Writing to an existing file would keep its permissions.
    await rm(file, { force: true });
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw unusable(file, error);
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return undefined;
    throw unusable(file, error);
  }
}

function unusable(file: string, error: unknown): UsageError {
  return new UsageError(`--kubeconfig-out ${file} cannot be used: ${fileProblem(error)}`, { cause: error });
}

function isErrno(error: unknown): error is Error & { readonly code: string } {
  return isError(error) && 'code' in error && typeof error.code === 'string';
}
