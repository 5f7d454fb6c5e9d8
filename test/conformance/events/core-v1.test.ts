import { describe, expect, test } from 'vitest';
import type { EventToRecord } from '../../../packages/kube-informers/src/events/occurrence.js';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import { settle } from '@kube-informers/testing';
import { ConfigError, TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import { Bench, started } from './sink.test-support.js';
import type { SinkCall } from './sink.test-support.js';

const core = (options: object = {}): Bench => new Bench({ api: 'v1', ...options });
const away = new TransportError('ERR_CONNECTION_REFUSED', 'no server');
const prefix = '(combined from similar events): ';

const similar: Partial<EventToRecord> = {
  reason: 'similar',
  regarding: {
    apiVersion: 'v1',
    kind: 'Pod',
    name: 'my-pod',
    namespace: 'my-ns',
    fieldPath: 'spec.containers{container1}',
  },
};

/** Records events at an interval; returns the requests of the last one. */
async function replay(
  bench: Bench,
  intervalSeconds: number,
  events: readonly Partial<EventToRecord>[],
): Promise<SinkCall[]> {
  let calls: SinkCall[] = [];
  for (const event of events) {
    await bench.clock.advance(intervalSeconds * 1000);
    bench.sink.take();
    calls = await bench.record(event);
  }
  return calls;
}

const times = (count: number, event: (n: number) => Partial<EventToRecord>): Partial<EventToRecord>[] =>
  Array.from({ length: count }, (_, n) => event(n));

describe('TestEventAggregatorByReasonFunc', () => {
  const differences: Partial<EventToRecord>[] = [
    { reason: 'other' },
    { type: 'Warning' },
    ...[{ name: 'b' }, { namespace: 'b' }, { uid: 'b' }, { kind: 'b' }, { apiVersion: 'b' }].map((part) => ({
      regarding: { ...similar.regarding, ...part } as EventToRecord['regarding'],
    })),
  ];

  test.each(differences)('events with %o have a separate aggregate', async (difference) => {
    const bench = core();
    await replay(
      bench,
      1,
      times(10, (n) => ({ ...similar, note: `${n}` })),
    );
    const [call] = await bench.record({ ...similar, ...difference, note: 'other' });
    expect(call?.body).toMatchObject({ message: 'other', count: 1 });
  });

  test.each<Partial<EventToRecord>>([
    { note: 'other' },
    {
      regarding: {
        ...similar.regarding,
        fieldPath: 'spec.containers{container2}',
      } as EventToRecord['regarding'],
    },
  ])('events with %o share the aggregate', async (difference) => {
    const bench = core();
    await replay(
      bench,
      1,
      times(10, (n) => ({ ...similar, note: `${n}` })),
    );
    const [call] = await bench.record({ ...similar, note: 'x', ...difference });
    expect(call).toMatchObject({
      verb: 'patch',
      body: { message: `${prefix}${difference.note ?? 'x'}`, count: 2 },
    });
  });
});

test('TestEventAggregatorByReasonMessageFunc', async () => {
  const [call] = await replay(
    core(),
    1,
    times(10, (n) => ({ ...similar, note: `end ${n}` })),
  );
  expect(call?.body['message']).toBe('(combined from similar events): end 9');
});

describe('TestEventCorrelator', () => {
  const duplicate = { reason: 'duplicate', note: 'me again' };

  test('create-a-single-event', async () => {
    expect(await replay(core(), 5, [{ reason: 'first', note: 'i am first' }])).toMatchObject([
      { verb: 'create', body: { count: 1, message: 'i am first' } },
    ]);
  });

  test('the-same-event-should-just-count', async () => {
    const bench = core();
    expect(
      await replay(
        bench,
        5,
        times(2, () => duplicate),
      ),
    ).toMatchObject([{ verb: 'patch', body: { count: 2, message: 'me again' } }]);
    expect(bench.sink.objects.size).toBe(1);
  });

  test('the-same-event-should-just-count-even-if-more-than-aggregate', async () => {
    expect(
      await replay(
        core(),
        30,
        times(11, () => duplicate),
      ),
    ).toMatchObject([{ verb: 'patch', body: { count: 11, message: 'me again' } }]);
  });

  test('the-same-event-is-spam-if-happens-too-frequently', async () => {
    const bench = core();
    expect(
      await replay(
        bench,
        1,
        times(25, () => duplicate),
      ),
    ).toHaveLength(1);
    expect(
      await replay(
        bench,
        1,
        times(2, () => duplicate),
      ),
    ).toEqual([]);
    // The next request that the budget allows has the whole count.
    await bench.clock.advance(300_000);
    expect(await bench.record(duplicate)).toMatchObject([{ body: { count: 28 } }]);
  });

  test('create-many-unique-events', async () => {
    const bench = core();
    const events = times(30, (n) => ({ reason: `unique-${n}`, note: 'snowflake' }));
    expect(await replay(bench, 5, events)).toMatchObject([{ verb: 'create', body: { count: 1 } }]);
    expect(bench.sink.objects.size).toBe(30);
  });

  test('similar-events-should-aggregate-event', async () => {
    expect(
      await replay(
        core(),
        5,
        times(10, (n) => ({ ...similar, note: `similar message ${n}` })),
      ),
    ).toMatchObject([{ verb: 'create', body: { count: 1, message: `${prefix}similar message 9` } }]);
  });

  test('similar-events-many-times-should-count-the-aggregate', async () => {
    expect(
      await replay(
        core(),
        5,
        times(11, (n) => ({ ...similar, note: `similar message ${n}` })),
      ),
    ).toMatchObject([{ verb: 'patch', body: { count: 2, message: `${prefix}similar message 10` } }]);
  });

  test('events-from-different-containers-do-not-aggregate', async () => {
    const other = {
      ...similar.regarding,
      fieldPath: 'spec.containers{container2}',
    } as EventToRecord['regarding'];
    expect(await replay(core(), 5, [{ ...similar, regarding: other }, similar])).toMatchObject([
      { verb: 'create', body: { count: 1, involvedObject: { fieldPath: 'spec.containers{container1}' } } },
    ]);
  });

  test('similar-events-whose-interval-is-greater-than-aggregate-interval-do-not-aggregate', async () => {
    expect(
      await replay(
        core(),
        600,
        times(10, (n) => ({ ...similar, note: `similar message ${n}` })),
      ),
    ).toMatchObject([{ verb: 'create', body: { count: 1, message: 'similar message 9' } }]);
  });
});

describe('TestEventSpamFilter', () => {
  const original = { reason: 'original', note: 'i am first' };

  test('event should not be reported as spam if object reference is the same, but reason is different', async () => {
    const bench = core({ spam: { burst: 1 } });
    await bench.record(original);
    expect(await bench.record({ reason: 'duplicate', note: 'me again' })).toHaveLength(1);
    expect(bench.recorder.stats().dropped.spam).toBe(0);
  });

  test('event should be reported as spam if object reference and reason is the same, but message is different', async () => {
    const bench = core({ spam: { burst: 1 } });
    await bench.record(original);
    expect(await bench.record({ ...original, note: 'me again' })).toEqual([]);
    // Unlike client-go's, it waits for the budget until a newer one takes its place.
    expect(bench.recorder.stats().dropped.spam).toBe(0);
    expect(await bench.record({ ...original, note: 'and again' })).toEqual([]);
    expect(bench.recorder.stats().dropped.spam).toBe(1);
  });
});

describe('TestWriteEventError', () => {
  async function tries(failures: number, error: Error): Promise<number> {
    const bench = core();
    let left = failures;
    bench.sink.failure = () => (left-- > 0 ? error : undefined);
    bench.recorder.event(started);
    await bench.clock.advance(600_000);
    return bench.sink.calls.length;
  }

  test.each<[string, number, number, Error]>([
    ['giveUp1', 1000, 1, new ConfigError('ERR_NAME', 'cannot be sent')],
    ['giveUp2', 1000, 1, new StatusError({})],
    ['retry1', 1000, 12, new TransportError('ERR_NOT_KUBERNETES', 'a login page')],
    ['retry2', 1000, 12, new Error('A weird error')],
    ['retry3: an overloaded server', 1000, 12, new StatusError({ code: 503, reason: 'ServiceUnavailable' })],
    ['succeedEventually', 1, 2, new Error('A weird error')],
  ])('%s', async (_title, failures, wanted, error) => {
    expect(await tries(failures, error)).toBe(wanted);
  });
});

test('TestUpdateExpiredEvent: an event that the server has deleted is created again', async () => {
  const bench = core();
  await bench.record();
  bench.sink.objects.clear();
  const [patch, create] = await bench.record();
  expect(patch?.verb).toBe('patch');
  expect(create).toMatchObject({ verb: 'create', body: { count: 2, message: 'Pod started' } });
  expect(create?.body['metadata']).not.toHaveProperty('resourceVersion');
});

test('TestCancelEvent: a stop during the wait for a retry ends it', async () => {
  const bench = core();
  bench.sink.failure = () => away;
  await bench.record();
  await bench.recorder.stop();
  expect(bench.recorder.stats()).toMatchObject({ retries: 0, queued: 0, dropped: { unreachable: 1 } });
  expect(bench.clock.pendingTimers).toBe(0);
});

test('TestLotsOfEvents: 1000 events reach a server that fails at first', async () => {
  const bench = core();
  const failures = new Map<string, number>();
  bench.sink.failure = ({ body }) => {
    const message = String(body['message']);
    const failed = (failures.get(message) ?? 0) + 1;
    failures.set(message, failed);
    return failed < 5 ? new Error('fake error') : undefined;
  };
  for (let n = 0; n < 1000; n++) {
    const regarding = { apiVersion: 'v1', kind: 'Pod', name: `foo-${n}`, namespace: 'baz', uid: 'bar' };
    bench.recorder.event({ regarding, type: 'Normal', reason: `Reason-${n}`, note: `${n}` });
  }
  await bench.clock.advance(3_600_000 * 2);
  expect(bench.sink.objects.size).toBe(1000);
  expect([...failures.values()].every((tries) => tries === 5)).toBe(true);
  expect(bench.recorder.stats()).toMatchObject({ created: 1000, retries: 4000, queued: 0 });
});

describe('TestEventf', () => {
  const part = (fieldPath: string, uid = 'bar'): EventToRecord['regarding'] => ({
    apiVersion: 'v1',
    kind: 'Pod',
    name: 'foo',
    namespace: 'baz',
    uid,
    fieldPath,
  });
  const event = (regarding: EventToRecord['regarding'], reason: string, note: string): EventToRecord => ({
    regarding,
    type: 'Normal',
    reason,
    note,
  });

  test('counts each event by object, part, reason and message', async () => {
    const bench = core();
    const counts: unknown[] = [];
    for (const given of [
      event(part('spec.containers[2]'), 'Started', 'some verbose message: 1'),
      event(part(''), 'Killed', 'some other verbose message: 1'),
      event(part('spec.containers[2]'), 'Started', 'some verbose message: 1'),
      event(part('spec.containers[3]', 'differentUid'), 'Started', 'some verbose message: 1'),
      event(part('spec.containers[2]'), 'Started', 'some verbose message: 1'),
      event(part('spec.containers[3]', 'differentUid'), 'Stopped', 'some verbose message: 1'),
      event(part('spec.containers[3]', 'differentUid'), 'Stopped', 'some verbose message: 1'),
    ]) {
      const [call] = await bench.record(given);
      counts.push([call?.verb, call?.body['count']]);
    }
    expect(counts).toEqual([
      ['create', 1],
      ['create', 1],
      ['patch', 2],
      ['create', 1],
      ['patch', 3],
      ['create', 1],
      ['patch', 2],
    ]);
  });

  test('sends the fields of core/v1', async () => {
    const bench = core();
    const [create] = await bench.record(
      event(part('spec.containers[2]'), 'Started', 'some verbose message: 1'),
    );
    expect(create).toMatchObject({
      namespace: 'baz',
      body: {
        apiVersion: 'v1',
        involvedObject: {
          apiVersion: 'v1',
          kind: 'Pod',
          name: 'foo',
          namespace: 'baz',
          uid: 'bar',
          fieldPath: 'spec.containers[2]',
        },
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
        source: { component: 'c1' },
        reportingComponent: 'c1',
        reportingInstance: 'i1',
        count: 1,
      },
    });
    expect(create?.body).not.toHaveProperty('eventTime');
    await bench.clock.advance(2_000);
    const [patch] = await bench.record(
      event(part('spec.containers[2]'), 'Started', 'some verbose message: 1'),
    );
    expect(patch?.body).toEqual({
      count: 2,
      lastTimestamp: '2026-01-01T00:00:02Z',
      message: 'some verbose message: 1',
    });
  });
});

test('TestEventfNoNamespace', async () => {
  const [call] = await core().record({
    regarding: { apiVersion: 'v1', kind: 'Node', name: 'foo', uid: 'bar' },
  });
  expect(call).toMatchObject({ namespace: 'default', body: { metadata: { namespace: 'default' } } });
});

test('TestMultiSinkCache: each recorder counts for itself', async () => {
  const [one, other] = [core(), core()];
  await one.record();
  expect(await one.record()).toMatchObject([{ verb: 'patch', body: { count: 2 } }]);
  expect(await other.record()).toMatchObject([{ verb: 'create', body: { count: 1 } }]);
});

describe('the end', () => {
  test('TestStartEventWatcherExitsOnDirectShutdown: TestBroadcasterShutdown: events before the stop are delivered', async () => {
    const bench = core();
    let open: (value?: unknown) => void = () => {};
    bench.sink.gate = new Promise((resolve) => {
      open = resolve;
    });
    for (let n = 0; n < 100; n++) bench.recorder.event({ ...started, reason: `R${n}` });
    const stopped = bench.recorder.stop();
    await settle();
    open();
    await stopped;
    expect(bench.sink.objects.size).toBe(100);
    expect(bench.clock.pendingTimers).toBe(0);
  });

  test('TestNonRacyShutdown: events after the stop are dropped and counted', async () => {
    const bench = core();
    await bench.recorder.stop();
    expect(await bench.record()).toEqual([]);
    expect(bench.recorder.stats()).toMatchObject({ recorded: 0, dropped: { stopped: 1 } });
    expect(bench.clock.pendingTimers).toBe(0);
    await bench.recorder.stop();
  });

  test('TestBroadcasterShutdown: counts held back by the budget are sent', async () => {
    const bench = core({ spam: { burst: 1 } });
    await bench.record();
    for (let n = 0; n < 9; n++) expect(await bench.record()).toEqual([]);
    await bench.recorder.stop();
    expect(bench.sink.take()).toMatchObject([{ verb: 'patch', body: { count: 10 } }]);
    expect(bench.recorder.stats()).toMatchObject({ recorded: 10, counted: 9 });
  });

  test('TestBroadcasterShutdown: while the server is away it sends one request, and drops the rest', async () => {
    const bench = core();
    let open: (value?: unknown) => void = () => {};
    bench.sink.gate = new Promise((resolve) => {
      open = resolve;
    });
    bench.sink.failure = () => away;
    for (let n = 0; n < 900; n++) bench.recorder.event({ ...started, reason: `R${n}` });
    const stopped = bench.recorder.stop();
    open();
    await stopped;
    expect(bench.sink.calls).toHaveLength(8);
    expect(bench.recorder.stats().dropped.unreachable).toBe(900);
  });

  test('an aborted signal ends the requests', async () => {
    const bench = core();
    const stop = new AbortController();
    let open: (value?: unknown) => void = () => {};
    bench.sink.gate = new Promise((resolve) => {
      open = resolve;
    });
    for (let n = 0; n < 20; n++) bench.recorder.event({ ...started, reason: `R${n}` });
    const stopped = bench.recorder.stop({ signal: stop.signal });
    stop.abort(new Error('no time'));
    open();
    await stopped;
    expect(bench.sink.calls).toHaveLength(8);
    expect(bench.recorder.stats()).toMatchObject({ created: 8, dropped: { unreachable: 12 } });
  });
});

describe('quiet refusals', () => {
  test('a namespace that is being deleted is a debug line', async () => {
    const bench = core();
    const causes = [{ reason: 'NamespaceTerminating', message: 'namespace ns1 is being terminated' }];
    bench.sink.failure = () => new StatusError({ code: 403, reason: 'Forbidden', details: { causes } });
    await bench.record();
    expect(bench.lines.map(({ level }) => level)).toEqual(['debug']);
    expect(bench.recorder.stats().dropped.rejected).toBe(1);
  });

  test('AlreadyExists after a lost response is a success', async () => {
    const bench = core();
    let failures = 1;
    bench.sink.failure = ({ name, body }) => {
      if (failures-- > 0) {
        bench.sink.objects.set(name, body);
        return away;
      }
      return bench.sink.objects.has(name) && body['kind'] === 'Event'
        ? new StatusError({ code: 409, reason: 'AlreadyExists' })
        : undefined;
    };
    await bench.record();
    bench.recorder.event(started);
    await bench.clock.advance(60_000);
    expect([...bench.sink.objects.values()]).toMatchObject([{ count: 2 }]);
    expect(bench.lines.map(({ level }) => level)).toEqual(['debug']);
    expect(bench.recorder.stats().dropped).toMatchObject({ rejected: 0, unreachable: 0 });
  });
});
