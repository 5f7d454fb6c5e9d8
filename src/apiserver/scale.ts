import { labelSelectorAsSelector } from '../meta/label-selector.js';
import { invalidField } from '../meta/field-error.js';
import type { LabelSelector } from '../meta/types.js';
import { keyOf } from './context.js';
import type { ServerContext, WriteOptions } from './context.js';
import { invalid, notFound } from './failure.js';
import { asObject, at, childOf } from './kinds/json-fields.js';
import type { JsonObject } from './kinds/json-fields.js';
import { metadataOf } from './object-meta.js';
import { named } from './registry.js';
import type { ServedResource } from './registry.js';
import { parseStored } from './storage/stored-object.js';
import type { ObjectBody, StoredObject } from './storage/stored-object.js';
import { commitUpdate } from './update.js';
import type { WriteTarget } from './update.js';

/** The kinds whose `scale` subresource is served, by `resource.group`. */
export const scalable: ReadonlySet<string> = new Set([
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'replicationcontrollers.',
]);

/** The autoscaling/v1 Scale of an object. Throws 404 when it is not there. */
export function readScale(served: ServedResource, target: WriteTarget): ObjectBody {
  return scaleOf(served, parseStored(find(served, target)));
}

/** Sets the number of replicas by a changed Scale; gives the new one. */
export function writeScale(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  scale: ObjectBody,
  options: WriteOptions,
): ObjectBody {
  const replicas = at(scale, 'spec', 'replicas') ?? 0;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas < 0) {
    throw invalid({ group: 'autoscaling', name: 'Scale' }, target.name, [
      invalidField('spec.replicas', replicas, 'must be greater than or equal to 0'),
    ]);
  }
  const stored = find(served, target);
  const old = parseStored(stored);
  const body = parseStored(stored);
  childOf(body, 'spec')['replicas'] = replicas;
  const version = metadataOf(scale).resourceVersion;
  if (version !== undefined) metadataOf(body).resourceVersion = version;
  const result = commitUpdate(context, served, { ...target, subresource: '' }, stored, old, body, options);
  return scaleOf(served, result.body ?? parseStored(result.stored));
}

function find(served: ServedResource, target: WriteTarget): StoredObject {
  const stored = served.table.get(keyOf(served, target.namespace, target.name));
  if (stored === undefined) throw notFound(named(served), target.name);
  return stored;
}

function scaleOf(served: ServedResource, body: ObjectBody): ObjectBody {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(body);
  const replicas = at(body, 'spec', 'replicas');
  const current = at(body, 'status', 'replicas');
  const selector = asObject(at(body, 'spec', 'selector'));
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: JSON.parse(
      JSON.stringify({ name, namespace, uid, resourceVersion, creationTimestamp }),
    ) as object,
    spec: { replicas: typeof replicas === 'number' ? replicas : 0 },
    status: {
      replicas: typeof current === 'number' ? current : 0,
      ...(selector === undefined ? {} : { selector: selectorText(served, selector) }),
    },
  };
}

/** The selector as text. A ReplicationController's is a plain map of labels. */
function selectorText(served: ServedResource, selector: JsonObject): string {
  const wanted: LabelSelector = served.resource.group === '' ? { matchLabels: textsOf(selector) } : selector;
  return labelSelectorAsSelector(wanted).toString();
}

function textsOf(value: JsonObject): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(value)) if (typeof text === 'string') texts[key] = text;
  return texts;
}
