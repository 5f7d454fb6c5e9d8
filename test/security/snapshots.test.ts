// Files of saved caches that are damaged, forged, or of somebody else.
import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ResourceInformer } from '../../packages/kube-informers/src/factories/informer-factory.js';
import type { ConfigMap } from '../../packages/kube-informers/src/resources/types/core-v1.js';
import { openSnapshot, saveSnapshot } from '../../packages/kube-informers/src/snapshot/snapshot.js';
import { SnapshotScene } from '../../packages/kube-informers/src/snapshot/snapshot.test-support.js';

let scene: SnapshotScene;
let folder: string;
let file: string;
beforeEach(async () => {
  scene = await SnapshotScene.start();
  ({ folder, file } = scene);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await scene[Symbol.asyncDispose]();
});
const maps = (): ResourceInformer<ConfigMap> => scene.maps();
const create = (name: string): Promise<void> => scene.create(name);
const syncedMaps = (): Promise<ResourceInformer<ConfigMap>> => scene.syncedMaps();
const refusal = (problem: string | RegExp): object => scene.refusal(problem);

describe('a damaged or forged file is an error', () => {
  let header = '';
  let first = '';

  beforeEach(async () => {
    await create('a');
    await create('b');
    await saveSnapshot(await syncedMaps(), file);
    const lines = (await readFile(file, 'utf8')).split('\n');
    [header = '', first = ''] = lines;
  });

  const changed = (from: string, to: string): string => {
    expect(header).toContain(from);
    return header.replace(from, to);
  };
  const object = (more: object): string => JSON.stringify({ ...(JSON.parse(first) as object), ...more });
  const metadata = (more: object): string =>
    object({ metadata: { name: 'b', namespace: 'default', ...more } });

  test('that is cut anywhere', async () => {
    const whole = await readFile(file);
    const informer = maps();
    for (let end = 0; end < whole.length; end += 7) {
      await writeFile(file, whole.subarray(0, end));
      await expect(openSnapshot(informer, file)).rejects.toEqual(refusal(/it is cut|is not valid JSON/));
    }
    await writeFile(file, whole);
    expect((await openSnapshot(maps(), file))?.lister.list()).toHaveLength(2);
  });

  test('in which anything was changed', async () => {
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.replace('"name":"a"', '"name":"x"'));
    await expect(openSnapshot(maps(), file)).rejects.toEqual(refusal('its checksum is wrong'));
    await writeFile(file, `${whole}{}\n`);
    await expect(openSnapshot(maps(), file)).rejects.toEqual(
      refusal('it has more lines than its header says'),
    );
  });

  test.each([
    ['an empty file', () => [], 'it is cut, or was not written by this library', ''],
    ['another program', () => ['{}'], 'it was not written by this library'],
    ['a list', () => ['[]'], 'line 1 is not an object'],
    [
      'another version',
      () => [changed('"version":1', '"version":2')],
      'its format has version 2, expected 1',
    ],
    ['no subject', () => [changed('"subject":{', '"other":{')], 'its header does not say what it is of'],
    [
      'a subject of numbers',
      () => [changed('"resource":"configmaps.v1"', '"resource":{"a":1}')],
      'its resource is object, expected "configmaps.v1"',
    ],
    [
      'a negative count',
      () => [changed('"objects":2', '"objects":-2')],
      'its header does not say how many objects follow',
    ],
    [
      'a huge count',
      () => [changed('"objects":2', '"objects":9e15'), first],
      'the object in line 3 has no metadata',
    ],
    ['no times', () => [changed('"asOfMs":', '"as":')], 'its header does not say when it was saved'],
    ['too many objects', () => [changed('"objects":2', '"objects":0'), first], 'its checksum is wrong'],
    ['the same object twice', () => [header, first, first], 'the object in line 3 is in it twice'],
    ['no metadata', () => [header, object({ metadata: null })], 'the object in line 2 has no metadata'],
    ['no name', () => [header, metadata({ name: '' })], 'the object in line 2 has no name'],
    ['a name that is a number', () => [header, metadata({ name: 1 })], 'the object in line 2 has no name'],
    [
      'no namespace',
      () => [header, metadata({ namespace: undefined })],
      'the object in line 2 has no namespace',
    ],
    [
      'a list as namespace',
      () => [header, metadata({ namespace: [] })],
      'the object in line 2 has a namespace that is not a string',
    ],
    [
      'labels that are numbers',
      () => [header, metadata({ labels: { a: 1 } })],
      'the object in line 2 has labels that are not strings',
    ],
    [
      'labels that are a string',
      () => [header, metadata({ labels: 'a' })],
      'the object in line 2 has labels that are not strings',
    ],
  ])('%s', async (_what, lines: () => string[], problem: string, whole?: string) => {
    await (whole === undefined ? scene.rewrite(lines()) : writeFile(file, whole));
    await expect(openSnapshot(maps(), file)).rejects.toEqual(refusal(problem));
  });

  test('objects of another namespace than the scope', async () => {
    await scene.rewrite([changed('"namespaces":""', '"namespaces":"shop"'), first]);
    const informer = scene.factory().core().v1().configMaps({ namespace: 'shop' });
    await expect(openSnapshot(informer, file)).rejects.toEqual(
      refusal('the object in line 2 is of another namespace'),
    );
  });

  test('objects that nest thousands of levels deep, and members named __proto__, harm nobody', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    await scene.rewrite([
      header,
      first,
      metadata({}).replace('"name":"b"', `"name":"b","__proto__":{"x":1},"deep":${deep}`),
    ]);
    const snapshot = await openSnapshot(maps(), file);
    expect(snapshot?.lister.list()).toHaveLength(2);
    expect({}).not.toHaveProperty('x');
  });

  test('a line or a file that is too long', async () => {
    await writeFile(file, `${header}\n${'x'.repeat(17 * 1024 * 1024)}`);
    await expect(openSnapshot(maps(), file)).rejects.toEqual(
      refusal('it has a line of more than 16777216 bytes'),
    );
    await expect(openSnapshot(maps(), file, { maxBytes: 1024 })).rejects.toEqual(
      refusal(/^the snapshot .* it has \d+ bytes, and 1024 are allowed$/),
    );
  });
});

describe('a file of somebody else is refused', () => {
  beforeEach(async () => {
    await create('a');
    await saveSnapshot(await syncedMaps(), file);
  });

  test('it is readable by its owner only, and so is a folder that is created', async () => {
    const deep = join(folder, 'one', 'two', 'maps.snapshot');
    await saveSnapshot(await syncedMaps(), deep);
    const modes = await Promise.all(
      [deep, join(folder, 'one', 'two'), join(folder, 'one')].map(async (path) =>
        ((await stat(path)).mode & 0o777).toString(8),
      ),
    );
    expect(modes).toEqual(['600', '700', '700']);
    expect((await openSnapshot(maps(), deep))?.lister.list()).toHaveLength(1);
  });

  test.each(['620', '602', '666'])('other users may write it (mode %s)', async (mode) => {
    await chmod(file, Number.parseInt(mode, 8));
    await expect(openSnapshot(maps(), file)).rejects.toEqual(
      refusal(`other users may write it (mode ${mode}), expected mode 600`),
    );
  });

  test('all users may write its folder, and remove files of others in it', async () => {
    await chmod(folder, 0o777);
    const message =
      'all users may write its folder (mode 777): use a folder below it, which is created with mode 700';
    await expect(openSnapshot(maps(), file)).rejects.toEqual(refusal(message));
    await expect(saveSnapshot(await syncedMaps(), file)).rejects.toEqual(refusal(message));
    await chmod(folder, 0o1777);
    expect((await openSnapshot(maps(), file))?.lister.list()).toHaveLength(1);
  });

  test('the program runs as another user', async () => {
    const { uid } = await stat(file);
    await chmod(folder, 0o1777);
    vi.spyOn(process as { geteuid(): number }, 'geteuid').mockReturnValue(uid + 1);
    await expect(openSnapshot(maps(), file)).rejects.toEqual(
      refusal(
        new RegExp(
          `(it|its folder) belongs to user ${uid}, expected ${uid + 1}, which this program runs as$`,
        ),
      ),
    );
  });

  test.each(['symbolic link', 'named pipe', 'folder'])('it is a %s', async (kind) => {
    const target = join(folder, 'target');
    await link(file, target);
    await rm(file);
    if (kind === 'symbolic link') await symlink(target, file);
    else if (kind === 'folder') await mkdir(file);
    else execFileSync('mkfifo', ['-m', '600', file]);
    await expect(openSnapshot(maps(), file)).rejects.toEqual(
      refusal(kind === 'symbolic link' ? 'it is a symbolic link' : 'it is not a regular file'),
    );
  });

  test('a link in its place is replaced, and what it leads to is not written', async () => {
    const target = join(folder, 'target');
    await writeFile(target, 'mine');
    await rm(file);
    await symlink(target, file);
    await saveSnapshot(await syncedMaps(), file);
    expect(await readFile(target, 'utf8')).toBe('mine');
    expect((await openSnapshot(maps(), file))?.lister.list()).toHaveLength(1);
  });
});
