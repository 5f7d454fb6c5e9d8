import type { KubernetesList, KubernetesObject, ListOptions } from '../../meta/types.js';
import type { Clock } from '../../util/clock.js';
import type { ListerWatcher, ReflectorStore } from '../types.js';
import type { ReflectorStatus } from './reflector-status.js';

/** A source of a part of the objects, which may change while a Reflector watches it: a shard. */
export interface DividedSource<T extends KubernetesObject> extends ListerWatcher<T> {
  /** Returns what the Reflector fills instead of the store: it keeps the objects of the part. */
  storeOf(store: ReflectorStore<T>): ReflectorStore<T>;
  /** Called when the store has a complete list of the part. */
  completed(): void;
  /** Runs the rounds until the signal aborts, and interrupts them when the part changes. */
  drive(rounds: ReflectorRounds<T>, signal: AbortSignal): Promise<void>;
}

/** The rounds of a Reflector, for the source that drives them. */
export interface ReflectorRounds<T extends KubernetesObject> {
  readonly name: string;
  readonly clock: Clock;
  readonly status: Pick<ReflectorStatus, 'enter' | 'nothingToWatch'>;
  /** The resourceVersion from which a watch can continue; undefined if the next round has to list. */
  readonly resumeFrom: string | undefined;
  /** Runs one round after the other until the signal aborts. `resume`: the first one begins with a watch from `resumeFrom`. */
  run(first: 'begin' | 'resume', signal: AbortSignal): Promise<void>;
  /** Returns a function that requests the pages of one list, within the time of a list of the Reflector. */
  readonly pages: (signal: AbortSignal) => (options: ListOptions) => Promise<KubernetesList<T>>;
  readonly report: (error: Error) => void;
}

export function isDividedSource<T extends KubernetesObject>(
  source: ListerWatcher<T>,
): source is DividedSource<T> {
  return 'drive' in source;
}
