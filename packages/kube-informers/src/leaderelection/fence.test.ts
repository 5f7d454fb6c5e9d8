import { describe, expect, test } from 'vitest';
import type { Requester } from '../client/requests.js';
import { newConflict } from '../meta/status.js';
import { settle } from '../../../testing/src/fake-clock.js';
import { TransportError } from '../util/errors.js';
import { failure } from './fake-leases.test-support.js';
import { noopLogger } from '../util/logger.js';
import { fenced } from './fence.js';

/** A connection behind a fence; each request waits until its signal aborts, or until it is answered. */
function newConnection() {
  const fence = new AbortController();
  const counts = { unanswered: 0 };
  const sent: { readonly signal: AbortSignal | undefined; readonly answer: (answer: unknown) => void }[] = [];
  const unused = (): never => {
    throw new Error('not used');
  };
  const request = ({ signal, beforeSend }: Parameters<Requester['request']>[0]): Promise<never> =>
    new Promise((resolve, reject) => {
      beforeSend?.();
      const answer = (given: unknown): void => {
        if (given instanceof Error) reject(given);
        else resolve(given as never);
      };
      sent.push({ signal, answer });
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const requester = fenced(
    { request: request as Requester['request'], list: unused, watch: unused, stream: unused },
    { signal: fence.signal, assertValid: () => undefined, unanswered: () => void counts.unanswered++ },
  );
  return { fence, counts, sent, requester };
}

const over = new Error('the term is over');

describe('the signal of a fence', () => {
  test('aborts a write in flight with its reason, and reports it as unanswered at once', async () => {
    const { fence, counts, sent, requester } = newConnection();
    const written = requester.request({ method: 'PUT', path: '/a' }).catch((error: unknown) => error);
    await settle();
    expect(sent[0]?.signal?.aborted).toBe(false);
    fence.abort(over);
    expect(counts.unanswered).toBeGreaterThan(0);
    expect(sent[0]?.signal?.aborted).toBe(true);
    expect(await written).toBe(over);
  });

  test('leaves reads alone', async () => {
    const { fence, counts, sent, requester } = newConnection();
    const read = requester.request({ method: 'GET', path: '/a' });
    await settle();
    fence.abort(over);
    sent[0]?.answer({ kind: 'ConfigMap' });
    expect(await read).toEqual({ kind: 'ConfigMap' });
    expect([sent[0]?.signal, counts.unanswered]).toEqual([undefined, 0]);
  });

  test('does not concern a write that was answered before', async () => {
    const { fence, counts, sent, requester } = newConnection();
    const accepted = requester.request({ method: 'POST', path: '/a' });
    const refused = requester.request({ method: 'PUT', path: '/a' }).catch((error: unknown) => error);
    await settle();
    const conflict = newConflict({ group: '', resource: 'configmaps' }, 'a', 'the object has been modified');
    sent[0]?.answer({ kind: 'ConfigMap' });
    sent[1]?.answer(conflict);
    expect([await accepted, await refused]).toEqual([{ kind: 'ConfigMap' }, conflict]);
    fence.abort(over);
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual([false, false]);
    expect(counts.unanswered).toBe(0);
  });
});

test.each([
  ['a connection that is reset', new TransportError('ERR_CONNECTION_RESET', 'reset'), 1],
  ['a connection that is refused', new TransportError('ERR_CONNECTION_REFUSED', 'refused'), 0],
  ['a 500', failure(500, 'InternalError'), 0],
  ['a 502 of a proxy', failure(502, 'BadGateway'), 1],
  ['a 503', failure(503, 'ServiceUnavailable'), 0],
  ['a 504', failure(504, 'Timeout'), 1],
  ['a 400', failure(400, 'BadRequest'), 0],
  ['a 409', failure(409, 'Conflict'), 0],
])('after %s a write may or may not be carried out later', async (_what, error, unanswered) => {
  const { counts, sent, requester } = newConnection();
  const written = requester.request({ method: 'POST', path: '/a' }).catch((thrown: unknown) => thrown);
  await settle();
  sent[0]?.answer(error);
  expect(await written).toBe(error);
  expect(counts.unanswered).toBe(unanswered);
});

test("the caller's signal aborts a write as well", async () => {
  const { counts, requester } = newConnection();
  const caller = new AbortController();
  const written = requester
    .request({ method: 'DELETE', path: '/a', signal: caller.signal })
    .catch((error: unknown) => error);
  await settle();
  caller.abort(over);
  expect(await written).toBe(over);
  expect(counts.unanswered).toBeGreaterThan(0);
});

describe('assertValid of a fence', () => {
  /** A connection with a queue of its own before it sends, and a fence that is valid when it is first asked `times` times. */
  function newQueuedConnection(times: number) {
    const counts = { asked: 0, queued: 0, sent: 0, unanswered: 0 };
    const fence = new AbortController();
    const unused = (): never => {
      throw new Error('not used');
    };
    const request = async ({ signal, beforeSend }: Parameters<Requester['request']>[0]): Promise<never> => {
      counts.queued++;
      await settle();
      signal?.throwIfAborted();
      beforeSend?.();
      counts.sent++;
      return {} as never;
    };
    const requester = fenced(
      { request: request as Requester['request'], list: unused, watch: unused, stream: unused },
      {
        signal: fence.signal,
        assertValid: () => {
          if (counts.asked++ >= times) throw over;
        },
        unanswered: () => void counts.unanswered++,
      },
    );
    return { counts, fence, requester };
  }

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('refuses a %s at once', async (method) => {
    const { counts, requester } = newQueuedConnection(0);
    await expect(requester.request({ method, path: '/a' })).rejects.toBe(over);
    expect(counts).toEqual({ asked: 1, queued: 0, sent: 0, unanswered: 0 });
  });

  test('refuses a write that waited until the fence was no longer valid, although its signal has not aborted', async () => {
    const { counts, requester } = newQueuedConnection(1);
    await expect(requester.request({ method: 'PATCH', path: '/a' })).rejects.toBe(over);
    expect(counts).toEqual({ asked: 2, queued: 1, sent: 0, unanswered: 0 });
  });

  test('a write that was aborted before it was sent is not unanswered', async () => {
    const { counts, fence, requester } = newQueuedConnection(Infinity);
    const written = requester.request({ method: 'PUT', path: '/a' }).catch((error: unknown) => error);
    fence.abort(over);
    expect(await written).toBe(over);
    expect(counts).toMatchObject({ sent: 0, unanswered: 0 });
  });
});

test('a fenced connection has the logger of the other, and knows as well whether its server lists in pages', async () => {
  const unused = (): never => {
    throw new Error('not used');
  };
  const logger = { ...noopLogger };
  const closing = new AbortController().signal;
  const requester = fenced(
    {
      request: unused,
      list: unused,
      watch: unused,
      stream: unused,
      closing,
      logger,
      pagesFromCache: () => Promise.resolve(true),
    },
    { signal: new AbortController().signal, assertValid: () => undefined },
  );
  expect([requester.logger, requester.closing]).toEqual([logger, closing]);
  expect(await requester.pagesFromCache?.()).toBe(true);
});
