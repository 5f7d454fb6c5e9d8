import { EventEmitter } from 'node:events';
import { createServer, get } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { ChangeLines } from '../../packages/testing/src/apiserver/responses/event-encoding.js';
import { Clientset } from '../../packages/kube-informers/src/client/clientset.js';
import { HealthServer } from '../../packages/kube-informers/src/controller/manager/health-server.js';
import { SharedInformerFactory } from '../../packages/kube-informers/src/factories/shared-informer-factory.js';
import { HealthChecks } from '../../packages/kube-informers/src/util/health-checks.js';
import {
  site,
  newShardedCluster,
} from '../../packages/kube-informers/src/controller/sharded-controller.test-support.js';
import { inspector } from '@kube-informers/inspector';
import type { Inspector, NodeRequest, NodeResponse } from '@kube-informers/inspector';
import { startSources } from '../../packages/kube-informers/src/metrics/sources.test-support.js';
import type { RunningSources } from '../../packages/kube-informers/src/metrics/sources.test-support.js';
import { FakeClock, settle } from '../../packages/testing/src/fake-clock.js';
import { noopLogger } from '../../packages/kube-informers/src/util/logger.js';
import { someOf } from '../nightly.test-support.js';
import { Trap } from './throwing.test-support.js';

const revoked = Proxy.revocable({}, {});
revoked.revoke();

/** What JavaScript can throw. */
const thrown: Readonly<Record<string, () => unknown>> = {
  'an Error': () => new Error('trap'),
  nothing: () => undefined,
  'a value that cannot be read': () => revoked.proxy,
};

const escaped: unknown[] = [];
const escape = (reason: unknown): void => void escaped.push(reason);
let sources: RunningSources;
let stopSources: () => Promise<void>;
beforeAll(async () => {
  ({ sources, stop: stopSources } = await startSources());
  // Vitest has listeners of its own, which fail the run.
  process.on('unhandledRejection', escape).on('uncaughtException', escape);
});
afterAll(async () => {
  process.off('unhandledRejection', escape).off('uncaughtException', escape);
  await stopSources();
});

beforeEach(() => {
  // Of the loggers that throw.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** What the handler uses of Node's ServerResponse. */
class FakeResponse extends EventEmitter {
  headersSent = false;
  destroyed = false;
  status: number | undefined;
  text = '';
  ended = false;

  writeHead(status: number): this {
    if (this.headersSent) throw new Error('ERR_HTTP_HEADERS_SENT');
    this.headersSent = true;
    this.status = status;
    return this;
  }
  write(text: string): boolean {
    this.text += text;
    return true;
  }
  end(text = ''): this {
    this.text += text;
    this.#close();
    return this;
  }
  destroy(): this {
    this.destroyed = true;
    this.#close();
    return this;
  }
  #close(): void {
    if (this.ended) return;
    this.ended = true;
    process.nextTick(() => this.emit('close'));
  }
}

const paths = [
  '/',
  '/healthz?verbose',
  '/readyz',
  '/statusz',
  '/metrics',
  '/api/state',
  '/api/informer?informer=configmaps.v1',
  '/api/indexes?informer=configmaps.v1',
  '/api/objects?informer=configmaps.v1&labelSelector=!a&fieldSelector=metadata.name%3Da',
  '/api/object?informer=configmaps.v1&key=default/a',
  '/api/compare?informer=configmaps.v1',
  '/api/live?informer=configmaps.v1&changes=1&key=default/a',
];

interface Visit {
  readonly handler: Inspector;
  readonly trap: Trap;
  readonly clock: FakeClock;
  readonly path: string;
}

/** The node form: true if the client is not left waiting. */
async function visitNode({ handler, trap, clock, path }: Visit): Promise<boolean> {
  const response = new FakeResponse();
  const request = {
    method: 'GET',
    url: path,
    headers: { host: 'localhost' },
    socket: { remoteAddress: '127.0.0.1' },
  };
  handler(trap.wrap<NodeRequest>(request), trap.wrap<NodeResponse>(response));
  // Until the stream's next event; elsewhere until the inspector looks for incidents.
  await clock.advance(path.startsWith('/api/live') ? 2000 : path === '/statusz' ? 5000 : 0);
  while (!response.ended && !response.headersSent && !trap.sprung) await settle();
  await settle();
  if (response.headersSent && !response.ended) response.destroy();
  await settle();
  return response.ended;
}

/** The fetch form: true if there is a response. */
async function visitFetch({ handler, trap, clock, path }: Visit): Promise<boolean> {
  const stop = new AbortController();
  const request = new Request(`http://localhost${path}`, { signal: stop.signal });
  const info = { requestIP: () => ({ address: '127.0.0.1' }) };
  const response = await handler.fetch(trap.wrap(request), trap.wrap(info));
  const read = response.body?.getReader();
  const first = read?.read();
  if (path.startsWith('/api/live')) await clock.advance(2000);
  await first;
  stop.abort();
  await read?.cancel();
  await settle();
  return response.status >= 200;
}

const kinds = Object.entries(thrown).map(([name, makeThrown], row) => [name, makeThrown, row] as const);
describe.each(kinds)('%s', (_name, makeThrown, row) => {
  describe.each([
    ['node', visitNode],
    ['fetch', visitFetch],
  ])('thrown by any use of a source, a request or a response, stays in the %s form', (_form, visit) => {
    test.each(someOf(paths, row, kinds.length))('of the inspector: %s', { timeout: 60_000 }, async (path) => {
      const cluster = newShardedCluster();
      cluster.sites.add(site(1));
      const { manager } = cluster.replica('a');
      await cluster.clock.advance(20_000);
      let isSprung = true;
      let uses = 0;
      while (isSprung) {
        const trap = new Trap(makeThrown);
        const clock = new FakeClock();
        const handler = inspector({
          factories: trap.wrap(sources.factories),
          managers: trap.wrap(manager),
          clock: trap.wrap(clock),
          logger: trap.wrap({ ...noopLogger }),
          liveness: { mine: () => makeThrown() as undefined },
        });
        trap.arm(++uses);
        expect(await visit({ handler, trap, clock, path }), `use ${uses}`).toBe(true);
        isSprung = trap.sprung;
        trap.arm(Infinity);
        handler.close();
        await settle(1);
        expect(escaped.splice(0), `use ${uses}`).toEqual([]);
      }
      expect(uses).toBeGreaterThan(5);
    });
  });
});

/** Serves the listener; returns the status and text of one response, or how it failed. */
async function respond(listener: RequestListener, path: string): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // A TCP server's address.
  const { port } = server.address() as AddressInfo;
  const text = await new Promise<string>((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let text = `${response.statusCode} `;
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('close', () => resolve(text));
    });
    request.on('error', (error) => resolve(error.message));
  });
  await new Promise((resolve) => server.close(resolve));
  return text;
}

describe('a response that the framework has sent', () => {
  test('before the inspector does: the late one is dropped', async () => {
    let finish = (): void => undefined;
    using handler = inspector({ liveness: { slow: () => new Promise((resolve) => (finish = resolve)) } });
    const text = await respond((request, response) => {
      handler(request, response);
      response.writeHead(503).end('too slow');
    }, '/healthz');
    finish();
    await settle();
    expect(text).toBe('503 too slow');
    expect(escaped.splice(0)).toEqual([]);
  });

  test('while the inspector streams: the stream ends', async () => {
    const clock = new FakeClock();
    using handler = inspector({ factories: sources.factories, clock });
    const idleTimers = clock.pendingTimers;
    let ended: Promise<void> | undefined;
    const text = await respond((request, response) => {
      handler(request, response);
      ended = (async () => {
        await settle();
        // Before its `close`, the response takes no more writes.
        response.end('bye');
        await clock.advance(1000);
      })();
    }, '/api/live');
    await ended;
    await settle();
    expect(text).toMatch(/^200 event: state[^]*bye$/);
    expect([escaped.splice(0), clock.pendingTimers]).toEqual([[], idleTimers]);
  });
});

test('a response that cannot be made ends the connection of the health server alone', async () => {
  const failures: unknown[] = [];
  const broken = new HealthChecks({ bad: () => Promise.reject(new Error('down')) }, () => {
    throw new Error('logger');
  });
  const server = new HealthServer({ healthz: broken, readyz: broken }, (error) => failures.push(error));
  const port = await server.listen({ port: 0, host: '127.0.0.1' });
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  await server.close();
  expect([escaped.splice(0), failures]).toEqual([[], [new Error('logger')]]);
});

test('a watch of the embedded server that throws ends, and nothing else', async () => {
  const logged: unknown[] = [];
  await using server = await ApiServer.start({
    logger: { ...noopLogger, error: (fields) => void logged.push(fields) },
  });
  await using clientset = new Clientset({ host: server.url });
  const maps = clientset.coreV1().configMaps('default');
  const watch = await maps.watch({ signal: AbortSignal.timeout(10_000) });
  vi.spyOn(ChangeLines.prototype, 'line').mockImplementationOnce(() => {
    throw new Error('trap');
  });
  await maps.create({ metadata: { name: 'x' } });
  await expect(watch[Symbol.asyncIterator]().next()).rejects.toThrow('was cut');
  expect((await maps.list()).items.map(({ metadata }) => metadata?.name)).toContain('x');
  expect([escaped.splice(0), logged]).toEqual([[], [{ err: new Error('trap') }]]);
});

test('a logger that throws does not stop an informer', async () => {
  const broken = (): never => {
    throw new Error('disk full');
  };
  const logger = { debug: broken, info: broken, warn: broken, error: broken };
  await using server = await ApiServer.start({ logger });
  await using clientset = new Clientset({ host: server.url }, { logger });
  const factory = new SharedInformerFactory(clientset, { logger });
  const lister = factory.core().v1().configMaps().lister();
  factory.start();
  await factory.waitForCacheSync();
  server.dropWatches();
  await clientset
    .coreV1()
    .configMaps('default')
    .create({ metadata: { name: 'late' } });
  await vi.waitFor(() => expect(lister.namespace('default').get('late')).toBeDefined(), { timeout: 10_000 });
  await factory.stop();
  expect(escaped.splice(0)).toEqual([]);
});
