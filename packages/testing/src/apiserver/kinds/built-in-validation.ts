import type { Resource } from 'kube-informers';
import { type FieldError, asObject, at } from '@kube-informers/schema/internal';
import { isDeepStrictEqual } from 'node:util';
import type { KindValidation } from '../objects/kind-rules.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { builtInValidation } from './translated/built-in-validation.js';

/** The strategy and the request's context, of which the translated functions use nothing. */
const none = undefined;

/** Returns kube-apiserver's validation of a kind; undefined for kinds whose objects are stored as they are. */
export function validationOf({ group, version, kind }: Resource): KindValidation | undefined {
  const name = `${kind}.${group}/${version}`;
  const create = builtInValidation[`${name} create`];
  const update = builtInValidation[`${name} update`];
  if (create === undefined || update === undefined) return undefined;
  const status = builtInValidation[`${name} status`];
  return {
    create: (body) => create(none, none, internal(kind, body)) ?? [],
    change(body, old, subresource): readonly FieldError[] {
      const validate = subresource === 'status' ? status : update;
      return validate?.(none, none, internal(kind, versioned(body), old), internal(kind, old)) ?? [];
    },
  };
}

/** An update that names no version is one of the stored version. */
function versioned(body: ObjectBody): ObjectBody {
  const { metadata } = body;
  if ((metadata?.resourceVersion ?? '') !== '') return body;
  return { ...body, metadata: { ...metadata, resourceVersion: '0' } };
}

/** Returns an object in the server's own form, with what that has beside the fields that clients send. */
function internal(kind: string, body: ObjectBody, old?: ObjectBody): ObjectBody {
  const spec = asObject(body['spec']);
  if (spec === undefined) return body;
  switch (kind) {
    case 'DaemonSet': {
      const changed = old !== undefined && !isDeepStrictEqual(spec['template'], at(old, 'spec', 'template'));
      return { ...body, spec: { ...spec, TemplateGeneration: changed ? 2 : 1 } };
    }
    case 'Service': {
      const { clusterIP = '', clusterIPs } = spec;
      return clusterIP === '' || clusterIPs !== undefined
        ? body
        : { ...body, spec: { ...spec, clusterIPs: [clusterIP] } };
    }
    default:
      return body;
  }
}
