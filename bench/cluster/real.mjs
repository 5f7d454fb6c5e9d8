// npm run bench:real: informers of 20,000 pods on a real API server, with the cost for the server; see ../../docs/bench.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandLine, wholeNumber } from '../options.mjs';
import { markdownTable } from '../report/tables.mjs';
import { isBusy, machine } from '../results-file.mjs';
import { podObject } from '../server/pod-object.mjs';
import { withPods } from './pods.mjs';
import { accessOf, entries, goRow, inTurn, medians, runProgram } from './runs.mjs';

const usage = `npm run --prefix bench bench:real -- [options]
  --kubeconfig FILE    the cluster, in which the pods are created and deleted; default: KUBECONFIG
  --server-pid PID     process of the API server, if it runs on this machine: shows its CPU time and its memory
  --pods 20000         how many pods; default 20000
  --rounds 5           processes of each row, in turn; default 5`;
const { kubeconfig, serverPid, pods, rounds } = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      kubeconfig: { type: 'string', default: process.env.KUBECONFIG ?? '' },
      'server-pid': { type: 'string' },
      pods: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  if (values.kubeconfig === '')
    throw new Error('--kubeconfig must be a file, got none, and KUBECONFIG is not set');
  const pid = values['server-pid'];
  return {
    kubeconfig: resolve(values.kubeconfig),
    serverPid: pid === undefined ? undefined : wholeNumber('--server-pid', pid, 1),
    pods: wholeNumber('--pods', values.pods, 1),
    rounds: wholeNumber('--rounds', values.rounds, 1),
  };
});

const fields = { metadata: { labels: true }, status: { phase: true } };
/** What leaves the same two: with an exclude, pods are read as JSON. */
const exclude = {
  metadata: { annotations: true, managedFields: true },
  spec: true,
  status: Object.fromEntries(
    Object.keys(podObject(0, '').status)
      .filter((name) => name !== 'phase')
      .map((name) => [name, true]),
  ),
};
const ours = (name, options) => ({ name: `kube-informers ${name}`, participant: 'ours', options });
const ordinary = ours('ordinary, list', { useWatchList: false });
const rows = [
  { name: 'floor', participant: 'floor' },
  { name: 'client-node 2.0.1', participant: 'client-node' },
  ordinary,
  ours('ordinary, watch-list', { useWatchList: true }),
  ours('two fields by exclude, list', { useWatchList: false, exclude }),
  ours('two fields, list', { useWatchList: false, fields }),
  ours('two fields, watch-list', { useWatchList: true, fields }),
];
const peers = { 'client-node': 'client-node 2.0.1', ordinary: ordinary.name };

const serverMemory = 'server peak RSS MiB';

/** The title of each column, its figure and its digits. */
const figures = [
  ['s', ({ ms }) => ms / 1000, 2],
  ['client CPU s', ({ cpuMs }) => cpuMs / 1000, 2],
  ['client peak RSS MiB', ({ peakRssMiB }) => peakRssMiB, 0],
  ...(serverPid === undefined
    ? []
    : [
        ['server CPU s', ({ server }) => server.cpuSeconds, 2],
        [serverMemory, ({ server }) => server.peakRssMiB, 0],
      ]),
];

const host = machine();
console.log(
  `${host.cores} cores, load before ${host.loadBefore.toFixed(1)}` +
    (isBusy(host) ? ': busy, so the figures are provisional' : ''),
);
const access = accessOf(kubeconfig);
const runs = await withPods(await import(entries.entry), { kubeconfig, pods }, (namespace) =>
  inTurn(rows, rounds, async ({ name, participant, options }) => {
    const before = serverPid && startOfServer();
    const run = await runProgram({ participant, options, kubeconfig, access, namespace, pods });
    const { at, cpuMs, wire, peakRssMiB } = run;
    const figures = {
      ms: at.synced - at.configured,
      cpuMs: cpuMs.synced - cpuMs.configured,
      wire,
      peakRssMiB,
      server: before && endOfServer(before),
    };
    console.log(`${name}: ${Math.round(figures.ms)} ms, ${Math.round(figures.cpuMs)} ms of CPU`);
    return figures;
  }),
);
console.log(`\n${markdownTable(absolute())}\n\n${markdownTable(ratios())}`);

function absolute() {
  return {
    header: [`${pods} pods`, 'wire', ...figures.map(([title]) => title)],
    rows: [
      ...rows.map(({ name }) => [
        name,
        runs.find(({ row }) => row === name).wire,
        ...figures.map(([, figure, digits]) => medians(runs, figure).of(name).toFixed(digits)),
      ]),
      [goRow, 'not built'],
    ],
  };
}

function ratios() {
  // Go's heap keeps what earlier requests needed.
  const compared = figures.filter(([title]) => title !== serverMemory);
  return {
    header: [
      `${pods} pods`,
      ...compared.flatMap(([title]) => Object.keys(peers).map((peer) => `${withoutUnit(title)} ÷ ${peer}`)),
    ],
    rows: rows.map(({ name }) => [
      name,
      ...compared.flatMap(([, figure]) =>
        Object.values(peers).map((peer) => medians(runs, figure).ratio(name, peer).toFixed(2)),
      ),
    ]),
  };
}

function withoutUnit(title) {
  return title === 's' ? 'time' : title.replace(/ (s|MiB)$/, '');
}

/** The largest RSS begins at the present size again. */
function startOfServer() {
  writeFileSync(`/proc/${serverPid}/clear_refs`, '5');
  return serverCpuSeconds();
}

function endOfServer(before) {
  const status = readFileSync(`/proc/${serverPid}/status`, 'utf8');
  return {
    cpuSeconds: serverCpuSeconds() - before,
    peakRssMiB: Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024,
  };
}

/** User and system time of all threads, of proc(5); Linux counts in hundredths of a second. */
function serverCpuSeconds() {
  const text = readFileSync(`/proc/${serverPid}/stat`, 'utf8');
  // Behind the name of the program, which may have spaces.
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}
