// Informers that keep only what a function wants, against a real API server: from protobuf and from JSON.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { connect, connectReader, freshNamespace } from './harness.js';
import { compact } from '../../packages/kube-informers/src/compact/compact-cache.js';

let clientset: Clientset;
/** Of the program under test. */
let program: Clientset;
let namespace: string;

beforeAll(async () => {
  clientset = await connect();
  program = await connectReader(coreV1.configMaps);
  namespace = await freshNamespace(clientset);
});

afterAll(async () => {
  await program.close();
  await clientset.close();
});

test.each([
  { name: 'watch-list', options: { useWatchList: true } },
  { name: 'list', options: { useWatchList: false } },
  { name: 'pages', options: { useWatchList: false, pageSize: 2 } },
  { name: 'compact', options: { cacheFormat: compact() } },
])('$name and watch bring what matches, and tell what left', async ({ name, options }) => {
  const client = clientset.coreV1().configMaps(namespace);
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${name}-${letter}`);
  for (const [index, each] of names.entries())
    await client.create({
      metadata: { name: each, labels: { of: name } },
      data: { on: index % 2 === 0 ? 'yes' : 'no', text: each },
    });
  const factory = new SharedInformerFactory(program, { namespace, ...options });
  const lines: string[] = [];
  const { configMaps } = factory.core().v1();
  const where = ({ data }: { readonly data?: { readonly on?: string } }): boolean => data?.on === 'yes';
  for (const scope of [{ where }, { where, fields: { data: { on: true } }, skipUnchanged: true }] as const)
    configMaps({ labelSelector: `of=${name}`, ...(scope as object) })
      .informer()
      .addEventHandler({
        onAdd: ({ metadata }) => lines.push(`+${metadata?.name?.slice(-1)}`),
        onUpdate: (_old, { metadata }) => lines.push(`~${metadata?.name?.slice(-1)}`),
        onDelete: ({ key, leftScope, object }) => {
          expect(object?.data?.['on']).toBe('yes');
          lines.push(`${leftScope ? '>' : '-'}${key.slice(-1)}`);
        },
      });
  factory.start();
  await factory.waitForCacheSync();
  const took = (): string[] => lines.toSorted();
  await expect.poll(took).toEqual(['+a', '+a', '+c', '+c', '+e', '+e']);
  lines.length = 0;
  const patch = async (letter: string, data: Record<string, string>): Promise<void> => {
    await client.patch(`${name}-${letter}`, { data }, { type: 'merge' });
  };
  await patch('a', { on: 'no' });
  await patch('b', { text: 'still not' });
  await patch('b', { on: 'yes' });
  // Only the first informer keeps this member.
  await patch('c', { text: 'changed' });
  await client.delete(`${name}-d`);
  await client.delete(`${name}-e`);
  await expect.poll(took).toEqual(['+b', '+b', '-e', '-e', '>a', '>a', '~c']);
  for (const informer of factory.informers()) {
    expect(informer.indexer.listKeys().toSorted()).toEqual([
      `${namespace}/${name}-b`,
      `${namespace}/${name}-c`,
    ]);
    // The cache has what handlers did not get.
    const cached = informer.indexer.getByKey(`${namespace}/${name}-c`)?.metadata?.resourceVersion;
    expect(cached).toBe((await client.get(`${name}-c`)).metadata?.resourceVersion);
  }
  await factory.stop();
});
