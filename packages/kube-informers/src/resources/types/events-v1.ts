// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as corev1 from './core-v1.js';
import type * as metav1 from '../../meta/meta-v1.js';

/** A report of an event somewhere in the cluster. Since Kubernetes 1.19. */
export interface Event {
  /** API group and version. */
  apiVersion?: 'events.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'Event' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** The time when this Event was first observed. */
  eventTime: metav1.MicroTime;
  /** series is data about the Event series this event represents or nil if it's a singleton Event. */
  series?: EventSeries | undefined;
  /** The name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`. */
  reportingController?: string | undefined;
  /** The ID of the controller instance, e.g. `kubelet-xyzf`. */
  reportingInstance?: string | undefined;
  /** action is what action was taken/failed regarding to the regarding object. */
  action?: string | undefined;
  /** reason is why the action was taken. */
  reason?: string | undefined;
  /** Contains the object this Event is about. */
  regarding?: corev1.ObjectReference | undefined;
  /** The optional secondary object for more complex actions. */
  related?: corev1.ObjectReference | undefined;
  /** A human-readable description of the status of this operation. */
  note?: string | undefined;
  /** The type of this event (Normal, Warning), new types could be added in the future. */
  type?: string | undefined;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  deprecatedSource?: corev1.EventSource | undefined;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  deprecatedFirstTimestamp?: metav1.Time | undefined;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  deprecatedLastTimestamp?: metav1.Time | undefined;
  /** The deprecated field assuring backward compatibility with core.v1 Event type. */
  deprecatedCount?: number | undefined;
}

/** List of Event objects. */
export interface EventList {
  /** API group and version. */
  apiVersion?: 'events.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'EventList' | undefined;
  /** Standard list metadata. */
  metadata?: metav1.ListMeta | undefined;
  /** Objects of the list. */
  items: Event[];
}

/** Event series. */
export interface EventSeries {
  /** The number of occurrences in this series up to the last heartbeat time. */
  count: number;
  /** The time when last Event from the series was seen before last heartbeat. */
  lastObservedTime: metav1.MicroTime;
}
