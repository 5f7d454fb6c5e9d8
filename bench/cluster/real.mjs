// npm run bench:real: informers of 20,000 pods on a real API server, with the cost for the server; see ../../docs/bench.md.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clientGo } from '../client-go/build.mjs';
import { monotonicMs } from '../client/recorder.mjs';
import { commandLine, wholeNumber } from '../options.mjs';
import { realSummary, realTables } from '../report/real.mjs';
import { isBusy, machine, save, versions } from '../results-file.mjs';
import { openLink } from './link.mjs';
import { changePods, withPods } from './pods.mjs';
import { accessOf, entries, goRow, goRows, inTurn, withProgram } from './runs.mjs';
import { processOf, ServerCosts } from './server-costs.mjs';

const usage = `npm run --prefix bench bench:real -- [options]
  --kubeconfig FILE    a cluster, in which the pods are created and deleted; default: RealApiServer starts one, see docs/testing.md
  --server-pid PID     process of the API server, if it runs on this machine; default: the one that listens on the port
  --pods 20000         how many pods; default 20000
  --events 2000        changes of pods for each program, once it has synced; default 2000
  --rounds 5           processes of each row, in turn; default 5
  --link MS,MBIT       before the server a link of that round trip in ms, and rate in Mbit/s; default: none
  --variants           rows of page sizes and compression instead of those of the pages; saves nothing
  --only TEXT[,TEXT]   rows whose name holds one of these, and those that others are compared with
  --no-save            print, and write no file`;
const options = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      kubeconfig: { type: 'string' },
      'server-pid': { type: 'string' },
      pods: { type: 'string', default: '20000' },
      events: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
      link: { type: 'string' },
      variants: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      'no-save': { type: 'boolean', default: false },
    },
  });
  const pid = values['server-pid'];
  return {
    kubeconfig: values.kubeconfig && resolve(values.kubeconfig),
    serverPid: pid === undefined ? undefined : wholeNumber('--server-pid', pid, 1),
    pods: wholeNumber('--pods', values.pods, 1),
    events: wholeNumber('--events', values.events, 1),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    // The names hold a comma and a space: what is between two texts is a comma alone.
    only: values.only.split(/,(?! )/).filter((text) => text !== ''),
    link: values.link === undefined ? undefined : linkOf(values.link),
    variants: values.variants,
    save: !values['no-save'] && !values.variants && values.link === undefined,
  };
});

const fields = { metadata: { labels: true }, status: { phase: true } };
const ours = (name, given = {}) => ({
  name: `kube-informers ${name}`,
  setup: { participant: 'ours', options: given },
});
/** What others are compared with, by the short name that a table's title has. */
const peers = {
  ...(options.variants ? { default: 'kube-informers default' } : {}),
  'client-node': 'client-node 2.0.1',
  'client-go, list': `${clientGo} list`,
  'client-go, list, JSON': `${clientGo} list, JSON`,
};
/** What the default was chosen from; each beside the default. */
const variants = [
  ours('default'),
  ours('pages of 500', { pageSize: 500 }),
  ours('pages of 2500', { pageSize: 2500 }),
  ours('pages of 5000', { pageSize: 5000 }),
  ours('one response', { pageSize: 0 }),
  ours('uncompressed', { disableCompression: true }),
  ours('one response, uncompressed', { pageSize: 0, disableCompression: true }),
  ours('watch-list', { useWatchList: true }),
  ours('watch-list, uncompressed', { useWatchList: true, disableCompression: true }),
];
const pageRows = async () => [
  { name: 'floor', setup: { participant: 'floor' } },
  { name: peers['client-node'], setup: { participant: 'client-node' } },
  ...(await goRows((binary) => [
    goRow(binary, 'watch-list (its default)', { watchList: true }),
    goRow(binary, 'list', { watchList: false }),
    goRow(binary, 'watch-list, JSON', { watchList: true, contentType: 'application/json' }),
    goRow(binary, 'list, JSON', { watchList: false, contentType: 'application/json' }),
  ])),
  ours('default'),
  ours('watch-list', { useWatchList: true }),
  ours('two fields', { fields }),
  ours('two fields, watch-list', { fields, useWatchList: true }),
];
const rows = (options.variants ? variants : await pageRows()).filter(
  ({ name }) =>
    options.only.length === 0 ||
    Object.values(peers).includes(name) ||
    options.only.some((text) => name.includes(text)),
);

const host = machine();
console.log(
  `${host.cores} cores, load before ${host.loadBefore.toFixed(1)}` +
    (isBusy(host) ? ': busy, so trust the ratios alone' : ''),
);
const startedAt = new Date().toISOString();
const library = await import(entries.entry);
if (options.kubeconfig !== undefined) await measure(options.kubeconfig, { deletes: true });
else {
  const { RealApiServer } = await import(entries.testing);
  const server = await RealApiServer.start();
  try {
    await measure(await server.kubeconfigFile(), { deletes: false });
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

async function measure(direct, { deletes }) {
  const serverPid = options.serverPid ?? processOf(accessOf(direct).server);
  const linked = options.link && (await behindLink(direct));
  try {
    await measureBy(direct, linked?.kubeconfig ?? direct, { deletes, serverPid });
  } finally {
    linked?.close();
  }
}

/** A kubeconfig whose server is behind the link. */
async function behindLink(direct) {
  const { server } = accessOf(direct);
  const { hostname, port } = new URL(server);
  const link = await openLink({ host: hostname, port: Number(port) }, options.link);
  const kubeconfig = `${direct}.link`;
  const url = `https://${hostname}:${link.port}`;
  writeFileSync(kubeconfig, readFileSync(direct, 'utf8').replace(server, url), { mode: 0o600 });
  return {
    kubeconfig,
    close() {
      link.close();
      rmSync(kubeconfig);
    },
  };
}

function linkOf(text) {
  const found = /^(\d+),(\d+)$/.exec(text);
  if (found === null || Number(found[2]) === 0)
    throw new Error(`--link must be two whole numbers, ms and Mbit/s, such as 50,100; got ${text}`);
  return { roundTripMs: Number(found[1]), mbitPerSecond: Number(found[2]) };
}

/** `direct` is for the pods and their changes, `kubeconfig` for the programs. */
async function measureBy(direct, kubeconfig, { deletes, serverPid }) {
  const access = accessOf(kubeconfig);
  const { pods, events, rounds } = options;
  const { runs, version } = await withPods(
    library,
    { kubeconfig: direct, pods, deletes },
    async ({ namespace, client, clientset }) => ({
      version: (await clientset.discovery().serverVersion()).gitVersion,
      runs: await inTurn(rows, rounds, (row) => {
        const costs = serverPid && new ServerCosts(serverPid);
        return withProgram(row, { kubeconfig, access, namespace, pods }, async (synced, program) => {
          const server = costs?.until();
          const { cpuSeconds } = await program.phase('flood', { events }, async () => {
            await changePods(client, pods, events, String(monotonicMs()));
            return {};
          });
          const { at, cpuMs, wire, peakRssMiB, after } = synced;
          console.log(
            `${row.name}: ${Math.round(at.synced)} ms, ${Math.round(cpuMs.synced)} ms of CPU, ` +
              `${Math.round(peakRssMiB)} MiB`,
          );
          return {
            wire,
            seconds: at.synced / 1000,
            clientCpuSeconds: cpuMs.synced / 1000,
            peakRssMiB,
            heapMiB: after.heapMiB + after.externalMiB,
            eventCpuMicros: (cpuSeconds * 1e6) / events,
            serverCpuSeconds: server?.cpuSeconds,
            serverPeakRssMiB: server?.peakRssMiB,
          };
        });
      }),
    }),
  );
  const results = {
    kind: 'real',
    startedAt,
    machine: host,
    versions: { ...versions(), 'client-go': clientGo, kubernetes: version },
    options: { pods, events, rounds, partial: options.only.length > 0 },
    rows: realSummary(runs, rows, peers),
  };
  console.log(`\n${realTables(results).join('\n\n')}\n`);
  if (options.save) console.log(save(results, results.kind));
}
