import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import type { KubernetesObject } from '../../meta/types.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { EventLog, pod } from '../informer/informer.test-support.js';
import { Reflector } from './reflector.js';
import { SharedIndexInformer } from '../informer/shared-index-informer.js';

/** Every reading advances it by a millisecond: a slice of 10 ms is ten steps, on every machine. */
class AdvancingClock extends FakeClock {
  #looks = 0;
  override monotonic(): number {
    return super.monotonic() + this.#looks++;
  }
}

const count = 3000;
const names = Array.from({ length: count }, (_, index) => `pod-${index}`);

/** The greatest number of calls between two turns of the event loop. */
class Turns {
  most = 0;
  #now = 0;
  #watching = true;

  constructor() {
    const look = (): void => {
      this.#now = 0;
      if (this.#watching) setImmediate(look);
    };
    look();
  }

  note(): void {
    this.most = Math.max(this.most, ++this.#now);
  }

  end(): void {
    this.#watching = false;
  }
}

async function until(what: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000 && !what(); turn++) await settle(1);
  expect(what()).toBe(true);
}

function newInformer(useWatchList: boolean, clock: FakeClock, onIndexed: () => void = () => undefined) {
  const source = new FakeSource({
    objects: names.map((name) => pod(name)),
    firstResourceVersion: 10,
    watchListUnsupported: !useWatchList,
  });
  const informer = new SharedIndexInformer<KubernetesObject>(source, {
    useWatchList,
    clock,
    random: () => 0,
    onHandlerError: ({ error }) => expect.unreachable(error.message),
    onWatchError: () => undefined,
    indexers: {
      name: (object) => {
        onIndexed();
        return [object.metadata?.name ?? ''];
      },
    },
  });
  return { source, informer };
}

/** The next list has one object less, and every other one changed. */
function missWatched(source: FakeSource<KubernetesObject>): void {
  source.deleteDropped('pod-7');
  for (const name of names) if (name !== 'pod-7') source.modifyDropped(pod(name, { app: 'web' }));
}

describe.each([false, true])('a long list, watch-list %s', (useWatchList) => {
  test('is processed in parts, with turns of the event loop between them', async () => {
    const turns = new Turns();
    const { informer } = newInformer(useWatchList, new AdvancingClock(), () => turns.note());
    informer.start();
    await until(() => informer.hasSynced);
    turns.end();
    expect(informer.indexer.size).toBe(count);
    // Ten steps of 128 objects, of which an index function sees each once.
    expect(turns.most).toBeGreaterThan(0);
    expect(turns.most).toBeLessThanOrEqual(11 * 128);
    await informer.stop();
  });

  test('a handler added at any turn receives what is stored, and every later change, once', async () => {
    for (let wait = 0; wait < 20; wait += 2) {
      const clock = new AdvancingClock();
      const { source, informer } = newInformer(useWatchList, clock);
      const first = new EventLog();
      informer.addEventHandler(first);
      informer.start();
      await until(() => informer.hasSynced && first.lines.length === count);
      missWatched(source);
      source.resetWatch();
      await clock.advance(2000);
      await settle(wait);
      const late = new EventLog();
      const stored = informer.indexer.list();
      const old = stored.filter(({ metadata }) => metadata?.labels?.['app'] !== 'web');
      informer.addEventHandler(late);
      await until(() => first.lines.length === 2 * count);
      await until(() => late.lines.length >= stored.length + old.length);
      await settle(5);
      const expected = [
        ...stored.map(({ metadata }) => `*${metadata?.name}`),
        ...old.map(({ metadata }) => (metadata?.name === 'pod-7' ? '-pod-7?' : `~${metadata?.name}`)),
      ];
      expect(late.takeSorted()).toEqual(expected.toSorted());
      await informer.stop();
    }
  });

  test('a stop in the middle of it is silent and final', async () => {
    for (let turns = 0; turns < 10; turns++) {
      const { source, informer } = newInformer(useWatchList, new AdvancingClock());
      const log = new EventLog();
      informer.addEventHandler(log);
      informer.start();
      await settle(turns);
      await informer.stop();
      const received = log.lines.length;
      await settle(30);
      expect(log.lines).toHaveLength(received);
      expect(source.openWatches).toBe(0);
    }
  });
});

test.each([false, true])(
  'readers of the store see all of a relist or nothing of it, watch-list %s',
  async (useWatchList) => {
    const clock = new AdvancingClock();
    const { source, informer } = newInformer(useWatchList, clock);
    informer.start();
    await until(() => informer.hasSynced);
    missWatched(source);
    source.add(pod('pod-new'));
    await settle(20);
    source.deleteDropped('pod-9');
    source.resetWatch();
    const seen = new Set<string>();
    const replaced = until(() => {
      const shows = ['pod-7', 'pod-9'].map((name) => informer.indexer.getByKey(name) !== undefined);
      seen.add(shows.join());
      return !shows.includes(true);
    });
    await clock.advance(2000);
    await replaced;
    expect([...seen].toSorted()).toEqual(['false,false', 'true,true']);
    await informer.stop();
  },
);
test('calls the replace of a subclass, or one assigned to the queue', async () => {
  const lists: number[] = [];
  class Counting extends DeltaFIFO {
    override replace(objects: readonly KubernetesObject[], resourceVersion: string): void {
      lists.push(objects.length);
      super.replace(objects, resourceVersion);
    }
  }
  const queue = new Counting();
  const stop = new AbortController();
  const source = new FakeSource({ objects: [pod('a')], firstResourceVersion: 10 });
  const running = new Reflector(source, queue, { clock: new FakeClock() }).run({ signal: stop.signal });
  await settle();
  stop.abort();
  await running;
  expect(lists).toEqual([1]);
});
