import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./results', import.meta.url));

/** Work of others a core, averaged over a minute, above which a machine is not calm. */
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

/** True when others were at work on the machine, so that its figures are not for README. */
export function isBusy({ loadBefore, cores }) {
  return loadBefore / cores > calmLoad;
}

/** The machine, once others are no longer at work on it, or so many minutes have gone. */
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
    // A tree without git, or a machine without it: nothing to say.
    return 'unknown';
  }
}

/** Writes the results; returns the file's path. */
export function save(results, kind) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${kind}-${results.startedAt.slice(0, 19).replaceAll(':', '-')}.json`);
  writeFileSync(path, `${JSON.stringify(rounded(results), undefined, 1)}\n`);
  return path;
}

/**
 * The newest results that are told of: of a calm machine, on the rows' own Nodes, with all rows or those that `accepts`
 * finds enough. Undefined when there are none.
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

/** Four figures are more than any of them holds. */
function rounded(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(5));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}
