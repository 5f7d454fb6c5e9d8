import { abortCallbacks } from '../util/signal.js';
import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { defaultSliceMs } from '../util/steps.js';
import { BodyQueue } from './response-handler.js';
import { network } from './fixtures/server.test-support.js';
import type { RestWatchRequest } from './request.js';
import { jsonFormat } from '../wire/json-format.js';
import { Redactor } from './redactor.js';
import { RestWatchStream } from './rest-watch-stream.js';

const { serve, serveRaw, client } = network();

type Event = WatchEvent<KubernetesObject>;

const added = (name: string): Event => ({ type: 'ADDED', object: { metadata: { name } } });
const line = (event: unknown): string => `${JSON.stringify(event)}\n`;

/** Opens a watch on a server that sends the given data. */
async function open(
  request: Partial<RestWatchRequest> = {},
  headers: Record<string, string> = {},
): Promise<{
  watch: WatchStream<KubernetesObject>;
  response: ServerResponse;
  drained: () => Promise<void>;
}> {
  let response: ServerResponse | undefined;
  const server = await serve((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', ...headers });
    answer.flushHeaders();
    response = answer;
  });
  const watch = await client({ host: server.url }).watch({ path: '/api/v1/pods', ...request });
  if (response === undefined) throw new Error('the server was not asked');
  return { watch, response, drained: () => server.drained() };
}

describe('events', () => {
  test('arrive in batches like their bytes; the end is undefined', async () => {
    const { watch, response, drained } = await open();
    response.write(line(added('a')) + line(added('b')));
    expect(await watch.nextBatch()).toEqual([added('a'), added('b')]);
    response.end(line(added('c')));
    expect(await watch.nextBatch()).toEqual([added('c')]);
    expect(await watch.nextBatch()).toBeUndefined();
    expect(await watch.nextBatch()).toBeUndefined();
    watch.stop();
    await drained();
  });

  test('that arrived without a reader are one batch, whatever the chunks', async () => {
    const { watch, response } = await open();
    const text = [1, 2, 3, 4, 5].map((name) => line(added(String(name)))).join('');
    // Each write is a separate chunk on the wire.
    for (let start = 0; start < text.length; start += 7) response.write(text.slice(start, start + 7));
    await new Promise<void>((resolve) => void response.end(resolve));
    await settle(20);
    const batch = await watch.nextBatch();
    expect(batch?.map((event) => event.type === 'ADDED' && event.object.metadata?.name)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  test('one by one in a for await; leaving it closes the connection', async () => {
    const { watch, response, drained } = await open();
    response.write(line(added('a')) + line(added('b')) + line(added('c')));
    const got: Event[] = [];
    for await (const event of watch) {
      got.push(event);
      if (got.length === 2) break;
    }
    expect(got).toEqual([added('a'), added('b')]);
    await drained();
    expect(await watch.nextBatch()).toBeUndefined();
  });

  test('of type ERROR carry the Status', async () => {
    const { watch, response } = await open();
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410 };
    response.end(line({ type: 'ERROR', object: status }));
    expect(await watch.nextBatch()).toEqual([{ type: 'ERROR', object: status }]);
  });

  test('of a gzip watch are delivered at the end of each member', async () => {
    const { watch, response } = await open({}, { 'content-encoding': 'gzip' });
    for (const name of ['a', 'b', 'c']) {
      response.write(gzipSync(line(added(name))));
      expect(await watch.nextBatch()).toEqual([added(name)]);
    }
    response.end();
    expect(await watch.nextBatch()).toBeUndefined();
  });
});

describe('a broken connection', () => {
  test('in the middle of a line: the events before, then ERR_WATCH_CUT, then the end (peer-failures 4)', async () => {
    const { watch, response } = await open();
    response.write(`${line(added('a'))}{"type":"ADD`, () => response.destroy());
    expect(await watch.nextBatch()).toEqual([added('a')]);
    await expect(watch.nextBatch()).rejects.toMatchObject({
      code: 'ERR_WATCH_CUT',
      message: expect.stringContaining('/api/v1/pods') as unknown,
      cause: { code: 'ERR_BODY_CUT' },
    });
    expect(await watch.nextBatch()).toBeUndefined();
  });

  test('closed cleanly in the middle of a line: ERR_WATCH_CUT', async () => {
    const { watch, response } = await open();
    response.end(`${line(added('a'))}{"type":"ADD`);
    expect(await watch.nextBatch()).toEqual([added('a')]);
    await expect(watch.nextBatch()).rejects.toMatchObject({ code: 'ERR_WATCH_CUT' });
  });

  test('reset with unread events: they are delivered first', async () => {
    const server = await serveRaw((socket) =>
      socket.once('data', () => {
        const chunk = line(added('a'));
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        socket.end(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      }),
    );
    const watch = await client({ host: server.url }).watch({ path: '/api/v1/pods' });
    await server.drained();
    await settle();
    expect(await watch.nextBatch()).toEqual([added('a')]);
    await expect(watch.nextBatch()).rejects.toMatchObject({ code: 'ERR_WATCH_CUT' });
  });

  test('a for await loop rejects too', async () => {
    const { watch, response } = await open();
    response.write(line(added('a')), () => response.destroy());
    const got: Event[] = [];
    await expect(async () => {
      for await (const event of watch) got.push(event);
    }).rejects.toMatchObject({ code: 'ERR_WATCH_CUT' });
    expect(got).toEqual([added('a')]);
  });
});

test('TestStreamWatcherError: a bad line is reported after the events before it, and ends the watch and its connection (peer-failures 3)', async () => {
  const { watch, response, drained } = await open();
  response.write(`${line(added('a'))}{"secret":aHVudGVyMg==}\n${line(added('b'))}`);
  expect(await watch.nextBatch()).toEqual([added('a')]);
  // Immediately, even without a reader.
  await drained();
  await expect(watch.nextBatch()).rejects.toMatchObject({
    code: 'ERR_WATCH_DECODE',
    message: expect.not.stringContaining('aHVu') as unknown,
  });
  expect(await watch.nextBatch()).toBeUndefined();
});

describe('stopping', () => {
  test('ends a waiting nextBatch with undefined, closes the socket, and may be repeated (peer-failures 26)', async () => {
    const { watch, drained } = await open();
    const batch = watch.nextBatch();
    await settle();
    watch.stop();
    watch.stop();
    expect(await batch).toBeUndefined();
    await drained();
  });

  test('discards unread events', async () => {
    const { watch, response } = await open();
    response.write(line(added('a')));
    await settle(20);
    watch.stop();
    expect(await watch.nextBatch()).toBeUndefined();
  });

  test('by the signal ends the stream and leaves no listener', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const first = await open({ signal });
    const second = await open({ signal });
    expect(abortCallbacks(signal)).toBe(2);
    second.response.end();
    expect(await second.watch.nextBatch()).toBeUndefined();
    expect(abortCallbacks(signal)).toBe(1);
    const batch = first.watch.nextBatch();
    await settle();
    controller.abort(new Error('enough'));
    expect(await batch).toBeUndefined();
    await first.drained();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('a second reader is rejected', async () => {
    const { watch } = await open();
    const batch = watch.nextBatch();
    await expect(watch.nextBatch()).rejects.toThrow('another call');
    watch.stop();
    expect(await batch).toBeUndefined();
  });
});

test('a flood does not block the event loop: decoding is sliced', async () => {
  const chunk = Buffer.from(line(added('a')).repeat(50));
  const chunks = Array.from({ length: 2000 }, () => chunk);
  // There is always a next chunk, and each reading of the clock takes a millisecond.
  const body = {
    readNow: () => chunks.pop(),
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.resolve({ done: true as const, value: undefined }),
    }),
  };
  const clock = new FakeClock();
  let nowMs = 0;
  clock.monotonic = () => nowMs++;
  const watch = new RestWatchStream(
    { status: 200, headers: {}, body, destroy() {} },
    {
      name: 'watch',
      clock,
      signal: new AbortController().signal,
      decoder: jsonFormat.watchDecoder({}),
      redactor: new Redactor({ host: 'https://example' }),
      onClose() {},
    },
  );
  let turns = 0;
  let over = false;
  const beat = (): void => {
    turns++;
    if (!over) setImmediate(beat);
  };
  setImmediate(beat);
  let events = 0;
  let batches = 0;
  for (let batch = await watch.nextBatch(); batch !== undefined; batch = await watch.nextBatch()) {
    events += batch.length;
    batches++;
  }
  over = true;
  expect(events).toBe(2000 * 50);
  // Two thousand chunks of a millisecond each: one turn per time slice, and fewer batches than chunks.
  expect(turns).toBeGreaterThan(2000 / (2 * defaultSliceMs));
  expect(batches).toBeLessThan(2000 / (defaultSliceMs / 2));
});

describe('a flood within one turn of the event loop', () => {
  const lines = Buffer.from(line(added('a')).repeat(1024));
  const perPush = 1024;
  const pushes = (bytes: number): number => Math.ceil(bytes / lines.length);

  function rig(): {
    queue: BodyQueue;
    calls: string[];
    clock: FakeClock;
    watch: WatchStream<KubernetesObject>;
  } {
    const calls: string[] = [];
    const queue = new BodyQueue({
      pause: () => void calls.push('pause'),
      resume: () => void calls.push('resume'),
      destroy() {},
    });
    const clock = new FakeClock();
    const watch = new RestWatchStream<KubernetesObject>(
      { status: 200, headers: {}, body: queue, destroy() {} },
      {
        name: 'watch',
        clock,
        signal: new AbortController().signal,
        decoder: jsonFormat.watchDecoder({}),
        redactor: new Redactor({ host: 'https://example' }),
        onClose() {},
      },
    );
    return { queue, calls, clock, watch };
  }

  test('is read as it arrives, so that the transport never pauses; the rest waits for the next turn', async () => {
    const { queue, calls, watch } = rig();
    const first = pushes(64 * 1024);
    for (let count = 0; count < first; count++) queue.push(lines);
    expect(await watch.nextBatch()).toHaveLength(first * perPush);
    setImmediate(() => void calls.push('turn'));
    const more = pushes(192 * 1024);
    for (let round = 0; round < 4; round++) {
      const batch = watch.nextBatch();
      for (let count = 0; count < more; count++) queue.push(lines);
      expect(await batch).toHaveLength(more * perPush);
    }
    expect(calls).toEqual([]);
    const last = watch.nextBatch();
    queue.push(lines);
    expect(await last).toHaveLength(perPush);
    expect(calls).toEqual(['turn']);
    watch.stop();
  });

  test('waits for the next turn when the slice is over', async () => {
    const { queue, calls, clock, watch } = rig();
    for (let count = 0; count < pushes(64 * 1024); count++) queue.push(lines);
    await watch.nextBatch();
    await clock.advance(defaultSliceMs + 1);
    setImmediate(() => void calls.push('turn'));
    const batch = watch.nextBatch();
    const more = pushes(192 * 1024);
    for (let count = 0; count < more; count++) queue.push(lines);
    expect(await batch).toHaveLength(more * perPush);
    expect(calls).toEqual(['turn']);
    watch.stop();
  });
});
