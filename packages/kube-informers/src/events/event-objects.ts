import type { KubernetesObject, ObjectMeta } from '../meta/types.js';
import { dnsSubdomainProblems } from '../meta/validation.js';
import type { Random } from '../util/clock.js';
import type { Series } from './correlator.js';

/** API group and version of recorded events. */
export type EventApi = 'events.k8s.io/v1' | 'v1';

/** Who reports: the fields of the same names. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
  readonly host: string;
}

/** An event as it is sent: the fields of either API. */
export interface EventBody extends KubernetesObject {
  metadata: ObjectMeta;
}

/** Returns the namespace of the event object: the regarded object's, `default` for a cluster-scoped one. */
export function namespaceOf({ occurrence }: Series): string {
  return occurrence.regarding.namespace ?? 'default';
}

/** Returns the object to create for the current state of a series. */
export function bodyOf(api: EventApi, series: Series, reporter: Reporter): EventBody {
  const { occurrence, name, note, count, firstMs, lastMs } = series;
  const { type, reason, action, regarding, related, annotations } = occurrence;
  const metadata = {
    name,
    namespace: namespaceOf(series),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const common = {
    apiVersion: api,
    kind: 'Event',
    metadata,
    type,
    reason,
    action,
    reportingInstance: reporter.instance,
  };
  if (api === 'v1') {
    return {
      ...common,
      involvedObject: regarding,
      ...(related === undefined ? {} : { related }),
      message: note,
      count,
      firstTimestamp: secondsOf(firstMs),
      lastTimestamp: secondsOf(lastMs),
      source: { component: reporter.controller, host: reporter.host },
      reportingComponent: reporter.controller,
    } as EventBody;
  }
  return {
    ...common,
    regarding,
    ...(related === undefined ? {} : { related }),
    note,
    eventTime: microsecondsOf(firstMs),
    reportingController: reporter.controller,
    ...(count === 1 ? {} : { series: seriesOf(series) }),
  } as EventBody;
}

/** Returns the merge patch for the current state of a series. events.k8s.io/v1 allows to change only the series. */
export function patchOf(api: EventApi, series: Series): object {
  const { note, count, lastMs } = series;
  return api === 'v1'
    ? { count, lastTimestamp: secondsOf(lastMs), message: note }
    : { series: seriesOf(series) };
}

function seriesOf({ count, lastMs }: Series): object {
  return { count, lastObservedTime: microsecondsOf(lastMs) };
}

/** metav1.Time. */
function secondsOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

/** metav1.MicroTime: six digits. */
function microsecondsOf(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '000Z');
}

/** Gives event objects their names: `<object>.<nanoseconds in hexadecimal>`. */
export class EventNames {
  readonly #random: Random;
  #last = 0n;

  constructor(random: Random) {
    this.#random = random;
  }

  next(objectName: string, nowMs: number): string {
    // By chance below a millisecond: another recorder may have an event of the same object in the same one.
    const nanoseconds = BigInt(Math.trunc(nowMs)) * 1_000_000n + BigInt(Math.floor(this.#random() * 1e6));
    this.#last = nanoseconds > this.#last ? nanoseconds : this.#last + 1n;
    const name = `${objectName}.${this.#last.toString(16)}`;
    if (dnsSubdomainProblems(name).length === 0) return name;
    // An object's name may be longer than an event's, or have other characters (2001:db8::1).
    const digits = Array.from({ length: 4 }, () => Math.floor(this.#random() * 2 ** 32));
    return `event-${digits.map((number) => number.toString(16).padStart(8, '0')).join('')}`;
  }
}
