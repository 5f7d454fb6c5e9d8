import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../../meta/types.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import { SharedIndexInformer } from '../informer/shared-index-informer.js';
import { InformerFixture, gate, pod, recordingLogger } from '../informer/informer.test-support.js';
import type { HandlerRegistration } from './event-handler.js';
import { filteringHandler } from './filtering-handler.js';
import type { ResourceEventHandler } from '../types.js';

type Handler = ResourceEventHandler<KubernetesObject>;

/** Starts an informer with one pod for each name; `ended` is the promise of its run. */
function setUp(names: readonly string[], ...handlers: readonly Handler[]) {
  const logger = recordingLogger();
  const fixture = new InformerFixture({ objects: names.map((name) => pod(name)), logger });
  const registrations = handlers.map((handler) => fixture.informer.addEventHandler(handler));
  let ended = false;
  const run = fixture.informer.run().then(() => {
    ended = true;
  });
  const { informer, clock } = fixture;
  return { informer, clock, logger, registrations, run, hasEnded: () => ended };
}

/** When a callback waits for a stop. */
type Step = 'at once' | 'after an await';

describe('await informer.stop() inside a callback', () => {
  test.each<Step>(['at once', 'after an await'])('resolves: an async function, %s', async (step) => {
    let returned = false;
    const { informer, run } = setUp(['a', 'b'], {
      async onAdd() {
        if (step !== 'at once') await settle();
        await informer.stop();
        returned = true;
      },
    });
    await run;
    expect(returned).toBe(true);
  });

  test('resolves: a plain function that returned a promise before, after an await', async () => {
    let calls = 0;
    const stopSoon = async (): Promise<void> => {
      await settle();
      if (++calls === 2) await informer.stop();
    };
    const { informer, run, clock } = setUp(['a', 'b'], { onAdd: () => stopSoon() });
    await run;
    expect([calls, clock.pendingTimers]).toEqual([2, 0]);
  });

  test('resolves: a plain function, at once', async () => {
    const { informer, run, clock } = setUp(['a'], { onAdd: () => informer.stop() });
    await run;
    expect(clock.pendingTimers).toBe(0);
  });

  test('resolves after a second, with a warning: the first promise of a plain function, after an await', async () => {
    const stopLater = async (): Promise<void> => {
      await settle();
      await informer.stop();
    };
    const { informer, run, clock, hasEnded, logger } = setUp(['a'], { onAdd: () => stopLater() });
    await settle();
    await settle();
    await clock.advance(999);
    expect(hasEnded()).toBe(false);
    await clock.advance(1);
    await run;
    expect(logger.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        handler: 'handler',
        message: expect.stringContaining('async'),
      }),
    );
  });

  test('resolves through a filtering handler', async () => {
    const { informer, run, clock } = setUp(
      ['a'],
      filteringHandler(() => true, {
        async onAdd() {
          await settle();
          await informer.stop();
        },
      }),
    );
    await run;
    expect(clock.pendingTimers).toBe(0);
  });

  test('resolves in a timer callback that the handler waits for', async () => {
    const { informer, run } = setUp(['a'], {
      onAdd: async () =>
        new Promise<void>((resolve) => {
          setImmediate(() => void informer.stop().then(resolve));
        }),
    });
    await run;
  });

  test('waits for the callback of another handler; run waits for both', async () => {
    const other = gate();
    const own = gate();
    let stopped = false;
    const { informer, run, hasEnded } = setUp(
      ['a'],
      { onAdd: async () => other.passed },
      {
        async onAdd() {
          await informer.stop();
          stopped = true;
          await own.passed;
        },
      },
    );
    await settle();
    expect(stopped).toBe(false);
    other.open();
    await settle();
    expect([stopped, hasEnded()]).toEqual([true, false]);
    own.open();
    await run;
  });

  test('resolves for two handlers that both stop', async () => {
    const stop = async (): Promise<void> => {
      await settle();
      await informer.stop();
    };
    const { informer, run } = setUp(['a'], { onAdd: async () => stop() }, { onAdd: async () => stop() });
    await run;
  });

  test('resolves for two informers whose handlers stop each other', async () => {
    const bothRun = gate();
    const stopOther = (other: () => { readonly informer: { stop(): Promise<void> } }): Handler => ({
      async onAdd() {
        await bothRun.passed;
        await other().informer.stop();
      },
    });
    const first = setUp(
      ['a'],
      stopOther(() => second),
    );
    const second = setUp(
      ['b'],
      stopOther(() => first),
    );
    await settle();
    bothRun.open();
    await Promise.all([first.run, second.run]);
  });

  test('a stop outside of callbacks waits for the running callback', async () => {
    const door = gate();
    const { informer, run, clock } = setUp(['a'], { onAdd: async () => door.passed });
    await settle();
    let stopped = false;
    const stop = informer.stop().then(() => {
      stopped = true;
    });
    await settle();
    await clock.advance(29_999);
    expect(stopped).toBe(false);
    door.open();
    await Promise.all([stop, run]);
    expect(clock.pendingTimers).toBe(0);
  });

  test('a stop outside of callbacks waits for a callback that awaited another stop and continues', async () => {
    const door = gate();
    const other = setUp([]);
    const { informer, run } = setUp(['a'], {
      async onAdd() {
        await other.informer.stop();
        await door.passed;
      },
    });
    await other.run;
    await settle();
    let stopped = false;
    const stop = informer.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    door.open();
    await Promise.all([stop, run]);
  });

  test('a stop in a background task of an earlier callback waits for the running callback', async () => {
    const later = gate();
    const door = gate();
    let stopped = false;
    const { informer, run } = setUp(['a', 'b'], {
      async onAdd(object) {
        if (object.metadata?.name === 'b') return door.passed;
        void later.passed.then(async () => {
          await informer.stop();
          stopped = true;
        });
        return undefined;
      },
    });
    await settle();
    later.open();
    await settle();
    expect(stopped).toBe(false);
    door.open();
    await run;
  });
});

describe('await removeAndWait() inside a callback', () => {
  test('resolves for its own registration', async () => {
    let returned = false;
    const { informer, registrations, run } = setUp(['a'], {
      async onAdd() {
        await settle();
        await registrations[0]?.removeAndWait();
        returned = true;
      },
    });
    await settle();
    await settle();
    expect(returned).toBe(true);
    await informer.stop();
    await run;
  });

  test('resolves for two handlers that remove each other', async () => {
    const registrations: HandlerRegistration[] = [];
    const removed: number[] = [];
    const bothRun = gate();
    const remover = (own: number, other: number): Handler => ({
      async onAdd() {
        await bothRun.passed;
        await registrations[other]?.removeAndWait();
        removed.push(own);
      },
    });
    const scene = setUp(['a'], remover(0, 1), remover(1, 0));
    registrations.push(...scene.registrations);
    await settle();
    bothRun.open();
    await settle();
    expect(removed).toHaveLength(2);
    await scene.informer.stop();
    await scene.run;
  });
});

describe('a stop that the callback waits for without having called it resolves after 30 s, with a warning', () => {
  type Scene = ReturnType<typeof setUp>;

  /** Advances 30 s; the stop must resolve then and not before. */
  async function expectLimit({ clock, logger }: Scene, stopped: () => Promise<void>): Promise<void> {
    await settle();
    let resolved = false;
    const stop = stopped().then(() => {
      resolved = true;
    });
    await settle();
    await clock.advance(29_999);
    expect(resolved).toBe(false);
    await clock.advance(1);
    await settle();
    expect(resolved).toBe(true);
    await stop;
    expect(logger.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        informer: expect.any(String),
        handler: 'handler',
        waitedMs: 30_000,
        message: 'stop no longer waits for a callback that is still running',
      }),
    );
  }

  test('a shutdown promise created outside of the callback', async () => {
    const stopCalled = gate();
    let shutdown: Promise<void> | undefined;
    const scene = setUp(['a'], {
      async onAdd() {
        await stopCalled.passed;
        await shutdown;
      },
    });
    await expectLimit(scene, () => {
      shutdown = scene.informer.stop();
      stopCalled.open();
      return shutdown;
    });
    await scene.run;
  });

  test('a worker task that the callback waits for', async () => {
    const work = gate();
    let stopped: Promise<void> | undefined;
    const worker = work.passed.then(() => (stopped = scene.informer.stop()));
    const scene = setUp(['a'], { onAdd: async () => worker });
    await expectLimit(scene, async () => {
      work.open();
      await worker;
      await stopped;
    });
    await scene.run;
  });

  test('the promise of run, which keeps waiting for the callback', async () => {
    const door = gate();
    const scene = setUp(['a'], {
      async onAdd() {
        await Promise.race([scene.run, door.passed]);
      },
    });
    await expectLimit(scene, () => scene.informer.stop());
    expect([scene.hasEnded(), scene.clock.pendingTimers]).toEqual([false, 0]);
    door.open();
    await scene.run;
  });

  test('removeAndWait', async () => {
    const removeCalled = gate();
    let removed: Promise<void> | undefined;
    const scene = setUp(['a'], {
      async onAdd() {
        await removeCalled.passed;
        await removed;
      },
    });
    await expectLimit(scene, async () => {
      removed = scene.registrations[0]?.removeAndWait();
      removeCalled.open();
      await removed;
    });
    await scene.informer.stop();
    await scene.run;
  });
});

test('a stop does not wait for a stream whose nextBatch never settles', async () => {
  const reading = gate();
  const hung = gate();
  const listerWatcher = {
    list: () => Promise.resolve({ metadata: { resourceVersion: '1' }, items: [] }),
    watch: () =>
      Promise.resolve({
        stop() {},
        nextBatch() {
          reading.open();
          return hung.passed.then(() => undefined);
        },
        async *[Symbol.asyncIterator]() {},
        [Symbol.dispose]() {},
      }),
    watchListUnsupported: true,
  };
  const informer = new SharedIndexInformer<KubernetesObject>(listerWatcher);
  const run = informer.run();
  await reading.passed;
  await informer.stop();
  await run;
  hung.open();
});
