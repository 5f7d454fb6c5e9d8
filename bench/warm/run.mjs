// npm run bench:warm: until the cache can be read, from saved objects and from the same program's list; see ../../docs/bench.md.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { withPods } from '../cluster/pods.mjs';
import { commandLine, wholeNumber } from '../options.mjs';
import { nodeBinary } from '../participants/index.mjs';
import { startServer } from '../processes.mjs';
import { median } from '../report/statistics.mjs';
import { markdownTable } from '../report/tables.mjs';
import { isBusy, machine } from '../results-file.mjs';

const usage = `npm run --prefix bench bench:warm -- [options]
  --pods 100000        how many pods; default 100000
  --rounds 5           how often the program lists and then restores; default 5
  --kubeconfig FILE    a cluster, in which the pods are created and deleted; default: the server of these benchmarks, without TLS`;
const { pods, rounds, kubeconfig } = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      pods: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '5' },
      kubeconfig: { type: 'string' },
    },
  });
  return {
    pods: wholeNumber('--pods', values.pods, 1),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    kubeconfig: values.kubeconfig === undefined ? undefined : resolve(values.kubeconfig),
  };
});

const host = machine();
console.log(
  `${host.cores} cores, load before ${host.loadBefore.toFixed(1)}` +
    (isBusy(host) ? ': busy, so the figures are provisional' : ''),
);
const entry = new URL('../built/node_modules/kube-informers/dist/index.js', import.meta.url).href;
const file = fileURLToPath(new URL('./program.mjs', import.meta.url));
const run = promisify(execFile);
const runs = [];
if (kubeconfig === undefined) {
  const server = await startServer(nodeBinary('24'));
  try {
    // Few fields are read as protobuf where the server has it, as a real one does.
    for (const [wire, protobuf] of Object.entries({ JSON: false, protobuf: true })) {
      await server.ask('reset', { pods, protobuf });
      await measure(wire, { host: server.baseUrl });
    }
  } finally {
    server.stop();
  }
} else {
  await withPods(await import(entry), { kubeconfig, pods }, ({ namespace }) =>
    measure('cluster', { kubeconfig, namespace }),
  );
}
console.log(
  `\n${markdownTable({
    header: [`${pods} pods, two indexes, until`, 's', 's ÷ list', 'CPU s', 'CPU ÷ list'],
    rows: [...new Set(runs.map(({ wire }) => wire))].flatMap((wire) => {
      const own = runs.filter((each) => each.wire === wire);
      const row = (name, of) => [
        name,
        ...['ms', 'cpuMs'].flatMap((figure) => [
          (median(own.map((each) => of(each)[figure])) / 1000).toFixed(2),
          median(own.map((each) => of(each)[figure] / each.list.synced[figure])).toFixed(2),
        ]),
      ];
      return [
        row(`listed, ${wire}`, ({ list }) => list.synced),
        row('restored and readable', ({ warm }) => warm.readable),
        row('restored and confirmed by the server', ({ warm }) => warm.synced),
      ];
    }),
  })}`,
);

async function measure(wire, cluster) {
  for (let round = 1; round <= rounds; round++) {
    const state = mkdtempSync(join(tmpdir(), 'kube-informers-bench-'));
    try {
      const list = await program({ ...cluster, state, restored: false });
      const [saved] = readdirSync(state).filter((name) => name.endsWith('.state'));
      const mib = Math.round(statSync(join(state, saved)).size / 2 ** 20);
      const warm = await program({ ...cluster, state, restored: true });
      runs.push({ wire, list, warm });
      const [listMs, readableMs] = [list.synced.ms, warm.readable.ms].map(Math.round);
      console.log(`${wire}, round ${round}: list ${listMs} ms, readable ${readableMs} ms, file ${mib} MiB`);
    } finally {
      rmSync(state, { recursive: true });
    }
  }
}

async function program(setup) {
  const { stdout } = await run(nodeBinary('24'), [
    '--expose-gc',
    '--no-warnings',
    file,
    JSON.stringify({ entry, pods, ...setup }),
  ]);
  return JSON.parse(stdout);
}
