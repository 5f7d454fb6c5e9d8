import { describe, expect, test } from 'vitest';
import * as cache from 'kube-informers/cache';
import * as library from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { RestClient } from 'kube-informers/rest';
import { expectError, failureOf } from './expect-error.test-support.js';

const config = { host: 'http://127.0.0.1:1' };
const clientset = new library.Clientset(config);
const dynamic = new library.DynamicClient(config);
const metadata = new library.MetadataClient(config);

/** Every API that takes a namespace for an informer, a list and watch, or a client. No request is made. */
const takers: readonly (readonly [string, (namespace: string) => unknown])[] = [
  ['SharedInformerFactory', (namespace) => new library.SharedInformerFactory(clientset, { namespace })],
  [
    'DynamicSharedInformerFactory',
    (namespace) => new library.DynamicSharedInformerFactory(dynamic, { namespace }),
  ],
  [
    'MetadataSharedInformerFactory',
    (namespace) => new library.MetadataSharedInformerFactory(metadata, { namespace }),
  ],
  ['listWatchFromClient', (namespace) => cache.listWatchFromClient(clientset, coreV1.pods, namespace)],
  [
    'filteredListWatchFromClient',
    (namespace) => cache.filteredListWatchFromClient(clientset, coreV1.pods, namespace),
  ],
  ['an accessor of a Clientset', (namespace) => clientset.coreV1().pods(namespace)],
  ['resource of a Clientset', (namespace) => clientset.resource(coreV1.pods, namespace)],
  ['resource of a DynamicClient', (namespace) => dynamic.resource(coreV1.pods, namespace)],
  ['resource of a MetadataClient', (namespace) => metadata.resource(coreV1.pods, namespace)],
  [
    'ResourceClient',
    (namespace) => new library.ResourceClient(new RestClient(config), coreV1.pods, { namespace }),
  ],
];

const impossible = [
  'default,kube-system',
  '*',
  'Default',
  ' ',
  'all ',
  '-a',
  'a-',
  'a.b',
  'ä',
  'a'.repeat(64),
];

describe.each(takers)('%s', (_name, take) => {
  test.each(impossible)('refuses the namespace %j', async (namespace) => {
    const error = await failureOf(() => take(namespace));
    expect(error).toBeInstanceOf(library.ConfigError);
    const { message } = error;
    expectError(error, 'ERR_NAMESPACE');
    expect(message).toContain('namespace must be the name of one namespace');
    expect(message).toContain(`got ${JSON.stringify(namespace)}`);
  });

  test.each(['', 'default', '0', 'a-1', 'a'.repeat(63)])('takes the namespace %j', (namespace) => {
    expect(() => take(namespace)).not.toThrow();
  });
});

test('the message shortens a very long namespace', async () => {
  const error = await failureOf(
    () => new library.SharedInformerFactory(clientset, { namespace: 'x'.repeat(100_000) }),
  );
  expect(error.message.length).toBeLessThan(500);
});

test.each(['list', 'watch'] as const)('%s of a Clientset rejects before any request', async (verb) => {
  const error = await failureOf(async () => clientset[verb](coreV1.pods, 'default,kube-system', {}));
  expectError(error, 'ERR_NAMESPACE', 'default,kube-system');
});
