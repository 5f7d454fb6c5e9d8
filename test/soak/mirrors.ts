import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Clientset,
  DynamicClient,
  DynamicSharedInformerFactory,
  MetadataClient,
  MetadataSharedInformerFactory,
  openSnapshot,
  saveSnapshot,
  SharedInformerFactory,
} from 'kube-informers';
import { coordinationV1, coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import type {
  HandlerRegistration,
  InformerFactory,
  InformerFactoryOptions,
  KubernetesObject,
  ListOptions,
  Resource,
  ResourceInformer,
  RestConfig,
  SharedIndexInformer,
} from 'kube-informers';
import type { CacheFormat, CacheObjects } from '../../packages/kube-informers/src/cache/cache-format.js';
import { plainFormat } from '../../packages/kube-informers/src/cache/cache-format.js';
import type { ListWatchClient } from 'kube-informers/cache';
import type { SharingFormat } from '../../packages/kube-informers/src/wire/json-format.js';
import type { BackoffOptions } from '../../packages/kube-informers/src/util/backoff.js';
import type { Clock } from '../../packages/kube-informers/src/util/clock.js';
import type { Chance } from './chance.js';
import { HandlerHistory } from '../faults/handler-history.js';
import type { HandlerManner } from '../faults/handler-history.js';
import { controlNamespace, namespaces, widgets } from './population.js';
import { variantOf } from './variants.js';
import type { Variant } from './variants.js';
import { maskedBy } from '../masks.test-support.js';
import type { Mask } from '../masks.test-support.js';
import type { DeepReadonly } from '../../packages/kube-informers/src/util/deep-readonly.js';
import { compact } from 'kube-informers/compact';

/** The Leases of the replicas and of the API server are renewed for ever, so the server's state would never be still. */
const withoutControl = {
  fieldSelector: `metadata.namespace!=${controlNamespace},metadata.namespace!=kube-system`,
};

/** Short, so that a run sees many recoveries; what the default does under a virtual clock is the fault matrix' part. */
export const shortBackoff = { baseMs: 100, factor: 2, jitter: 1, capMs: 2000 } satisfies BackoffOptions;

/** How a handler of a run behaves. */
export type Manner = 'plain' | 'slow' | 'throwing' | 'rejecting';

/** One informer of a run. */
export interface Plan {
  readonly name: string;
  readonly client: 'typed' | 'dynamic' | 'metadata';
  readonly resource: Resource<KubernetesObject>;
  readonly options: InformerFactoryOptions;
  readonly select?: Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;
  readonly indexed?: boolean;
  readonly manners: readonly Manner[];
}

const listing = { useWatchList: false } as const;

export const plans: readonly Plan[] = [
  {
    name: 'maps',
    client: 'typed',
    resource: coreV1.configMaps,
    options: {},
    manners: ['plain', 'slow', 'throwing'],
  },
  {
    name: 'maps-paged',
    client: 'typed',
    resource: coreV1.configMaps,
    options: { ...listing, pageSize: 250 },
    manners: ['plain', 'rejecting'],
  },
  {
    name: 'maps-by-label',
    client: 'typed',
    resource: coreV1.configMaps,
    options: {},
    select: { labelSelector: 'tier in (front, back)' },
    manners: ['plain', 'slow'],
  },
  {
    name: 'maps-transformed',
    client: 'typed',
    resource: coreV1.configMaps,
    options: { ...listing, transform: withoutNote },
    indexed: true,
    manners: ['plain'],
  },
  {
    name: 'pods',
    client: 'typed',
    resource: coreV1.pods,
    options: { resyncPeriodMs: 7000 },
    indexed: true,
    manners: ['plain', 'throwing'],
  },
  {
    name: 'pods-by-field',
    client: 'typed',
    resource: coreV1.pods,
    options: listing,
    select: { fieldSelector: 'spec.nodeName=node-1' },
    manners: ['plain'],
  },
  { name: 'widgets', client: 'dynamic', resource: widgets, options: {}, manners: ['plain', 'slow'] },
  {
    name: 'widgets-listed',
    client: 'dynamic',
    resource: widgets,
    options: listing,
    manners: ['plain'],
  },
  { name: 'pods-metadata', client: 'metadata', resource: coreV1.pods, options: {}, manners: ['plain'] },
  {
    name: 'maps-metadata',
    client: 'metadata',
    resource: coreV1.configMaps,
    options: { ...listing, namespace: namespaces[0] },
    manners: ['plain', 'rejecting'],
  },
  {
    name: 'leases',
    client: 'typed',
    resource: coordinationV1.leases,
    options: { ...listing, resyncPeriodMs: 11_000 },
    select: withoutControl,
    manners: ['plain'],
  },
  {
    name: 'leases-streamed',
    client: 'typed',
    resource: coordinationV1.leases,
    options: {},
    select: withoutControl,
    manners: ['plain'],
  },
  {
    name: 'maps-compact',
    client: 'typed',
    resource: coreV1.configMaps,
    options: { cacheFormat: compact() },
    indexed: true,
    manners: ['plain', 'slow', 'throwing'],
  },
  {
    name: 'pods-compact',
    client: 'typed',
    resource: coreV1.pods,
    options: {
      ...listing,
      cacheFormat: compact({ hotObjects: 16 }),
      exclude: { metadata: { managedFields: true } },
      resyncPeriodMs: 9000,
    },
    manners: ['plain', 'rejecting'],
  },
  {
    name: 'widgets-compact',
    client: 'dynamic',
    resource: widgets,
    options: { cacheFormat: compact() },
    select: { labelSelector: 'tier in (front, middle)' },
    manners: ['plain', 'slow'],
  },
];

/** What happened to an informer, besides the calls of its handlers. */
export interface Counters {
  /** Complete lists and watch-lists, and watches that ended. */
  readonly requests: number;
  /** Reports of the error hook, by error code. */
  readonly faults: Map<string, number>;
  objectErrors: number;
  /** Unintended failures of handlers. */
  readonly handlerErrors: string[];
}

/** A client of each kind at one address. */
export class Clients implements AsyncDisposable {
  readonly typed: Clientset;
  readonly dynamic: DynamicClient;
  readonly metadata: MetadataClient;

  constructor(config: RestConfig) {
    this.typed = new Clientset(config);
    this.dynamic = new DynamicClient(config);
    this.metadata = new MetadataClient(config);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.typed.close(), this.dynamic.close(), this.metadata.close()]);
  }
}

/** What a mirror needs of a run. */
export interface MirrorParts {
  readonly clients: Clients;
  readonly direct: Clients;
  readonly chance: Chance;
  readonly clock: Clock;
}

/** One handler of a run: the history of its calls, and its registration. */
export interface Listener {
  readonly history: HandlerHistory<KubernetesObject>;
  readonly registration: HandlerRegistration;
}

/** The default format of caches, whose shared field sets can be checked. */
export class SharedFieldSets implements CacheFormat {
  readonly #intakes: { readonly objectFormat: unknown }[] = [];

  newCache(cache: Parameters<CacheFormat['newCache']>[0]): CacheObjects {
    const objects = plainFormat.newCache(cache);
    return {
      ...objects,
      intake: (steps) => {
        const intake = objects.intake(steps);
        this.#intakes.push(intake);
        return intake;
      },
    };
  }

  /** See FieldSets.violations. */
  violations(): string[] {
    // The plain format makes sharing formats, or projected ones, which share nothing.
    return this.#intakes.flatMap(
      ({ objectFormat }) => (objectFormat as Partial<SharingFormat>).fieldSets?.violations() ?? [],
    );
  }
}

/** An informer from its start to its stop. */
interface Life {
  readonly factory: InformerFactory;
  readonly source: ResourceInformer<KubernetesObject>;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  /** What its cache shares between objects; undefined for a compact one, which has invariants of its own. */
  readonly shared: SharedFieldSets | undefined;
}

/** One informer of the run: its factory, its handlers, and how to ask the server for what it has to hold. */
export class Mirror {
  readonly name: string;
  readonly counters: Counters;
  /** Those that are to hear all that comes: the first ones stay until a restart, the others come late and go. */
  readonly listeners: Listener[] = [];
  readonly variant: Variant;
  /** What was wrong before the last restart, or at it. */
  readonly past: string[] = [];
  /** How often it was stopped and started again. */
  restarts = 0;
  readonly #plan: Plan;
  readonly #clients: Clients;
  readonly #direct: Pick<ListWatchClient, 'list'>;
  readonly #chance: Chance;
  readonly #clock: Clock;
  #life: Life;
  #joined = 0;
  #pastRequests = 0;

  /** Mirrors what is behind `clients`, and asks `direct` for the truth. */
  constructor(planned: Plan, { clients, direct, chance, clock }: MirrorParts) {
    this.variant = variantOf(planned.client === 'metadata' ? 'metadata' : planned.resource.resource, chance);
    this.name = planned.name;
    this.#plan = planned;
    this.#clients = clients;
    this.#direct = direct[planned.client];
    this.#chance = chance;
    this.#clock = clock;
    const requests = (): number => this.#pastRequests + this.#requests();
    this.counters = {
      get requests() {
        return requests();
      },
      faults: new Map(),
      objectErrors: 0,
      handlerErrors: [],
    };
    this.#life = this.#newLife();
  }

  get informer(): SharedIndexInformer<KubernetesObject> {
    return this.#life.informer;
  }

  /** See `Life.shared`. */
  get shared(): SharedFieldSets | undefined {
    return this.#life.shared;
  }

  /** How many listeners stay from the start to the end. */
  get firstListeners(): number {
    return this.#plan.manners.length;
  }

  start(signal: AbortSignal): void {
    this.#life.factory.start({ signal });
  }

  async stop(): Promise<void> {
    await this.#life.factory.stop();
    for (const { history } of this.listeners) history.ended();
  }

  /**
   * Stops the informer, and starts another one in its place, with new handlers. What the old ones heard is checked as at
   * the end of a run, and so is what a snapshot of the cache has.
   */
  async restart(signal: AbortSignal): Promise<void> {
    await this.stop();
    this.restarts++;
    this.past.push(...this.listeners.flatMap(({ history }) => history.report()));
    this.#pastRequests += this.#requests();
    this.past.push(...(await snapshotFaults(this.#life.source)).map((text) => `${this.name}: ${text}`));
    this.listeners.length = 0;
    this.#life = this.#newLife();
    this.start(signal);
  }

  /** True if its handlers get every object again from time to time. */
  get resyncs(): boolean {
    return this.#plan.options.resyncPeriodMs !== undefined;
  }

  addListener(manner: Manner, informer = this.informer): Listener {
    const name = `${this.name}/${manner}-${this.#joined++}`;
    const history = new HandlerHistory<KubernetesObject>({ name, resyncs: this.resyncs });
    const registration = informer.addEventHandler(history.handler(this.#behaviour(manner)), { name });
    history.joined(registration);
    // Rejects if the informer stops before the sync.
    registration.synced.catch(() => undefined);
    const listener = { history, registration };
    this.listeners.push(listener);
    return listener;
  }

  async removeListener(listener: Listener): Promise<void> {
    this.listeners.splice(this.listeners.indexOf(listener), 1);
    await listener.registration.removeAndWait();
    listener.history.ended();
  }

  /** In words: values whose index does not give exactly the objects that have it. */
  indexFaults(truth: readonly KubernetesObject[]): string[] {
    if (this.#plan.indexed !== true) return [];
    const expected = new Map<string, number>();
    for (const object of truth)
      for (const tier of tierOf(object)) expected.set(tier, (expected.get(tier) ?? 0) + 1);
    const { indexer } = this.informer;
    return [...new Set([...expected.keys(), ...indexer.indexFuncValues('tier')])].flatMap((tier) => {
      const found = indexer.byIndex('tier', tier);
      const right = found.every((object) => tierOf(object).includes(tier));
      if (right && found.length === (expected.get(tier) ?? 0)) return [];
      return [
        `${this.name}: index tier=${tier} gives ${found.length} objects, expected ${expected.get(tier) ?? 0}`,
      ];
    });
  }

  #behaviour(manner: Manner): HandlerManner {
    switch (manner) {
      case 'plain':
        return { manner: 'sync' };
      case 'slow':
        return { manner: 'async', wait: () => this.#clock.sleep(this.#chance.between(0, 4)) };
      case 'throwing':
        return { manner: 'throwing', every: 7 };
      case 'rejecting':
        return { manner: 'throwing', every: 5, rejects: true };
    }
  }

  /** What the cache has to hold, straight from the server. */
  async truth(): Promise<readonly KubernetesObject[]> {
    const { resource, options, select } = this.#plan;
    const { items } = await this.#direct.list(resource, options.namespace ?? '', { ...select });
    const { transform } = options;
    const kept = items.map((item) => maskedBy(this.#mask(), item));
    const stored = transform === undefined ? kept : kept.map((item) => transform(item));
    return stored.filter(this.variant.where ?? (() => true));
  }

  /** The variant's, or that of the plan. */
  #mask(): Mask {
    const { fields, exclude = fields === undefined ? this.#plan.options.exclude : undefined } = this.variant;
    return { fields, exclude };
  }

  #requests(): number {
    const { lists, watchEnds } = this.informer.stats().listWatch;
    return [...Object.values(lists), ...Object.values(watchEnds)].reduce((sum, count) => sum + count, 0);
  }

  #newLife(): Life {
    const { resource, options, indexed, manners } = this.#plan;
    const shared = options.cacheFormat === undefined ? new SharedFieldSets() : undefined;
    const factory = this.#newFactory(shared);
    // All three kinds of factories mirror KubernetesObjects of one shape or another.
    const source = (factory as SharedInformerFactory).forResource<KubernetesObject>(resource, {
      ...this.#mask(),
      where: this.variant.where,
    } as object) as ResourceInformer<KubernetesObject>;
    const informer = source.informer();
    if (indexed === true) informer.addIndexers({ tier: tierOf });
    for (const manner of manners) this.addListener(manner, informer);
    return { factory, source, informer, shared };
  }

  #newFactory(
    shared: SharedFieldSets | undefined,
  ): SharedInformerFactory | DynamicSharedInformerFactory | MetadataSharedInformerFactory {
    const { client, options: planned, select } = this.#plan;
    const { counters } = this;
    const clients = this.#clients;
    const options: InformerFactoryOptions = {
      backoff: shortBackoff,
      random: this.#chance.next,
      cacheFormat: shared,
      ...planned,
      tweakListOptions: (list) => ({ ...list, ...select }),
      onWatchError: (error) => {
        const code = codeOf(error);
        counters.faults.set(code, (counters.faults.get(code) ?? 0) + 1);
      },
      onHandlerError: ({ error }) => {
        if (!error.message.endsWith('on purpose')) counters.handlerErrors.push(error.message);
      },
      onObjectError: () => void counters.objectErrors++,
    };
    if (client === 'typed') return new SharedInformerFactory(clients.typed, options);
    if (client === 'dynamic') return new DynamicSharedInformerFactory(clients.dynamic, options);
    return new MetadataSharedInformerFactory(clients.metadata, options);
  }
}

/** In words: whether what is saved of a cache, and read again, differs from it. */
async function snapshotFaults(source: ResourceInformer<KubernetesObject>): Promise<string[]> {
  const { hasSynced, indexer } = source.informer();
  if (!hasSynced) return [];
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  try {
    const file = join(folder, 'snapshot');
    await saveSnapshot(source, file);
    const snapshot = await openSnapshot(source, file);
    const textsOf = (objects: readonly object[]): string[] =>
      objects.map((object) => JSON.stringify(object)).toSorted();
    const saved = textsOf(snapshot?.lister.list() ?? []);
    const cached = textsOf(indexer.list());
    const wrong = cached.filter((text, place) => text !== saved[place]);
    if (saved.length === cached.length && wrong.length === 0) return [];
    return [
      `a snapshot has ${saved.length} objects of ${cached.length}, ${wrong.length} are others: ${wrong[0]?.slice(0, 500)}`,
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every object without its longest field; again is the same. */
function withoutNote<T extends KubernetesObject>(object: T): T {
  const { data: _, ...rest } = object as T & { data?: unknown };
  return rest as T;
}

function tierOf(object: DeepReadonly<KubernetesObject>): readonly string[] {
  const tier = object.metadata?.labels?.['tier'];
  return tier === undefined ? [] : [tier];
}

/** A Status' reason; else the error's code. */
function codeOf(error: Error): string {
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  return typeof reason === 'string' && reason !== '' ? reason : String(code);
}
