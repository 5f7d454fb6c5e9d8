import { afterEach, describe, expect, test } from 'vitest';
import type { CallOptions } from '../meta/calls.js';
import type { ResourceTarget } from '../client/requests.js';
import type { KubernetesList, KubernetesObject, ListOptions } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { coreV1 } from '../resources/core-v1.js';
import { FakeClock } from '../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../testing/src/fake-source.js';
import { DynamicSharedInformerFactory } from './dynamic-shared-informer-factory.js';
import { MetadataSharedInformerFactory } from './metadata-shared-informer-factory.js';
import type { InformerFactoryOptions } from './informer-factory.js';
import type { TargetClient } from './target-list-watch.js';

const crontabs = { group: 'stable.example.com', version: 'v1', resource: 'crontabs' };

/** Returns the same in-memory source for every resource, and records the calls. */
class FakeTargetClient<T extends KubernetesObject> implements TargetClient<T> {
  readonly source = new FakeSource<T>({ apiVersion: 'stable.example.com/v1', kind: 'CronTab' });
  readonly asked: string[] = [];

  resource(target: ResourceTarget, namespace: string): ReturnType<TargetClient<T>['resource']> {
    const where = `${target.resource} in "${namespace}"`;
    return {
      list: (options) => this.#list(where, options),
      watch: (options) => this.#watch(where, options),
    };
  }

  #list(where: string, options: ListOptions & CallOptions): Promise<KubernetesList<T>> {
    this.asked.push(`list ${where} ${options.labelSelector ?? ''}`.trim());
    return this.source.list(options);
  }

  #watch(where: string, options: ListOptions & CallOptions): Promise<WatchStream<T>> {
    this.asked.push(`watch ${where} ${options.labelSelector ?? ''}`.trim());
    return this.source.watch(options);
  }
}

// The objects of these tests are metadata, so the source can be that of either factory.
describe.each([
  {
    name: 'DynamicSharedInformerFactory',
    newFactory: (client: TargetClient<never>, options: InformerFactoryOptions) =>
      new DynamicSharedInformerFactory(client, options),
  },
  {
    name: 'MetadataSharedInformerFactory',
    newFactory: (client: TargetClient<never>, options: InformerFactoryOptions) =>
      new MetadataSharedInformerFactory(
        Object.assign(client, { metadataOnly: true } as const),
        options,
      ) as unknown as DynamicSharedInformerFactory,
  },
])('$name', ({ newFactory }) => {
  const factories: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const factory of factories.splice(0)) await factory.stop();
  });

  test('caches a resource given by group, version and resource', async () => {
    const client = new FakeTargetClient<{ metadata: { name: string; namespace: string } }>();
    client.source.add({ metadata: { name: 'nightly', namespace: 'default' } });
    const factory = newFactory(client as TargetClient<KubernetesObject> as TargetClient<never>, {
      clock: new FakeClock(),
    });
    factories.push(factory);
    const { informer, lister } = factory.forResource(crontabs);
    expect(factory.forResource({ ...crontabs }).informer()).toBe(informer());
    expect(informer().name).toBe('crontabs.v1.stable.example.com');
    factory.start();
    await factory.waitForCacheSync();
    expect(lister().namespace('default').get('nightly')?.metadata).toMatchObject({ name: 'nightly' });
    expect(() => lister().namespace('default').getOrThrow('weekly')).toThrow(
      'crontabs.stable.example.com "weekly" not found',
    );
    expect(informer().indexer.byIndex('namespace', 'default')).toHaveLength(1);
  });

  test('sends namespace and selectors with every list and watch, but no namespace for a cluster-scoped descriptor', async () => {
    const client = new FakeTargetClient<{ metadata: { name: string } }>();
    const factory = newFactory(client as TargetClient<KubernetesObject> as TargetClient<never>, {
      clock: new FakeClock(),
      namespace: 'shop',
      useWatchList: false,
      tweakListOptions: (options) => ({ ...options, labelSelector: 'app=web' }),
    });
    factories.push(factory);
    factory.forResource(crontabs).informer();
    factory.forResource(coreV1.nodes).informer();
    factory.start();
    await factory.waitForCacheSync();
    await factory.stop();
    expect(client.asked.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'list crontabs in "shop" app=web',
      'list nodes in "" app=web',
      'watch crontabs in "shop" app=web',
      'watch nodes in "" app=web',
    ]);
  });
});
