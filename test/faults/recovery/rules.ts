import { Backoff, Reflector, MemoryIndexer } from 'kube-informers/cache';
import { isNotSent, isTooManyRequests, metaNamespaceKey } from 'kube-informers';
import type { KubernetesObject, WatchStream } from 'kube-informers';
import { errorOfEvent } from '../../../packages/kube-informers/src/meta/error-event.js';
import {
  defaultReflectorBackoff,
  sleepUnlessAborted,
} from '../../../packages/kube-informers/src/util/backoff.js';
import type { FakeClock } from '@kube-informers/testing';
import type { FaultyServer } from './faulty-server.js';

type Random = () => number;

/** Lists and watches until the signal aborts. */
export type Client = (
  server: FaultyServer,
  clock: FakeClock,
  random: Random,
  signal: AbortSignal,
) => Promise<void>;

export const ruleNames = ['client-go', 'kube-informers'] as const;
export type RuleName = (typeof ruleNames)[number];

/** How each recovers: client-go by a model of its loop, kube-informers by the Reflector itself. */
export const rules: Readonly<Record<RuleName, Client>> = {
  'client-go': modelOfClientGo,
  'kube-informers': (server, clock, random, signal) =>
    new Reflector(server, new MemoryIndexer({ keyFunc: metaNamespaceKey }), { clock, random }).run({
      signal,
    }),
};

const resetMs = 120_000;
const shortMs = 1000;

/** The loop of its Reflector without watch-lists, reduced to when it sends requests. */
async function modelOfClientGo(
  server: FaultyServer,
  clock: FakeClock,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const delays = new Backoff(defaultReflectorBackoff, random);
  let lastResetMs = clock.monotonic();
  const wait = (): Promise<boolean> => {
    const nowMs = clock.monotonic();
    if (nowMs - lastResetMs > resetMs) {
      delays.reset();
      lastResetMs = nowMs;
    }
    return sleepUnlessAborted(clock, delays.step(), signal);
  };
  do {
    if (!(await isListed(server))) continue;
    for (;;) {
      const startedMs = clock.monotonic();
      const timeoutSeconds = Math.floor(300 * (1 + random()));
      const { opened, items, error } = await watched(server, timeoutSeconds, signal);
      const ended = error === undefined || isCut(error);
      if (!ended) {
        const again = isTooManyRequests(error) || (!opened && isNotSent(error));
        if (again && (await wait())) continue;
        break;
      }
      const short = clock.monotonic() - startedMs < shortMs;
      if (signal.aborted || (short && items === 0)) break;
    }
  } while (await wait());
}

async function isListed(server: FaultyServer): Promise<boolean> {
  try {
    await server.list();
    return true;
  } catch {
    // The kind of error makes no difference to these rules.
    return false;
  }
}

async function watched(
  server: FaultyServer,
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<{ opened: boolean; items: number; error?: unknown }> {
  let items = 0;
  let stream: WatchStream<KubernetesObject> | undefined;
  const stop = (): void => stream?.stop();
  try {
    stream = await server.watch({ timeoutSeconds });
    signal.addEventListener('abort', stop);
    for (;;) {
      const batch = await stream.nextBatch();
      if (batch === undefined) return { opened: true, items };
      for (const event of batch) {
        if (event.type === 'ERROR') return { opened: true, items, error: errorOfEvent(event.object) };
        items++;
      }
    }
  } catch (error) {
    return { opened: stream !== undefined, items, error };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WATCH_CUT';
}
