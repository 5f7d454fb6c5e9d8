// What bench:start and bench:real share: the entries, one run of a program, and ratios within a round.
import { fileURLToPath } from 'node:url';
import { KubeConfig } from 'client-node-1';
import { buildClientGo, clientGo, noGo } from '../client-go/build.mjs';
import { monotonicMs } from '../client/recorder.mjs';
import { nodeBinary } from '../participants/index.mjs';
import { Client } from '../processes.mjs';
import { median } from '../report/statistics.mjs';

const entryUrl = (name) => new URL(`../built/node_modules/${name}/dist/index.js`, import.meta.url).href;
export const entries = { entry: entryUrl('kube-informers'), testing: entryUrl('@kube-informers/testing') };

const programFile = fileURLToPath(new URL('./program.mjs', import.meta.url));

/** What a program without a library needs to know of a kubeconfig. */
export function accessOf(kubeconfig) {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const { server, caData } = config.getCurrentCluster();
  const { token, certData, keyData } = config.getCurrentUser();
  const [ca, cert, key] = [caData, certData, keyData].map(
    (data) => data && Buffer.from(data, 'base64').toString(),
  );
  return { server, ca, token, cert, key };
}

/** The setup of client-go has its encoding in it, and its environment whether it asks for a watch-list. */
export function goRow(binary, name, { watchList, contentType = '' }) {
  return {
    name: `${clientGo} ${name}`,
    command: binary,
    setup: { contentType },
    env: { KUBE_FEATURE_WatchListClient: String(watchList) },
  };
}

/** The rows that `make` makes of a binary with client-go; none, with the reason in a line, where Go is not installed. */
export async function goRows(make) {
  const reason = await noGo();
  if (reason === undefined) return make(await buildClientGo('cost'));
  console.log(`no rows of client-go: ${reason}`);
  return [];
}

/**
 * Starts the program of a row. `use` gets what it has measured until its informer had synced, `{ at, cpuMs, paths, wire,
 * peakRssMiB, after }`, and the client for further phases. Its setup, which has credentials, is not in its command line, nor in the
 * error of a program that fails.
 */
export async function withProgram({ name, command, setup, env }, common, use) {
  const client = Client.ofLines({
    command: command ?? nodeBinary('24'),
    args: command === undefined ? ['--no-warnings', '--expose-gc', programFile] : [],
    env,
    setup: { ...common, ...setup, entry: entries.entry, spawnedMs: monotonicMs() },
    limitMs: 300_000,
  });
  try {
    const synced = await client.phase('sync');
    return await use(synced, client);
  } catch (error) {
    throw new Error(`the program of ${name} failed: ${error.message}`, { cause: error });
  } finally {
    client.kill();
  }
}

/** Median of a figure over the runs of a row, and of its ratio to another row in the same round. */
export function medians(runs, figure) {
  const valuesOf = (row) => runs.filter((each) => each.row === row);
  return {
    of: (row) => median(valuesOf(row).map(figure)),
    ratio: (row, peer) =>
      median(
        valuesOf(row).map(
          (each) => figure(each) / figure(valuesOf(peer).find(({ round }) => round === each.round)),
        ),
      ),
  };
}

/** Every row once in each round, each round beginning with another. */
export async function inTurn(rows, rounds, measure) {
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[(index + round) % rows.length];
      runs.push({ round, row: row.name, ...(await measure(row)) });
    }
  }
  return runs;
}
