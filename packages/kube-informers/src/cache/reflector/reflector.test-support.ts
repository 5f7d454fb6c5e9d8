import { getEventListeners } from 'node:events';
import { afterEach, expect } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import type { KubernetesList, KubernetesObject, ListOptions, Status } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeListerWatcher } from '../../../../testing/src/fake-lister-watcher.js';
import type { FakeListerWatcherOptions } from '../../../../testing/src/fake-lister-watcher.js';
import type { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { TransportError } from '../../util/errors.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { Reflector } from './reflector.js';
import type { ReflectorOptions } from './reflector.js';
import type { ReflectorStore } from '../types.js';

export type Pod = KubernetesObject;

const clocks: FakeClock[] = [];
const controllers: AbortController[] = [];
const outcomes: Promise<unknown>[] = [];

afterEach(async () => {
  for (const controller of controllers) controller.abort(new Error('test over'));
  await settle();
  // A reflector must resolve after its stop in every test.
  const failures = (await Promise.all(outcomes.splice(0))).filter((failure) => failure !== undefined);
  expect(failures).toEqual([]);
  for (const clock of clocks) expect(clock.pendingTimers).toBe(0);
  for (const { signal } of controllers) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  clocks.length = 0;
  controllers.length = 0;
});

/** Runs a reflector for the rest of the test; afterEach checks that it resolves. */
export function track(running: Promise<void>): void {
  outcomes.push(
    running.then(
      () => undefined,
      (failure: unknown) => failure,
    ),
  );
}

export function pod(name: string, resourceVersion = '1', extra: object = {}): Pod {
  return { metadata: { name, resourceVersion }, ...extra };
}

export function podList(resourceVersion: string, ...items: Pod[]): KubernetesList<Pod> {
  return { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion }, items };
}

export function status(code: number, reason: string, message = reason): Status {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message };
}

export const tooMany = new StatusError(status(429, 'TooManyRequests'));
export const expired = new StatusError(status(410, 'Expired', 'too old resource version'));
export const refused = new TransportError('ERR_CONNECTION_REFUSED', 'connect ECONNREFUSED');

/** Without watch-list by default: most of client-go's tests are about list and watch. */
export function scripted(options: FakeListerWatcherOptions<Pod> = {}): FakeListerWatcher<Pod> {
  return new FakeListerWatcher<Pod>({ watchListUnsupported: true, ...options });
}

export interface Rig {
  readonly clock: FakeClock;
  readonly controller: AbortController;
  readonly signal: AbortSignal;
  readonly store: MemoryIndexer<Pod>;
  readonly reflector: Reflector<Pod>;
  /** `code` or `statusCode`, and what it was doing, of every call of onWatchError. */
  readonly faults: string[];
}

export function rig(
  source: ConstructorParameters<typeof Reflector<Pod>>[0],
  options: ReflectorOptions & { store?: ReflectorStore<Pod> } = {},
): Rig {
  const { store: given, ...rest } = options;
  const clock = (rest.clock as FakeClock | undefined) ?? new FakeClock();
  const controller = new AbortController();
  clocks.push(clock);
  controllers.push(controller);
  const store = new MemoryIndexer<Pod>();
  const faults: string[] = [];
  const reflector = new Reflector<Pod>(source, given ?? store, {
    clock,
    random: () => 0,
    // A test chooses by its source.
    useWatchList: true,
    onWatchError: (error, during) => {
      const code =
        error instanceof StatusError
          ? String(error.statusCode)
          : 'code' in error
            ? String(error.code)
            : error.message;
      faults.push(`${during} ${code}`);
    },
    ...rest,
  });
  return { clock, controller, signal: controller.signal, store, reflector, faults };
}

export function contents(store: MemoryIndexer<Pod>): Record<string, string> {
  return Object.fromEntries(
    store
      .list()
      .map((object) => [object.metadata?.name ?? '', object.metadata?.resourceVersion ?? ''] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function versions(requests: readonly ListOptions[]): string[] {
  return requests.map((options) => options.resourceVersion ?? '');
}

/** Runs one listAndWatch up to its first watch, calls the function with it, and stops. */
export async function oneRound(
  reflector: Reflector<Pod>,
  source: FakeListerWatcher<Pod>,
  play: (stream: FakeWatchStream<Pod>) => void = () => undefined,
): Promise<void> {
  const controller = new AbortController();
  const round = reflector.listAndWatch({ signal: controller.signal });
  play(await source.nextStream());
  await settle();
  controller.abort(new Error('done'));
  await round;
}
