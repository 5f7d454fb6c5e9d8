import type { GroupVersionResource } from '../../meta/resource.js';
import type { HistogramStats } from '../../util/histogram.js';
import type { CacheFormatStats } from '../cache-format.js';
import type { HandlerStats } from '../handlers/handler-stats.js';
import type { InformerIdentity } from './informer-name.js';
import type { InformerState } from '../reflector/informer-state.js';
import type { ListWatchStats } from '../reflector/reflector-counts.js';

/** What an informer lists and watches. */
export interface InformerTargetInfo {
  readonly resource: GroupVersionResource;
  /** Undefined if unknown, as in a dynamic factory. */
  readonly kind?: string | undefined;
  /** The namespaces that were requested: one, "" for all, or a list. Undefined if unknown. */
  readonly namespaces?: string | readonly string[] | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** The objects in an informer's cache. */
export interface StoreStats {
  readonly objects: number;
  /** "" before the first list. */
  readonly resourceVersion: string;
  /** Number of values in use, by index name. */
  readonly indexes: Readonly<Record<string, number>>;
  /** Undefined for plain objects. */
  readonly compact: CacheFormatStats | undefined;
}

/** The queue between an informer's Reflector and its cache. */
export interface QueueStats {
  readonly kind: 'DeltaFIFO' | 'RealFIFO';
  /** Number of items: keys of a DeltaFIFO, events of a RealFIFO. */
  readonly depth: number;
  /** Seconds to store a popped item, or a batch of them, and to add it to the handlers' backlogs. */
  readonly processingSeconds: HistogramStats;
}

/** One namespace of an informer that has several. */
export interface NamespaceStats {
  readonly namespace: string;
  readonly state: InformerState;
  readonly synced: boolean;
  readonly listWatch: ListWatchStats;
}

/** A snapshot of an informer's counters, which start with the informer. */
export interface InformerStats {
  readonly name: string;
  /**
   * The informer's name in the program's metrics, if it has one. Publish nothing while `reserved` is false: another informer
   * has the same identity, or it was released.
   */
  readonly identity: InformerIdentity | undefined;
  /** Undefined if the informer was created without a `resource`. */
  readonly target: InformerTargetInfo | undefined;
  readonly state: InformerState;
  readonly synced: boolean;
  /** With several namespaces, the sum over all, also those that were removed. */
  readonly listWatch: ListWatchStats;
  /** Undefined for an informer with one list and watch. */
  readonly namespaces: readonly NamespaceStats[] | undefined;
  readonly store: StoreStats;
  readonly queue: QueueStats;
  readonly handlers: readonly HandlerStats[];
}
