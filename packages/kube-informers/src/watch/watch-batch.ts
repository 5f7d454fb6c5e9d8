import { errorOfEvent } from '../meta/error-event.js';
import { compareResourceVersion, isResourceVersion } from '../meta/resource-version.js';
import type { KubernetesObject, Status } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { KubeInformersError } from '../util/errors.js';
import { shownWord } from '../util/shown.js';

/** The result of one batch of an open watch. */
export interface WatchBatch<T> {
  /** The events for the reader. */
  readonly events: readonly WatchEvent<T>[];
  /** Where the next watch would start. */
  readonly resourceVersion: string;
  /** `again`: this watch is finished, a new one follows. `over`: the last event explains why none can follow. */
  readonly next: 'readOn' | 'again' | 'over';
  /** Seconds that the server asked to wait before the next watch. */
  readonly retryAfterSeconds: number;
  /** Failures that are retried. */
  readonly faults: readonly Error[];
  readonly bookmarks: number;
}

/** Processes a batch (client-go's RetryWatcher.doReceive); `last` is the resourceVersion before it. */
export function readBatch<T extends KubernetesObject>(
  batch: readonly WatchEvent<T>[],
  last: string,
): WatchBatch<T> {
  const events: WatchEvent<T>[] = [];
  const faults: Error[] = [];
  let resourceVersion = last;
  let bookmarks = 0;
  const end = (next: WatchBatch<T>['next'], retryAfterSeconds = 0): WatchBatch<T> => ({
    events,
    resourceVersion,
    next,
    retryAfterSeconds,
    faults,
    bookmarks,
  });
  for (const event of batch) {
    switch (event.type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
      case 'BOOKMARK': {
        const reached: unknown = event.object?.metadata?.resourceVersion;
        // Skipping it could skip the very version at which the next watch has to start.
        if (typeof reached !== 'string' || reached === '') {
          events.push(internalError(`the object of an event ${event.type} has no metadata.resourceVersion`));
          return end('over');
        }
        const order = compare(reached, resourceVersion);
        if (event.type === 'DELETED' && order <= 0) {
          // Some servers send the object's last state with its old version. Deliver it rather than risk losing it.
          events.push(event);
          break;
        }
        if (order < 0) {
          // The history has changed, perhaps by restoring a backup: the events in between are unknown.
          events.push(expired(reached, resourceVersion));
          return end('over');
        }
        resourceVersion = reached;
        if (event.type === 'BOOKMARK') bookmarks++;
        else if (order > 0) events.push(event);
        else faults.push(repeated(event.type, reached));
        break;
      }
      case 'ERROR': {
        // The object was never validated: a proxy may have written it.
        const error = errorOfEvent(event.object);
        if (error.statusCode === 410) {
          events.push(event);
          return end('over');
        }
        faults.push(error);
        return end('again', error.retryAfterSeconds);
      }
      default: {
        const { type } = event as { readonly type: unknown };
        events.push(internalError(`unknown type of a watch event: ${shownWord(type)}`));
        return end('over');
      }
    }
  }
  return end('readOn');
}

/** Compares versions; non-numeric ones are not comparable, and count as later. */
function compare(reached: string, last: string): -1 | 0 | 1 {
  if (!isResourceVersion(reached) || !isResourceVersion(last)) return 1;
  return compareResourceVersion(reached, last);
}

function repeated(type: string, resourceVersion: string): Error {
  return new KubeInformersError(
    'ERR_WATCH_REPEATED',
    `an event ${type} came again at resourceVersion ${resourceVersion}; it is left out`,
  );
}

/** Creates an ERROR event with apierrors.NewResourceExpired. */
function expired(reached: string, last: string): ErrorEvent {
  return errorEvent({
    message: `retry watcher: resourceVersion ${reached} came after ${last}: the server's history is another one`,
    reason: 'Expired',
    code: 410,
  });
}

/** Creates an ERROR event with apierrors.NewInternalError. */
function internalError(message: string): ErrorEvent {
  const text = `retry watcher: ${message}`;
  return errorEvent({
    message: `Internal error occurred: ${text}`,
    reason: 'InternalError',
    details: { causes: [{ message: text }] },
    code: 500,
  });
}

interface ErrorEvent {
  readonly type: 'ERROR';
  readonly object: Status;
}

function errorEvent(failure: Pick<Status, 'message' | 'reason' | 'details' | 'code'>): ErrorEvent {
  return {
    type: 'ERROR',
    object: { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', ...failure },
  };
}
