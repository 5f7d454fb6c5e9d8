import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { Clientset } from '../client/clientset.js';
import { coreV1 } from '../resources/core-v1.js';
import { Controller } from '../controller/controller.js';
import { SharedInformerFactory } from './shared-informer-factory.js';
import type { InformerFactoryOptions } from './informer-factory.js';
import type { StateStore } from '../cache/informer/saved-state.js';

let server: ApiServer;
let directory: string;
const open: AsyncDisposable[] = [];

beforeEach(async () => {
  server = await ApiServer.start();
  directory = await mkdtemp(join(tmpdir(), 'state-'));
});

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A program with an informer of ConfigMaps, not started. */
function program(options: InformerFactoryOptions = {}, host = server.url) {
  const messages: string[] = [];
  const note = (fields: object, message?: string): void => {
    const { err } = fields as { readonly err?: Error };
    messages.push(err === undefined ? `${message}` : `${message}: ${err.message}`);
  };
  const clientset = new Clientset({ host });
  const factory = new SharedInformerFactory(clientset, {
    state: directory,
    logger: { debug: () => undefined, info: note, warn: note, error: note },
    ...options,
  });
  open.push(clientset, factory);
  const informer = factory.core().v1().configMaps().informer();
  const events: string[] = [];
  informer.addEventHandler({
    onAdd: ({ metadata }) => events.push(`add ${metadata?.name}`),
    onUpdate: (_old, { metadata }) => events.push(`update ${metadata?.name}`),
    onDelete: ({ key }) => events.push(`delete ${key}`),
  });
  const names = (): string[] => informer.indexer.listKeys().toSorted();
  return { clientset, factory, informer, events, messages, names };
}

async function create(name: string): Promise<void> {
  await server.create(coreV1.configMaps, { metadata: { name, namespace: 'default' }, data: { name } });
}

async function remove(name: string): Promise<void> {
  await server.delete(coreV1.configMaps, name, { namespace: 'default' });
}

/** Runs a program until it has synced, and stops it, so that it saves what it has. */
async function runOnce(options: InformerFactoryOptions = {}) {
  const run = program(options);
  run.factory.start();
  // A stop in the same turn of the event loop saves, too.
  await run.informer.synced;
  await run.factory.stop();
  return run;
}

const file = (name = 'configmaps.v1'): string => join(directory, `${name}.state`);

/** Queries of the lists and watch-lists of ConfigMaps, without those of one object. */
function lists(): string[] {
  return server.requests
    .filter(({ resource, verb }) => resource === 'configmaps' && (verb === 'list' || verb === 'watch'))
    .map(({ query }) => decodeURIComponent(query))
    .filter((query) => query.includes('sendInitialEvents') || !/limit=1(&|$)|watch=/.test(query));
}

describe('saved objects', () => {
  test('are readable while the server is away, and then confirmed without a list', async () => {
    await create('a');
    await create('b');
    await runOnce();
    await create('c');
    await remove('a');
    await server.stop();

    const second = program();
    second.factory.start();
    await expect(second.factory.waitForRestore()).resolves.toBe(true);
    expect(second.names()).toEqual(['default/a', 'default/b']);
    const lister = second.factory.core().v1().configMaps().lister();
    expect(lister.namespace('default').get('a')?.data).toEqual({ name: 'a' });
    const { synced, restoredFrom, staleSince } = second.informer.health;
    expect(synced).toBe(false);
    expect(restoredFrom).toBeLessThanOrEqual(Date.now());
    expect(staleSince).toBeLessThanOrEqual(Date.now());
    expect(() => second.informer.assertFresh({ maxAgeMs: 1e15 })).toThrow('has not synced');

    await server.stop();
    await server.start({ keepWatchHistory: true });
    server.clearRequests();
    second.informer.retryNow();
    await second.informer.synced;
    expect(second.names()).toEqual(['default/b', 'default/c']);
    expect(second.informer.health.restoredFrom).toBeUndefined();
    expect(lists()).toEqual([]);
    expect(second.events).toEqual(['add a', 'add b', 'add c', 'delete default/a']);
  });

  test('are listed anew after a 410, and handlers see the difference, deletions included', async () => {
    await create('a');
    await create('b');
    await runOnce();
    await remove('a');
    await create('c');
    await server.compact();

    const second = program();
    second.factory.start();
    await second.informer.synced;
    expect(second.names()).toEqual(['default/b', 'default/c']);
    expect(second.events.toSorted()).toEqual(['add a', 'add b', 'add c', 'delete default/a']);
    expect(lists()).not.toEqual([]);
  });

  test('are not reconciled before the server has confirmed them', async () => {
    await create('a');
    await runOnce();
    await remove('a');
    const second = program();
    const reconciled: string[] = [];
    const controller = new Controller('maps', {
      for: second.factory.core().v1().configMaps(),
      reconcile: ({ key }) => void reconciled.push(`${key} of ${second.names().join()}`),
    });
    second.factory.start();
    const stop = new AbortController();
    const run = controller.run({ signal: stop.signal });
    await second.factory.waitForRestore();
    expect(second.names()).toEqual(['default/a']);
    expect(second.informer.hasSynced).toBe(false);
    expect(reconciled).toEqual([]);
    await second.informer.synced;
    stop.abort();
    await run;
    expect(reconciled.filter((run) => run.endsWith('of default/a'))).toEqual([]);
  });

  test('are saved for each namespace of an informer with several', async () => {
    await server.create(coreV1.namespaces, { metadata: { name: 'shop' } });
    await create('a');
    await runOnce({ namespaces: ['default', 'shop'] });
    expect((await readdir(directory)).toSorted()).toEqual(
      ['configmaps.v1 in default.state', 'configmaps.v1 in shop.state'].map((name) =>
        name.replaceAll(' ', '%20'),
      ),
    );
    const second = program({ namespaces: ['default', 'shop'] });
    second.factory.start();
    await expect(second.factory.waitForRestore()).resolves.toBe(true);
    expect(second.names()).toEqual(['default/a']);
    await second.informer.synced;
  });

  test.each(['DeltaFIFO', 'RealFIFO'] as const)(
    '%s: an informer without objects is restored, too',
    async (queue) => {
      await server.create(coreV1.namespaces, { metadata: { name: 'empty' } });
      await runOnce({ queue, namespace: 'empty' });
      const second = program({ queue, namespace: 'empty' });
      second.factory.start();
      await expect(second.factory.waitForRestore()).resolves.toBe(true);
      await second.informer.synced;
      expect(second.names()).toEqual([]);
    },
  );

  test('keep integers beyond 2^53 and members named __proto__', async () => {
    await server.create(coreV1.configMaps, {
      metadata: { name: 'a', namespace: 'default', annotations: { n: '9007199254740993' } },
      data: JSON.parse('{"__proto__":"x"}') as Record<string, string>,
    });
    const first = await runOnce();
    const second = program();
    second.factory.start();
    await second.factory.waitForRestore();
    expect(JSON.stringify(second.informer.indexer.list())).toBe(
      JSON.stringify(first.informer.indexer.list()),
    );
    await second.informer.synced;
  });

  test('more than a chunk of them survive with a compact cache', async () => {
    for (let index = 0; index < 700; index++)
      await server.create(coreV1.configMaps, {
        metadata: { name: `m-${index}`, namespace: 'default' },
        data: { text: `é"\\\n${index}`.repeat(100) },
      });
    await runOnce({ compact: true });
    expect((await stat(file())).size).toBeGreaterThan(2 * 256 * 1024);
    const second = program({ compact: true });
    second.factory.start();
    await expect(second.factory.waitForRestore()).resolves.toBe(true);
    expect(second.names()).toHaveLength(700);
    expect(second.informer.indexer.getByKey('default/m-7')?.data?.['text']).toBe(`é"\\\n7`.repeat(100));
    await second.informer.synced;
  });
});

describe('saved objects are not used', () => {
  /** Damages the file, starts again, and returns what is logged. */
  async function afterDamage(damage: (text: string) => string, options: InformerFactoryOptions = {}) {
    await create('a');
    await runOnce();
    await writeFile(file(), damage(await readFile(file(), 'utf8')));
    const second = program(options);
    second.factory.start();
    await expect(second.factory.waitForRestore()).resolves.toBe(false);
    await second.informer.synced;
    expect(second.names()).toEqual(['default/a']);
    return second.messages.filter((message) => message.includes('saved'));
  }

  const cannot =
    'saved objects are not used, listing instead: the saved state of configmaps.v1 cannot be used';

  test.each<[name: string, damage: (text: string) => string, problem: string]>([
    ['empty', () => '', 'it is cut, or of another program'],
    ['cut in the objects', (text) => text.slice(0, text.length / 2), 'it is cut, or of another program'],
    ['without its last byte', (text) => text.slice(0, -1), 'it is cut, or of another program'],
    ['of another program', () => '{"a":1}\n{"b":2}\n', 'it is cut, or of another program'],
    ['with other bytes', (text) => text.replace('"name":"a"', '"name":"b"'), 'its checksum is wrong'],
    [
      'with a lying length',
      (text) => text.replace(/"bytes":\d+/, '"bytes":5'),
      'it is cut, or of another program',
    ],
  ])('of a file that is %s', async (_name, damage, problem) => {
    expect(await afterDamage(damage)).toContain(`${cannot}: ${problem}`);
  });

  test('of another selector, which has the same name', async () => {
    await create('a');
    const options = { labelSelector: '', name: 'maps' };
    const first = program();
    first.factory.core().v1().configMaps(options).informer();
    first.factory.start();
    await first.factory.waitForCacheSync();
    await first.factory.stop();
    const second = program();
    const maps = second.factory
      .core()
      .v1()
      .configMaps({ ...options, labelSelector: 'app=web' })
      .informer();
    second.factory.start();
    await expect(maps.waitForRestore()).resolves.toBe(false);
    await maps.synced;
    expect(maps.indexer.listKeys()).toEqual([]);
    expect(second.messages.join('\n')).toContain(
      'its server, resource, namespace, selectors, fields or version are others',
    );
  });

  test('of other fields; those of the same are not whole', async () => {
    await server.create(coreV1.configMaps, {
      metadata: { name: 'a', namespace: 'default', labels: { x: 'y' } },
      data: { b: 'c' },
    });
    const run = async (named: { data?: true; metadata?: { labels: true } }) => {
      const { factory } = program();
      const maps = factory
        .core()
        .v1()
        .configMaps({ name: 'maps', fields: named as { data: true } });
      maps.informer();
      factory.start();
      const restored = await maps.informer().waitForRestore();
      const [map] = maps.lister().list();
      await factory.waitForCacheSync();
      await factory.stop();
      return { restored, map };
    };
    await run({ data: true });
    const second = await run({ data: true });
    expect(second).toMatchObject({ restored: true, map: { data: { b: 'c' } } });
    const { clientset } = program();
    await expect(
      clientset
        .coreV1()
        .configMaps('default')
        .update(second.map as never),
    ).rejects.toMatchObject({ code: 'ERR_PROJECTED' });
    expect((await run({ metadata: { labels: true } })).restored).toBe(false);
  });

  test('of another version of a transform', async () => {
    await create('a');
    const transform = <T>(object: T): T => object;
    await runOnce({ transform, state: { store: directory, version: '1' } });
    const same = program({ transform, state: { store: directory, version: '1' } });
    same.factory.start();
    await expect(same.factory.waitForRestore()).resolves.toBe(true);
    await same.factory.stop();
    const other = program({ transform, state: { store: directory, version: '2' } });
    other.factory.start();
    await expect(other.factory.waitForRestore()).resolves.toBe(false);
    expect(() => program({ transform })).toThrow(
      'state of an informer factory must have a version, because configmaps.v1 has a transform',
    );
  });

  test('of where functions, which need a version, and names if only they differ', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    const isNot =
      (name: string) =>
      ({ metadata }: { readonly metadata?: { readonly name?: string | undefined } }): boolean =>
        metadata?.name !== name;
    const state = { store: directory, version: '1' };
    const started = (version = '1') => {
      const run = program({ state: { ...state, version } });
      const { configMaps } = run.factory.core().v1();
      const informers = ['a', 'b'].map((name) =>
        configMaps({ name: `not-${name}`, where: isNot(name) }).informer(),
      );
      const keys = (): string[] =>
        informers.map(({ indexer }) => indexer.listKeys().toSorted().join().replaceAll('default/', ''));
      run.factory.start();
      return { ...run, keys };
    };
    const first = started();
    await first.factory.waitForCacheSync();
    await first.factory.stop();
    const second = started();
    await expect(second.factory.waitForRestore()).resolves.toBe(true);
    expect(second.keys()).toEqual(['b,c', 'a,c']);
    await second.factory.waitForCacheSync();
    await remove('c');
    await expect.poll(second.keys).toEqual(['b', 'a']);
    await second.factory.stop();
    const other = started('2');
    await expect(other.factory.waitForRestore()).resolves.toBe(false);

    const { configMaps } = program({ state }).factory.core().v1();
    configMaps({ where: isNot('a') }).informer();
    expect(() => configMaps({ where: isNot('b') }).informer()).toThrow(
      'state of an informer factory needs a name in the scope of each informer of configmaps.v1, because they differ only in where or transform',
    );
    expect(() =>
      program()
        .factory.core()
        .v1()
        .configMaps({ where: isNot('a') })
        .informer(),
    ).toThrow('state of an informer factory must have a version, because configmaps.v1 has a where');
  });

  test('of a cluster that was created anew at the same address: they are dropped at once', async () => {
    await create('a');
    await runOnce();
    const { port } = server;
    await server.stop();
    server = await ApiServer.start({ port });
    const second = program();
    second.factory.start();
    await second.informer.synced;
    expect(second.names()).not.toContain('default/a');
    expect(second.events).toContain('delete default/a');
    expect(second.messages).toContain('saved objects are of another server or user, and are dropped');
  });

  test('of Secrets, unless they are asked for', async () => {
    const secrets = async (state: InformerFactoryOptions['state']): Promise<string[]> => {
      const run = program({ state });
      run.factory.core().v1().secrets().informer();
      run.factory.start();
      await run.factory.waitForCacheSync();
      await run.factory.stop();
      return (await readdir(directory)).filter((name) => name.startsWith('secrets'));
    };
    expect(await secrets(directory)).toEqual([]);
    expect(await secrets({ store: directory, secrets: true })).toEqual(['secrets.v1.state']);
  });
});

describe('the directory', () => {
  test('is created, and it and its files can be read by their owner only', async () => {
    directory = join(directory, 'new', 'state');
    await runOnce();
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['configmaps.v1.state']);
  });

  test('is not used by a second program while the first runs', async () => {
    await create('a');
    await runOnce();
    const first = program();
    first.factory.start();
    await first.factory.waitForRestore();
    const second = program();
    second.factory.start();
    await expect(second.factory.waitForRestore()).resolves.toBe(false);
    expect(second.messages.join('\n')).toContain(`is in use by process ${process.pid} on "${hostname()}"`);
    await second.informer.synced;
    await second.factory.stop();
    expect(await readdir(directory)).toContain('lock');
  });

  test.each([
    ['of a process that has ended', { host: hostname(), pid: 2 ** 22 + 1, startedAt: 1 }],
    ['of an earlier process with the same pid', { host: hostname(), pid: process.pid, startedAt: 1 }],
  ])('is taken over with the lock %s', async (_name, owner) => {
    await create('a');
    await runOnce();
    await writeFile(join(directory, 'lock'), JSON.stringify(owner));
    const second = program();
    second.factory.start();
    await expect(second.factory.waitForRestore()).resolves.toBe(true);
    await second.informer.synced;
  });

  test('of a process on another host is refused until it shows no sign of life', async () => {
    await writeFile(join(directory, 'lock'), JSON.stringify({ host: 'elsewhere', pid: 1, startedAt: 1 }));
    const run = await runOnce();
    expect(run.messages.join('\n')).toContain('is in use by process 1 on "elsewhere"');
    expect(await readdir(directory)).toEqual(['lock']);
  });

  test('that cannot be used is a process warning if there is no logger', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    await writeFile(join(directory, 'file'), '');
    const options = { state: join(directory, 'file', 'state'), logger: undefined };
    await runOnce(options);
    // The failure to save at the stop is the second one, which is not shown.
    expect(warned).toHaveBeenCalledTimes(1);
    expect(warned.mock.calls[0]?.[0]).toMatch(
      /^informer configmaps\.v1: saved objects are not used, listing instead: the directory .* cannot be used: ENOTDIR/,
    );
    warned.mockRestore();
  });

  test('that cannot be written costs the saved objects, not the program', async () => {
    await writeFile(join(directory, 'file'), '');
    const run = await runOnce({ state: join(directory, 'file', 'state') });
    expect(run.informer.hasSynced).toBe(true);
    expect(run.messages.join('\n')).toContain('for saved objects cannot be used: ENOTDIR');
  });

  test('keeps what was saved before when a save is interrupted', async () => {
    await create('a');
    await runOnce();
    const before = await readFile(file(), 'utf8');
    await mkdir(`${file()}.tmp`);
    await create('b');
    const run = await runOnce();
    expect(run.messages.join('\n')).toContain('the objects of the cache could not be saved');
    expect(await readFile(file(), 'utf8')).toBe(before);
  });
});

describe('a store of the program', () => {
  class MemoryStore implements StateStore {
    readonly saved = new Map<string, Uint8Array>();
    closed = 0;

    load(name: string): Promise<Uint8Array | undefined> {
      return Promise.resolve(this.saved.get(name));
    }

    async save(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      this.saved.set(name, Buffer.concat(chunks));
    }

    close(): Promise<void> {
      this.closed++;
      return Promise.resolve();
    }
  }

  test('gets what is saved, by the name of the informer', async () => {
    await create('a');
    const store = new MemoryStore();
    await runOnce({ state: { store } });
    expect(Array.from(store.saved.keys())).toEqual(['configmaps.v1']);
    expect(store.closed).toBe(1);
    const second = program({ state: { store } });
    second.factory.start();
    await expect(second.factory.waitForRestore()).resolves.toBe(true);
    await second.informer.synced;
  });

  test('that fails costs the saved objects, not the program', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('no disk'));
    const run = await runOnce({ state: { store: { load: fail, save: fail } } });
    expect(run.messages).toContain('saved objects are not used, listing instead: no disk');
    expect(run.messages).toContain('the objects of the cache could not be saved: no disk');
  });

  test('that never loads holds the informer up for 10 s, and then it lists', async () => {
    await create('a');
    const clock = new FakeClock();
    const store = new MemoryStore();
    store.load = () => new Promise(() => undefined);
    const run = program({ state: { store }, clock });
    run.factory.start();
    await clock.advance(9999);
    expect(server.requestCount('list', 'configmaps') + server.requestCount('watch', 'configmaps')).toBe(0);
    await clock.advance(1);
    await expect(run.factory.waitForRestore()).resolves.toBe(false);
    await run.informer.synced;
    expect(run.names()).toEqual(['default/a']);
    expect(run.messages).toContain(
      'saved objects are not used, listing instead: the saved state of configmaps.v1 cannot be used: the store did not load it within 10000 ms',
    );
  });

  test.each<[state: unknown, message: string]>([
    ['', 'state of an informer factory must be a directory, or a store with load and save, got ""'],
    [
      { store: 5 },
      'store of state of an informer factory must be a directory, or a store with load and save, got 5',
    ],
    [{ store: 'x', intervalMs: 0 }, 'intervalMs of state of an informer factory must be'],
    [
      { store: 'x', interval: 1 },
      'unknown option "interval" of state of an informer factory: did you mean intervalMs?',
    ],
  ])('%j is refused', (state, message) => {
    expect(() => program({ state: state as string })).toThrow(message);
  });
});
