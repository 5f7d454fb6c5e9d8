import { readFile, rm, writeFile } from 'node:fs/promises';
import { ApiServer } from '../apiserver/index.js';
import { Clientset } from '../client/clientset.js';
import { systemRandom } from '../util/random.js';
import { ExitCode, UsageError } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { LivingWorkload } from './workload.js';
import { untilAborted } from './until-aborted.js';

/** The flags of `kube-informers serve`. */
export interface ServeFlags {
  /** 0 takes a free port. Default: 0. */
  readonly port?: string | undefined;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Bearer token that every request must carry. Default: none is asked for. */
  readonly token?: string | undefined;
  /** Where the kubeconfig goes. Default: kube-informers.kubeconfig in the working directory. */
  readonly kubeconfigOut?: string | undefined;
  /** Let a small cluster live in it, as in the demo. */
  readonly workload?: boolean | undefined;
}

// The embedded server's kubeconfigs name their context so; only such a file is ever overwritten or removed.
const ownContext = /^current-context: kube-informers$/m;

/** Runs the embedded API server until Ctrl-C, and writes a kubeconfig for it that goes away with it. */
export async function serveCommand(flags: ServeFlags, io: CliIo): Promise<ExitCode> {
  const port = Number(flags.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port must be a whole number from 0 to 65535, got ${JSON.stringify(flags.port)}`);
  }
  const file = flags.kubeconfigOut ?? 'kube-informers.kubeconfig';
  await refuseForeignFile(file);
  await using server = await ApiServer.start({ port, host: flags.host, token: flags.token });
  await writeFile(file, server.kubeconfig(), { mode: 0o600 });
  try {
    io.stdout.write(`serving the Kubernetes API at ${server.url}\n`);
    io.stdout.write(`kubeconfig: ${file}\n\n`);
    io.stdout.write(`  KUBECONFIG=${file} kubectl get namespaces\n`);
    io.stdout.write(`  KUBECONFIG=${file} kube-informers watch pods -A\n\n`);
    io.stdout.write('Ctrl-C ends it; nothing is kept.\n');
    if (flags.workload === true) await live(server, flags, io);
    else await untilAborted(io.signal);
  } finally {
    await rm(file, { force: true });
  }
  // Ctrl-C is how a server is ended: that is a success.
  return ExitCode.Ok;
}

async function live(server: ApiServer, flags: ServeFlags, io: CliIo): Promise<void> {
  await using clientset = new Clientset({
    host: server.url,
    ...(flags.token === undefined ? {} : { credentials: { authorization: `Bearer ${flags.token}` } }),
  });
  const workload = new LivingWorkload(clientset, {
    clock: io.clock,
    random: systemRandom,
    onStory: (sentence) => void io.stdout.write(`${sentence}\n`),
  });
  await workload.populate();
  await workload.run({ signal: io.signal });
}

/** Nothing of somebody else's is overwritten: a kubeconfig is where people keep their only way into a cluster. */
async function refuseForeignFile(file: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw new UsageError(`--kubeconfig-out ${file} cannot be used: ${String(error)}`, { cause: error });
  }
  if (!ownContext.test(text)) {
    throw new UsageError(
      `--kubeconfig-out ${file} exists and was not written by kube-informers; name another file`,
    );
  }
}
