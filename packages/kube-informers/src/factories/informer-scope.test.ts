import { afterEach, describe, expect, test } from 'vitest';
import { plainFormat } from '../cache/cache-format.js';
import { compact } from '../compact/compact-cache.js';
import type { Pod } from '../resources/types/core-v1.js';
import { everything, nothing, parseSelector } from '../meta/label-selector.js';
import { nothingFields } from '../meta/field-selector.js';
import type { KubernetesObject, PartialObjectMetadata } from '../meta/types.js';
import { coreV1 } from '../resources/core-v1.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { DynamicSharedInformerFactory } from './dynamic-shared-informer-factory.js';
import { FakeClient, pod } from './fake-client.test-support.js';
import type { InformerFactoryOptions } from './informer-factory.js';
import type { InformerScope } from './informer-scope.js';
import { MetadataSharedInformerFactory } from './metadata-shared-informer-factory.js';
import { SharedInformerFactory } from './shared-informer-factory.js';
import type { TargetClient } from './target-list-watch.js';

const factories: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const factory of factories.splice(0)) await factory.stop();
});

function setUp(options: InformerFactoryOptions = {}): { client: FakeClient; factory: SharedInformerFactory } {
  const client = new FakeClient();
  const factory = new SharedInformerFactory(client, { clock: new FakeClock(), random: () => 0, ...options });
  factories.push(factory);
  return { client, factory };
}

describe('sharing', () => {
  const transform = (object: Pod): Pod => object;
  const equal: readonly (readonly [string, InformerScope<Pod>, InformerScope<Pod>])[] = [
    ['an empty scope', {}, { namespace: '', labelSelector: '', fieldSelector: '' }],
    ['terms in another order', { labelSelector: 'a=1,b in (x,y)' }, { labelSelector: 'b in (y, x), a==1' }],
    [
      'a string and a parsed selector',
      { labelSelector: 'app=web' },
      { labelSelector: parseSelector('app = web') },
    ],
    [
      'a string and a LabelSelector object',
      { labelSelector: 'app=web' },
      { labelSelector: { matchLabels: { app: 'web' } } },
    ],
    ['everything() and no selector', { labelSelector: everything() }, {}],
    [
      'values by field and a field selector',
      { fieldSelector: { 'spec.nodeName': 'n', 'status.phase': 'Failed' } },
      { fieldSelector: 'status.phase=Failed,spec.nodeName==n' },
    ],
    [
      'field selectors in another order',
      { fieldSelector: 'spec.nodeName=n,status.phase!=Failed' },
      { fieldSelector: 'status.phase!=Failed,spec.nodeName==n' },
    ],
    ['the same transform', { transform }, { transform }],
    ['namespaces in another order, one twice', { namespaces: ['b', 'a'] }, { namespaces: ['a', 'b', 'a'] }],
    ['compact twice', { cacheFormat: compact() }, { cacheFormat: compact({ hotObjects: 64 }) }],
    ['the default format', { cacheFormat: plainFormat }, {}],
  ];
  test.each(equal)('equal scopes share one informer: %s', (_name, one, other) => {
    const { factory } = setUp();
    const pods = factory.core().v1();
    expect(pods.pods(one).informer()).toBe(pods.pods(other).informer());
    expect(factory.forResource(coreV1.pods, other).informer()).toBe(pods.pods(one).informer());
  });

  const different: readonly (readonly [string, InformerScope<Pod>])[] = [
    ['namespace', { namespace: 'shop' }],
    ['namespaces of one', { namespaces: ['shop'] }],
    ['namespaces', { namespaces: ['e', 'd', 'c', 'b', 'a'] }],
    ['labelSelector', { labelSelector: 'app=web' }],
    ['fieldSelector', { fieldSelector: 'spec.nodeName=n' }],
    ['transform', { transform }],
    ['compact', { cacheFormat: compact() }],
    ['hotObjects of compact', { cacheFormat: compact({ hotObjects: 7 }) }],
    ['name', { name: 'mine' }],
  ];
  test('scopes that differ in any member have informers with different names', () => {
    const { factory } = setUp();
    const informers = [{}, ...different.map(([, scope]) => scope)].map((scope) =>
      factory.core().v1().pods(scope).informer(),
    );
    expect(new Set(informers).size).toBe(informers.length);
    expect(informers.map(({ name }) => name)).toEqual([
      'pods.v1',
      'pods.v1[namespace=shop]',
      'pods.v1[namespaces=shop]',
      'pods.v1[namespaces=a+b+c+2 more]',
      'pods.v1[labelSelector=app=web]',
      'pods.v1[fieldSelector=spec.nodeName=n]',
      'pods.v1#2',
      'pods.v1#3',
      'pods.v1#4',
      'mine',
    ]);
  });

  test('two functions with the same source are two transforms', () => {
    const { factory } = setUp();
    const make = () => (object: Pod) => object;
    const pods = factory.core().v1();
    expect(pods.pods({ transform: make() }).informer()).not.toBe(pods.pods({ transform: make() }).informer());
  });

  test('a scope that repeats the factory’s options is the factory’s own scope', () => {
    const transform = (object: KubernetesObject): KubernetesObject => object;
    const { factory } = setUp({ namespace: 'shop', transform });
    const pods = factory.core().v1();
    const own = pods.pods().informer();
    expect(own.name).toBe('pods.v1');
    expect(
      factory.forResource<KubernetesObject>(coreV1.pods, { namespace: 'shop', transform }).informer(),
    ).toBe(own);
    expect(pods.pods({ namespace: '' }).informer().name).toBe('pods.v1[namespace=]');
  });
});

describe('list and watch requests', () => {
  test('have the namespace and the selectors of the scope', async () => {
    const { client, factory } = setUp({ useWatchList: false });
    factory
      .core()
      .v1()
      .pods({ namespace: 'shop', labelSelector: 'app = web', fieldSelector: 'spec.nodeName=n' })
      .informer();
    factory.start();
    await factory.waitForCacheSync();
    await settle();
    const asked = client.asked.map(({ verb, namespace, options }) => [
      verb,
      namespace,
      options.labelSelector,
      options.fieldSelector,
    ]);
    expect(asked).toEqual([
      ['list', 'shop', 'app=web', 'spec.nodeName=n'],
      ['watch', 'shop', 'app=web', 'spec.nodeName=n'],
    ]);
  });

  test('a scope’s selector replaces that of tweakListOptions; others stay', async () => {
    const { client, factory } = setUp({
      namespace: 'shop',
      tweakListOptions: () => ({ labelSelector: 'team=a', fieldSelector: 'spec.nodeName=n' }),
    });
    factory.core().v1().pods({ labelSelector: 'app=web' }).informer();
    factory.core().v1().secrets({ labelSelector: '' }).informer();
    factory.start();
    await factory.waitForCacheSync();
    const options = Object.fromEntries(client.asked.map((request) => [request.resource, request]));
    expect(options['pods.v1']).toMatchObject({
      namespace: 'shop',
      options: { labelSelector: 'app=web', fieldSelector: 'spec.nodeName=n' },
    });
    expect(options['secrets.v1']).toMatchObject({
      options: { labelSelector: '', fieldSelector: 'spec.nodeName=n' },
    });
  });

  test('several namespaces: a list and watch for each, behind one lister', async () => {
    const { client, factory } = setUp({ namespaces: ['shop', 'web'] });
    const pods = factory.core().v1().pods();
    const nodes = factory.core().v1().nodes();
    expect([...(pods.informer().namespaces?.keys() ?? [])]).toEqual(['shop', 'web']);
    expect(nodes.informer().namespaces).toBeUndefined();
    const one = factory.core().v1().pods({ namespace: 'shop' });
    expect(one.informer().name).toBe('pods.v1[namespace=shop]');
    client.source(coreV1.pods).add(pod('nginx', 'shop'));
    factory.start();
    await factory.waitForCacheSync();
    const asked = client.asked.map(({ verb, resource, namespace }) => `${verb} ${resource} ${namespace}`);
    expect(asked.filter((request) => request.startsWith('list')).toSorted()).toEqual([
      'list nodes.v1 ',
      'list pods.v1 shop',
      'list pods.v1 shop',
      'list pods.v1 web',
    ]);
    await settle();
    const watched = client.asked.filter(({ verb }) => verb === 'watch');
    expect(
      watched.map(({ verb, resource, namespace }) => `${verb} ${resource} ${namespace}`).toSorted(),
    ).toEqual(['watch nodes.v1 ', 'watch pods.v1 shop', 'watch pods.v1 shop', 'watch pods.v1 web']);
    pods.informer().addNamespace('more');
    expect(
      factory
        .core()
        .v1()
        .pods({ namespaces: ['web', 'shop'] })
        .informer(),
    ).toBe(pods.informer());
    await settle();
    expect(client.asked.at(-1)).toMatchObject({ verb: 'watch', namespace: 'more' });
  });

  test('transform and compact of one informer do not affect another', async () => {
    const { client, factory } = setUp();
    client.source(coreV1.pods).add(pod('web'));
    const labelled = factory
      .core()
      .v1()
      .pods({
        transform: (object) => ({ ...object, metadata: { ...object.metadata, labels: { seen: 'yes' } } }),
      });
    const compacted = factory.core().v1().pods({ cacheFormat: compact() });
    const plain = factory.core().v1().pods();
    for (const each of [labelled, compacted, plain]) each.informer();
    factory.start();
    await factory.waitForCacheSync();
    const labels = [labelled, compacted, plain].map(
      (each) => each.lister().namespace('default').getOrThrow('web').metadata?.labels,
    );
    expect(labels).toEqual([{ seen: 'yes' }, undefined, undefined]);
  });

  test('stats describe what each informer lists and watches', () => {
    const { factory } = setUp({});
    factory.core().v1().pods().informer();
    factory.core().v1().pods({ namespace: 'shop', labelSelector: 'app=web' }).informer();
    factory.core().v1().nodes();
    const resource = { group: '', version: 'v1', resource: 'pods' };
    expect(factory.informers().map((informer) => informer.stats().target)).toEqual([
      { resource, kind: 'Pod', namespaces: '', labelSelector: undefined, fieldSelector: undefined },
      { resource, kind: 'Pod', namespaces: 'shop', labelSelector: 'app=web', fieldSelector: undefined },
    ]);
  });

  test.each(['dynamic', 'metadata'] as const)('the %s factory takes scopes, too', async (kind) => {
    const asked: unknown[] = [];
    // Returns empty lists, and watches that deliver no event.
    const client: TargetClient<PartialObjectMetadata> = {
      resource: (_target, namespace) => ({
        list(options) {
          asked.push([namespace, options.labelSelector]);
          return Promise.resolve({ metadata: { resourceVersion: '1' }, items: [] });
        },
        watch: (_options) => Promise.reject(new Error('watched')),
      }),
    };
    const options = { useWatchList: false, clock: new FakeClock(), onWatchError: () => undefined };
    const target = { group: 'example.com', version: 'v1', resource: 'widgets' };
    const factory =
      kind === 'dynamic'
        ? // The lists are empty, so the type of their objects does not matter.
          new DynamicSharedInformerFactory(client as never, options)
        : (new MetadataSharedInformerFactory(
            { ...client, metadataOnly: true },
            options,
          ) as unknown as DynamicSharedInformerFactory);
    factories.push(factory);
    const scope = { namespace: 'shop', labelSelector: 'app=web' };
    const informer = factory.forResource(target, scope).informer();
    expect(factory.forResource(target, scope).informer()).toBe(informer);
    expect(factory.forResource(target).informer()).not.toBe(informer);
    factory.start();
    await factory.waitForCacheSync();
    expect(asked).toEqual([
      ['shop', 'app=web'],
      ['', undefined],
    ]);
  });
});

describe('refused', () => {
  const bad: readonly (readonly [object, string, string])[] = [
    [{ namespace: 'Shop' }, 'ERR_NAMESPACE', 'got "Shop"'],
    [
      { namespace: 'shop', namespaces: ['web'] },
      'ERR_OPTION',
      'the scope of pods.v1 must have namespace or namespaces, not both; got "shop" and ["web"]',
    ],
    [
      { namespaces: [] },
      'ERR_OPTION',
      'namespaces of the scope of pods.v1 must be a list of at least one name',
    ],
    [{ namespaces: 'shop' }, 'ERR_OPTION', 'got "shop"'],
    [{ namespaces: ['shop', ''] }, 'ERR_NAMESPACE', 'namespaces of the scope of pods.v1 must be names'],
    [{ namespaces: ['Shop'] }, 'ERR_NAMESPACE', 'got "Shop"'],
    [{ labelSelector: 'app=' + '=web=' }, 'ERR_SELECTOR', 'app==web='],
    [
      { labelSelector: nothing() },
      'ERR_OPTION',
      'labelSelector of the scope of pods.v1 must be a selector that can match',
    ],
    [
      { fieldSelector: nothingFields() },
      'ERR_OPTION',
      'fieldSelector of the scope of pods.v1 must be a selector that can match',
    ],
    [{ fieldSelector: 'spec.nodeName' }, 'ERR_SELECTOR', 'spec.nodeName'],
    [
      { fieldSelector: 'spec.nodName=n' },
      'ERR_SELECTOR',
      'pods cannot be selected by the field "spec.nodName"',
    ],
    [{ fieldSelector: { 'spec.nodName': 'n' } }, 'ERR_SELECTOR', 'the API server supports spec.nodeName'],
    [{ compact: true }, 'ERR_OPTION', 'did you mean cacheFormat: compact() of kube-informers/compact?'],
  ];
  test.each(bad)('refuses the scope %j', (scope, code, message) => {
    const { factory } = setUp();
    expect(() => factory.core().v1().pods(scope)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  test('refuses a namespace for a cluster-scoped resource', () => {
    const { factory } = setUp({ namespace: 'shop' });
    expect(() => factory.core().v1().nodes({ namespace: 'shop' })).toThrow(
      expect.objectContaining({
        code: 'ERR_NAMESPACE',
        message:
          'namespace of the scope of nodes.v1 must be omitted, because the resource is cluster-scoped; got "shop"',
      }),
    );
    expect(() =>
      factory
        .core()
        .v1()
        .nodes({ namespaces: ['shop'] }),
    ).toThrow(
      expect.objectContaining({
        code: 'ERR_NAMESPACE',
        message:
          'namespaces of the scope of nodes.v1 must be omitted, because the resource is cluster-scoped; got ["shop"]',
      }),
    );
    expect(factory.core().v1().nodes({ namespace: '' }).informer().name).toBe('nodes.v1');
  });
});
