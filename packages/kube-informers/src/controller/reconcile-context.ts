import type { KubernetesObject } from '../meta/types.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import type { Logger } from '../util/logger.js';
import type { AnyObject, ReconcileClient } from './reconcile-client.js';

/** Records events about one object. Never throws for a server's failure. */
export interface ObjectEvents {
  normal(reason: string, note: string): void;
  warning(reason: string, note: string): void;
}

/** Gives the events of an object, as an EventRecorder does. */
export interface EventSource {
  for(object: AnyObject): ObjectEvents;
}

/** What a reconcile receives. */
export interface ReconcileContext<T extends KubernetesObject = KubernetesObject> {
  readonly key: string;
  /** "" if the key has no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** The cached object of `for`; undefined if it does not exist, which also means that it was deleted. */
  readonly object: DeepReadonly<T> | undefined;
  readonly client: ReconcileClient;
  /** Records events about `object`; dropped if it is undefined. */
  readonly events: ObjectEvents;
  /** Aborts when the run times out, the term ends, or the run is over. */
  readonly signal: AbortSignal;
  /** 1 for the first run; rises with each run in a row that failed or asked for backoff. */
  readonly attempt: number;
  readonly priority: number;
  /**
   * Why the key runs, in readable form: `update of Deployment default/web`, `own write: Website default/web (status)`.
   */
  readonly reasons: readonly string[];
  /** Identifies the run in logs. */
  readonly runId: string;
  /** The controller's logger with the fields controller, key and runId. */
  readonly logger: Logger;
}
