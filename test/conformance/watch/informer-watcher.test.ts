import { describe, expect, test } from 'vitest';
import { StatusError } from 'kube-informers';
import { newInformerWatcher } from 'kube-informers/watch';
import type { KubernetesObject } from 'kube-informers';
import { FakeClock, FakeListerWatcher, FakeSource, FakeWatchStream, settle } from '@kube-informers/testing';
import { EventBuffer } from '../../../packages/kube-informers/src/watch/event-buffer.js';
import { Reader, shown } from './watch.test-support.js';
import type { SeenEvent } from './watch.test-support.js';

interface Secret extends KubernetesObject {
  data?: { [key: string]: string };
}

function secret(name: string, value = 'initial'): Secret {
  return { metadata: { name }, data: { value } };
}

function words(events: readonly SeenEvent[]): string[] {
  return events.map((event) =>
    event.type === 'ERROR'
      ? 'ERROR'
      : `${event.type} ${event.object.metadata?.name} ${(event.object as Secret).data?.['value']}`,
  );
}

describe('TestEventProcessorExit', () => {
  test('exit on blocked read', async () => {
    const buffer = new EventBuffer<KubernetesObject>();
    const reading = buffer.nextBatch();
    await settle();
    buffer.stop();
    expect(await reading).toBeUndefined();
  });

  test('exit on blocked write', async () => {
    const buffer = new EventBuffer<KubernetesObject>();
    for (let i = 0; i < 3; i++) buffer.push({ type: 'ADDED', object: secret(`s${i}`) });
    buffer.stop();
    expect(buffer.length).toBe(0);
    expect(await buffer.nextBatch()).toBeUndefined();
    buffer.push({ type: 'ADDED', object: secret('late') });
    expect(buffer.length).toBe(0);
  });
});

test('TestEventProcessorOrdersEvents', async () => {
  const buffer = new EventBuffer<KubernetesObject>();
  const read: string[] = [];
  const reading = (async () => {
    for await (const event of buffer) {
      read.push(...shown([event]));
      if (read.length === 1000) break;
    }
  })();
  for (let i = 0; i < 1000; i++) {
    buffer.push({ type: 'ADDED', object: { metadata: { resourceVersion: String(i) } } });
    if (i % 7 === 0) await settle(1);
  }
  await reading;
  expect(read).toEqual(Array.from({ length: 1000 }, (_, i) => `ADDED ${i}`));
});

describe('EventBuffer', () => {
  test('delivers waiting events before its end, and then its error once', async () => {
    const buffer = new EventBuffer<KubernetesObject>();
    buffer.push({ type: 'ADDED', object: secret('a') });
    buffer.end(new Error('the informer failed'));
    expect(words((await buffer.nextBatch()) ?? [])).toEqual(['ADDED a initial']);
    await expect(buffer.nextBatch()).rejects.toThrow('the informer failed');
    expect(await buffer.nextBatch()).toBeUndefined();
  });

  test('accepts only one reader', async () => {
    const buffer = new EventBuffer<KubernetesObject>();
    const first = buffer.nextBatch();
    await expect(buffer.nextBatch()).rejects.toThrow('one reader');
    buffer.end();
    expect(await first).toBeUndefined();
  });

  test('reports once that its reader has stopped', () => {
    let stops = 0;
    const buffer = new EventBuffer<KubernetesObject>(() => stops++);
    buffer.stop();
    buffer.stop();
    expect(stops).toBe(1);
  });
});

const ways = [
  { name: 'WatchListClient feature disabled', watchListUnsupported: true },
  { name: 'WatchListClient feature enabled', watchListUnsupported: false },
];

describe('TestNewInformerWatcher', () => {
  test.each(ways)('$name', async ({ watchListUnsupported }) => {
    const clock = new FakeClock();
    const source = new FakeSource<Secret>({
      kind: 'Secret',
      watchListUnsupported,
      objects: [secret('pod-1'), secret('pod-2'), secret('pod-3')],
    });
    const watcher = newInformerWatcher<Secret>(source, { clock, useWatchList: true });
    const reader = new Reader(watcher);
    await settle();
    expect(source.lists).toHaveLength(watchListUnsupported ? 1 : 0);
    source.add(secret('pod-4'));
    source.modify(secret('pod-2', 'new'));
    source.delete('pod-3');
    await settle();
    expect(words(reader.events.slice(0, 3)).toSorted()).toEqual([
      'ADDED pod-1 initial',
      'ADDED pod-2 initial',
      'ADDED pod-3 initial',
    ]);
    expect(words(reader.events.slice(3))).toEqual([
      'ADDED pod-4 initial',
      'MODIFIED pod-2 new',
      'DELETED pod-3 initial',
    ]);
    expect(watcher.hasSynced).toBe(true);
    await watcher.synced;
    expect(watcher.indexer.listKeys().toSorted()).toEqual(['pod-1', 'pod-2', 'pod-4']);
    // More events, and a stop before they can be read.
    source.modify(secret('pod-1', 'unread'));
    watcher.stop();
    source.modify(secret('pod-1', 'unread'));
    await watcher.done;
    await reader.end;
    expect(reader.events).toHaveLength(6);
    expect(await watcher.nextBatch()).toBeUndefined();
    expect([source.openWatches, clock.pendingTimers]).toEqual([0, 0]);
  });
});

test('TestInformerWatcherDeletedFinalStateUnknown', async () => {
  const clock = new FakeClock();
  const one: Secret = { metadata: { name: 'secret1', namespace: 'ns1', resourceVersion: '123' } };
  const source = new FakeListerWatcher<Secret>({
    watchListUnsupported: true,
    list: (_options, count) => ({
      metadata: { resourceVersion: String(count) },
      items: count === 1 ? [one] : [],
    }),
    watch: ({ resourceVersion }) => {
      const stream = new FakeWatchStream<Secret>();
      if (resourceVersion === '1') stream.error({ code: 410, reason: 'Gone', message: 'gone' });
      return stream;
    },
  });
  const faults: string[] = [];
  const onWatchError = ({ message }: Error): void => void faults.push(message);
  const watcher = newInformerWatcher<Secret>(source, { clock, onWatchError });
  const reader = new Reader(watcher);
  await clock.advance(60_000);
  expect(shown(reader.events)).toEqual(['ADDED 123', 'DELETED 123']);
  expect(faults).toEqual(['gone']);
  expect(reader.events[1]?.object).toMatchObject({ metadata: { name: 'secret1', namespace: 'ns1' } });
  watcher.stop();
  await watcher.done;
  expect(source.lists).toHaveLength(2);
  expect(source.watches.length).toBeGreaterThanOrEqual(1);
  expect(clock.pendingTimers).toBe(0);
});

describe('an informer watcher', () => {
  test('never blocks the informer: unread events are kept in order', async () => {
    const clock = new FakeClock();
    const source = new FakeSource<Secret>({ objects: [secret('a')] });
    const watcher = newInformerWatcher<Secret>(source, { clock });
    await settle();
    for (let i = 0; i < 5000; i++) source.modify(secret('a', String(i)));
    await settle(30);
    expect(watcher.indexer.getByKey('a')?.data?.['value']).toBe('4999');
    const reader = new Reader(watcher);
    await settle();
    expect(words(reader.events).at(0)).toBe('ADDED a initial');
    expect(words(reader.events).at(-1)).toBe('MODIFIED a 4999');
    watcher.stop();
    await Promise.all([watcher.done, reader.end]);
  });

  test('leaving the loop stops the informer without a deadlock', async () => {
    const clock = new FakeClock();
    const source = new FakeSource<Secret>({ objects: [secret('a'), secret('b')] });
    const watcher = newInformerWatcher<Secret>(source, { clock });
    for await (const event of watcher) {
      expect(event.type).toBe('ADDED');
      break;
    }
    await watcher.done;
    expect([source.openWatches, clock.pendingTimers]).toEqual([0, 0]);
  });

  test('its signal ends it silently, also an already aborted one', async () => {
    const clock = new FakeClock();
    const source = new FakeSource<Secret>({ objects: [secret('a')] });
    const stop = new AbortController();
    const watcher = newInformerWatcher<Secret>(source, { clock, signal: stop.signal });
    await settle();
    stop.abort(new Error('enough'));
    expect(await watcher.nextBatch()).toBeUndefined();
    await watcher.done;
    const never = newInformerWatcher<Secret>(source, { clock, signal: stop.signal });
    expect(await never.nextBatch()).toBeUndefined();
    await never.done;
    await expect(never.synced).rejects.toMatchObject({ code: 'ERR_INFORMER_STOPPED' });
    expect([source.openWatches, clock.pendingTimers]).toEqual([0, 0]);
  });

  test('faults go to the hook, not into the stream', async () => {
    const clock = new FakeClock();
    const source = new FakeSource<Secret>({ objects: [secret('a')], watchListUnsupported: true });
    source.failNext('list', new StatusError({ code: 500, message: 'etcd is away' }), 3);
    const faults: string[] = [];
    const watcher = newInformerWatcher<Secret>(source, {
      clock,
      onWatchError: ({ message }) => void faults.push(message),
    });
    const reader = new Reader(watcher);
    await clock.advance(60_000);
    expect(words(reader.events)).toEqual(['ADDED a initial']);
    expect(faults).toEqual(['etcd is away', 'etcd is away', 'etcd is away']);
    watcher.stop();
    await Promise.all([watcher.done, reader.end]);
  });
});
