import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { Clientset, SharedInformerFactory } from 'kube-informers';
import type {
  HandlerFailure,
  HandlerRegistration,
  InformerFactoryOptions,
  ResourceEventHandler,
  ResourceInformer,
  RestConfig,
  SharedIndexInformer,
  WatchErrorInfo,
} from 'kube-informers';
import { FakeClock } from '@kube-informers/testing';
import type { SleepOptions } from '../../../packages/kube-informers/src/util/clock.js';
import { AbortListeners } from '../../faults/abort-listeners.js';
import { MisbehavingServer } from './misbehaving-server.test-support.js';
import type { Pod } from './misbehaving-server.test-support.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

/** Both kinds of first list, for tests in which they may make no difference. */
export const everyWay = [{ useWatchList: true }, { useWatchList: false }] as const;

export type Way = (typeof everyWay)[number];

/** A FakeClock that records sleeps: backoffs and Retry-After. Deadlines are timers and are not recorded. */
export class SleepClock extends FakeClock {
  /** ms, in order. */
  readonly sleeps: number[] = [];
  /** Sleeps that have not ended. */
  asleep = 0;

  override async sleep(delayMs: number, options: SleepOptions = {}): Promise<void> {
    this.sleeps.push(delayMs);
    this.asleep++;
    try {
      await super.sleep(delayMs, options);
    } finally {
      this.asleep--;
    }
  }
}

/** Resolves when the condition holds; checks at each turn of the event loop. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`has not happened in 15 s: ${what}`);
    await setImmediate();
  }
}

/** An informer of pods and its misbehaving server. */
export class Scene implements AsyncDisposable {
  readonly server: MisbehavingServer;
  readonly clock = new SleepClock();
  readonly clientset: Clientset;
  readonly factory: SharedInformerFactory;
  readonly pods: ResourceInformer<Pod>;
  readonly informer: SharedIndexInformer<Pod>;
  readonly stop = new AbortController();
  /** What onWatchError was called with: `watch ERR_WATCH_CUT`, `list Expired`. */
  readonly faults: string[] = [];
  readonly errors: Error[] = [];
  readonly handlerFailures: HandlerFailure[] = [];
  readonly #listeners = new AbortListeners();
  /** Abort listeners when it had first settled. */
  #listenersAtFirst: number | undefined;
  /** The handler's calls: `add a`, `update a 11→12`, `delete a`. */
  readonly story: string[] = [];

  /** `credentials` are those of the clientset; default: none. */
  constructor(
    server: MisbehavingServer,
    options: InformerFactoryOptions,
    credentials: Pick<RestConfig, 'credentials' | 'provider'> = {},
  ) {
    const { clock } = this;
    this.server = server;
    this.clientset = new Clientset(
      { host: server.host, proxyUrl: '', ...credentials },
      { clock, random: () => 0 },
    );
    this.factory = new SharedInformerFactory(this.clientset, {
      clock,
      random: () => 0,
      onWatchError: (error, info) => this.#fault(error, info),
      onHandlerError: (failure) => void this.handlerFailures.push(failure),
      ...options,
    });
    this.pods = this.factory.core().v1().pods();
    this.informer = this.pods.informer();
    this.informer.addEventHandler({
      onAdd: (pod) => void this.story.push(`add ${nameOf(pod)}`),
      onUpdate: (old, pod) =>
        void this.story.push(`update ${nameOf(pod)} ${versionOf(old)}→${versionOf(pod)}`),
      onDelete: ({ object }) => void this.story.push(`delete ${nameOf(object)}`),
    });
  }

  /** A server with these pods and an informer that is not started. */
  static async of(options: InformerFactoryOptions, ...names: string[]): Promise<Scene> {
    return new Scene(await MisbehavingServer.start(...names), options);
  }

  /** The same, synced, with its watch open and no event pending. */
  static async synced(options: InformerFactoryOptions, ...names: string[]): Promise<Scene> {
    const scene = await Scene.of(options, ...names);
    scene.start();
    await scene.settled();
    return scene;
  }

  addEventHandler(handler: ResourceEventHandler<Pod>): HandlerRegistration {
    return this.informer.addEventHandler(handler);
  }

  start(): void {
    this.factory.start({ signal: this.stop.signal });
  }

  /**
   * Resolves when the cache equals the server, a watch with events is open, and the handler has had all calls. Checks that
   * there are no more abort listeners than the first time.
   */
  async settled(): Promise<void> {
    await until('the cache equals the truth', () => this.informer.hasSynced && this.#isTrue());
    await until('a watch is open', () => this.server.openWatches === 1);
    await this.server.calm();
    expect(this.#cache()).toEqual(Object.fromEntries(this.server.truth));
    const { count } = this.#listeners;
    this.#listenersAtFirst ??= count;
    expect(count).toBeLessThanOrEqual(this.#listenersAtFirst);
  }

  /** Resolves when the informer backs off; then lets that time pass. */
  async backOff(): Promise<void> {
    await until('the informer backs off', () => this.clock.asleep > 0);
    await this.clock.advance(this.clock.nextTimerMs ?? 0);
  }

  /** Advances the clock; work started by a timer is finished before the next one fires. */
  async pass(ms: number): Promise<void> {
    const { clock, server } = this;
    const end = clock.monotonic() + ms;
    for (;;) {
      await server.calm();
      const nextMs = clock.nextTimerMs;
      if (nextMs === undefined || clock.monotonic() + nextMs > end) break;
      await clock.advance(nextMs);
    }
    await clock.advance(end - clock.monotonic());
    await server.calm();
  }

  /** The kinds of requests from the index on. */
  asked(from = 0): string[] {
    return this.server.requests.slice(from).map(({ kind }) => kind);
  }

  /** Checks that each call of the handler for an object follows from the calls before it. */
  expectLegal(): void {
    const known = new Set<string>();
    for (const call of this.story) {
      const [verb, name = ''] = call.split(' ');
      expect({ call, known: known.has(name) }).toEqual({ call, known: verb !== 'add' });
      if (verb === 'add') known.add(name);
      if (verb === 'delete') known.delete(name);
    }
  }

  /** Stops, and checks that nothing is left: no timer, abort listener, watch, request or report. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { server, clock } = this;
    try {
      this.stop.abort(new Error('the test is over'));
      await this.factory.stop();
      expect(clock.pendingTimers).toBe(0);
      expect(clock.asleep).toBe(0);
      await until('every watch is closed', () => server.openWatches === 0);
      // The abort removed the listeners of the stop signal itself; these are on signals linked inside the library.
      expect(this.#listeners.count).toBe(0);
      const before = [server.requests.length, this.faults.length, this.story.length];
      await clock.advance(3_600_000);
      if (server.listening) await server.calm();
      expect([server.requests.length, this.faults.length, this.story.length]).toEqual(before);
    } finally {
      this.#listeners[Symbol.dispose]();
      await this.clientset.close();
      await server[Symbol.asyncDispose]();
    }
  }

  #fault(error: Error, { during }: WatchErrorInfo): void {
    this.errors.push(error);
    this.faults.push(`${during} ${codeOf(error)}`);
  }

  #cache(): Record<string, DeepReadonly<Pod> | undefined> {
    const { indexer } = this.informer;
    return Object.fromEntries(indexer.listKeys().map((key) => [key, indexer.getByKey(key)]));
  }

  #isTrue(): boolean {
    const { indexer } = this.informer;
    const { truth } = this.server;
    return (
      indexer.size === truth.size &&
      [...truth].every(([key, pod]) => versionOf(indexer.getByKey(key)) === versionOf(pod))
    );
  }
}

/** A Status' reason, or the error's code. */
function codeOf(error: Error): string {
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  return typeof reason === 'string' ? reason : String(code);
}

function nameOf(pod: DeepReadonly<Pod> | undefined): string {
  return pod?.metadata?.name ?? '?';
}

function versionOf(pod: DeepReadonly<Pod> | undefined): string {
  return pod?.metadata?.resourceVersion ?? '?';
}
