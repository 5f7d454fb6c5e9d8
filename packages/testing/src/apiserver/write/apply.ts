import {
  type JsonObject,
  isJsonObject,
  jsonTypeOf,
  parseJson,
  requiredField,
} from '@kube-informers/schema/internal';
import { newBadRequest, newConflict, newInvalid, newNotFound } from 'kube-informers/internal';
import { storageKey, readStored } from '../registry/context.js';
import type { ServerContext, WriteOptions, WriteResult } from '../registry/context.js';
import { createObject, matchNamespace } from './create.js';
import { serverError } from '../http/failure.js';
import { depthProblem } from '../json/json-depth.js';
import { fieldManagerOf } from './managed-fields.js';
import { metadataOf } from '../objects/object-meta.js';
import type { ServedResource } from '../registry/registry.js';
import { commitUpdate, requireName } from './update.js';
import type { WriteTarget } from './update.js';
import { yamlToJson } from '../json/yaml-body.js';

/** Options of an apply. */
export interface ApplyOptions extends WriteOptions {
  /** The applying manager. */
  readonly manager: string;
  /** Takes over fields that others own. */
  readonly force: boolean;
}

/**
 * Server-side apply: sets the configuration's fields, and removes those the manager applied before.
 *
 * Removed are fields that the manager now leaves out, unless another manager owns them too. The body is YAML. Throws
 * 409 with a cause for each changed field that another manager owns, unless forced.
 */
export async function applyObject(
  context: ServerContext,
  served: ServedResource,
  target: WriteTarget,
  text: string,
  options: ApplyOptions,
): Promise<WriteResult> {
  const { value, twice } = await readConfiguration(text, options);
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined && target.subresource !== '') throw newNotFound(served.resource, target.name);
  const old = stored === undefined ? undefined : readStored(served, stored);
  const fields = fieldManagerOf(context, served, target.subresource);
  const body = fields.apply(old, value, options.manager, options.force);
  refuseDuplicates(twice, options);
  // The managers are in the body.
  const write: WriteOptions = { ...options, fieldManager: '' };
  if (stored === undefined || old === undefined) {
    const { uid = '' } = metadataOf(body);
    if (uid !== '') {
      const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
      throw newConflict(served.resource, target.name, why);
    }
    matchNamespace(served, body, target.namespace);
    requireName(body, target.name);
    delete metadataOf(body).resourceVersion;
    return createObject(context, served, target.namespace, body, write);
  }
  matchNamespace(served, body, target.namespace);
  requireName(body, target.name);
  return commitUpdate(context, served, target, stored, old, body, write);
}

/** A configuration as received. */
export interface Configuration {
  readonly value: JsonObject;
  /** Go's messages for repeated keys. */
  readonly twice: readonly string[];
}

/** Reads a configuration, which is YAML. Throws 422 without the name of a manager, 400 if it is not an object. */
export async function readConfiguration(text: string, { manager }: ApplyOptions): Promise<Configuration> {
  if (manager === '') {
    throw newInvalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [
      requiredField('fieldManager', 'is required for apply patch'),
    ]);
  }
  const read = await yamlToJson(text);
  if ('problem' in read) throw newBadRequest(`error encoding patch: ${read.problem}`);
  const value: unknown = parseJson(read.json) ?? {};
  if (!isJsonObject(value)) {
    throw newBadRequest(
      `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type map[string]interface {}`,
    );
  }
  const problem = depthProblem(value);
  if (problem !== undefined) throw serverError(`failed to create typed patch object: ${problem}`);
  return { value, twice: read.twice };
}

/** Treats the repeated keys of a configuration as the field validation asks for, once it can be applied. */
export function refuseDuplicates(twice: readonly string[], options: WriteOptions): void {
  if (options.fieldValidation === 'Strict' && twice.length > 0) {
    const lines = twice.map((text) => `  ${text}`).join('\n');
    throw newBadRequest(
      `error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n${lines}`,
    );
  }
  if (options.fieldValidation === 'Warn') for (const text of twice) options.warn(text);
}
