import { expect, test } from 'vitest';
import type { Requester } from '../client/requests.js';
import { coreV1 } from '../resources/index.js';
import { ItemExponentialFailureRateLimiter } from '../workqueue/rate-limiters.js';
import { newScene, website, websites } from './controller.test-support.js';
import type { Website } from './controller.test-support.js';

const unused = (): Promise<never> => Promise.reject(new Error('not used'));

/** A scene whose clientset writes into the fake source, with the websites a and b. */
function writableScene() {
  const scene = newScene();
  const request = ({ body }: { body?: unknown }): Promise<unknown> =>
    Promise.resolve(scene.sites.modify(structuredClone(body) as Website));
  const clientset = { restClient: { request, list: unused, watch: unused } as unknown as Requester };
  for (const name of ['a', 'b']) scene.sites.add(website(name, { metadata: { generation: 1 } }));
  return { ...scene, clientset };
}

const changed = (name: string, text: string, more: { readonly resourceVersion?: string } = {}): Website =>
  website(name, { spec: { text }, metadata: { generation: 2, ...more } });

test.each([false, true])(
  'runs a key whose object another key wrote, with ignoreEchoes: %s',
  async (ignoreEchoes) => {
    const { sites, controller, clientset, clock, factory } = writableScene();
    const seen: unknown[] = [];
    const writing = controller({
      clientset,
      ownWrites: { ignoreEchoes },
      reconcile: async ({ key, object, client }) => {
        if (key === 'default/b') seen.push(object?.spec?.text);
        else if (object?.spec?.text === 'go') {
          const b = factory.forResource(websites).lister().namespace('default').get('b');
          await client.update(
            changed('b', 'from a', { resourceVersion: b?.metadata?.resourceVersion ?? '' }),
          );
        }
      },
    });
    factory.start();
    void writing.run();
    await clock.advance(100);
    sites.modify(changed('a', 'go'));
    await clock.advance(100);
    expect(seen).toEqual([undefined, 'from a']);
    expect(writing.stats().ignoredEchoesTotal).toBe(0);
  },
);

test('ends the backoff of a key whose object another key wrote', async () => {
  const { sites, controller, clientset, clock, factory } = writableScene();
  const seen: unknown[] = [];
  const writing = controller({
    clientset,
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 400_000, maxMs: 400_000 }),
    reconcile: async ({ key, object, client }) => {
      const text = object?.spec?.text;
      if (key === 'default/a' && text === 'go') await client.update(changed('b', 'fixed'));
      if (key !== 'default/b') return;
      seen.push(text);
      if (text !== 'fixed') throw new Error('b is broken');
    },
  });
  factory.start();
  void writing.run();
  await clock.advance(100);
  sites.modify(changed('a', 'go'));
  await clock.advance(100);
  expect(seen).toEqual([undefined, 'fixed']);
});

test('gives up a key whose failing runs annotate its own object', async () => {
  const { controller, clientset, clock, factory } = writableScene();
  let runs = 0;
  const failing = controller({
    clientset,
    giveUp: { attempts: 3 },
    rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 10, maxMs: 1000 }),
    reconcile: async ({ key, client }) => {
      if (key !== 'default/a') return;
      runs++;
      await client.update(website('a', { metadata: { generation: 1, annotations: { tried: `${runs}` } } }));
      throw new Error('not today');
    },
  });
  factory.start();
  void failing.run();
  await clock.advance(5000);
  expect([runs, failing.givenUp().length]).toEqual([3, 1]);
});

test.each([
  ['only the writes of the key itself leaves it given up', false, 1],
  ['a change of another client as well puts it back', true, 0],
])('a list after a gap that merges %s', async (_what, another, givenUp) => {
  const { sites, controller, clock, factory } = newScene();
  sites.add(website('a', { metadata: { generation: 1 } }));
  // No watch shows what is written.
  const write = (body: unknown): Website => sites.modifyDropped(structuredClone(body) as Website) as Website;
  const restClient = { request: ({ body }: { body?: unknown }) => Promise.resolve(write(body)) };
  let runs = 0;
  const failing = controller({
    clientset: { restClient: { ...restClient, list: unused, watch: unused } as unknown as Requester },
    giveUp: { attempts: 1 },
    reconcile: async ({ client, object }) => {
      if (++runs > 1) return;
      const now = another ? write(changed('a', 'from another client')) : object;
      const { resourceVersion = '', generation = 0 } = now?.metadata ?? {};
      const metadata = { resourceVersion, generation, annotations: { tried: '1' } };
      const written = await client.update(website('a', { metadata }));
      await client.update(
        website('a', {
          metadata: {
            resourceVersion: written.metadata?.resourceVersion ?? '',
            generation,
            annotations: { tried: '2' },
          },
        }),
      );
      throw new Error('not today');
    },
  });
  factory.start();
  void failing.run();
  await clock.advance(100);
  expect([runs, failing.givenUp().length]).toEqual([1, 1]);
  sites.resetWatch();
  // Less than the resync period.
  await clock.advance(9000);
  expect([runs, failing.givenUp().length]).toEqual([2 - givenUp, givenUp]);
});

test.each([
  ['given up', { giveUp: { attempts: 1 } }],
  ['in backoff', {}],
])(
  'a list that merges a fix by another client with an own apply wakes a key that is %s',
  async (_what, more) => {
    const { sites, controller, clock, factory } = newScene();
    sites.add(website('a', { metadata: { generation: 1 } }));
    // No watch shows what is written.
    const write = (site: Website): Website => sites.modifyDropped(structuredClone(site));
    const fixed = changed('a', 'fixed');
    const request = (): Promise<unknown> =>
      Promise.resolve(write({ ...fixed, metadata: { ...fixed.metadata, annotations: { tried: '1' } } }));
    const seen: unknown[] = [];
    const failing = controller({
      clientset: { restClient: { request, list: unused, watch: unused } as unknown as Requester },
      rateLimiter: new ItemExponentialFailureRateLimiter({ baseMs: 400_000, maxMs: 400_000 }),
      reconcile: async ({ client, object }) => {
        seen.push(object?.spec?.text);
        if (object?.spec?.text === 'fixed') return;
        write(fixed);
        await client.apply({
          apiVersion: 'example.com/v1',
          kind: 'Website',
          metadata: { name: 'a', namespace: 'default', annotations: { tried: '1' } },
        });
        throw new Error('not today');
      },
      ...more,
    });
    factory.start();
    void failing.run();
    await clock.advance(100);
    expect(seen).toEqual([undefined]);
    sites.resetWatch();
    // Less than the resync period.
    await clock.advance(9000);
    expect([seen, failing.givenUp()]).toEqual([[undefined, 'fixed'], []]);
  },
);

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 7],
  ['without apiVersion', { kind: 'Website', name: 'x', controller: true }],
  ['with a number as name', { apiVersion: 'example.com/v1', kind: 'Website', name: 7, controller: true }],
])('an owner reference that is damaged does not hide the others: %s', async (_what, damaged) => {
  const { controller, factory, client, clock } = newScene();
  const keys: string[] = [];
  const owning = controller({
    owns: [factory.core().v1().configMaps()],
    reconcile: ({ key }) => void keys.push(key),
  });
  factory.start();
  void owning.run();
  await clock.advance(10);
  const owner = { apiVersion: 'example.com/v1', kind: 'Website', name: 'a', uid: 'u', controller: true };
  const ownerReferences = [damaged as typeof owner, owner];
  client.source(coreV1.configMaps).add({ metadata: { name: 'm', namespace: 'default', ownerReferences } });
  await clock.advance(100);
  expect(keys).toEqual(['default/a']);
});

test.each<[string, unknown]>([
  ['an object', { name: 'a' }],
  ['a number', 7],
  ['a string', 'Website a'],
  ['true', true],
])('owner references that are not an array count as none: %s', async (_what, damaged) => {
  const { controller, factory, client, clock } = newScene();
  const keys: string[] = [];
  const errors: Error[] = [];
  const owning = controller({
    owns: [factory.core().v1().configMaps()],
    reconcile: ({ key }) => void keys.push(key),
    onError: (error) => void errors.push(error),
  });
  factory.start();
  void owning.run();
  await clock.advance(10);
  const source = client.source(coreV1.configMaps);
  const owner = { apiVersion: 'example.com/v1', kind: 'Website', name: 'a', uid: 'u', controller: true };
  source.add({ metadata: { name: 'm', namespace: 'default', ownerReferences: [owner] } });
  await clock.advance(100);
  keys.length = 0;
  // The old owner runs, although the new state is damaged.
  source.modify({
    metadata: { name: 'm', namespace: 'default', ownerReferences: damaged as (typeof owner)[] },
  });
  await clock.advance(100);
  expect(keys).toEqual(['default/a']);
  expect(errors).toEqual([]);
});

test('a change by others counts for a loop although eight own writes came before it', async () => {
  const { sites, controller, clientset, clock, factory } = writableScene();
  const names = Array.from({ length: 9 }, (_none, index) => `copy-${index}`);
  for (const name of names) sites.add(website(name));
  const runs: (readonly string[])[] = [];
  const writing = controller({
    clientset,
    for: undefined,
    watches: [{ informer: factory.forResource(websites), map: () => ['all'] }],
    loop: { runsPerMinute: 3 },
    reconcile: async ({ client, reasons }) => {
      runs.push(reasons);
      for (const name of names) await client.update(changed(name, `run ${runs.length}`));
      writing.pause();
    },
  });
  factory.start();
  void writing.run();
  for (let round = 0; round < 8; round++) {
    await clock.advance(100);
    sites.modify(changed('a', `round ${round}`));
    await clock.advance(100);
    writing.resume();
  }
  await clock.advance(100);
  expect(runs).toHaveLength(9);
  // For people.
  expect(runs.at(-1)).toEqual(names.slice(0, 8).map((name) => `own write: Website default/${name}`));
  expect(writing.stats().loopsTotal).toBe(0);
});

test('what a program gives as a reason does not count as an own write', async () => {
  const { controller, clientset, clock, factory } = writableScene();
  const looping = controller({
    clientset,
    loop: { runsPerMinute: 3 },
    reconcile: async ({ key, client }) => {
      if (key !== 'default/a') return;
      await client.update(changed('b', `run ${clock.now()}`));
      looping.enqueue(key, { reason: 'own write: of the program', afterMs: 10 });
    },
  });
  factory.start();
  void looping.run();
  for (let run = 0; run < 20; run++) await clock.advance(100);
  expect(looping.stats()).toMatchObject({ loopsTotal: 0, reconcileErrorsTotal: 0 });
});

test.each([
  [true, []],
  [false, ['own write: Website default/a (status)']],
])(
  'a write of the status is an own write if a run sent it, not if another client did; ignoreEchoes: %s',
  async (ignoreEchoes, own) => {
    const { sites, controller, clientset, clock, factory } = writableScene();
    const runs: string[] = [];
    const writing = controller({
      clientset,
      ownWrites: { ignoreEchoes },
      reconcile: async ({ key, object, client, reasons }) => {
        if (key !== 'default/a' || object === undefined) return;
        runs.push(...reasons);
        if (object.status === undefined) await client.updateStatus({ ...object, status: { ready: true } });
      },
    });
    factory.start();
    void writing.run();
    await clock.advance(100);
    sites.modify(website('a', { metadata: { generation: 1 }, status: { ready: false } }));
    await clock.advance(100);
    expect(runs).toEqual(['initial list of Website default/a', ...own, 'update of Website default/a']);
    expect(writing.stats().ignoredEchoesTotal).toBe(ignoreEchoes ? 1 : 0);
  },
);

test('an own write without a precondition is no echo, since it may hide a change by another client', async () => {
  const { controller, clientset, clock, factory } = writableScene();
  const runs: (readonly string[])[] = [];
  const writing = controller({
    clientset,
    ownWrites: { ignoreEchoes: true },
    reconcile: async ({ key, client, reasons }) => {
      if (key !== 'default/a') return;
      runs.push(reasons);
      if (runs.length === 1) await client.update(changed('a', 'without a resourceVersion'));
    },
  });
  factory.start();
  void writing.run();
  await clock.advance(100);
  expect(runs.slice(1)).toEqual([['own write: Website default/a']]);
  expect(writing.stats().ignoredEchoesTotal).toBe(0);
});

const { labels, annotations } = { labels: { tier: 'web' }, annotations: { tried: '1' } };

test.each<[string, Partial<Website>, boolean]>([
  ['its status', { status: { ready: true }, metadata: { generation: 1 } }, false],
  ['its spec', { spec: { text: 'fixed' }, metadata: { generation: 2 } }, true],
  ['a label', { metadata: { generation: 1, labels } }, true],
  ['an annotation', { metadata: { generation: 1, annotations } }, true],
  ['its deletion', { metadata: { generation: 1, deletionTimestamp: '2030-01-01T00:00:00Z' } }, true],
  ['all of it, without a generation', { metadata: {} }, true],
])('a key that was given up, after another client changed %s', async (_what, more, runsAgain) => {
  const { sites, controller, clock, factory } = writableScene();
  let runs = 0;
  const failing = controller({
    giveUp: { attempts: 1 },
    reconcile: ({ key }) => {
      if (key === 'default/a' && ++runs === 1) throw new Error('not today');
    },
  });
  factory.start();
  void failing.run();
  await clock.advance(100);
  expect(failing.explain('default/a').wait.kind).toBe('givenUp');
  sites.modify(website('a', more));
  await clock.advance(100);
  expect([runs, failing.explain('default/a').wait.kind]).toEqual(runsAgain ? [2, 'event'] : [1, 'givenUp']);
});
