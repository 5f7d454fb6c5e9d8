import { DynamicClient } from 'kube-informers';
import type { DeepReadonly, KubernetesObject } from 'kube-informers';
import type { RestClient } from 'kube-informers/rest';
import { at } from './columns.js';
import { RefusedError } from './exchange.js';
import type { EventModel } from './model.js';
import { shownText } from './words.js';

/** Events that are listed of one object. */
const listedEvents = 30;
/** Events that are read of one object. */
const readEvents = 500;

/** Lists the Events about an object from the server, the newest first. Rejects if the server refuses. */
export async function listEvents(
  restClient: RestClient,
  key: string,
  cached: DeepReadonly<KubernetesObject> | undefined,
): Promise<EventModel[]> {
  const slash = key.indexOf('/');
  const namespace = slash < 0 ? 'default' : key.slice(0, slash);
  const uid = cached?.metadata?.uid;
  // A selector has no quotes.
  const name = key.slice(slash + 1);
  if (uid === undefined && !/^[\w.:-]+$/.test(name)) throw new RefusedError(400, 'not the key of an object');
  const { items } = await new DynamicClient(restClient)
    .resource({ group: '', version: 'v1', resource: 'events' }, namespace)
    .list({
      fieldSelector: uid === undefined ? `involvedObject.name=${name}` : `involvedObject.uid=${uid}`,
      limit: readEvents,
    });
  return items
    .map((event) => eventOf(event))
    .toSorted((a, b) => (b.lastMs ?? 0) - (a.lastMs ?? 0))
    .slice(0, listedEvents);
}

/** Returns an Event as it is shown; what it lacks is empty. */
export function eventOf(event: unknown): EventModel {
  const text = (...path: readonly string[]): string => {
    const value = at(event, ...path);
    return typeof value === 'string' ? shownText(value) : '';
  };
  const times = at(event, 'series', 'count') ?? at(event, 'count');
  const lastMs = Date.parse(
    text('series', 'lastObservedTime') ||
      text('lastTimestamp') ||
      text('eventTime') ||
      text('metadata', 'creationTimestamp'),
  );
  return {
    type: text('type'),
    reason: text('reason'),
    message: text('message'),
    source: text('reportingComponent') || text('source', 'component'),
    count: typeof times === 'number' ? times : 1,
    lastMs: Number.isNaN(lastMs) ? undefined : lastMs,
  };
}
