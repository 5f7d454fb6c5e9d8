/**
 * What the inspector's endpoints answer, as JSON. The page reads the same types. Times are milliseconds since the epoch,
 * durations are milliseconds.
 */

/** How far a cache can be trusted. `fresh`: it follows the server. */
export type Freshness = 'fresh' | 'syncing' | 'stale' | 'stopped';

/** A failure, in words. */
export interface FailureModel {
  readonly message: string;
  readonly code?: string | undefined;
  readonly atMs?: number | undefined;
  /** True once the informer has recovered from it. */
  readonly overcome: boolean;
}

/** One informer in the list of all. */
export interface InformerModel {
  /** Identifies it in the other endpoints. */
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** `all namespaces`, `cluster`, or the namespaces. */
  readonly scope: string;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly freshness: Freshness;
  /** Why it is not fresh, in one sentence; absent if it is. */
  readonly why?: string | undefined;
  /** Since when it is not fresh: the first failure, else the last proof that it was; absent if it is. */
  readonly staleSinceMs?: number | undefined;
  /** The API server, as `host:port`. */
  readonly server?: string | undefined;
  /** What it does: waiting, listing, watching, backing off, … */
  readonly state: string;
  /** True if the server does not have the resource. */
  readonly absent: boolean;
  readonly sinceMs?: number | undefined;
  readonly retryAtMs?: number | undefined;
  readonly objects: number;
  readonly lastByteAgeMs?: number | undefined;
  readonly resourceVersion: string;
  /** Events since the start: the page shows their rate. */
  readonly events: number;
  readonly relists: number;
  readonly lastRelist?: string | undefined;
  /** Bytes of the objects in a compact cache; those of plain objects are not known. */
  readonly bytes?: number | undefined;
  readonly queued: number;
  /** Events that handlers have not handled yet, of all handlers together. */
  readonly pending: number;
  readonly lastError?: FailureModel | undefined;
}

/** A name and a value, both to be read. */
export type FactModel = readonly [name: string, value: string];

/** A name, with what to read or how long ago it was. */
export type HealthFactModel = readonly [name: string, value: string | { readonly ageMs: number }];

/** A counter with a name, such as the relists for one reason. */
export interface CountModel {
  readonly name: string;
  readonly count: number;
}

/** One event handler. */
export interface HandlerModel {
  readonly name: string;
  readonly pending: number;
  readonly synced: boolean;
  /** Since when its callback runs. */
  readonly runningSinceMs?: number | undefined;
  readonly failures: number;
  readonly coalesce: boolean;
  readonly resyncPeriodMs: number;
}

/** One line of an informer's timeline. */
export interface MomentModel {
  readonly atMs: number;
  readonly what: string;
  readonly detail?: string | undefined;
  readonly bad: boolean;
  /** How often it happened in a row, the last time at `lastMs`; undefined for once. */
  readonly times?: number;
  readonly lastMs?: number;
}

/** One informer with all that is known. */
export interface InformerDetailModel extends InformerModel {
  readonly handlers: readonly HandlerModel[];
  readonly indexes: readonly { readonly name: string; readonly values?: number | undefined }[];
  readonly relistReasons: readonly CountModel[];
  readonly watchEnds: readonly CountModel[];
  readonly timeline: readonly MomentModel[];
  readonly options: readonly FactModel[];
  readonly health: readonly HealthFactModel[];
  readonly facts: readonly FactModel[];
}

/** The requests of one client. */
export interface ClientModel {
  readonly server: string;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly credentialsExpireAtMs?: number | undefined;
  readonly facts: readonly FactModel[];
  readonly byCode: readonly CountModel[];
}

/** A queue of keys. */
export interface QueueModel {
  readonly name: string;
  readonly depth: number;
  readonly delayed: number;
  readonly processing: number;
  readonly adds: number;
  readonly retries: number;
  readonly longestRunningMs: number;
}

/** A key that runs, fails or was given up. */
export interface KeyModel {
  readonly key: string;
  readonly attempts: number;
  readonly sinceMs: number;
  readonly reasons: readonly string[];
  readonly error?: string | undefined;
}

/** A run that has ended. */
export interface RunModel {
  readonly key: string;
  readonly runId: string;
  readonly attempt: number;
  readonly reasons: readonly string[];
  readonly endedAtMs: number;
  readonly durationMs: number;
  readonly result: 'success' | 'requeue' | 'requeueAfter' | 'error' | 'stopped';
  readonly message?: string | undefined;
}

/** A run that failed, with its stack. */
export interface FailedRunModel extends RunModel {
  readonly stack: string;
}

/** Runs that ended in one minute. */
export interface MinuteModel {
  readonly runs: number;
  readonly errors: number;
}

/** One controller. */
export interface ControllerModel {
  /** Identifies it in the other endpoints. */
  readonly id: string;
  readonly name: string;
  /** The informer of its objects, if it is shown. */
  readonly informer?: string | undefined;
  /** When its pause ends; null without an end; absent if it is not paused. */
  readonly pausedUntilMs?: number | null | undefined;
  /** Runs that timed out and have not settled. */
  readonly timedOut: number;
  readonly givenUpCount: number;
  /** The last 60 minutes, the current one last. */
  readonly minutes: readonly MinuteModel[];
  readonly queue: QueueModel;
  readonly workers: number;
  readonly maxWorkers: number;
  readonly success: number;
  readonly errors: number;
  readonly requeues: number;
  /** Runs that are longer than a second, the longest first. */
  readonly slow: readonly KeyModel[];
  /** Keys that are tried again after failures: those that have been failing longest. */
  readonly failing: readonly KeyModel[];
  readonly givenUp: readonly KeyModel[];
  readonly waitingForOwnWrites: number;
  readonly loops: number;
  readonly timeouts: number;
  readonly facts: readonly FactModel[];
}

/** What the last runs of a controller did. */
export interface ControllerDetailModel {
  readonly id: string;
  /** Why the key does not run, if one is asked for. */
  readonly explanation?: string | undefined;
  readonly failures: readonly FailedRunModel[];
  /** The newest first; of one key, if it is asked for. */
  readonly runs: readonly RunModel[];
}

/** A Kubernetes Event about an object. */
export interface EventModel {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly source: string;
  readonly count: number;
  readonly lastMs?: number | undefined;
}

/** The newest Events about an object, first. */
export interface EventsModel {
  readonly events: readonly EventModel[];
}

/** Requests that fail, until one succeeds. */
export interface FailingModel {
  readonly message: string;
  readonly code: string;
  readonly sinceMs: number;
  readonly requests: number;
  /** The API server, as `host:port`. */
  readonly server?: string | undefined;
}

/** Slots that follow each other. */
export type SlotRunModel = readonly [first: number, last: number];

/** A replica that takes part in a sharding. */
export interface MemberModel {
  readonly identity: string;
  readonly lease: string;
  /** Number of slots that it claims; absent if its Lease cannot be read. */
  readonly slots?: number | undefined;
  readonly leaving: boolean;
  readonly problem?: string | undefined;
}

/** What this replica has of a sharding, and what it knows of the others. */
export interface ShardingModel {
  readonly name: string;
  readonly identity: string;
  readonly activity: 'stopped' | 'running' | 'leaving';
  /** Number of slots of all replicas. */
  readonly slots: number;
  readonly owned: readonly SlotRunModel[];
  /** Given up once the runs of their keys have ended. */
  readonly draining: readonly SlotRunModel[];
  /** Not given up by other replicas yet. */
  readonly waiting: readonly SlotRunModel[];
  /** The first members, this replica before the others. */
  readonly members: readonly MemberModel[];
  readonly memberCount: number;
  /** The failure that lasts; absent if the last request succeeded. */
  readonly failing?: FailingModel | undefined;
  /** Why this process should be restarted. */
  readonly expired?: string | undefined;
  readonly facts: readonly FactModel[];
}

/** One leader election. */
export interface ElectionModel {
  readonly name: string;
  readonly identity: string;
  readonly leader: string;
  /** Since when the leader leads, as its Lease says. */
  readonly sinceMs?: number | undefined;
  /** `wasHolder`: the Lease still names this process, whose term has ended. */
  readonly state: 'leads' | 'standby' | 'noHolder' | 'wasHolder' | 'stopped';
  readonly failing?: FailingModel | undefined;
  /** Why this process should be restarted. */
  readonly expired?: string | undefined;
  readonly facts: readonly FactModel[];
}

/** Where the page shows more about a problem. */
export type ViewModel =
  | { readonly kind: 'informers' | 'controllers' | 'requests' }
  | { readonly kind: 'informer'; readonly id: string }
  | { readonly kind: 'controller'; readonly id: string; readonly key?: string | undefined };

/** Something that is wrong, and what to do. */
export interface ProblemModel {
  /** The same for as long as it lasts. */
  readonly id: string;
  /** False if it may pass by itself. */
  readonly bad: boolean;
  readonly what: string;
  /** What suffers from it: `5 caches, the election`. */
  readonly affects?: string | undefined;
  readonly detail?: string | undefined;
  readonly names?: readonly string[] | undefined;
  /** When it began. */
  readonly sinceMs?: number | undefined;
  readonly todo: string;
  readonly view: ViewModel;
  /** Informers that wait for their next attempt. */
  readonly retry?: readonly string[] | undefined;
}

/** Whether all is well, of the whole program. */
export interface VerdictModel {
  readonly level: 'good' | 'warn' | 'bad';
  readonly text: string;
  /** The bad ones first. */
  readonly problems: readonly ProblemModel[];
}

/** A problem that began, and perhaps ended, in the last day. */
export interface IncidentModel {
  readonly beginMs: number;
  /** Absent while it lasts. */
  readonly endMs?: number | undefined;
  readonly what: string;
  readonly detail?: string | undefined;
  /** How often it began again within a minute after its end. */
  readonly again: number;
}

/** The incidents of the last day, the newest first. */
export interface IncidentsModel {
  /** Since when they are recorded. */
  readonly sinceMs: number;
  readonly incidents: readonly IncidentModel[];
}

/** Which program this is. */
export interface ProgramModel {
  readonly name: string;
  readonly version?: string | undefined;
  /** The Pod, or the host outside a Pod. */
  readonly pod?: string | undefined;
  readonly host?: string | undefined;
  readonly namespace?: string | undefined;
  readonly cluster?: string | undefined;
  /** Of this library. */
  readonly library: string;
  readonly runtime: string;
  readonly pid: number;
  readonly uptimeMs: number;
  /** Heap in use. */
  readonly heapBytes: number;
  /** Buffers outside the heap, where a compact cache keeps its objects. */
  readonly externalBytes: number;
  /** The whole process. */
  readonly rssBytes: number;
}

/** An action that somebody carried out. */
export interface ActionModel {
  readonly atMs: number;
  readonly what: string;
  /** Its informer or controller. */
  readonly id: string;
}

/** The whole program at one moment. */
export interface StateModel {
  readonly atMs: number;
  readonly program: ProgramModel;
  readonly verdict: VerdictModel;
  readonly informers: readonly InformerModel[];
  readonly controllers: readonly ControllerModel[];
  readonly elections: readonly ElectionModel[];
  readonly shardings: readonly ShardingModel[];
  readonly clients: readonly ClientModel[];
  /** True if Secret values may be asked for. */
  readonly secretValues: boolean;
  /** True if the program allows actions. */
  readonly actions: boolean;
  /** The last actions, the newest first. */
  readonly log: readonly ActionModel[];
}

/** Rows of a table of objects. */
export interface ObjectsModel {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
  /** Objects that match, counted in the whole cache. */
  readonly matching: number;
  readonly total: number;
  /** Where the next page begins: pass it as `after`. Absent on the last page. */
  readonly next?: string | undefined;
}

/** One object. */
export interface ObjectModel {
  readonly key: string;
  /** Absent if the cache does not have it. */
  readonly object?: unknown;
  /** True if values of a Secret were left out. */
  readonly concealed: boolean;
}

/** One field that a change touched. */
export interface FieldChangeModel {
  readonly path: string;
  /** JSON, shortened; absent if the field was added. */
  readonly before?: string | undefined;
  /** JSON, shortened; absent if the field was removed. */
  readonly after?: string | undefined;
}

/** One change of an object. */
export interface ChangeModel {
  /** Increases with every change that was recorded. */
  readonly id: number;
  readonly atMs: number;
  readonly type: 'add' | 'update' | 'delete';
  readonly key: string;
  readonly resourceVersion: string;
  readonly fields: readonly FieldChangeModel[];
  /** True if there were more fields than are listed. */
  readonly more: boolean;
}

/** The changes that were recorded. */
export interface ChangesModel {
  /** Since when they are recorded. */
  readonly sinceMs: number;
  readonly changes: readonly ChangeModel[];
}

/** An index and its values. */
export interface IndexModel {
  readonly name: string;
  readonly values: number;
  /** The values with the most objects; `value` is absent where it could be a Secret's. */
  readonly largest: readonly { readonly value?: string | undefined; readonly objects: number }[];
}

/** One difference between the cache and the server. */
export interface DifferenceModel {
  readonly key: string;
  /** `missing`: only the server has it. `extra`: only the cache has it. `older`: the cache has an older version. */
  readonly kind: 'missing' | 'extra' | 'older';
  readonly cached?: string | undefined;
  readonly server?: string | undefined;
  /** Since when the server has what the cache lacks, as far as the object shows. */
  readonly sinceMs?: number | undefined;
}

/** What a comparison with the server found. */
export interface ComparisonModel {
  readonly atMs: number;
  readonly tookMs: number;
  /** True if only metadata was read. */
  readonly metadataOnly: boolean;
  readonly serverObjects: number;
  readonly cachedObjects: number;
  readonly serverResourceVersion: string;
  readonly cachedResourceVersion: string;
  readonly missing: number;
  readonly extra: number;
  readonly older: number;
  /** Objects that changed while the server was asked, and so were left out. */
  readonly changedMeanwhile: number;
  /** The first differences. */
  readonly differences: readonly DifferenceModel[];
}
