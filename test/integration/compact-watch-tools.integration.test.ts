// Watch tools with compact caches, on a real API server: with watch-lists, without them, and on a server without support.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { compact } from '../../packages/kube-informers/src/compact/compact-cache.js';
import { isCompact } from '../../packages/kube-informers/src/compact/compact-objects.js';
import { newInformerWatcher } from '../../packages/kube-informers/src/watch/informer-watcher.js';
import { untilWithSync } from '../../packages/kube-informers/src/watch/until.js';
import { configMap, freshConfigMaps } from './config-maps.js';
import { connect, connectAs, served } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';
import { rulesOf } from './users.js';

function suite(kubeconfig: () => string | undefined): void {
  let clientset: Clientset;
  /** With the rights of a page: the program under test. */
  let program: Clientset;

  beforeAll(async () => {
    clientset = await connect(kubeconfig());
    program = await connectAs(await rulesOf('docs/informers.md', 'ClusterRole'), kubeconfig());
  });

  afterAll(async () => {
    await program.close();
    await clientset.close();
  });

  describe.each([{ useWatchList: true }, { useWatchList: false }])('with %o', ({ useWatchList }) => {
    const options = { cacheFormat: compact(), useWatchList };

    test('untilWithSync: the object that met the condition equals the server’s', async () => {
      const { source, client } = await freshConfigMaps(clientset, program);
      const labels = { app: 'a' };
      await served(client, await client.create({ metadata: { name: 'a', labels }, data: { value: 'no' } }));
      let shown = 0;
      const waiting = untilWithSync(
        source,
        ({ type, object }) => {
          if (type === 'ERROR') throw new Error(object.message);
          shown++;
          return isCompact(object) && object.data?.['value'] === 'yes';
        },
        { ...options, timeoutMs: 60_000, precondition: (store) => !store.list().every(isCompact) },
      );
      await client.patch('a', { data: { value: 'yes' } }, { type: 'merge' });
      const event = await waiting;
      const plain = await client.get('a');
      expect(event?.object).toEqual(plain);
      // As an item of a list its kind is set here, in another place than the server would write it.
      expect(JSON.parse(JSON.stringify(event?.object))).toEqual(plain);
      expect(shown).toBeGreaterThan(0);
    });

    test('an informer read as a watch delivers every state, which stays readable after its end', async () => {
      const { source, client } = await freshConfigMaps(clientset, program);
      const watcher = newInformerWatcher(source, options);
      await watcher.synced;
      await client.create(configMap('a', '1'));
      const received: unknown[] = [];
      const objects: unknown[] = [];
      for await (const event of watcher) {
        if (event.type === 'ERROR') throw new Error(event.object.message);
        received.push([event.type, isCompact(event.object)]);
        objects.push(event.object);
        if (received.length === 1) await client.patch('a', { data: { value: '2' } }, { type: 'merge' });
        if (received.length === 2) await client.delete('a');
        if (event.type === 'DELETED') break;
      }
      await watcher.done;
      expect(received).toEqual([
        ['ADDED', true],
        ['MODIFIED', true],
        ['DELETED', true],
      ]);
      expect(objects).toMatchObject(['1', '2', '2'].map((value) => ({ data: { value } })));
      expect(watcher.indexer.size).toBe(0);
    });
  });
}

describe('compact caches on a real API server', () => {
  suite(() => undefined);
});

// Skipped if there is only a running cluster: it starts its own server.
describe.skipIf(!canStartServers)('compact caches on a server without watch-lists', () => {
  let api: OwnServer;

  beforeAll(async () => {
    api = await OwnServer.start('--feature-gates=WatchList=false');
  });

  afterAll(() => api[Symbol.asyncDispose]());

  suite(() => api.kubeconfig);
});
