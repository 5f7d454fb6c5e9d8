import { afterEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import type { InformerState } from '../cache/reflector/reflector-status.js';
import { Clientset } from '../client/clientset.js';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { faults, FaultProxy } from '../../../testing/src/fault-proxy/index.js';
import type { Fault, ProxyVerb } from '../../../testing/src/fault-proxy/index.js';
import { SharedInformerFactory } from './shared-informer-factory.js';

/** Waits for bytes on real sockets; the informer's time stands still meanwhile. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settle();
}

const open: AsyncDisposable[] = [];
const clocks: FakeClock[] = [];

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]();
  for (const clock of clocks.splice(0)) expect(clock.pendingTimers).toBe(0);
});

/** An informer of pods behind a proxy, not started. */
async function behindProxy(useWatchList: boolean) {
  const clock = new FakeClock();
  clocks.push(clock);
  const server = await ApiServer.start();
  const proxy = await FaultProxy.start({ target: { host: server.url, proxyUrl: '' } });
  const clientset = new Clientset(proxy.config, { clock, random: () => 0 });
  const reported: Error[] = [];
  const factory = new SharedInformerFactory(clientset, {
    clock,
    random: () => 0,
    useWatchList,
    onWatchError: (error) => void reported.push(error),
  });
  open.push(server, proxy, clientset, factory);
  // A read that meets a broken connection which was kept is sent again at once, without a delay: every fault below is to meet a new one.
  await clientset.pagesFromCache();
  const refusal = proxy.refuse();
  await refusal.remove();
  const informer = factory.core().v1().pods().informer();
  const states: InformerState[] = [];
  informer.onStateChange((state) => void states.push(state));
  return { clock, proxy, clientset, factory, informer, states, reported };
}

const phases = (states: readonly InformerState[]): string[] => states.map(({ phase }) => phase);

const requests: {
  name: string;
  useWatchList: boolean;
  verb: ProxyVerb;
  before: string[];
  after: string[];
}[] = [
  {
    name: 'a list',
    useWatchList: false,
    verb: 'list',
    before: ['listing'],
    after: ['listing', 'connecting', 'watching'],
  },
  {
    name: 'a watch',
    useWatchList: false,
    verb: 'watch',
    before: ['listing', 'connecting'],
    after: ['connecting', 'watching'],
  },
  {
    name: 'a watch-list',
    useWatchList: true,
    verb: 'watchList',
    before: ['connecting'],
    after: ['connecting', 'streaming', 'watching'],
  },
];

const failures: { failure: string; fault: Fault; delayMs: number; code: string }[] = [
  { failure: 'a reset', fault: faults.reset(), delayMs: 1000, code: 'ERR_CONNECTION_RESET' },
  {
    failure: '429 with Retry-After',
    fault: faults.answer(429, { retryAfterSeconds: 7 }),
    delayMs: 7000,
    code: '429',
  },
  {
    failure: '503 with Retry-After',
    fault: faults.answer(503, { retryAfterSeconds: 20 }),
    delayMs: 20_000,
    code: '503',
  },
];

const cases = requests.flatMap((request) => failures.map((failure) => ({ ...request, ...failure })));

describe.each(cases)('the delay before $name is sent again after $failure', (given) => {
  const { useWatchList, verb, fault, delayMs, code, before, after } = given;

  /** Starts the informer and waits for the delay after the first attempt. */
  async function backingOff(times: number) {
    const scene = await behindProxy(useWatchList);
    const rule = scene.proxy.inject(fault, { verbs: [verb], times });
    const startMs = scene.clock.now();
    scene.factory.start();
    await until(() => scene.informer.state.phase === 'backingOff');
    const state = { phase: 'backingOff', sinceMs: startMs, untilMs: startMs + delayMs };
    expect(scene.informer.state).toEqual(state);
    expect(phases(scene.states)).toEqual([...before, 'backingOff']);
    return { ...scene, rule, startMs };
  }

  test('is shown by the state, with the error, until it has passed', async () => {
    const { informer, clock, rule, states, reported, clientset, startMs } = await backingOff(1);
    const failure = { code, during: verb, at: startMs, overcome: false };
    expect(informer.health).toMatchObject({ connected: false, lastError: failure });
    await clock.advance(delayMs - 1);
    expect(informer.state.phase).toBe('backingOff');
    expect(rule.taken).toBe(1);
    await clock.advance(1);
    await until(() => informer.state.phase === 'watching');
    expect(phases(states)).toEqual([...before, 'backingOff', ...after]);
    expect(states.at(before.length + 1)?.sinceMs).toBe(startMs + delayMs);
    expect(informer.health.lastError).toMatchObject({ code, overcome: true });
    // The retry has succeeded, so nothing has failed.
    expect(reported).toEqual([]);
    expect(informer.stats().listWatch.failures).toEqual({});
    const retries = clientset.stats().retries.reduce((sum, { count }) => sum + count, 0);
    expect(retries).toBe(1);
  });

  test('is ended by retryNow, each time', async () => {
    const { informer, clock, rule, states, startMs } = await backingOff(2);
    expect(informer.retryNow()).toBe(true);
    await until(() => rule.taken === 2 && informer.state.phase === 'backingOff');
    expect(informer.retryNow()).toBe(true);
    await until(() => informer.state.phase === 'watching');
    expect(informer.retryNow()).toBe(false);
    expect(clock.now()).toBe(startMs);
    const [again = ''] = after;
    expect(phases(states)).toEqual([...before, 'backingOff', again, 'backingOff', ...after]);
  });

  test('is ended by stop, and no timer is left', async () => {
    const { informer, clock, rule, states } = await backingOff(Infinity);
    await informer.stop();
    expect(clock.pendingTimers).toBe(0);
    expect(informer.retryNow()).toBe(false);
    await clock.advance(delayMs);
    expect(rule.taken).toBe(1);
    expect(phases(states)).toEqual([...before, 'backingOff', 'stopped']);
  });
});
