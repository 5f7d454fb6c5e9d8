import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  InformerHealth,
  InformerState,
} from '../../packages/kube-informers/src/cache/reflector/reflector-status.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { requireStaleUntilCaughtUp } from '../../packages/kube-informers/src/factories/slow-resume.test-support.js';
import { loadConfig } from '../../packages/kube-informers/src/kubeconfig/load-config.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/core-v1.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { connect, freshNamespace } from './harness.js';
import { canStartServers, OwnServer } from './own-server.js';

/** Reads states until one has this phase. */
async function phase(states: AsyncIterator<InformerState>, wanted: InformerState['phase']): Promise<void> {
  for (;;) {
    const { value, done } = await states.next();
    if (done === true) throw new Error(`the informer stopped before it was ${wanted}`);
    if ((value as InformerState).phase === wanted) return;
  }
}

/** Waits until the cache is proved fresh, or no longer: both follow one second after the watch's response or its loss. */
async function isFresh(informer: { readonly health: InformerHealth }, wanted: boolean): Promise<void> {
  while ((informer.health.staleSinceMs === undefined) !== wanted) await systemClock.sleep(50);
}

describe.skipIf(!canStartServers)('a server that is killed and started again', () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await OwnServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each([true, false])(
    'a server that is away turns the cache stale; a quiet one shows at once that it is back: watch-list %s',
    async (useWatchList) => {
      await using clientset = await connect(server.kubeconfig);
      const namespace = await freshNamespace(clientset);
      await using factory = new SharedInformerFactory(clientset, {
        namespace,
        useWatchList,
        onWatchError: () => undefined,
      });
      const informer = factory.forResource(coreV1.configMaps).informer();
      const states = informer.stateChanges()[Symbol.asyncIterator]();
      factory.start();
      await phase(states, 'watching');
      await factory.waitForCacheSync();
      await isFresh(informer, true);
      informer.assertFresh({ maxAgeMs: 0 });
      expect(clientset.stats().openWatches).toBe(1);

      await server.stop('by SIGKILL');
      await phase(states, 'backingOff');
      await isFresh(informer, false);
      expect(informer.health).toMatchObject({ connected: false, lastError: { overcome: false } });
      expect(informer.health.staleMs).toBeGreaterThan(0);
      expect(() => informer.assertFresh({ maxAgeMs: 0 })).toThrow(
        expect.objectContaining({ code: 'ERR_INFORMER_STALE' }),
      );

      await server.up();
      informer.retryNow();
      await phase(states, 'watching');
      expect(informer.health.connected).toBe(true);
      // The new server may answer 410 first, because its watch cache begins with its start.
      await isFresh(informer, true);
      informer.assertFresh({ maxAgeMs: 0 });
      expect(informer.health).toMatchObject({ connected: true, lastError: { overcome: true } });
      const { lists, watchEnds } = informer.stats().listWatch;
      expect(lists.initial).toBe(1);
      expect(watchEnds.cut).toBe(1);
    },
  );
});

test('a cache is stale until the changes of an outage have arrived over a slow connection', async () => {
  await using clientset = await connect();
  const namespace = await freshNamespace(clientset);
  await requireStaleUntilCaughtUp(
    await loadConfig({ kubeconfig: process.env['KUBECONFIG'] }),
    clientset,
    namespace,
  );
  await clientset.coreV1().namespaces().delete(namespace);
});
