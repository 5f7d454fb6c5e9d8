import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  mkdir,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileNameOf } from './codegen/generate.js';
import type { GeneratedFile } from './codegen/generate.js';
import { moduleKindsIn } from './codegen/module-kinds.js';
import type { ModuleKind } from './codegen/module-kinds.js';
import { isSameFile, originOf } from './codegen/seal.js';
import { isError } from 'kube-informers/internal';
import { UsageError } from './cli-io.js';
import { fileProblem } from './file-problem.js';

/** What the input of a run defines, and what of it was asked for. */
export interface TypesScope {
  /** The groups of the input. */
  readonly groups: ReadonlySet<string>;
  /** True if the input defines the resource, in whatever version. */
  defines(this: void, resource: ModuleKind): boolean;
  /** True if the names and the version of the command line select it. */
  selects(this: void, resource: ModuleKind): boolean;
}

/** A file of the output: the module that belongs in it, and what the file is now. */
export interface PlannedFile {
  /** As the command line names it. */
  readonly path: string;
  /** The file itself, if the path is a link: a rename would replace the link. Of one to be removed, the link goes. */
  readonly target: string;
  /** Undefined if the file is to be removed: the input no longer defines its kinds. */
  readonly file: GeneratedFile | undefined;
  /** The present text of the file; undefined without a file. */
  readonly before: string | undefined;
  /** Kinds that the file would lose, and that may be those of another input. */
  readonly lost: readonly string[];
}

/** Throws UsageError unless `output` is a file for a module, or a folder: one that is there, or whose name looks like one. */
export async function requireOutput(output: string): Promise<void> {
  const isModule = output.endsWith('.ts') && !output.endsWith('.d.ts');
  if (isModule || (output !== '' && (/[/\\]$/.test(output) || extname(output) === ''))) return;
  const isFolder = await stat(output).then(
    (status) => status.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  const help = output.endsWith('.d.ts')
    ? 'a module has code, its descriptors, which a .d.ts file cannot have'
    : 'a folder whose name has a dot must exist or end in /';
  throw new UsageError(
    `-o must be a file that ends in .ts, or a folder, got ${JSON.stringify(output)}${output === '' ? '' : `; ${help}`}`,
  );
}

/**
 * Returns where each module goes, to the one file that `output` names or to the folder, and which files of the folder
 * are to be removed.
 *
 * Throws UsageError for several modules and one file.
 */
export async function planFiles(
  files: readonly GeneratedFile[],
  output: string,
  scope: TypesScope,
): Promise<PlannedFile[]> {
  const [first, ...others] = files;
  if (!output.endsWith('.ts') || output.endsWith('.d.ts')) {
    const written = await Promise.all(files.map((file) => planned(join(output, file.fileName), file, scope)));
    requireOwnTargets(written);
    return [...written, ...(await plannedRemovals(files, output, scope))];
  }
  if (first === undefined) return [];
  if (others.length > 0) throw new UsageError(severalVersions(`-o ${output} is one file`, files));
  return [await planned(output, first, scope)];
}

/** Throws UsageError for two modules that would be one file: of links that lead to the same. */
function requireOwnTargets(files: readonly PlannedFile[]): void {
  const paths = new Map<string, string>();
  for (const { path, target } of files) {
    const other = paths.get(target);
    if (other !== undefined) throw new UsageError(`-o: ${other} and ${path} lead to one file, ${target}`);
    paths.set(target, path);
  }
}

/** Says that one file cannot hold several group-versions, and what to do. */
export function severalVersions(why: string, files: readonly GeneratedFile[]): string {
  const names = files.map(({ group, version }) => (group === '' ? version : `${group}/${version}`));
  return `${why}, but there are ${names.length} group-versions: ${names.join(', ')}; name a folder with -o, or one version with --api-version`;
}

async function planned(path: string, file: GeneratedFile, scope: TypesScope): Promise<PlannedFile> {
  const target = await targetOf(path);
  const before = await readIfThere(path);
  const written = new Set(moduleKindsIn(file.text).map(nameOf));
  const missing = keptKinds(before ?? '').filter((kind) => !written.has(nameOf(kind)));
  return { path, target, file, before, lost: lostOf(missing, scope) };
}

/** Returns the file that a path leads to. Throws UsageError for a link to a file that does not exist. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    // Nothing is there, or nothing that can be used: reading it shows which.
    const linked = codeOf(error) === 'ENOENT' ? await readlink(path).catch(() => undefined) : undefined;
    if (linked === undefined) return path;
    throw new UsageError(`-o: ${path} is a link to ${linked}, which does not exist`);
  }
}

/**
 * Returns the files of a folder that this command wrote under their own names, for kinds that this run selects and
 * the input no longer defines. Groups that the input does not have are those of other runs.
 */
async function plannedRemovals(
  files: readonly GeneratedFile[],
  folder: string,
  scope: TypesScope,
): Promise<PlannedFile[]> {
  const removals: PlannedFile[] = [];
  for (const name of await modulesIn(folder)) {
    if (files.some(({ fileName }) => fileName === name)) continue;
    const path = join(folder, name);
    const before = await readIfThere(path);
    const kinds = keptKinds(before ?? '');
    const isOwn = kinds.every((kind) => fileNameOf(kind) === name && scope.groups.has(kind.group));
    if (!isOwn || !kinds.some(scope.selects)) continue;
    removals.push({ path, target: path, file: undefined, before, lost: lostOf(kinds, scope) });
  }
  return removals;
}

async function modulesIn(folder: string): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
    const areFiles = await Promise.all(names.map((name) => isFile(join(folder, name))));
    return names.filter((_name, index) => areFiles[index]);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw unusable(folder, error);
  }
}

/** True for a file, and a link to one. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isFile(),
    () => false,
  );
}

/** Returns the kinds of a file that this command wrote; none for another file. */
function keptKinds(text: string): ModuleKind[] {
  return originOf(text) === 'foreign' ? [] : moduleKindsIn(text);
}

/** Returns the kinds that the input may never have had. A resource that it still defines has left a version. */
function lostOf(missing: readonly ModuleKind[], { defines, selects }: TypesScope): string[] {
  return missing.filter((kind) => !defines(kind) || !selects(kind)).map(({ kind }) => kind);
}

function nameOf({ resource, group }: ModuleKind): string {
  return `${resource}.${group}`;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

/** Throws UsageError if one of the files must not be changed without `--force`: all of them stay as they are. */
export function refuseForeignFiles(files: readonly PlannedFile[]): void {
  for (const entry of files) {
    const foreign = isOutdated(entry) ? foreignOrigin(entry.before ?? '') : undefined;
    const { path, file, before } = entry;
    if (before !== undefined && foreign !== undefined) {
      throw new UsageError(`${path} ${foreign}; --force ${file === undefined ? 'removes' : 'overwrites'} it`);
    }
    const lost = lostKinds(entry);
    if (lost !== undefined) throw new UsageError(`${path} ${lost}`);
  }
}

/** Describes the kinds that a file would lose, and what to do; undefined if it loses no kinds. */
export function lostKinds({ lost }: PlannedFile): string | undefined {
  if (lost.length === 0) return undefined;
  return (
    `has kinds that this run does not generate: ${lost.join(', ')}; ` +
    'generate all kinds of a group in one run, from a folder of definitions or from standard input, or remove them with --force'
  );
}

/** Describes a file that is not as it was generated; undefined if it is. */
export function foreignOrigin(text: string): string | undefined {
  switch (originOf(text)) {
    case 'edited':
      return 'was edited after kube-informers generated it';
    case 'foreign':
      return 'exists and was not generated by kube-informers types';
    case 'generated':
      return undefined;
  }
}

/** True if a file has to be written or removed. */
export function isOutdated({ file, before }: PlannedFile): boolean {
  return before === undefined || file === undefined || !isSameFile(before, file.text);
}

/**
 * Writes all files or none: each to a temporary file beside it first. Once all are complete they replace the files, and the
 * files that are to be removed go. If one of these steps fails, the files are put back as they were.
 */
export async function writeFiles(files: readonly PlannedFile[]): Promise<void> {
  const steps = files.map((entry) => ({
    ...entry,
    temporary: besides(entry.target),
    backup: besides(entry.target),
  }));
  const done: (typeof steps)[number][] = [];
  try {
    for (const { path, target, file, before, temporary, backup } of steps) {
      await attempt(path, async () => {
        if (file === undefined) return;
        if (before !== undefined) await copyFile(target, backup, constants.COPYFILE_EXCL);
        await mkdir(dirname(target), { recursive: true });
        // Keeps the permissions of a file that is there.
        const mode = await stat(target).then(
          (status) => status.mode & 0o777,
          () => 0o666,
        );
        await writeFile(temporary, file.text, { flag: 'wx', mode });
      });
    }
    for (const step of steps) {
      const { path, target, file, temporary, backup } = step;
      await attempt(path, () => (file === undefined ? rename(target, backup) : rename(temporary, target)));
      done.push(step);
    }
  } catch (error) {
    for (const { target, file, before, backup } of done) {
      const isNew = file !== undefined && before === undefined;
      await (isNew ? rm(target) : rename(backup, target));
    }
    throw error;
  } finally {
    // The reason why a file cannot be written is reported; a folder that is gone has no temporary file either.
    for (const { temporary, backup } of steps)
      for (const path of [temporary, backup]) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Returns a name for a temporary file in the folder of another. */
function besides(target: string): string {
  return join(dirname(target), `.${randomUUID()}.tmp`);
}

async function attempt(path: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): UsageError {
  return new UsageError(`-o: ${path} cannot be used: ${fileProblem(error)}`, { cause: error });
}

function codeOf(error: unknown): string | undefined {
  return isError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
