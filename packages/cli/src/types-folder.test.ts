import { mkdir, readFile, readdir, readlink, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { definitionOf } from './codegen/codegen.test-support.js';
import { TemporaryFolder, finish } from './cli.test-support.js';
import type { PlannedFile } from './types-output.js';
import { writeFiles } from './types-output.js';

/** A definition with these versions, those with a `!` not served. */
function crd(plural: string, versions: readonly string[], group = 'example.com'): string {
  const kind = plural.charAt(0).toUpperCase() + plural.slice(1, -1);
  const schema = { openAPIV3Schema: { type: 'object' } };
  const listed = versions.map((each, index) => {
    return { name: each.replace('!', ''), served: !each.endsWith('!'), storage: index === 0, schema };
  });
  const names = { plural, singular: kind.toLowerCase(), kind };
  return stringify(definitionOf({}, { group, names, versions: listed }));
}

interface Project extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** Runs `types` from `crd/` to `types/`. */
  run(this: void, ...args: string[]): ReturnType<typeof finish>;
  modules(): Promise<string[]>;
}

async function projectOf(definitions: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await TemporaryFolder.create();
  await mkdir(folder.file('crd'));
  for (const [name, text] of Object.entries(definitions)) await folder.write(`crd/${name}.yaml`, text);
  return {
    folder,
    run: (...args) => {
      const from = args.includes('--from') ? [] : ['--from', folder.file('crd')];
      const output = args.includes('-o') ? [] : ['-o', folder.file('types')];
      return finish(['types', ...from, ...output, ...args]);
    },
    modules: async () => (await readdir(folder.file('types'))).toSorted(),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('a folder whose definition loses a version', () => {
  test.each([['v1'], ['v1', 'v1beta1!']])(
    'loses the module of it, with the versions %j',
    async (...versions) => {
      await using project = await projectOf({ a: crd('backups', ['v1', 'v1beta1']) });
      const { folder, run } = project;
      await run();
      await folder.write('crd/a.yaml', crd('backups', versions));
      const old = folder.file('types/example.com-v1beta1.ts');
      expect(await run('--check')).toMatchObject({
        exitCode: 1,
        err: `error: ${old} has only kinds that the input no longer defines\nrun the same command without --check to remove it\n`,
      });
      expect(await project.modules()).toEqual(['example.com-v1.ts', 'example.com-v1beta1.ts']);
      expect(await run()).toEqual({
        exitCode: 0,
        err: '',
        out: `unchanged: ${folder.file('types/example.com-v1.ts')} (Backup)\nremoved ${old}\n`,
      });
      expect(await project.modules()).toEqual(['example.com-v1.ts']);
      expect(await run('--check')).toMatchObject({ exitCode: 0 });
    },
  );

  test('keeps a module of it that was edited, unless --force is given', async () => {
    await using project = await projectOf({ a: crd('backups', ['v1', 'v1beta1']) });
    const { folder, run } = project;
    await run();
    await folder.write('crd/a.yaml', crd('backups', ['v1']));
    const old = folder.file('types/example.com-v1beta1.ts');
    await writeFile(old, `${await readFile(old, 'utf8')}// mine\n`);
    expect((await run('--check')).err).toBe(
      `error: ${old} was edited after kube-informers generated it\nrun the same command with --force instead of --check to remove it\n`,
    );
    expect(await run()).toMatchObject({
      exitCode: 2,
      err: `error: ${old} was edited after kube-informers generated it; --force removes it\n`,
    });
    expect(await readFile(old, 'utf8')).toContain('// mine');
    expect((await run('--force')).exitCode).toBe(0);
    expect(await project.modules()).toEqual(['example.com-v1.ts']);
  });

  test('keeps a module of it that also has kinds which were not asked for', async () => {
    await using project = await projectOf({
      a: crd('backups', ['v1', 'v1beta1']),
      b: crd('restores', ['v1beta1']),
    });
    const { folder, run } = project;
    await run();
    await folder.write('crd/a.yaml', crd('backups', ['v1']));
    const old = folder.file('types/example.com-v1beta1.ts');
    const { err, exitCode } = await run('backups.example.com');
    expect(err).toContain(`${old} has kinds that this run does not generate: Restore; `);
    expect(exitCode).toBe(2);
    expect(await run()).toMatchObject({ exitCode: 0, err: '' });
    expect(await readFile(old, 'utf8')).not.toContain('interface Backup');
  });

  test('keeps files that the command did not write there, even with --force', async () => {
    await using project = await projectOf({ a: crd('backups', ['v1', 'v1beta1']) });
    const { folder, run } = project;
    await run();
    const old = await readFile(folder.file('types/example.com-v1beta1.ts'), 'utf8');
    await folder.write('crd/a.yaml', crd('backups', ['v1']));
    const first = old.slice(0, old.indexOf('\n') + 1);
    await folder.write('types/example.com-v1beta1.ts', old.replace(first, ''));
    await folder.write('types/old-backups.ts', old);
    await folder.write('types/example.com-v2.ts', first);
    await mkdir(folder.file('types/example.com-v3.ts'));
    await mkdir(folder.file('types/more'));
    await folder.write('types/more/example.com-v1beta1.ts', old);
    const before = await project.modules();
    expect((await run('--check')).err).toBe('');
    expect((await run('--force')).exitCode).toBe(0);
    expect(await project.modules()).toEqual(before);
    expect(await readdir(folder.file('types/more'))).toHaveLength(1);
  });
});

describe('one folder for several runs', () => {
  test('keeps the modules of groups that the input does not have', async () => {
    await using project = await projectOf({
      a: crd('backups', ['v1']),
      b: crd('restores', ['v1'], 'restore.example.com'),
    });
    const { folder, run } = project;
    for (const name of ['a', 'b', 'a']) {
      expect(await run('--from', folder.file(`crd/${name}.yaml`))).toMatchObject({ exitCode: 0, err: '' });
      expect(await run('--from', folder.file(`crd/${name}.yaml`), '--check')).toMatchObject({ exitCode: 0 });
    }
    expect(await project.modules()).toEqual(['example.com-v1.ts', 'restore.example.com-v1.ts']);
  });

  test('keeps the modules of resources and versions that were not asked for', async () => {
    await using project = await projectOf({
      a: crd('backups', ['v1', 'v1beta1']),
      b: crd('restores', ['v2']),
    });
    const { folder, run } = project;
    await run();
    const all = await project.modules();
    expect(all).toEqual(['example.com-v1.ts', 'example.com-v1beta1.ts', 'example.com-v2.ts']);
    await folder.write('crd/b.yaml', crd('restores', ['v3']));
    for (const args of [['backups.example.com'], ['backups.example.com', '--api-version', 'v1']]) {
      expect(await run(...args, '--check')).toMatchObject({ exitCode: 0, err: '' });
      expect(await run(...args)).toMatchObject({ exitCode: 0, err: '' });
    }
    expect(await project.modules()).toEqual(all);
  });

  test.each([
    ['in the same module', 'v1', 'example.com-v1.ts'],
    ['in another module', 'v2', 'example.com-v2.ts'],
  ])('is an error for two parts of a group, with kinds %s', async (_where, version, module) => {
    await using project = await projectOf({ a: crd('backups', ['v1']), b: crd('restores', [version]) });
    const { folder, run } = project;
    await run();
    const file = folder.file(`types/${module}`);
    const before = await readFile(file, 'utf8');
    const alone = ['--from', folder.file('crd/a.yaml')];
    const problem =
      'has kinds that this run does not generate: Restore; generate all kinds of a group in one run, ' +
      'from a folder of definitions or from standard input, or remove them with --force\n';
    expect(await run(...alone)).toMatchObject({ exitCode: 2, err: `error: ${file} ${problem}` });
    const checked = await run(...alone, '--check');
    expect(checked.exitCode).toBe(1);
    expect(checked.err).toContain(`error: ${file} ${problem}`);
    expect(checked.err).toContain('run the same command with --force instead of --check to ');
    expect(await readFile(file, 'utf8')).toBe(before);
    // The definition of Restore has been deleted.
    expect((await run(...alone, '--force')).exitCode).toBe(0);
    expect(await readFile(folder.file('types/example.com-v1.ts'), 'utf8')).not.toContain('Restore');
    expect(await project.modules()).toEqual(['example.com-v1.ts']);
    expect(await run(...alone, '--check')).toMatchObject({ exitCode: 0, err: '' });
  });

  test('is an error for a run that names one of two kinds of a module', async () => {
    await using project = await projectOf({ a: crd('backups', ['v1']), b: crd('restores', ['v1']) });
    await project.run();
    const { err } = await project.run('restores.example.com');
    expect(err).toContain('has kinds that this run does not generate: Backup; ');
  });
});

describe('one file for several runs', () => {
  test('keeps the kinds of another input, and follows one resource to its next version', async () => {
    await using project = await projectOf({ a: crd('backups', ['v1beta1']), b: crd('restores', ['v1']) });
    const { folder, run } = project;
    const file = folder.file('backup.ts');
    const toFile = (name: string): ReturnType<typeof finish> =>
      run('--from', folder.file(`crd/${name}.yaml`), '-o', file);
    await toFile('a');
    expect((await toFile('b')).err).toContain(
      `${file} has kinds that this run does not generate: Backup; generate all kinds of a group in one run`,
    );
    await folder.write('crd/a.yaml', crd('backups', ['v1']));
    expect((await run('--from', folder.file('crd/a.yaml'), '-o', file, '--check')).err).toContain(
      `error: ${file} is out of date, v1 instead of v1beta1: line `,
    );
    expect(await toFile('a')).toMatchObject({
      exitCode: 0,
      out: `wrote ${file} (Backup), v1 instead of v1beta1\n`,
    });
    expect(await toFile('a')).toMatchObject({ out: `unchanged: ${file} (Backup)\n` });
  });
});

test('-o must not be a link to a file that does not exist', async () => {
  await using project = await projectOf({ a: crd('backups', ['v1']) });
  const { folder, run } = project;
  const link = folder.file('backup.ts');
  await symlink('gone.ts', link);
  expect(await run('-o', link)).toMatchObject({
    exitCode: 2,
    err: `error: -o: ${link} is a link to gone.ts, which does not exist\n`,
  });
  await folder.write('gone.ts', '');
  expect((await run('-o', link, '--force')).exitCode).toBe(0);
  expect(await readFile(folder.file('gone.ts'), 'utf8')).toContain('interface Backup');
});

test('-o must not be a link that leads back to itself', async () => {
  await using project = await projectOf({ a: crd('backups', ['v1']) });
  const link = project.folder.file('backup.ts');
  await symlink('backup.ts', link);
  expect(await project.run('-o', link, '--force')).toMatchObject({
    exitCode: 2,
    err: `error: -o: ${link} cannot be used: too many symbolic links encountered\n`,
  });
});

describe('a folder with links to its modules', () => {
  test('loses the link to a module whose version was removed, and restores it if another module cannot be written', async () => {
    await using project = await projectOf({ a: crd('backups', ['v1', 'v1beta1']) });
    const { folder, run } = project;
    await run();
    const old = folder.file('types/example.com-v1beta1.ts');
    await rename(old, folder.file('elsewhere.ts'));
    await symlink('../elsewhere.ts', old);
    await symlink('.', folder.file('types/folder.ts'));
    await symlink('loop.ts', folder.file('types/loop.ts'));
    expect(await run('--check')).toMatchObject({ exitCode: 0, err: '' });
    await folder.write('crd/a.yaml', crd('backups', ['v1']));
    expect((await run('--check')).err).toContain(`${old} has only kinds that the input no longer defines\n`);
    const removal = { path: old, target: old, file: undefined, before: '', lost: [] };
    const failing = { ...removal, path: 'gone', target: folder.file('types/gone.ts') };
    await expect(writeFiles([removal, failing])).rejects.toThrow(
      '-o: gone cannot be used: no such file or directory',
    );
    expect(await readlink(old)).toBe('../elsewhere.ts');
    expect(await run()).toMatchObject({ exitCode: 0, err: '' });
    expect(await project.modules()).toEqual(['example.com-v1.ts', 'folder.ts', 'loop.ts']);
    expect(await readFile(folder.file('elsewhere.ts'), 'utf8')).toContain('interface Backup');
  });

  test('is refused if two of them lead to one file, also with --force', async () => {
    await using project = await projectOf({ a: crd('backups', ['v1', 'v1beta1']) });
    const { folder, run } = project;
    await mkdir(folder.file('types'));
    await folder.write('one.ts', 'mine');
    const names = ['types/example.com-v1.ts', 'types/example.com-v1beta1.ts'];
    for (const name of names) await symlink('../one.ts', folder.file(name));
    const [first, second] = names.map((name) => folder.file(name));
    expect(await run('--force')).toMatchObject({
      exitCode: 2,
      err: `error: -o: ${first} and ${second} lead to one file, ${await realpath(folder.file('one.ts'))}\n`,
    });
    expect(await readFile(folder.file('one.ts'), 'utf8')).toBe('mine');
  });
});

test('writes no file if one of them cannot be written, and leaves no temporary file', async () => {
  await using folder = await TemporaryFolder.create();
  await folder.write('file', '');
  await folder.write('old.ts', 'old');
  const planned = (name: string, text: string | undefined): PlannedFile => ({
    path: folder.file(name),
    target: folder.file(name),
    file: text === undefined ? undefined : { group: '', version: 'v1', kinds: [], fileName: 'a.ts', text },
    before: undefined,
    lost: [],
  });
  const files = [planned('a.ts', 'new'), planned('old.ts', undefined), planned('file/b.ts', 'new')];
  await expect(writeFiles(files)).rejects.toThrow(`-o: ${folder.file('file/b.ts')} cannot be used: `);
  expect((await readdir(folder.path)).toSorted()).toEqual(['file', 'old.ts']);
  await writeFiles(files.slice(0, 2));
  expect((await readdir(folder.path)).toSorted()).toEqual(['a.ts', 'file']);
});

test('when a module cannot be replaced, those that were replaced or removed are put back', async () => {
  await using folder = await TemporaryFolder.create();
  for (const name of ['a.ts', 'old.ts', 'last.ts']) await folder.write(name, `before: ${name}`);
  // A rename cannot replace a folder.
  await mkdir(folder.file('folder.ts'));
  const planned = (name: string, text: string | undefined, before: string | undefined): PlannedFile => {
    const path = folder.file(name);
    const file =
      text === undefined ? undefined : { fileName: name, group: '', version: 'v1', kinds: [], text };
    return { path, target: path, file, before, lost: [] };
  };
  const files = [
    planned('a.ts', 'new', 'before: a.ts'),
    planned('new.ts', 'new', undefined),
    planned('old.ts', undefined, 'before: old.ts'),
    planned('folder.ts', 'new', undefined),
    planned('last.ts', 'new', 'before: last.ts'),
  ];
  await expect(writeFiles(files)).rejects.toThrow(`-o: ${folder.file('folder.ts')} cannot be used: `);
  expect((await readdir(folder.path)).toSorted()).toEqual(['a.ts', 'folder.ts', 'last.ts', 'old.ts']);
  for (const name of ['a.ts', 'old.ts', 'last.ts'])
    expect(await readFile(folder.file(name), 'utf8')).toBe(`before: ${name}`);
});
