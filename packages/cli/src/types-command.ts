import { kindsOf, nameOf, readDefinitions } from './codegen/definitions.js';
import type { Definition } from './codegen/definitions.js';
import { CodegenError } from './codegen/codegen-error.js';
import { generateCustomTypes, generateServedTypes } from './codegen/generate.js';
import type { GeneratedFile } from './codegen/generate.js';
import { moduleKindsIn } from './codegen/module-kinds.js';
import { nameMatcher } from './codegen/name-patterns.js';
import type { NamedResource } from './codegen/name-patterns.js';
import type { DiscoveryFailure, Logger } from 'kube-informers';
import { editDistance, withoutCall } from 'kube-informers/internal';
import { ExitCode, UsageError } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { TypesCluster } from './types-cluster.js';
import { readTexts, shownOrigin } from './input.js';
import {
  foreignOrigin,
  isOutdated,
  lostKinds,
  planFiles,
  refuseForeignFiles,
  requireOutput,
  severalVersions,
  writeFiles,
} from './types-output.js';
import type { PlannedFile, TypesScope } from './types-output.js';

/** The flags of `kube-informers types`. */
export interface TypesFlags {
  /** A file, a folder, a URL, `-` for standard input, or `cluster`. */
  readonly from: string;
  /** A file that ends in .ts, or a folder. Default: standard output. */
  readonly output?: string | undefined;
  /** The resources that the cluster serves by itself, instead of custom ones. */
  readonly builtIn?: boolean | undefined;
  /** Only this version of each group: `v1`. */
  readonly apiVersion?: string | undefined;
  /** Fail if the output is not up to date, and write nothing. */
  readonly check?: boolean | undefined;
  /** Overwrite files that were not generated, or were edited. */
  readonly force?: boolean | undefined;
  /** Leave out objects of other kinds. */
  readonly skipOthers?: boolean | undefined;
  readonly context?: string | undefined;
  readonly kubeconfig?: string | undefined;
}

/**
 * Writes TypeScript types and descriptors of resources, a module for each group-version.
 *
 * Everything is read and generated before anything is written. With `check` nothing is written, and the exit code is 1
 * if a file is missing or differs.
 */
export async function typesCommand(
  patterns: readonly string[],
  flags: TypesFlags,
  io: CliIo,
  log: Logger,
): Promise<ExitCode> {
  if (flags.check === true && flags.output === undefined) {
    throw new UsageError('--check compares with the files that -o names; pass -o');
  }
  if (flags.check === true && flags.force === true) {
    throw new UsageError('--check writes nothing; pass either --check or --force');
  }
  if (flags.output !== undefined) await requireOutput(flags.output);
  const { files, scope } = await generate(patterns, flags, io, log);
  if (flags.output === undefined) {
    const [only, ...others] = files;
    if (others.length > 0) throw new UsageError(severalVersions('standard output takes one module', files));
    io.stdout.write(only?.text ?? '');
    return ExitCode.Ok;
  }
  const planned = await planFiles(files, flags.output, scope);
  return flags.check === true ? check(planned, io) : write(planned, flags, io);
}

interface Generated {
  readonly files: readonly GeneratedFile[];
  readonly scope: TypesScope;
}

async function generate(
  patterns: readonly string[],
  flags: TypesFlags,
  io: CliIo,
  log: Logger,
): Promise<Generated> {
  if (flags.builtIn !== true) {
    const definitions = await definitionsOf(flags, io, log);
    const named = definitions.map((definition) => ({ ...nameOf(definition), definition }));
    // What was not asked for may be invalid.
    const kinds = selected(named, patterns, flags).flatMap(({ definition }) => kindsOf(definition));
    const files = generateCustomTypes(ofVersion(kinds, flags));
    return { files, scope: scopeOf(named, patterns, flags, []) };
  }
  if (flags.from !== 'cluster') throw new UsageError('--built-in needs --from cluster');
  await using cluster = await TypesCluster.connect(flags, io, log);
  const { resources: served, failures } = await cluster.builtInResources();
  refuseFailures(failures, served, patterns);
  const resources = ofVersion(selected(served, patterns, flags), flags);
  const files = generateServedTypes(await cluster.servedTypes(resources));
  return { files, scope: scopeOf(served, patterns, flags, failures) };
}

/** Returns what the input defines and what of it was asked for, but for group-versions that could not be discovered. */
function scopeOf(
  defined: readonly NamedResource[],
  patterns: readonly string[],
  { apiVersion }: TypesFlags,
  failures: readonly DiscoveryFailure[],
): TypesScope {
  const unknown = new Set(failures.map((failure) => failure.apiVersion));
  const names = new Set(defined.map(({ resource, group }) => `${resource}.${group}`));
  const named = nameMatcher(patterns);
  return {
    groups: new Set(defined.map(({ group }) => group)),
    defines: ({ resource, group }) => names.has(`${resource}.${group}`),
    selects: (kind) =>
      named.matches(kind) &&
      (apiVersion === undefined || apiVersion === kind.version) &&
      !unknown.has(`${kind.group}/${kind.version}`),
  };
}

async function definitionsOf(flags: TypesFlags, io: CliIo, log: Logger): Promise<Definition[]> {
  if (flags.from === 'cluster') {
    await using cluster = await TypesCluster.connect(flags, io, log);
    return await cluster.definitions();
  }
  if (flags.context !== undefined || flags.kubeconfig !== undefined) {
    throw new UsageError('--context and --kubeconfig need --from cluster');
  }
  const texts = await readTexts(flags.from, io);
  const read: Definition[] = [];
  for (const text of texts) {
    read.push(...(await readDefinitions(text, { skipOthers: flags.skipOthers === true })));
  }
  if (read.length === 0) throw new CodegenError(`${shownOrigin(flags.from)} has no CustomResourceDefinition`);
  return read;
}

/** Throws CodegenError if resources are unknown, unless all that were asked for are known. */
function refuseFailures(
  [failure]: readonly DiscoveryFailure[],
  resources: readonly NamedResource[],
  patterns: readonly string[],
): void {
  if (failure === undefined) return;
  const named = nameMatcher(patterns);
  for (const resource of resources) named.matches(resource);
  const isComplete = patterns.length > 0 && !patterns.some((pattern) => pattern.includes('*'));
  if (isComplete && named.unmatched().length === 0) return;
  throw new CodegenError(
    `the resources of ${failure.apiVersion} are unknown: ${withoutCall(failure.error)}; to leave them out, name the resources that you need`,
    { cause: failure.error },
  );
}

/** Returns the resources that were asked for. Throws UsageError for a name that none has. */
function selected<T extends NamedResource>(
  kinds: readonly T[],
  patterns: readonly string[],
  { builtIn }: TypesFlags,
): T[] {
  const named = nameMatcher(patterns);
  const found = kinds.filter(named.matches);
  const [unmatched] = named.unmatched();
  if (unmatched !== undefined) {
    const what = builtIn === true ? 'built-in resource' : 'custom resource';
    throw new UsageError(`no ${what} is named ${JSON.stringify(unmatched)}; ${namesLike(unmatched, kinds)}`);
  }
  return found;
}

/** Lists the names of resources, the most similar ones first; only those with this plural name, if there are some. */
function namesLike(unmatched: string, kinds: readonly NamedResource[]): string {
  if (kinds.length === 0) return 'the input defines nothing';
  const [plural = '', group = ''] = unmatched.includes('/')
    ? unmatched.split('/').toReversed()
    : unmatched.split(/\.(.*)/s);
  const distances = new Map(
    kinds.map((kind) => [shownName(kind), distance(plural, kind.resource) + distance(group, kind.group)]),
  );
  const sorted = [...distances].toSorted(([a, first], [b, second]) => first - second || (a < b ? -1 : 1));
  const same = sorted.filter(([, away]) => away === 0);
  const names = (same.length > 0 ? same : sorted).map(([name]) => name);
  const shown = names.slice(0, 10).join(', ');
  const more = names.length > 10 ? `, and ${names.length - 10} more` : '';
  return `there ${names.length === 1 ? 'is' : 'are'} ${shown}${more}; names are plural, with the group unless it is the core group`;
}

/** Returns how far a part of a name that was given is from a known one; 0 if it says nothing. */
function distance(given: string, known: string): number {
  return given === '' || given.includes('*') ? 0 : editDistance(given.toLowerCase(), known, 100);
}

function shownName({ resource, group }: NamedResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** Returns the kinds of the version that was asked for. Throws UsageError for a version that none has. */
function ofVersion<T extends { readonly version: string }>(
  found: readonly T[],
  { apiVersion }: TypesFlags,
): readonly T[] {
  if (apiVersion === undefined) return found;
  const versions = new Set(found.map(({ version }) => version));
  if (!versions.has(apiVersion)) {
    throw new UsageError(
      `--api-version: no resource has a version ${JSON.stringify(apiVersion)}; there are ${[...versions].toSorted().join(', ')}`,
    );
  }
  return found.filter(({ version }) => version === apiVersion);
}

function check(planned: readonly PlannedFile[], io: CliIo): ExitCode {
  const outdated = planned.filter(isOutdated);
  for (const entry of outdated) io.stderr.write(`error: ${entry.path} ${problemOf(entry)}\n`);
  if (outdated.length > 0) {
    const isForeign = outdated.some(
      ({ before }) => before !== undefined && foreignOrigin(before) !== undefined,
    );
    const isRefused = isForeign || outdated.some(({ lost }) => lost.length > 0);
    const names = outdated.length === 1 ? 'it' : 'them';
    const action = outdated.every(({ file }) => file === undefined) ? 'remove' : 'write';
    io.stderr.write(
      isRefused
        ? `run the same command with --force instead of --check to ${action === 'write' ? 'overwrite' : action} ${names}\n`
        : `run the same command without --check to ${action} ${names}\n`,
    );
    return ExitCode.Failed;
  }
  io.stdout.write(`${planned.map(({ path }) => path).join(', ')}: up to date\n`);
  return ExitCode.Ok;
}

function problemOf(entry: PlannedFile): string {
  const { file, before } = entry;
  if (before === undefined) return 'does not exist';
  const foreign = foreignOrigin(before);
  const lost = lostKinds(entry);
  if (lost !== undefined) return lost;
  if (file === undefined) return foreign ?? 'has only kinds that the input no longer defines';
  return `${foreign ?? 'is out of date'}${movedFrom(entry)}${firstChange(before, file)}`;
}

/** Says that a file gets another version of its kinds, as when its definition no longer serves the old one. */
function movedFrom({ file, before = '' }: PlannedFile): string {
  const [old] = moduleKindsIn(before);
  if (file === undefined || old === undefined || old.version === file.version) return '';
  return `, ${file.version} instead of ${old.version}`;
}

/** Returns the first line that differs, but for the digest. */
function firstChange(before: string, { text }: GeneratedFile): string {
  const old = before.split(/\r?\n/);
  const lines = text.split('\n');
  for (let index = 1; index < Math.max(old.length, lines.length); index++) {
    if (old[index] === lines[index]) continue;
    return `: line ${index + 1} must be ${JSON.stringify(lines[index] ?? '')}, and is ${JSON.stringify(old[index] ?? '')}`;
  }
  return ': its first line was edited';
}

async function write(planned: readonly PlannedFile[], flags: TypesFlags, io: CliIo): Promise<ExitCode> {
  if (flags.force !== true) refuseForeignFiles(planned);
  await writeFiles(planned.filter(isOutdated));
  for (const entry of planned) {
    const { path, file } = entry;
    const state = file === undefined ? 'removed' : isOutdated(entry) ? 'wrote' : 'unchanged:';
    const kinds = file === undefined ? '' : ` (${file.kinds.join(', ')})`;
    io.stdout.write(`${state} ${path}${kinds}${movedFrom(entry)}\n`);
  }
  return ExitCode.Ok;
}
