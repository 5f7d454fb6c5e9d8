import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { settle } from '../testing/fake-clock.js';
import { guardMetrics } from './guarded-metrics.js';
import { EventLog, InformerFixture, pod, queues, recordingLogger } from './informer/informer.test-support.js';

const names = [
  'handlerBacklog',
  'listed',
  'processingLatency',
  'queuedItems',
  'reachedResourceVersion',
  'storeResourceVersion',
  'watched',
];

describe.each(queues)('an informer on a %s', (queue) => {
  test.each([
    {
      how: 'throw',
      fail: () => {
        throw new Error('no registry');
      },
    },
    { how: 'reject', fail: () => Promise.reject(new Error('no registry')) },
    {
      how: 'reject through a thenable',
      fail: () => runInNewContext('({ then(_, fail) { fail(new Error("no registry")) } })') as unknown,
    },
  ])('keeps running with metrics that $how, and logs one failure for each', async ({ fail }) => {
    const logger = recordingLogger();
    const metrics = Object.fromEntries(names.map((name) => [name, fail]));
    const fixture = new InformerFixture({
      queue,
      objects: [pod('a'), pod('b')],
      metrics,
      logger,
      useWatchList: false,
    });
    const { informer, source, clock } = fixture;
    const log = new EventLog();
    const registration = informer.addEventHandler(log);
    await fixture.start();
    expect([informer.hasSynced, registration.hasSynced]).toEqual([true, true]);
    source.modify(pod('a'));
    source.delete('b');
    await settle();
    // The end of a watch is also reported to a metric.
    source.resetWatch();
    await clock.advance(2000);
    expect(log.take()).toEqual(['*a', '*b', '~a', '-b']);
    await fixture.stop();
    const failed = logger.lines.filter(({ level }) => level === 'error');
    expect(failed.map(({ metric }) => String(metric)).toSorted()).toEqual(names);
    expect(failed.map(({ err }) => (err as Error).message)).toEqual(names.map(() => 'no registry'));
  });
});

test('absent metrics stay absent, others are called with their object as this', () => {
  const logger = recordingLogger();
  expect(guardMetrics(undefined, logger)).toBeUndefined();
  class Registry {
    seen: number[] = [];
    queuedItems(count: number): void {
      this.seen.push(count);
    }
  }
  const registry = new Registry();
  const guarded = guardMetrics(registry, logger);
  guarded?.queuedItems?.(3);
  expect([registry.seen, Object.keys(guarded ?? {})]).toEqual([[3], ['queuedItems']]);
});
