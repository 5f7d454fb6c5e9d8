import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { runRequester } from '../controller/run.js';
import { Clientset } from './clientset.js';
import { wire } from './wire.test-support.js';
import type { Wire } from './wire.test-support.js';

const path = '/api/v1/namespaces/shop/pods/web/log';
const podsOf = ({ rest }: Pick<Wire, 'rest'>) => new Clientset(rest).coreV1().pods('shop');

const inRun = ({ rest }: Wire): AsyncGenerator<unknown, void, void> =>
  runRequester({
    rest,
    signal: new AbortController().signal,
    fence: undefined,
    name: 'run 1',
    random: () => 0,
    isOver: () => false,
    onSend: () => () => undefined,
    onFailed: () => undefined,
    onWrite: () => undefined,
    onRefused: () => undefined,
  }).stream({ path });

const iterations: readonly [string, (server: Wire) => AsyncGenerator<unknown, void, void>][] = [
  ['stream of a RestClient', ({ rest }) => rest.stream({ path })],
  ['stream of a run', inRun],
  ['stream of a subresource', (server) => podsOf(server).subresource('log').stream('web')],
  ['logs', (server) => podsOf(server).logs('web', { follow: true })],
  ['pages', (server) => podsOf(server).pages()],
  ['items', (server) => podsOf(server).items()],
];

/** A server that never sends the body of a response. */
async function silentServer(): Promise<{ server: Wire; events: EventEmitter }> {
  const events = new EventEmitter();
  const server = await wire((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    response.on('close', () => events.emit('closed'));
    events.emit('requested');
  });
  return { server, events };
}

const leaves: readonly [string, (iteration: AsyncGenerator<unknown, void, void>) => Promise<void>][] = [
  [
    'return()',
    async (iteration) => expect(await iteration.return()).toEqual({ done: true, value: undefined }),
  ],
  ['throw()', async (iteration) => expect(iteration.throw(new Error('enough'))).rejects.toThrow('enough')],
];

test.each(
  iterations.flatMap(([name, iterate]) => leaves.map(([how, leave]) => ({ name, iterate, how, leave }))),
)('$name: $how ends a pending next() and the request of a silent server', async ({ iterate, leave }) => {
  const silent = await silentServer();
  await using server = silent.server;
  const iteration = iterate(server);
  const requested = once(silent.events, 'requested');
  const closed = once(silent.events, 'closed');
  const next = iteration.next();
  await requested;
  await leave(iteration);
  expect(await next).toEqual({ done: true, value: undefined });
  await closed;
});

test('throw() between two pages rejects with its error', async () => {
  await using server = await wire((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { continue: 'next' }, items: [{}, {}] }),
    );
  });
  for (const iteration of [podsOf(server).pages(), podsOf(server).items()]) {
    await iteration.next();
    await expect(iteration.throw(new Error('enough'))).rejects.toThrow('enough');
    expect(await iteration.next()).toEqual({ done: true, value: undefined });
  }
});
