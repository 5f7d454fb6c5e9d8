// What bench:start and bench:real share: the entries, one run of a program, and ratios within a round.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { KubeConfig } from 'client-node-1';
import { nodeBinary } from '../participants/index.mjs';
import { firstError } from '../processes.mjs';
import { median } from '../report/statistics.mjs';

const entryUrl = (name) => new URL(`../built/node_modules/${name}/dist/index.js`, import.meta.url).href;
export const entries = { entry: entryUrl('kube-informers'), testing: entryUrl('@kube-informers/testing') };

/** The row that takes no program: a Go toolchain is not part of these benchmarks. */
export const goRow = 'client-go';

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

/**
 * Runs one program, and returns what it prints: `{ at, cpuMs, paths, wire, peakRssMiB }`. Its setup, which has credentials, is
 * not in its command line, nor in the error of a program that fails.
 */
export async function runProgram(setup, { env = {} } = {}) {
  const child = spawn(nodeBinary('24'), ['--no-warnings', programFile], { env: { ...process.env, ...env } });
  child.stdin.end(JSON.stringify({ ...setup, entry: entries.entry }));
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`the program of ${setup.participant} failed: ${firstError(stderr)}`);
  return JSON.parse(stdout);
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
