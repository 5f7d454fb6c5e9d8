import type { Resource } from 'kube-informers';
import { selectableValues } from '../objects/kind-rules.js';
import type { KindRules } from '../objects/kind-rules.js';
import { parseStored, storeObject } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { typeOfKind } from '../types/type-table.js';

/** Fields of events.k8s.io/v1, and what they are called in v1. */
const fields: readonly (readonly [string, string])[] = [
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
];

const toCore: ReadonlyMap<string, string> = new Map(fields);
const fromCore: ReadonlyMap<string, string> = new Map(fields.map(([later, core]) => [core, later]));

function renamed(body: ObjectBody, names: ReadonlyMap<string, string>): ObjectBody {
  const entries = Object.entries(body).map(([field, value]) => [names.get(field) ?? field, value]);
  return Object.fromEntries(entries) as ObjectBody; // its metadata keeps its name
}

/** Of these fields, v1 alone writes those without a value. */
function fromStored(stored: ObjectBody): ObjectBody {
  const body = renamed(stored, fromCore);
  for (const field of ['reportingController', 'reportingInstance'])
    if (body[field] === '') delete body[field];
  return body;
}

/** Returns how events of events.k8s.io are stored: as the events of v1, which they are. */
export function eventForm({ group, version, kind }: Resource, rules: KindRules) {
  const type = typeOfKind(group, version, kind);
  const views = new WeakMap<StoredObject, StoredObject>();
  return {
    toStored: (body: ObjectBody): ObjectBody => renamed(body, toCore),
    fromStored,
    view(object: StoredObject): StoredObject {
      // The result of a dry run is in this form already.
      if (object.type === type) return object;
      let view = views.get(object);
      if (view === undefined) {
        const body = fromStored(parseStored(object));
        view = storeObject(object.key, object.revision, body, selectableValues(rules, body), type);
        views.set(object, view);
      }
      return view;
    },
  };
}
