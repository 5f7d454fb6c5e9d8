import { describe, expect, test } from 'vitest';
import type { EventToRecord } from '../../../packages/kube-informers/src/events/occurrence.js';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import { dnsSubdomainProblems } from '../../../packages/kube-informers/src/meta/validation.js';
import { settle } from '@kube-informers/testing';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import { Bench, started, startMs } from './sink.test-support.js';

const away = new TransportError('ERR_CONNECTION_REFUSED', 'no server');
// The scene's chance is 0.5 of a millisecond.
const nanoseconds = (BigInt(startMs) * 1_000_000n + 500_000n).toString(16);
const minuteMs = 60_000;

const count = (bench: Bench): unknown => {
  const [object] = bench.sink.objects.values();
  return (object?.['series'] as { count: number } | undefined)?.count;
};

describe('TestEventf', () => {
  const regarding = { apiVersion: 'v1', kind: 'Pod', name: 'pod1', namespace: 'ns1', uid: '12345' };

  test('normal event', async () => {
    const bench = new Bench();
    const [call] = await bench.record();
    expect(call).toEqual({
      verb: 'create',
      namespace: 'ns1',
      name: `pod1.${nanoseconds}`,
      body: {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: `pod1.${nanoseconds}`, namespace: 'ns1' },
        regarding,
        type: 'Normal',
        reason: 'Started',
        action: 'starting',
        note: 'Pod started',
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'c1',
        reportingInstance: 'i1',
      },
    });
  });

  test('event with related object', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node1', uid: '67890' } };
    const [call] = await new Bench().record({ related: node, annotations: { a: 'b' } });
    expect(call?.body).toMatchObject({
      metadata: { namespace: 'ns1', annotations: { a: 'b' } },
      regarding,
      related: { apiVersion: 'v1', kind: 'Node', name: 'node1', uid: '67890' },
    });
  });

  test('a related object in another namespace does not move the event', async () => {
    const other = { apiVersion: 'v1', kind: 'Pod', name: 'other', namespace: 'ns2' };
    const [call] = await new Bench().record({ related: other });
    expect(call).toMatchObject({ namespace: 'ns1', body: { related: other } });
  });

  test.each([
    ['event with invalid Event name', '2001:db8::123', undefined, 'default'],
    ['large event name', 'x'.repeat(4 * 253), 'ns1', 'ns1'],
  ])('%s', async (_title, name, namespace, expected) => {
    const bench = new Bench();
    const object = { apiVersion: 'networking.k8s.io/v1', kind: 'IPAddress', name, namespace, uid: '12345' };
    const [call] = await bench.record({ regarding: object });
    expect(dnsSubdomainProblems(call?.name ?? '')).toEqual([]);
    expect(call).toMatchObject({ namespace: expected, body: { regarding: { name } } });
  });
});

test('TestEventSeriesf', async () => {
  const bench = new Bench();
  expect(await bench.record()).toMatchObject([{ verb: 'create', body: { note: 'Pod started' } }]);
  await bench.clock.advance(1_500);
  const name = [...bench.sink.objects.keys()][0];
  expect(await bench.record()).toEqual([
    {
      verb: 'patch',
      namespace: 'ns1',
      name,
      body: { series: { count: 2, lastObservedTime: '2026-01-01T00:00:01.500000Z' } },
    },
  ]);
  const [other] = await bench.record({ action: 'stopping' });
  expect(other).toMatchObject({ verb: 'create', body: { action: 'stopping' } });
  expect(other?.body).not.toHaveProperty('series');
  // Further repetitions are counted here.
  expect(await bench.record()).toEqual([]);
  expect(bench.recorder.stats()).toMatchObject({ recorded: 4, created: 2, patched: 1, counted: 1 });
});

test('TestEventSeriesWithEventSinkImplRace: many calls at once end in one event with a series', async () => {
  const bench = new Bench();
  for (let n = 0; n < 100; n++) bench.recorder.event(started);
  await bench.recorder.flush();
  expect(bench.sink.objects.size).toBe(1);
  expect(count(bench)).toBe(100);
  expect(bench.sink.calls.length).toBeLessThan(4);
});

test('TestEventSeriesf: a changed object continues its series, whatever its resourceVersion', async () => {
  const bench = new Bench();
  for (const resourceVersion of ['1', '2', '3']) {
    const metadata = { name: 'pod1', namespace: 'ns1', uid: '12345', resourceVersion };
    await bench.record({ regarding: { apiVersion: 'v1', kind: 'Pod', metadata } });
  }
  await bench.recorder.flush();
  expect(bench.sink.objects.size).toBe(1);
  expect(count(bench)).toBe(3);
});

describe('TestFinishSeries', () => {
  test('a series that is idle for 6 minutes is written once more and forgotten', async () => {
    const bench = new Bench();
    for (let n = 0; n < 3; n++) await bench.record();
    await bench.clock.advance(5 * minuteMs);
    expect(bench.sink.take()).toEqual([]);
    await bench.clock.advance(2 * minuteMs);
    expect(bench.sink.take()).toMatchObject([{ verb: 'patch', body: { series: { count: 3 } } }]);
    expect(bench.recorder.stats().series).toBe(0);
    expect(bench.clock.pendingTimers).toBe(0);
    // The next one is a new event.
    expect(await bench.record()).toMatchObject([{ verb: 'create' }]);
  });

  test('a recent event without a series is kept, an old one is forgotten without a request', async () => {
    const bench = new Bench();
    await bench.record({ reason: 'Old' });
    await bench.clock.advance(4 * minuteMs);
    await bench.record({ reason: 'Fresh' });
    await bench.clock.advance(3 * minuteMs);
    expect(bench.sink.take()).toEqual([]);
    expect(bench.recorder.stats().series).toBe(1);
    expect(await bench.record({ reason: 'Fresh' })).toMatchObject([{ verb: 'patch' }]);
  });
});

describe('TestRefreshExistingEventSeries', () => {
  /** A series with an event every 5 minutes for half an hour. */
  async function lasting(bench: Bench): Promise<void> {
    await bench.record();
    await bench.record();
    for (let n = 0; n < 6; n++) {
      await bench.clock.advance(5 * minuteMs - 1);
      expect(await bench.record()).toEqual([]);
    }
  }

  test('patch ok: one patch, and the series is kept', async () => {
    const bench = new Bench();
    await lasting(bench);
    await bench.clock.advance(minuteMs);
    expect(bench.sink.take()).toMatchObject([{ verb: 'patch', body: { series: { count: 8 } } }]);
    expect(bench.recorder.stats().series).toBe(1);
  });

  test('patch fails: it is tried again, and the series is kept', async () => {
    const bench = new Bench();
    await lasting(bench);
    let failures = 1;
    bench.sink.failure = () => (failures-- > 0 ? away : undefined);
    await bench.clock.advance(minuteMs);
    expect(bench.sink.take()).toMatchObject([
      { verb: 'patch', body: { series: { count: 8 } } },
      { verb: 'patch', body: { series: { count: 8 } } },
    ]);
    expect(bench.recorder.stats()).toMatchObject({ series: 1, retries: 1 });
  });
});

describe('TestRecordEventToSink', () => {
  test('record one Event', async () => {
    const bench = new Bench();
    await bench.record();
    expect(bench.sink.objects.size).toBe(1);
    expect(count(bench)).toBeUndefined();
  });

  test('record one Event followed by an isomorphic one', async () => {
    const bench = new Bench();
    await bench.record();
    await bench.record();
    expect(bench.sink.objects.size).toBe(1);
    expect(count(bench)).toBe(2);
  });

  test('record one isomorphic Event before the original: writes of one series are never reordered', async () => {
    const bench = new Bench();
    let open: (value?: unknown) => void = () => {};
    bench.sink.gate = new Promise((resolve) => {
      open = resolve;
    });
    bench.recorder.event(started);
    bench.recorder.event(started);
    await settle();
    // The patch waits for the response to the create.
    expect(bench.sink.take()).toMatchObject([{ verb: 'create' }]);
    open();
    await settle();
    expect(bench.sink.take()).toMatchObject([{ verb: 'patch' }]);
    expect(bench.sink.objects.size).toBe(1);
    expect(count(bench)).toBe(2);
  });

  test('record one isomorphic Event without one already existing', async () => {
    const bench = new Bench();
    await bench.record();
    bench.sink.objects.clear();
    expect(await bench.record()).toMatchObject([
      { verb: 'patch' },
      { verb: 'create', body: { note: 'Pod started', series: { count: 2 } } },
    ]);
    expect(count(bench)).toBe(2);
  });
});

describe('requests', () => {
  test('are tried 12 times, 10 to 12.5 s apart', async () => {
    const bench = new Bench();
    bench.sink.failure = () => away;
    const times: number[] = [];
    bench.sink.failure = () => {
      times.push(bench.clock.monotonic());
      return away;
    };
    await bench.record();
    await bench.clock.advance(10 * minuteMs);
    expect(times).toEqual(Array.from({ length: 12 }, (_, n) => n * 11_250));
    expect(bench.recorder.stats()).toMatchObject({
      retries: 11,
      dropped: { unreachable: 1 },
      series: 0,
    });
  });

  test('of at most 8 events run at once', async () => {
    const bench = new Bench();
    let open: (value?: unknown) => void = () => {};
    bench.sink.gate = new Promise((resolve) => {
      open = resolve;
    });
    for (let n = 0; n < 500; n++) bench.recorder.event({ ...started, reason: `R${n}` });
    await settle();
    expect(bench.sink.calls).toHaveLength(8);
    expect(bench.recorder.stats().queued).toBe(500);
    open();
    await bench.recorder.flush();
    expect(bench.sink.objects.size).toBe(500);
    expect(bench.sink.mostRunning).toBe(8);
  });

  test('wait in a queue of 1000; more events are dropped and counted', async () => {
    const bench = new Bench();
    bench.sink.gate = new Promise(() => {});
    for (let n = 0; n < 1500; n++) bench.recorder.event({ ...started, reason: `R${n}` });
    expect(bench.recorder.stats()).toMatchObject({ queued: 1008, dropped: { queueFull: 492 } });
  });

  test('that the server refuses are not repeated', async () => {
    const bench = new Bench();
    bench.sink.failure = () => new StatusError({ code: 403, reason: 'Forbidden', message: 'no permission' });
    expect(await bench.record()).toHaveLength(1);
    expect(bench.recorder.stats()).toMatchObject({ retries: 0, dropped: { rejected: 1 }, series: 0 });
  });
});

test('a note that changes is a new event each time, and from the 10th on one event with the newest note', async () => {
  const bench = new Bench();
  for (let n = 1; n <= 20; n++) await bench.record({ note: `note ${n}` });
  const notes = (): unknown[] => [...bench.sink.objects.values()].map(({ note }) => note);
  expect(notes()).toEqual([
    ...Array.from({ length: 9 }, (_, n) => `note ${n + 1}`),
    '(combined from similar events): note 10',
  ]);
  await bench.recorder.flush();
  expect(notes()).toHaveLength(11);
  expect([...bench.sink.objects.values()].at(-1)).toMatchObject({
    note: '(combined from similar events): note 20',
    series: { count: 11 },
  });
});

test('distinct reasons have distinct budgets', async () => {
  const bench = new Bench({ spam: { burst: 2 } });
  const burst = (event: Partial<EventToRecord>): Promise<unknown[]> =>
    Promise.all(Array.from({ length: 5 }, (_, n) => bench.record({ ...event, action: `a${n}` })));
  await burst({ reason: 'Unimportant' });
  expect(bench.sink.objects.size).toBe(2);
  await burst({ reason: 'Important', type: 'Warning' });
  expect(bench.sink.objects.size).toBe(4);
  expect(bench.recorder.stats().dropped.spam).toBe(4);
});
