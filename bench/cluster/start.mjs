// npm run bench:start: from the start of a process to its synced informer, and where the time goes; see ../../docs/bench.md.
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { commandLine, wholeNumber } from '../options.mjs';
import { nodeBinary } from '../participants/index.mjs';
import { median } from '../report/statistics.mjs';
import { markdownTable } from '../report/tables.mjs';
import { isBusy, machine } from '../results-file.mjs';
import { withPods } from './pods.mjs';
import { accessOf, entries, goRow, goRows, inTurn, medians, withProgram } from './runs.mjs';

const usage = `npm run --prefix bench bench:start -- [options]
  --pods 100,1000      how many pods; default 100,1000
  --rounds 7           processes of each row, in turn; default 7
  --kubeconfig FILE    a cluster, in which the pods are created and deleted; default: the embedded server over TLS`;
const { sizes, rounds, kubeconfig } = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      pods: { type: 'string', default: '100,1000' },
      rounds: { type: 'string', default: '7' },
      kubeconfig: { type: 'string' },
    },
  });
  return {
    sizes: values.pods.split(',').map((text) => wholeNumber('--pods', text, 1)),
    rounds: wholeNumber('--rounds', values.rounds, 5),
    kubeconfig: values.kubeconfig === undefined ? undefined : resolve(values.kubeconfig),
  };
});

const cacheFolder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-'));
process.on('exit', () => rmSync(cacheFolder, { recursive: true }));
const ours = (name, options, env) => ({
  name: `kube-informers, ${name}`,
  setup: { participant: 'ours', options },
  env,
});
const rows = [
  { name: 'floor', setup: { participant: 'floor' } },
  { name: 'client-node 2.0.1', setup: { participant: 'client-node' } },
  ours('list', { useWatchList: false }),
  ours('watch-list', { useWatchList: true }),
  ours('list, NODE_COMPILE_CACHE', { useWatchList: false }, { NODE_COMPILE_CACHE: cacheFolder }),
  ...(await goRows((binary) => [
    goRow(binary, 'list', { watchList: false }),
    goRow(binary, 'watch-list', { watchList: true }),
  ])),
];
const peers = { floor: 'floor', 'client-node': 'client-node 2.0.1' };

/** Each phase ends at a mark of the program, and begins at the one before. */
const phases = [
  ['the runtime starts, until the first line of the program', 'program'],
  ['import of the library', 'imported'],
  ['kubeconfig and client', 'configured'],
  ['until the first connection is asked for', 'connecting'],
  ['TCP and TLS', 'connected'],
  ['until the request is sent', 'sent'],
  ['the server, until the head of its response', 'answered'],
  ['body, decode, cache and handler: synced', 'synced'],
  ['until the watch is open', 'watching'],
];

const host = machine();
console.log(
  `${host.cores} cores, load before ${host.loadBefore.toFixed(1)}` +
    (isBusy(host) ? ': busy, so the figures are provisional' : ''),
);
for (const pods of sizes) {
  const measured = kubeconfig === undefined ? await embedded(pods) : await onCluster(pods);
  const { runs, bareMs } = measured;
  console.log(`\n${markdownTable(totals(pods, runs))}\n\n${markdownTable(phasesTable(pods, runs, bareMs))}`);
  for (const { name } of rows) {
    const { paths } = runs.find(({ row }) => row === name);
    console.log(`${name}: ${paths.map((path) => path.replace(/\?.*/, '')).join(', ')}`);
  }
}

async function embedded(pods) {
  const namespace = 'bench';
  const folder = mkdtempSync(join(tmpdir(), 'kube-informers-bench-'));
  const server = fork(
    fileURLToPath(new URL('./server.mjs', import.meta.url)),
    [JSON.stringify({ ...entries, namespace, pods })],
    { execPath: nodeBinary('24'), execArgv: ['--no-warnings'] },
  );
  try {
    const [text] = await once(server, 'message');
    const file = join(folder, 'kubeconfig');
    writeFileSync(file, text);
    return await measure({ kubeconfig: file, namespace, pods });
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function onCluster(pods) {
  const library = await import(entries.entry);
  return withPods(library, { kubeconfig, pods }, ({ namespace }) => measure({ kubeconfig, namespace, pods }));
}

async function measure(cluster) {
  const access = accessOf(cluster.kubeconfig);
  const one = (row) => withProgram(row, { ...cluster, access }, (synced) => synced);
  // The server's code is compiled, the files are in memory, and the compile cache is filled.
  for (const row of rows) await one(row);
  const bare = [];
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    await promisify(execFile)(nodeBinary('24'), ['-e', '0']);
    bare.push(performance.now() - startedMs);
  }
  return { runs: await inTurn(rows, rounds, one), bareMs: median(bare) };
}

function totals(pods, runs) {
  const ms = medians(runs, ({ at }) => at.synced);
  const cpu = medians(runs, ({ cpuMs }) => cpuMs.synced);
  const ratios = (figures, row) => Object.values(peers).map((peer) => figures.ratio(row, peer).toFixed(2));
  const named = (what) => Object.keys(peers).map((peer) => `${what} ÷ ${peer}`);
  return {
    header: [`process start to synced, ${pods} pods`, 'ms', ...named('ms'), 'CPU ms', ...named('CPU')],
    rows: rows.map(({ name }) => [
      name,
      ms.of(name).toFixed(0),
      ...ratios(ms, name),
      cpu.of(name).toFixed(0),
      ...ratios(cpu, name),
    ]),
  };
}

function phasesTable(pods, runs, bareMs) {
  const names = rows.map(({ name }) => name);
  // The watch of a watch-list is open before the informer has synced.
  const took = (mark, before) => {
    const { of } = medians(runs, ({ at }) => Math.max(0, at[mark] - (at[before] ?? 0)));
    return names.map((name) => of(name));
  };
  return {
    header: [`ms of each phase, ${pods} pods`, ...names, 'of which ours'],
    rows: [
      ['`node -e 0`, from its start to its end', ...names.map(() => bareMs.toFixed(0)), ''],
      ...phases.map(([title, mark], index) => {
        const each = took(mark, phases[index - 1]?.[1]);
        // What the library's list takes longer than the same without a library.
        const ours = each[names.indexOf('kube-informers, list')] - each[names.indexOf('floor')];
        return [title, ...each.map((ms) => ms.toFixed(1)), ours.toFixed(1)];
      }),
    ],
  };
}
