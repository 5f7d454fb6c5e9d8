import { expect, test } from 'vitest';
import type { Requester } from '../client/requests.js';
import { failure } from '../leaderelection/fake-leases.test-support.js';
import { TransportError } from '../util/errors.js';
import { newScene, website } from './controller.test-support.js';
import type { Website } from './controller.test-support.js';
import type { ControllerOptions } from './options.js';

const refused = new TransportError('ERR_CONNECTION_REFUSED', 'connection refused');
const webhook = failure(500, 'InternalError', 'failed calling webhook');
const unused = (): Promise<never> => Promise.reject(new Error('not used'));

const copy = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
});

/** A controller that writes a ConfigMap for each website; `answer` throws for a request that the server fails. */
function writingScene(
  answer: (request: string, nowMs: number) => void | Promise<void>,
  options: Partial<ControllerOptions<Website>> = {},
) {
  const scene = newScene();
  const startMs = scene.clock.monotonic();
  const send = async (request: string): Promise<void> => {
    await Promise.resolve();
    await answer(request, scene.clock.monotonic() - startMs);
  };
  const restClient = {
    request: async ({ body }: { readonly body?: unknown }) => {
      await send(`write ${(body as Website).metadata?.name}`);
      return body;
    },
    list: async () => {
      await send('list');
      return { kind: 'WebsiteList', metadata: {}, items: [] };
    },
    watch: unused,
    stream: unused,
  } as unknown as Requester;
  const controller = scene.controller({
    clientset: { restClient },
    giveUp: { attempts: 3 },
    reconcile: async ({ name, client }) => void (await client.update(copy(name))),
    ...options,
  });
  const start = (...names: readonly string[]): void => {
    for (const name of names) scene.sites.add(website(name));
    scene.factory.start();
    void controller.run();
  };
  const givenUp = (): string[] => controller.givenUp().map(({ key }) => key);
  return { ...scene, made: controller, start, givenUp };
}

test.each<[string, Error]>([
  ['cannot be reached', refused],
  ['answers everything with 503', failure(503, 'ServiceUnavailable')],
  ['answers everything with 429', failure(429, 'TooManyRequests')],
  ['accepts no credentials', failure(401, 'Unauthorized')],
])('gives up no key while the server %s for 5 s', async (_what, error) => {
  const { clock, start, made, givenUp } = writingScene((_request, nowMs) => {
    if (nowMs < 5000) throw error;
  });
  start('a', 'b');
  await clock.advance(4999);
  expect(made.stats().reconcileTotal.error).toBeGreaterThan(10);
  expect(givenUp()).toEqual([]);
  await clock.advance(6000);
  expect([givenUp(), made.failing(10)]).toEqual([[], []]);
});

test.each<[string, Error, number]>([
  ['a webhook that fails', webhook, 2],
  ['no response', new TransportError('ERR_TIMEOUT', 'no response'), 2],
  ['a rule that refuses', failure(422, 'Invalid'), 0],
])('gives up one object after three attempts: %s', async (_what, error, mayTake) => {
  const { clock, start, made, givenUp } = writingScene((request) => {
    if (request === 'write bad') throw error;
  });
  start('bad');
  await clock.advance(14);
  expect([givenUp(), made.stats().reconcileErrorsTotal]).toEqual([[], 2]);
  await clock.advance(1 + mayTake);
  expect([givenUp(), made.stats().reconcileErrorsTotal]).toEqual([['default/bad'], 3]);
  expect(made.givenUp()[0]?.error).toBe(error);
});

test('gives up no key while a webhook fails the writes of all', async () => {
  let isDown = true;
  const { clock, start, givenUp } = writingScene((request) => {
    if (isDown && request.startsWith('write')) throw webhook;
  });
  start('a', 'b', 'c');
  await clock.advance(60_000);
  expect(givenUp()).toEqual([]);
  isDown = false;
  await clock.advance(1_000_000);
  expect(givenUp()).toEqual([]);
});

test('gives up one of many whose writes succeed', async () => {
  const { clock, start, givenUp } = writingScene(
    (request) => {
      if (request === 'write bad') throw webhook;
    },
    { reconcile: async ({ name, client }) => (await client.update(copy(name)), { afterMs: 1 }) },
  );
  start('a', 'bad', 'c');
  await clock.advance(1000);
  expect(givenUp()).toEqual(['default/bad']);
});

test('failures before an outage count on after it, and afterMs anew', async () => {
  const failing = (giveUp: ControllerOptions['giveUp']) =>
    writingScene(
      (request, nowMs) => {
        if (nowMs >= 40 && nowMs < 100_000) throw refused;
        if (request.startsWith('write')) throw webhook;
      },
      { giveUp },
    );
  const byTime = failing({ afterMs: 60_000 });
  byTime.start('a');
  // A resync runs it every 10 s.
  await byTime.clock.advance(159_999);
  expect(byTime.givenUp()).toEqual([]);
  await byTime.clock.advance(1);
  expect(byTime.givenUp()).toEqual(['default/a']);
  // Four before it, at 0, 5, 15 and 35 ms.
  const byCount = failing({ attempts: 5 });
  byCount.start('a');
  await byCount.clock.advance(99_000);
  expect(byCount.givenUp()).toEqual([]);
  await byCount.clock.advance(100_000);
  expect(byCount.givenUp()).toEqual(['default/a']);
});

test('a change of the object while the server is asked is not lost', async () => {
  let requests = 0;
  const scene = writingScene(
    async (request) => {
      requests++;
      if (request === 'write a') throw webhook;
      if (requests > 2) return;
      scene.sites.modify(website('a', { metadata: { generation: 2 } }));
      await scene.settle();
    },
    { giveUp: { attempts: 1 } },
  );
  scene.start('a');
  await scene.clock.advance(4);
  // The change has run, and has failed as well.
  expect([scene.givenUp(), requests]).toEqual([['default/a'], 4]);
});
