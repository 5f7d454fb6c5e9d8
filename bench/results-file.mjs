import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./results', import.meta.url));

/** Load per core, averaged over a minute, above which a machine is not calm. */
const calmLoad = 0.3;

/** What the machine is, and how busy it was before the run. */
export function machine() {
  const processors = cpus();
  return {
    os: `${type()} ${release()}`,
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadBefore: loadavg()[0],
  };
}

/** True when other processes kept the machine busy: its figures do not go into the pages. */
export function isBusy({ loadBefore, cores }) {
  return loadBefore / cores > calmLoad;
}

/** Waits until the machine is calm, or so many minutes have passed; returns the machine. */
export async function calmMachine(waitMinutes) {
  const deadlineMs = performance.now() + waitMinutes * 60_000;
  while (isBusy(machine()) && performance.now() < deadlineMs) await sleep(5000);
  return machine();
}

/** Versions of what was measured, by package. */
export function versions() {
  const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const { dependencies } = read('./package.json');
  return { ...dependencies, 'kube-informers': read('../package.json').version, commit: commit() };
}

function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', '../../src') !== '';
    return git('rev-parse', 'HEAD') + (changed ? ' and changes' : '');
  } catch {
    // The tree has no git history, or git is not installed.
    return 'unknown';
  }
}

/** Writes a results file, one line for each row; returns its path. */
export function save(results, kind) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${kind}-${results.startedAt.slice(0, 19).replaceAll(':', '-')}.json`);
  writeFileSync(path, compactJson(rounded(results)));
  return path;
}

/** JSON with a line for each member, and one for each element of a member that is an array of objects. */
export function compactJson(value) {
  const members = Object.entries(value).map(([name, member]) => {
    const rows = Array.isArray(member) && typeof member[0] === 'object' ? member : undefined;
    const text =
      rows === undefined
        ? JSON.stringify(member)
        : `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`;
    return ` ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

/**
 * The newest results that a page may show: measured on a calm machine and the rows' own Nodes. A run of some rows counts
 * only where `parts` accepts it. Undefined without such results.
 */
export function newest(kind, { accepts = () => true, parts = () => false, from = folder } = {}) {
  if (!existsSync(from)) return undefined;
  const names = readdirSync(from).filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.json'));
  // The names end in the time, so the last one is the newest.
  for (const name of names.sort().reverse()) {
    const results = JSON.parse(readFileSync(join(from, name), 'utf8'));
    if (results.provisional || (results.options.partial && !parts(results))) continue;
    if (accepts(results)) return { name, results };
  }
  return undefined;
}

/** Five significant digits are more than any measurement holds. */
function rounded(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(5));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}
