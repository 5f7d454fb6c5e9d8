import type {
  Clock,
  InformerHealth,
  InformerState,
  KubernetesObject,
  SharedIndexInformer,
} from 'kube-informers';
import type { CacheFormatStats } from 'kube-informers/internal';
import { followsServer, humanDuration, lacksResource } from 'kube-informers/internal';
import { readControllers, readElections } from './read-controllers.js';
import { readShardings } from './read-shardings.js';
import { readClients } from './read-clients.js';
import type {
  CountModel,
  FactModel,
  FailureModel,
  Freshness,
  HealthFactModel,
  InformerDetailModel,
  InformerModel,
  ProblemModel,
  ProgramModel,
  StateModel,
} from './model.js';
import { shownOptions } from './shown-options.js';
import type { InformerSubject, Subjects } from './subjects.js';
import type { Timeline } from './timeline.js';
import { verdictOf } from './verdict.js';
import type { Judged } from './verdict.js';
import { listWords, phaseWords, shownText, watchEndWords } from './words.js';

/** Reads the state of everything. */
export function readState(
  subjects: Subjects,
  clock: Clock,
  program: ProgramModel,
  allowed: Pick<StateModel, 'secretValues' | 'actions' | 'log'>,
): StateModel {
  const judged = readJudged(subjects, clock);
  return { ...judged, ...allowed, verdict: verdictOf(judged), program };
}

/** Reads what is wrong. */
export function readProblems(subjects: Subjects, clock: Clock): readonly ProblemModel[] {
  return verdictOf(readJudged(subjects, clock)).problems;
}

function readJudged(subjects: Subjects, clock: Clock): Judged {
  return {
    atMs: clock.now(),
    informers: subjects
      .informers()
      .map((subject) => readInformer(subject, subjects.timelineOf(subject), clock)),
    controllers: readControllers(subjects, clock),
    elections: readElections(subjects.managers),
    shardings: readShardings(subjects.managers),
    clients: readClients(subjects.clients()),
  };
}

/** Reads one informer for the list of all. */
export function readInformer(subject: InformerSubject, timeline: Timeline, clock: Clock): InformerModel {
  const { id, informer, target, info } = subject;
  const { state, health } = informer;
  const { listWatch, store, queue, handlers } = informer.stats();
  const relists = Object.entries(listWatch.lists).reduce(
    (sum, [reason, count]) => (reason === 'initial' ? sum : sum + count),
    0,
  );
  const freshness = freshnessOf(informer);
  const lastError = failureOf(health.lastError);
  return {
    id,
    name: informer.name,
    group: target.group,
    version: target.version,
    resource: target.resource,
    scope: scopeOf(subject),
    labelSelector: nonEmpty(info?.labelSelector),
    fieldSelector: nonEmpty(info?.fieldSelector),
    freshness,
    why: whyOf(freshness, informer, lastError, clock.now()),
    staleSinceMs: freshness === 'fresh' ? undefined : (timeline.failingSinceMs ?? health.staleSinceMs),
    server: subject.server,
    state: phaseWords[shownPhase(state, health)],
    absent: lacksResource(state, health),
    sinceMs: state.sinceMs,
    retryAtMs: 'untilMs' in state ? state.untilMs : undefined,
    objects: store.objects,
    lastByteAgeMs: health.lastByteAgeMs,
    resourceVersion: health.resourceVersion,
    events: listWatch.events,
    relists,
    lastRelist: timeline.lastRelist,
    bytes: store.cacheFormat?.bytes,
    queued: queue.depth,
    pending: handlers.reduce((sum, { pending }) => sum + pending, 0),
    lastError,
  };
}

/** Reads one informer with all its parts. */
export function readDetail(subject: InformerSubject, timeline: Timeline, clock: Clock): InformerDetailModel {
  const { informer } = subject;
  const { listWatch, store, handlers, namespaces } = informer.stats();
  return {
    ...readInformer(subject, timeline, clock),
    handlers: handlers.map((handler) => ({
      name: handler.name,
      pending: handler.pending,
      synced: handler.hasSynced,
      runningSinceMs: handler.runningSinceMs,
      failures: handler.failures,
      coalesce: handler.coalesces,
      resyncPeriodMs: handler.resyncPeriodMs,
    })),
    indexes: Object.entries(store.indexes).map(([name, values]) => ({ name, values })),
    relistReasons: countsOf(listWatch.lists, listWords),
    watchEnds: countsOf(listWatch.watchEnds, watchEndWords),
    timeline: timeline.moments,
    options: shownOptions(informer, subject.readBeforeStart),
    health: Object.values(healthFacts).flatMap((factOf) => (factOf ? [factOf(informer.health)] : [])),
    facts: [
      ['Watches opened', String(listWatch.watches)],
      ['Bookmarks', String(listWatch.bookmarks)],
      ['Objects listed', String(listWatch.listedObjects)],
      ['Probes of a silent server', String(listWatch.probes)],
      ...cacheFormatFacts(store.cacheFormat),
      ...(namespaces ?? []).map(
        ({ namespace, state }) => [`Namespace ${namespace}`, phaseWords[state.phase]] as const,
      ),
    ],
  };
}

/** A fact for each member of the health; undefined for one that the state, the badge, the options or the error tells. */
const healthFacts: Readonly<
  Record<keyof InformerHealth, ((health: InformerHealth) => HealthFactModel) | undefined>
> = {
  lastByteAgeMs: ({ lastByteAgeMs }) => ['Last byte from the server', aged(lastByteAgeMs)],
  lastBookmarkAgeMs: ({ lastBookmarkAgeMs }) => ['Last bookmark', aged(lastBookmarkAgeMs)],
  lastEventAgeMs: ({ lastEventAgeMs }) => ['Last event', aged(lastEventAgeMs)],
  lastListAgeMs: ({ lastListAgeMs }) => ['Last list', aged(lastListAgeMs)],
  resourceVersion: ({ resourceVersion }) => ['Resource version of the cache', resourceVersion || '–'],
  serverResourceVersion: ({ serverResourceVersion }) => [
    'Newest that the server sent',
    serverResourceVersion || '–',
  ],
  connected: undefined,
  hasSynced: undefined,
  staleSinceMs: undefined,
  staleMs: undefined,
  staleAfterMs: undefined,
  lastError: undefined,
};

function aged(ageMs: number | undefined): HealthFactModel[1] {
  return ageMs === undefined ? '–' : { ageMs };
}

function cacheFormatFacts(stats: CacheFormatStats | undefined): FactModel[] {
  if (stats === undefined) return [];
  const { hotObjects, hits, misses } = stats;
  const reads = hits + misses;
  return [
    ['Objects kept decoded, too', String(hotObjects)],
    ['Reads without decoding', reads === 0 ? 'no read yet' : `${Math.floor((hits / reads) * 100)} %`],
  ];
}

function freshnessOf(informer: SharedIndexInformer<KubernetesObject>): Freshness {
  const { state, health } = informer;
  if (state.phase === 'stopped') return 'stopped';
  if (!health.hasSynced) return health.lastError?.overcome === false ? 'stale' : 'syncing';
  return followsServer(health) ? 'fresh' : 'stale';
}

/** What an informer does whose resource was absent, if the server does not answer any more: it waits, or lists. */
function shownPhase(state: InformerState, health: InformerHealth): InformerState['phase'] {
  if (state.phase !== 'absent' || lacksResource(state, health)) return state.phase;
  return state.untilMs === undefined ? 'listing' : 'backingOff';
}

/** Returns one sentence that says why a cache is not fresh. */
function whyOf(
  freshness: Freshness,
  { state, health }: SharedIndexInformer<KubernetesObject>,
  error: FailureModel | undefined,
  nowMs: number,
): string | undefined {
  if (freshness === 'fresh') return undefined;
  if (freshness === 'stopped') return 'It was stopped: its objects are those of that time.';
  if (state.phase === 'waiting') return 'It was not started: call start() of its factory.';
  if (lacksResource(state, health)) return 'The server does not have the resource.';
  const failed = error === undefined || error.overcome ? '' : `${error.code ?? 'error'}: ${error.message}`;
  if ('untilMs' in state && state.untilMs !== undefined) {
    const next = `next try in ${humanDuration(Math.max(0, state.untilMs - nowMs))}`;
    return failed === '' ? `It waits, ${next}.` : `${failed} (${next})`;
  }
  if (failed !== '') return failed;
  if (freshness === 'syncing') return 'It has not read all objects for the first time yet.';
  if (state.phase === 'watching') return 'The watch is silent for longer than usual, or was just opened.';
  return `It is ${phaseWords[shownPhase(state, health)]}.`;
}

function failureOf(
  failure: SharedIndexInformer<KubernetesObject>['health']['lastError'],
): FailureModel | undefined {
  if (failure === undefined) return undefined;
  const { error, code, at, overcome } = failure;
  return { message: shownText(error.message), code, atMs: at, overcome };
}

function scopeOf({ informer, info }: InformerSubject): string {
  const namespaces = informer.namespaces === undefined ? info?.namespaces : [...informer.namespaces.keys()];
  if (namespaces === undefined) return 'unknown scope';
  if (namespaces === '') return 'all namespaces';
  const names = [namespaces].flat();
  if (names.length === 0) return 'no namespace';
  return `namespace${names.length === 1 ? '' : 's'} ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;
}

function countsOf<K extends string>(
  counts: Readonly<Record<K, number>>,
  words: Readonly<Record<K, string>>,
): CountModel[] {
  // The record has exactly these keys.
  return (Object.keys(counts) as K[])
    .filter((name) => counts[name] > 0)
    .map((name) => ({ name: words[name], count: counts[name] }))
    .toSorted((a, b) => b.count - a.count);
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
