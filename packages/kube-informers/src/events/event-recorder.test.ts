import { describe, expect, test } from 'vitest';
import { Bench, pod, started, startMs } from '../../../../test/conformance/events/sink.test-support.js';
import { onServer } from '../../../../test/conformance/objects/server.test-support.js';
import type { Clientset } from '../client/clientset.js';
import { coreV1 } from '../resources/core-v1.js';
import { eventsV1 } from '../resources/events-v1.js';
import { noteTrouble } from '../meta/refusals.js';
import { newForbidden } from '../meta/status.js';
import { settle } from '../../../testing/src/fake-clock.js';
import { ConfigError, TransportError } from '../util/errors.js';
import { EventRecorder } from './event-recorder.js';
import type { EventToRecord } from './occurrence.js';

const away = new TransportError('ERR_CONNECTION_REFUSED', 'no server');

describe('fields', () => {
  test('a note is cut at 1024 bytes, between two characters', async () => {
    const bench = new Bench();
    const [call] = await bench.record({ note: `a${'€'.repeat(10_000_000)}` });
    const note = String(call?.body['note']);
    expect(note).toBe(`a${'€'.repeat(341)}`);
    const [emoji] = await bench.record({ note: `a${'😀'.repeat(500)}` });
    expect(emoji?.body['note']).toBe(`a${'😀'.repeat(255)}`);
    const [lone] = await bench.record({ note: 'half \ud83d' });
    expect(lone?.body['note']).toBe('half \ufffd');
  });

  test('the note of an aggregate is cut, too', async () => {
    const bench = new Bench();
    for (let n = 0; n < 10; n++) await bench.record({ note: `${n}${'x'.repeat(2000)}` });
    const note = String([...bench.sink.objects.values()].at(-1)?.['note']);
    expect(note).toHaveLength(1024);
    expect(note).toMatch(/^\(combined from similar events\): 9x+$/);
  });

  test.each(['reason', 'action'] as const)(
    'a %s of more than 128 bytes is dropped and logged',
    async (field) => {
      const bench = new Bench();
      expect(await bench.record({ [field]: 'x'.repeat(128) })).toHaveLength(1);
      expect(await bench.record({ [field]: 'x'.repeat(129) })).toEqual([]);
      expect(await bench.record({ [field]: '€'.repeat(43) })).toEqual([]);
      expect(bench.recorder.stats()).toMatchObject({ recorded: 1, dropped: { invalid: 2 } });
      expect(bench.lines).toMatchObject([
        {
          level: 'warn',
          message: 'events were dropped',
          fields: {
            controller: 'c1',
            dropped: { invalid: 1 },
            err: { message: `${field} of an event must have at most 128 bytes` },
          },
        },
      ]);
    },
  );

  test('the action is the reason by default', async () => {
    const bench = new Bench();
    bench.recorder.for(pod).warning('Failed', 'it failed');
    await settle();
    expect(bench.sink.calls).toMatchObject([
      { body: { type: 'Warning', reason: 'Failed', action: 'Failed' } },
    ]);
    bench.recorder.for(pod).normal('Scaled', 'to 3', { action: 'Scaling', annotations: { to: '3' } });
    await settle();
    expect(bench.sink.calls[1]?.body).toMatchObject({
      type: 'Normal',
      action: 'Scaling',
      metadata: { annotations: { to: '3' } },
    });
  });

  test('events of one millisecond have different names', async () => {
    const bench = new Bench();
    for (let n = 0; n < 100; n++) await bench.record({ reason: `R${n}` });
    expect(bench.sink.objects.size).toBe(100);
    expect(bench.clock.now()).toBe(startMs);
  });

  test('the instance is the controller and the host name, cut at 128 bytes', async () => {
    const bench = new Bench({ controller: `example.com/${'c'.repeat(63)}`, instance: 'i'.repeat(300) });
    expect((await bench.record())[0]?.body['reportingInstance']).toBe('i'.repeat(128));
    const named = new Bench({ instance: undefined });
    expect((await named.record())[0]?.body['reportingInstance']).toMatch(/^c1-./);
  });
});

describe('bad input', () => {
  test.each<[string, unknown, string]>([
    [
      'an object without a kind',
      { regarding: { metadata: { name: 'a' } } },
      'regarding of an event must have apiVersion, kind and a name, got an object without apiVersion, kind',
    ],
    [
      'a related object without a name',
      { related: { apiVersion: 'v1', kind: 'Pod' } },
      'related of an event must have apiVersion, kind and a name',
    ],
    [
      'an annotation',
      { annotations: { a: 1 } },
      '"a" of annotations of an event must be a string, got number',
    ],
  ])('refuses %s', (_title, given, message) => {
    const bench = new Bench();
    const record = (): void => bench.recorder.event({ ...started, ...(given as Partial<EventToRecord>) });
    expect(record).toThrow(ConfigError);
    expect(record).toThrow(message);
    expect(bench.recorder.stats().recorded).toBe(0);
  });

  test('refuses a controller whose name is none', () => {
    const resource = () => expect.unreachable();
    expect(() => new EventRecorder({ resource }, { controller: 'My Controller' })).toThrow(
      'controller of an EventRecorder must be a name such as "website" or "example.com/website", got "My Controller"',
    );
  });
});

describe('dropped members', () => {
  test('is logged at most once a minute', async () => {
    const bench = new Bench({ spam: { burst: 1 } });
    for (let n = 0; n < 100; n++) {
      const regarding = { ...pod, metadata: { ...pod.metadata, uid: `${n}` } };
      for (const note of ['sent', 'dropped', 'waiting']) await bench.record({ regarding, note });
      await bench.clock.advance(1_000);
    }
    await bench.clock.advance(60_000);
    const logged = bench.lines.map(({ fields }) => fields['dropped'] as { spam: number });
    expect(logged.length).toBeLessThan(5);
    expect(logged.reduce((sum, { spam }) => sum + spam, 0)).toBe(100);
    expect(bench.recorder.stats()).toMatchObject({ recorded: 300, created: 100, dropped: { spam: 100 } });
  });

  test('since the last line is logged by the stop, with the last error', async () => {
    const bench = new Bench();
    bench.sink.failure = () => away;
    for (const reason of ['A', 'B', 'C']) bench.recorder.event({ ...started, reason });
    await bench.recorder.stop();
    expect(bench.lines.at(-1)).toMatchObject({ level: 'warn', fields: { err: away } });
    const sum = bench.lines.reduce(
      (n, { fields }) => n + (fields['dropped'] as { unreachable: number }).unreachable,
      0,
    );
    expect(sum).toBe(3);
  });

  test('a stopped recorder is only counted', async () => {
    const bench = new Bench();
    await bench.recorder[Symbol.asyncDispose]();
    for (let n = 0; n < 1000; n++) bench.recorder.event(started);
    expect(bench.recorder.stats()).toMatchObject({ recorded: 0, series: 0, dropped: { stopped: 1000 } });
    expect(bench.lines).toHaveLength(1);
  });
});

describe.each(['events.k8s.io/v1', 'v1'] as const)('%s: an object that has used up its budget', (api) => {
  const noteOf = api === 'v1' ? 'message' : 'note';

  /** A recorder whose budget is used up; `older` and then `newest` were refused a token. */
  async function usedUp(): Promise<Bench> {
    const bench = new Bench({ api, spam: { burst: 1 } });
    expect(await bench.record({ note: 'first' })).toHaveLength(1);
    for (const note of ['older', 'newest', 'newest']) expect(await bench.record({ note })).toEqual([]);
    expect(bench.recorder.stats()).toMatchObject({
      recorded: 4,
      created: 1,
      counted: 1,
      dropped: { spam: 1 },
    });
    return bench;
  }

  test.each(['flush', 'stop'] as const)('has its newest note written by %s', async (end) => {
    const bench = await usedUp();
    await bench.recorder[end]();
    expect(bench.sink.take()).toMatchObject([{ verb: 'create', body: { [noteOf]: 'newest' } }]);
    expect(bench.recorder.stats()).toMatchObject({ created: 2, dropped: { spam: 1 } });
  });

  test('writes its newest note when the budget returns, and only then', async () => {
    const bench = await usedUp();
    await bench.clock.advance(299_999);
    expect(bench.sink.take()).toEqual([]);
    await bench.clock.advance(60_000);
    expect(bench.sink.take()).toMatchObject([{ verb: 'create', body: { [noteOf]: 'newest' } }]);
    await bench.recorder.stop();
    expect(bench.sink.take()).toEqual([]);
  });

  test('writes it before the count of another note', async () => {
    const bench = await usedUp();
    await bench.clock.advance(299_000);
    expect(await bench.record({ note: 'first' })).toEqual([]);
    await bench.clock.advance(1_000);
    expect(await bench.record({ note: 'first' })).toMatchObject([
      { verb: 'create', body: { [noteOf]: 'newest' } },
    ]);
  });

  test('drops a waiting event when 4096 newer ones displace it', async () => {
    const bench = await usedUp();
    for (let n = 0; n < 4096; n++) await bench.record({ reason: `R${n}` });
    expect(bench.recorder.stats().dropped).toMatchObject({ spam: 1, displaced: 2 });
    await bench.recorder.stop();
    expect(bench.sink.take()).toEqual([]);
  });
});

test.each(['events.k8s.io/v1', 'v1'] as const)(
  '%s: an event that comes while its series is written, with the budget used up, is counted once',
  async (api) => {
    const bench = new Bench({ api, spam: { burst: 1 } });
    bench.recorder.event(started);
    bench.recorder.event(started);
    await settle();
    expect(bench.sink.take()).toHaveLength(1);
    expect(bench.recorder.stats()).toMatchObject({ recorded: 2, created: 1, patched: 0, counted: 1 });
  },
);

test.each(['events.k8s.io/v1', 'v1'] as const)(
  '%s: an aggregate whose new note is refused loses only what the server has not shown',
  async (api) => {
    const bench = new Bench({ api });
    for (let n = 0; n < 15; n++) await bench.record({ note: `note ${n}` });
    await bench.recorder.flush();
    bench.sink.failure = () => newForbidden({ group: '', resource: 'events' }, 'a', 'no permission');
    await bench.record({ note: 'refused' });
    await bench.recorder.flush();
    expect(bench.recorder.stats()).toMatchObject({ recorded: 16, dropped: { rejected: 1 } });
  },
);

test('an event that a server refuses while it starts is sent again', async () => {
  const bench = new Bench();
  const reason = 'User "jane" cannot create resource "events" in API group "events.k8s.io"';
  const refusal = newForbidden({ group: 'events.k8s.io', resource: 'events' }, '', reason);
  noteTrouble(refusal, 0);
  let refusals = 0;
  bench.sink.failure = () => (++refusals === 1 ? refusal : undefined);
  await bench.record({ note: 'early' });
  await bench.clock.advance(60_000);
  expect(bench.recorder.stats()).toMatchObject({ created: 1, dropped: { rejected: 0 } });
});

test('memory is bounded: 10,000 objects leave 4096 series', async () => {
  const bench = new Bench();
  for (let n = 0; n < 10_000; n++) {
    const regarding = { apiVersion: 'v1', kind: 'Pod', name: `pod-${n}`, namespace: 'ns1' };
    bench.recorder.event({ ...started, regarding });
    if (n % 500 === 0) await bench.recorder.flush();
  }
  await bench.recorder.flush();
  expect(bench.recorder.stats()).toMatchObject({ created: 10_000, series: 4096 });
});

test('a count that was not sent when its series is displaced is dropped', async () => {
  const bench = new Bench();
  for (let n = 0; n < 5; n++) await bench.record();
  for (let n = 0; n < 4096; n++) {
    bench.recorder.event({ ...started, reason: `R${n}` });
    if (n % 500 === 0) await bench.recorder.flush();
  }
  // The flushes sent the five; one more, and the rest of the series.
  expect(bench.recorder.stats().dropped.displaced).toBe(0);
  await bench.recorder.flush();
  for (let n = 0; n < 5; n++) await bench.record({ reason: 'again' });
  for (let n = 0; n < 4096; n++) await bench.record({ reason: `S${n}` });
  expect(bench.recorder.stats().dropped.displaced).toBe(3);
});

test('flush ends with its signal', async () => {
  const bench = new Bench();
  bench.sink.gate = new Promise(() => {});
  bench.recorder.event(started);
  await expect(bench.recorder.flush({ signal: AbortSignal.abort(new Error('no time')) })).rejects.toThrow(
    'no time',
  );
});

describe('on the embedded server', () => {
  const node = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };

  /** Five equal warnings about an object, and an event about a cluster-scoped one. */
  async function recordSome(clientset: Clientset, api: 'v1' | 'events.k8s.io/v1'): Promise<void> {
    const site = await clientset
      .coreV1()
      .configMaps('default')
      .create({ metadata: { name: 'site' } });
    await using recorder = new EventRecorder(clientset, { controller: 'website', api });
    for (let n = 0; n < 5; n++) recorder.for(site).warning('Failed', 'no route', { related: node });
    recorder.for(node).normal('Checked', 'ok');
    await recorder.flush();
    expect(recorder.stats()).toMatchObject({ created: 2, dropped: { rejected: 0 } });
  }

  test('events of events.k8s.io/v1 are stored with their series', () =>
    onServer(async (clientset) => {
      await recordSome(clientset, 'events.k8s.io/v1');
      const { items } = await clientset.resource(eventsV1.events, 'default').list();
      expect(items).toHaveLength(2);
      expect(items.find(({ reason }) => reason === 'Failed')).toMatchObject({
        type: 'Warning',
        note: 'no route',
        regarding: { kind: 'ConfigMap', name: 'site' },
        related: { name: 'node-1' },
        reportingController: 'website',
        series: { count: 5 },
      });
    }));

  test('events of core/v1 are stored with their count', () =>
    onServer(async (clientset) => {
      await recordSome(clientset, 'v1');
      const { items } = await clientset.resource(coreV1.events, 'default').list();
      expect(items).toHaveLength(2);
      expect(items.find(({ reason }) => reason === 'Failed')).toMatchObject({
        type: 'Warning',
        message: 'no route',
        involvedObject: { kind: 'ConfigMap', name: 'site' },
        related: { name: 'node-1' },
        reportingComponent: 'website',
        count: 5,
      });
    }));

  test('an event in a namespace that does not exist is refused and counted', () =>
    onServer(async (clientset) => {
      await using recorder = new EventRecorder(clientset, { controller: 'website' });
      recorder.event({
        ...started,
        regarding: { apiVersion: 'v1', kind: 'Pod', name: 'a', namespace: 'missing' },
      });
      await recorder.flush();
      expect(recorder.stats()).toMatchObject({ created: 0, dropped: { rejected: 1 } });
    }));
});
