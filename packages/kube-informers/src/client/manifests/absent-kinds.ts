import type { CallOptions } from '../../meta/calls.js';
import {
  hasStatusCause,
  isForbidden,
  isNotFound,
  StatusCauseType,
  asStatusError,
} from '../../meta/errors.js';
import type { GroupKind } from '../../meta/group-version.js';
import type { AnyFields } from '../../meta/projected.js';
import type { Resource } from '../../meta/resource.js';
import type { KubernetesObject } from '../../meta/types.js';
import { resources } from '../../resources/index.js';
import type { Unstructured } from '../call-options.js';
import type { ManifestClient } from './targets.js';

/** True if the server has no such path, or somebody else has answered: this says nothing about an object. */
export function isPathNotFound(error: unknown): boolean {
  if (!isNotFound(error)) return false;
  const { name = '' } = asStatusError(error)?.status.details ?? {};
  return name === '' || hasStatusCause(error, StatusCauseType.UnexpectedServerResponse);
}

/**
 * Resolves with true if the server certainly has no objects of a kind that it does not serve.
 *
 * Discovery lacks a kind also while the server behind an aggregated API is down, and while an API server starts. It is certain if no
 * CustomResourceDefinition defines the kind, no APIService leads its group to another server, and Kubernetes itself has no such
 * group. False if the client cannot list these.
 */
export async function isKindGone(
  client: ManifestClient,
  { group, kind }: GroupKind,
  call: CallOptions,
): Promise<boolean> {
  const isBuiltIn = Object.values(resources).some((table) =>
    Object.values(table).some((resource) => resource.group === group),
  );
  if (isBuiltIn) return false;
  const { customResourceDefinitions } = resources.apiextensionsV1;
  const { apiServices } = resources.apiregistrationV1;
  try {
    const definitions = items<Definition>(client, customResourceDefinitions, definitionFields, call);
    for await (const { spec } of definitions)
      if (spec?.group === group && spec.names?.kind === kind) return false;
    for await (const { spec } of items<Service>(client, apiServices, serviceFields, call))
      if (spec?.group === group && typeof spec.service === 'object' && spec.service !== null) return false;
    return true;
  } catch (thrown) {
    if (isForbidden(thrown) || isNotFound(thrown)) return false;
    throw thrown;
  }
}

const definitionFields: AnyFields = { spec: { group: true, names: { kind: true } } };
const serviceFields: AnyFields = { spec: { group: true, service: true } };

interface Definition {
  readonly spec?: { readonly group?: string; readonly names?: { readonly kind?: string } };
}

interface Service {
  readonly spec?: { readonly group?: string; readonly service?: object | null };
}

function items<O>(
  client: ManifestClient,
  resource: { readonly kind: string },
  fields: AnyFields,
  { signal }: CallOptions,
): AsyncIterable<O> {
  // Only the type of the objects differs.
  const objects = client.resource(resource as unknown as Resource<Unstructured>, undefined);
  return objects.items({ fields, signal }) as AsyncIterable<KubernetesObject> as AsyncIterable<O>;
}
