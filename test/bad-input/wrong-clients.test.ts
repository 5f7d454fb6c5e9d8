import { expect, test } from 'vitest';
import { listWatchFromClient } from 'kube-informers/cache';
import { EventRecorder, LeaderElector, Manager, deleteUnwanted } from 'kube-informers/controller';
import { Sharding } from 'kube-informers/sharding';
import {
  Clientset,
  DynamicClient,
  DynamicSharedInformerFactory,
  MetadataClient,
  MetadataSharedInformerFactory,
  resources,
  SharedInformerFactory,
} from 'kube-informers';
import { metadataOf } from 'kube-informers/internal';

const { coreV1 } = resources;
const config = { host: 'http://127.0.0.1:1' };
const clientset = new Clientset(config);
const dynamic = new DynamicClient(config);
const metadata = new MetadataClient(config);

/** JavaScript callers are not type-checked. */
const wrong = (client: unknown): never => client as never;
const lease = { namespace: 'default', name: 'a' };

// What takes a Clientset, of which a DynamicClient and a MetadataClient have a method of the same name that ignores the namespace.
const takesClientset: Record<string, (client: never) => unknown> = {
  Manager: (client) => new Manager(client),
  LeaderElector: (client) => new LeaderElector(client, { ...lease, identity: 'me' }),
  Sharding: (client) => new Sharding(client, { ...lease, identity: 'me' }),
  EventRecorder: (client) => new EventRecorder(client, { controller: 'a' }),
};

test.each(Object.entries(takesClientset))('%s refuses a client of another kind', (_name, create) => {
  expect(() => create(wrong(dynamic))).toThrow(/ must be a Clientset, got DynamicClient$/);
  expect(() => create(wrong(metadata))).toThrow(/ must be a Clientset, got MetadataClient$/);
  expect(() => create(wrong({ metadataOnly: true, resource: () => metadata }))).toThrow(/, got object$/);
});

test('prune refuses a client whose resource takes no namespace', async () => {
  await expect(
    deleteUnwanted(wrong(dynamic), {
      owner: {},
      resource: coreV1.pods,
      lister: { list: () => [] },
      keep: [],
    }),
  ).rejects.toThrow('the client of deleteUnwanted must be a Clientset, got DynamicClient');
});

test('a MetadataSharedInformerFactory refuses a client of whole objects', () => {
  for (const client of [clientset, dynamic]) {
    expect(() => new MetadataSharedInformerFactory(wrong(client))).toThrow(
      `client of a MetadataSharedInformerFactory must be a MetadataClient, got ${client.constructor.name}`,
    );
  }
  expect(() => new MetadataSharedInformerFactory(metadata)).not.toThrow();
});

test('factories of whole objects refuse a client of metadata', () => {
  for (const Factory of [SharedInformerFactory, DynamicSharedInformerFactory]) {
    expect(() => new Factory(wrong(metadata))).toThrow(
      `client of a ${Factory.name} must be a client of whole objects, such as a Clientset, got MetadataClient`,
    );
    expect(() => new Factory(wrong(clientset))).not.toThrow();
    expect(() => new Factory(dynamic)).not.toThrow();
  }
});

test('a ListWatch from a MetadataClient needs a descriptor of metadata', () => {
  expect(() => listWatchFromClient(metadata, coreV1.pods, '')).toThrow(
    'resource of a ListWatch from a MetadataClient must be a descriptor of metadataOf, got "Pod"',
  );
  expect(() => listWatchFromClient(metadata, metadataOf(coreV1.pods), '')).not.toThrow();
});
