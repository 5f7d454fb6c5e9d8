import { Clientset, isNotSent, SharedIndexInformer, StatusError } from 'kube-informers';
import { FieldMask } from '../../packages/kube-informers/src/meta/field-mask.js';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { protobufDecoders } from '../../packages/kube-informers/src/wire/protobuf/protobuf-format.js';
import { filteredListWatchFromClient, ListWatch } from 'kube-informers/cache';
import type { HandlerRegistration } from 'kube-informers';
import { FaultProxy } from '@kube-informers/testing';
import type { FakeClock, ProxiedRequest } from '@kube-informers/testing';
import type { Backend, ConfigMap } from './backend.js';
import { compareCache } from './compare-cache.js';
import type { CompareOptions } from './compare-cache.js';
import { maskedBy } from '../masks.test-support.js';
import type { Mask } from '../masks.test-support.js';
import { HandlerHistory } from './handler-history.js';
import { quiet } from './quiet.js';
import { narrow, seenBy } from './view.js';
import type { View } from './view.js';
import { compact as compactFormat } from 'kube-informers/compact';

/** All that the objects have, but managedFields. */
const fields = { metadata: { labels: true, annotations: true }, data: true } as const;

function unchanged<T>(object: T): T {
  return object;
}

export interface SceneOptions {
  readonly useWatchList: boolean;
  readonly view: View;
  readonly pageSize?: number | undefined;
  readonly compact?: boolean | undefined;
  /** Whether the cache keeps named fields only, which are read as protobuf. */
  readonly protobuf?: boolean | undefined;
  /** Resolves when no data are in flight between informer, proxy and server. Default: when this process's sockets are quiet. */
  readonly settled?: ((proxy: FaultProxy) => Promise<void>) | undefined;
  /** Real time for a server in another process before virtual time passes, ms. Default: 0. */
  readonly patienceMs?: number | undefined;
}

/** Requests of an informer: lists by their first page, further pages, watches (watch-lists among them). */
export interface Asked {
  lists: number;
  pages: number;
  watches: number;
}

/**
 * An informer, a fault proxy and an API server behind it, connected by real sockets, with one clock that stands still
 * until a test moves it. Three handlers check their calls: one from the start; one that is added later and is
 * asynchronous; and one from the start that sometimes fails and asks for resyncs, which must not affect the others.
 */
export class FaultScene implements AsyncDisposable {
  readonly clock: FakeClock;
  readonly proxy: FaultProxy;
  /** The backend whose state counts. */
  backend: Backend;
  readonly clientset: Clientset;
  readonly informer: SharedIndexInformer<ConfigMap>;
  readonly first: HandlerHistory<ConfigMap>;
  readonly late: HandlerHistory<ConfigMap>;
  readonly failing: HandlerHistory<ConfigMap>;
  readonly stop = new AbortController();
  /** What onWatchError was called with: `watch ERR_WATCH_CUT`, `list Expired`. */
  readonly reports: string[] = [];
  /** The same with the time of each, ms. */
  readonly reportTimes: { readonly at: number; readonly report: string }[] = [];
  /** Writes in flight; a write that fails fails the scene. */
  readonly writes: Promise<unknown>[] = [];
  /** What onHandlerError was called with, without the failing handler's errors on purpose, which are counted. */
  readonly handlerErrors: string[] = [];
  #failuresReported = 0;
  /** Runs before each watch request, with its number (from 1). */
  beforeWatch: ((number: number) => void | Promise<void>) | undefined;
  readonly #patienceMs: number;
  readonly #settled: (proxy: FaultProxy) => Promise<void>;
  readonly #view: View;
  /** How the cache's objects differ from the server's. */
  readonly #kept: CompareOptions<ConfigMap>;
  #watches = 0;
  /** Rounds of changes of each backend. */
  readonly #writes = new Map<Backend, number>();
  #running: Promise<void> | undefined;
  #lateRegistration: HandlerRegistration | undefined;

  private constructor(clock: FakeClock, proxy: FaultProxy, backend: Backend, scene: SceneOptions) {
    const { settled = quiet, patienceMs = 0, view, compact, protobuf, ...options } = scene;
    const mask: Mask = protobuf === true ? { fields } : {};
    const { transform = unchanged } = view;
    this.#view = view;
    this.#kept = { transform: (object) => transform(maskedBy(mask, object)) };
    this.#settled = settled;
    this.#patienceMs = patienceMs;
    this.clock = clock;
    this.proxy = proxy;
    this.backend = backend;
    this.clientset = new Clientset(
      { ...proxy.config, proxyUrl: '', disableCompression: true },
      { clock, random: () => 0 },
    );
    const source = filteredListWatchFromClient(
      this.clientset,
      coreV1.configMaps,
      backend.namespace,
      (query) => narrow(view, query),
    );
    const listerWatcher = new ListWatch<ConfigMap>({
      list: (query) => source.list(query),
      watch: async (query) => {
        await this.beforeWatch?.(++this.#watches);
        return source.watch(query);
      },
    });
    this.informer = new SharedIndexInformer<ConfigMap>(listerWatcher, {
      ...options,
      cacheFormat: compact === true ? compactFormat() : undefined,
      resource: coreV1.configMaps,
      ...mask,
      transform: view.transform,
      resyncPeriodMs: 45_000,
      clock,
      // No jitter: the shortest possible delays, and watches of 300 s.
      random: () => 0,
      onWatchError: (error, { during }) => this.#reported(`${during} ${codeOf(error)}`),
      onHandlerError: ({ error }) => {
        if (error.message.endsWith('on purpose')) this.#failuresReported++;
        else this.handlerErrors.push(error.message);
      },
      onObjectError: (error) => void this.handlerErrors.push(error.message),
    });
    const relists = (): number => this.asked().lists + this.count(({ verb }) => verb === 'watchList') - 1;
    this.first = new HandlerHistory<ConfigMap>({ name: 'first handler', relists });
    this.late = new HandlerHistory<ConfigMap>({ name: 'late handler', relists });
    this.failing = new HandlerHistory<ConfigMap>({ name: 'failing handler', relists, resyncs: true });
    this.first.joined(this.informer.addEventHandler(this.first.handler(), { resyncPeriodMs: 0 }));
    const failing = this.failing.handler({
      manner: 'throwing',
      every: 3,
      rejects: view.transform !== undefined,
    });
    this.failing.joined(this.informer.addEventHandler(failing));
  }

  /** Not started yet. */
  static async of(clock: FakeClock, backend: Backend, options: SceneOptions): Promise<FaultScene> {
    const proxy = await FaultProxy.start({ target: backend.config, seed: 1, clock });
    const scene = new FaultScene(clock, proxy, backend, options);
    await scene.#warmUp();
    return scene;
  }

  /** The first request loads the transport and the decoders from files. That is not socket I/O, so `quiet` would not notice it. */
  async #warmUp(): Promise<void> {
    const mask = FieldMask.of('a scene', { fields });
    if (mask !== undefined) await protobufDecoders(mask, coreV1.configMaps);
    const refusal = this.proxy.refuse();
    await this.clientset
      .resource(coreV1.configMaps, this.backend.namespace)
      .create({ metadata: { name: 'never' } })
      .then(
        () => {
          throw new Error('a closed port took a request');
        },
        (error: unknown) => {
          if (!isNotSent(error)) throw error;
        },
      );
    await refusal.remove();
  }

  start(): void {
    this.#running = this.informer.run({ signal: this.stop.signal });
  }

  /** Adds the second handler, which gets the cache's objects and then the events. Its callbacks are asynchronous. */
  joinLate(): void {
    const registration = this.informer.addEventHandler(this.late.handler({ manner: 'async' }), {
      resyncPeriodMs: 0,
    });
    this.#lateRegistration = registration;
    this.late.joined(registration);
    // Rejects when the informer stops before the sync; then the result is not needed.
    registration.synced.catch(() => undefined);
  }

  /** Number of requests so far, or from a number on. */
  asked(after = 0): Asked {
    const asked: Asked = { lists: 0, pages: 0, watches: 0 };
    for (const request of this.proxy.requests) {
      if (request.number <= after) continue;
      if (request.verb === 'list') asked[isLaterPage(request) ? 'pages' : 'lists']++;
      else if (request.verb === 'watch' || request.verb === 'watchList') asked.watches++;
    }
    return asked;
  }

  count(condition: (request: ProxiedRequest) => boolean): number {
    return this.proxy.requests.filter(condition).length;
  }

  get lastRequest(): number {
    return this.proxy.requests.at(-1)?.number ?? 0;
  }

  /** Makes changes of every kind, a deleted and recreated object among them. */
  async change(): Promise<void> {
    const { backend } = this;
    const round = (this.#writes.get(backend) ?? 0) + 1;
    this.#writes.set(backend, round);
    await backend.change('a', `change ${round}`);
    await backend.remove('b');
    await backend.create(`new-${round}`, 'new');
    await backend.remove('c');
    await backend.create('c', `again ${round}`);
    await backend.create('b', `back ${round}`);
    await backend.remove('b');
    await backend.create('b', `back again ${round}`);
    if (round > 1) await backend.remove(`new-${round - 1}`);
    // Out of the selector in odd rounds and back in even ones; out and back within one round.
    await backend.move('d', round % 2 === 1 ? 'others' : 'ours');
    await backend.move('e', 'others');
    await backend.move('e', 'ours');
  }

  /** True when the cache equals the server and a stream is open. */
  async isSynced(): Promise<boolean> {
    if (!this.informer.hasSynced || this.openStreams === 0) return false;
    const truth = await this.#truth();
    if (!this.first.hasReached(truth) || !this.failing.hasReached(truth)) return false;
    if (this.#lateRegistration !== undefined) {
      if (!this.#lateRegistration.hasSynced || !this.late.hasReached(truth)) return false;
    }
    return compareCache(this.informer.indexer, truth, this.#kept).length === 0;
  }

  /** The objects that the informer has to end up with, before its transform. */
  async #truth(): Promise<ConfigMap[]> {
    return seenBy(this.#view, await this.backend.truth());
  }

  /** Resolves when no data are in flight. */
  settled(): Promise<void> {
    return this.#settled(this.proxy);
  }

  get openStreams(): number {
    return this.proxy.openStreams('watch') + this.proxy.openStreams('watchList');
  }

  /**
   * Moves the clock from one timer to the next until the condition holds once the sockets are quiet. Returns how long that
   * took, in ms of the clock; throws when it would take longer than `limitMs`.
   */
  async drive(what: string, limitMs: number, done: () => boolean | Promise<boolean>): Promise<number> {
    const { clock } = this;
    const start = clock.monotonic();
    for (;;) {
      const patientUntil = performance.now() + this.#patienceMs;
      do {
        await this.settled();
        if (await done()) return clock.monotonic() - start;
      } while (performance.now() < patientUntil);
      const nextMs = clock.nextTimerMs;
      const passed = clock.monotonic() - start;
      if (nextMs === undefined || passed + nextMs > limitMs) {
        const differing = compareCache(this.informer.indexer, await this.#truth(), this.#kept);
        const requests = this.proxy.requests.slice(-12).map(describeRequest);
        throw new Error(
          `${what}: not within ${limitMs} ms (${passed} ms have passed, the next timer is due in ${String(nextMs)} ms); ` +
            `synced ${this.informer.hasSynced}, open streams ${this.openStreams}, reports ${JSON.stringify(this.reports)}, ` +
            `requests ${requests.join(', ')}; ${differing.slice(0, 4).join('; ')}`,
        );
      }
      await clock.advance(nextMs);
    }
  }

  /** Moves the clock by this time, with quiet sockets before each timer. */
  async pass(ms: number): Promise<void> {
    const { clock } = this;
    const end = clock.monotonic() + ms;
    for (;;) {
      await this.settled();
      const nextMs = clock.nextTimerMs;
      if (nextMs === undefined || clock.monotonic() + nextMs > end) break;
      await clock.advance(nextMs);
    }
    await clock.advance(end - clock.monotonic());
    await this.settled();
  }

  #reported(report: string): void {
    this.reports.push(report);
    this.reportTimes.push({ at: this.clock.now(), report });
  }

  /** Returns what is wrong with cache and handlers compared with the server; empty when nothing. */
  async faultsOfState(): Promise<string[]> {
    await Promise.all(this.writes);
    const truth = await this.#truth();
    const { thrown } = this.failing.counts;
    return [
      ...compareCache(this.informer.indexer, truth, this.#kept),
      ...this.first.finish(truth, this.#kept),
      ...this.failing.finish(truth, this.#kept),
      ...(this.#lateRegistration === undefined ? [] : this.late.finish(truth, this.#kept)),
      ...this.handlerErrors,
      ...(this.#failuresReported === thrown
        ? []
        : [`the handler failed ${thrown} times, onHandlerError was called with ${this.#failuresReported}`]),
    ];
  }

  /** Stops the informer and waits for its end, without time passing. */
  async stopInformer(): Promise<void> {
    this.stop.abort(new Error('the scene is over'));
    this.first.ended();
    this.late.ended();
    this.failing.ended();
    await this.#running;
  }

  /** Stops, and checks that nothing is left and nothing follows. Returns what is wrong; empty when nothing. */
  async leftovers(): Promise<string[]> {
    const found: string[] = [];
    await this.stopInformer();
    await this.settled();
    this.proxy.heal();
    await this.settled();
    if (this.openStreams > 0) found.push(`${this.openStreams} open streams after the stop`);
    const before = { requests: this.lastRequest, reports: this.reports.length };
    await this.pass(3_600_000);
    if (this.lastRequest > before.requests) found.push('requests after the stop');
    if (this.reports.length > before.reports) found.push('reports after the stop');
    return [...found, ...this.first.report(), ...this.late.report(), ...this.failing.report()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopInformer();
    await this.clientset.close();
    await this.proxy.stop();
  }
}

/** The verb, whether a fault took it, and the answer: `list!reset=undefined`. */
export function describeRequest(request: ProxiedRequest): string {
  const fault = request.fault === undefined ? '' : `!${request.fault}`;
  return `${request.verb}${fault}=${String(request.status)}@${request.at % 100_000_000}`;
}

function isLaterPage({ query }: ProxiedRequest): boolean {
  return (query.get('continue') ?? '') !== '';
}

/** A Status' reason, or the error's code. */
function codeOf(error: Error): string {
  if (error instanceof StatusError) return error.reason === '' ? String(error.statusCode) : error.reason;
  return String((error as { readonly code?: unknown }).code);
}
