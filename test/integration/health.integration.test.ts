import { expect, test } from 'vitest';
import type { InformerState } from '../../src/cache/reflector/informer-state.js';
import { SharedInformerFactory } from '../../src/informers/shared-informer-factory.js';
import { coreV1 } from '../../src/resources/core-v1.js';
import { systemClock } from '../../src/util/clock.js';
import { connect, freshNamespace } from './harness.js';
import { RealApi, realApiFolder } from './real-api.js';

/** Reads states until one has this phase. */
async function phase(states: AsyncIterator<InformerState>, wanted: InformerState['phase']): Promise<void> {
  for (;;) {
    const { value, done } = await states.next();
    if (done === true) throw new Error(`the informer stopped before it was ${wanted}`);
    if ((value as InformerState).phase === wanted) return;
  }
}

test.skipIf(realApiFolder === undefined).each([true, false])(
  'a server that is away turns the cache stale; a quiet one shows at once that it is back: watch-list %s',
  async (useWatchList) => {
    await using server = await RealApi.start();
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
    await systemClock.sleep(1100);
    informer.assertFresh({ maxAgeMs: 0 });
    expect(clientset.stats().openWatches).toBe(1);

    await server.stop('by SIGKILL');
    await phase(states, 'backingOff');
    await systemClock.sleep(100);
    expect(informer.health).toMatchObject({ connected: false, lastError: { overcome: false } });
    expect(informer.health.staleMs).toBeGreaterThan(0);
    expect(() => informer.assertFresh({ maxAgeMs: 0 })).toThrow(
      expect.objectContaining({ code: 'ERR_INFORMER_STALE' }),
    );

    await server.up();
    informer.retryNow();
    await phase(states, 'watching');
    const { connected, lastError, lastByteAgeMs } = informer.health;
    expect({ connected, overcome: lastError?.overcome }).toEqual({ connected: true, overcome: true });
    expect(lastByteAgeMs).toBeLessThan(1000);
    await systemClock.sleep(2000);
    informer.assertFresh({ maxAgeMs: 0 });
    // The new server may answer 410, because its watch cache begins with its start.
    const { lists, watchEnds } = informer.stats().listWatch;
    expect(lists).toMatchObject({ initial: 1, watchError: 0 });
    expect(watchEnds.cut).toBe(1);
  },
);
