// npm run bench:copy: files into a container and out of it, beside kubectl cp; see ../../docs/bench.md.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { entries, inTurn, medians } from '../cluster/runs.mjs';
import { commandLine, wholeNumber } from '../options.mjs';
import { nodeBinary } from '../participants/index.mjs';
import { markdownTable } from '../report/tables.mjs';
import { isBusy, machine } from '../results-file.mjs';

const usage = `npm run --prefix bench bench:copy -- [options]
  --kubeconfig FILE    a cluster whose pods run commands; a namespace is made in it and deleted; default: KUBECONFIG
  --before DIR         rows of another commit: its work tree, in which npm ci and npm run build have run
  --files 10000        how many small files; default 10000, 0 for none
  --mib 1024           the size of four large files together; default 1024, 0 for none
  --rounds 5           copies of each row, in turn; default 5`;
const options = commandLine(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      kubeconfig: { type: 'string', default: process.env['KUBECONFIG'] },
      before: { type: 'string' },
      files: { type: 'string', default: '10000' },
      mib: { type: 'string', default: '1024' },
      rounds: { type: 'string', default: '5' },
    },
  });
  if (values.kubeconfig === undefined) throw new Error('--kubeconfig or KUBECONFIG must name a cluster');
  // npm runs a script in its package's folder.
  const from = process.env.INIT_CWD ?? '.';
  const before = values.before && resolve(from, values.before, 'packages/kube-informers/dist/index.js');
  if (before !== undefined && !existsSync(before))
    throw new Error(`--before must be a work tree in which npm run build has run, got ${values.before}`);
  return {
    kubeconfig: resolve(from, values.kubeconfig),
    before: before && pathToFileURL(before).href,
    files: wholeNumber('--files', values.files, 0),
    mib: wholeNumber('--mib', values.mib, 0),
    rounds: wholeNumber('--rounds', values.rounds, 1),
  };
});
const { kubeconfig } = options;

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'kube-informers-copy-'));
const pod = 'copies';
const kubectl = 'kubectl cp';
const program = fileURLToPath(new URL('./program.mjs', import.meta.url));

const ours = (name, entry) => ({
  name,
  command: (copy) => [nodeBinary('24'), program, JSON.stringify({ entry, kubeconfig, pod, ...copy })],
});
const rows = [
  {
    name: kubectl,
    command: ({ namespace, direction, local, remote }) => {
      const there = `${namespace}/${pod}:${remote}`;
      const paths = direction === 'to' ? [local, there] : [there, local];
      return ['kubectl', '--kubeconfig', kubeconfig, 'cp', ...paths];
    },
  },
  ours('kube-informers', entries.entry),
  ...(options.before === undefined ? [] : [ours('kube-informers before', options.before)]),
];
const peers = rows.map(({ name }) => name).filter((name) => name !== 'kube-informers');

const host = machine();
console.log(
  `${host.cores} cores, load before ${host.loadBefore.toFixed(1)}` +
    (isBusy(host) ? ': busy, so trust the ratios alone' : ''),
);
const { Clientset, loadConfig, waitFor } = await import(entries.entry);
const clientset = new Clientset(await loadConfig({ kubeconfig }));
const namespaces = clientset.coreV1().namespaces();
const { metadata } = await namespaces.create({ metadata: { generateName: 'bench-copy-' } });
const namespace = metadata.name;
try {
  const pods = clientset.coreV1().pods(namespace);
  const container = { name: 'app', image: 'busybox', command: ['sh', '-c', 'exec sleep 86400'] };
  const spec = { terminationGracePeriodSeconds: 1, containers: [container] };
  await pods.create({ metadata: { name: pod }, spec });
  await waitFor(clientset, 'pods', pod, 'Ready', { namespace, timeoutMs: 120_000 });
  if (options.files > 0) await compare(`${options.files} files`, makeSmall());
  if (options.mib > 0) await compare(`${options.mib} MiB in 4 files`, makeLarge());
} finally {
  await namespaces.delete(namespace);
  await clientset.close();
  rmSync(folder, { recursive: true });
}

/** Files of 2 kB in folders of a hundred. */
function makeSmall() {
  const source = join(folder, 'small');
  const content = randomBytes(2000);
  for (let index = 0; index < options.files; index++) {
    const parent = join(source, String(Math.floor(index / 100)));
    if (index % 100 === 0) mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, String(index)), content);
  }
  return source;
}

function makeLarge() {
  const source = join(folder, 'large');
  mkdirSync(source);
  const content = randomBytes((options.mib * 2 ** 20) / 4);
  for (let index = 0; index < 4; index++) writeFileSync(join(source, String(index)), content);
  return source;
}

/** Copies a folder by all rows in both directions, and prints a table for each. */
async function compare(what, source) {
  // In a container that has the files of this machine it must be a path of its own.
  const remote = `/tmp/${namespace}`;
  const back = join(folder, 'back');
  const inPod = (script) =>
    clientset
      .coreV1()
      .pods(namespace)
      .exec(pod, { command: ['sh', '-c', script] });
  const count = async (path, execute) => Number((await execute(`find ${path} -type f | wc -l`)).stdout);
  const copied = await count(source, (script) => run('sh', ['-c', script]));
  const expectAll = (found, name) => {
    if (found !== copied) throw new Error(`${name} has copied ${found} of ${copied} files`);
  };
  for (const direction of ['to', 'from']) {
    if (direction === 'from') await clientset.coreV1().pods(namespace).copyTo(pod, source, remote);
    const runs = await inTurn(rows, options.rounds, async ({ name, command }) => {
      const [file, ...args] = command({
        namespace,
        direction,
        remote,
        local: direction === 'to' ? source : back,
      });
      const cpuBefore = childrenCpuSeconds();
      const startedMs = performance.now();
      try {
        await run(file, args);
      } catch (error) {
        console.log(`${name} ${direction}: failed: ${error.message.slice(-500)}`);
        if (direction === 'to') await inPod(`rm -rf ${remote}`);
        else rmSync(back, { recursive: true, force: true });
        return { seconds: NaN, cpuSeconds: NaN };
      }
      const seconds = (performance.now() - startedMs) / 1000;
      const cpuSeconds = childrenCpuSeconds() - cpuBefore;
      if (direction === 'to') {
        expectAll(await count(remote, inPod), name);
        await inPod(`rm -r ${remote}`);
      } else {
        expectAll(await count(back, (script) => run('sh', ['-c', script])), name);
        rmSync(back, { recursive: true });
      }
      console.log(`${name} ${direction}: ${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of CPU`);
      return { seconds, cpuSeconds };
    });
    console.log(`\n${markdownTable(table(`${what}, ${direction} the container`, runs))}\n`);
  }
  await inPod(`rm -r ${remote}`);
  rmSync(source, { recursive: true });
}

/** User and system time of the processes that this one has started and that have ended, of proc(5). */
function childrenCpuSeconds() {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // cutime and cstime, in hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** A copy that failed has no figures. */
function shown(value) {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}

function table(title, runs) {
  const figures = [
    ['s', medians(runs, ({ seconds }) => seconds)],
    ['CPU s', medians(runs, ({ cpuSeconds }) => cpuSeconds)],
  ];
  return {
    header: [title, ...figures.flatMap(([unit]) => [unit, ...peers.map((peer) => `÷ ${peer}`)])],
    rows: rows.map(({ name }) => [
      name,
      ...figures.flatMap(([, figure]) => [
        shown(figure.of(name)),
        ...peers.map((peer) => shown(figure.ratio(name, peer))),
      ]),
    ]),
  };
}
