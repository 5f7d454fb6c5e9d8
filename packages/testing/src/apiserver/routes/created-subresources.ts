import {
  type FieldError,
  asObject,
  at,
  childOf,
  invalidField,
  notSupportedField,
  objectsOf,
  requiredField,
  textAt,
  toJson,
} from '@kube-informers/schema/internal';
import { newBadRequest, newConflict, newInvalid, newNotFound } from 'kube-informers/internal';
import { tokenIssuer } from '../registry/token-issuer.js';
import { unstoredKind, readObject } from '../bodies/decode.js';
import type { BodyKind } from '../bodies/decode.js';
import { sendJson } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { metadataOf, timestamp } from '../objects/object-meta.js';
import { readStored, storageKey } from '../registry/context.js';
import type { HandlerOptions } from './handler-options.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { evictPod } from '../write/eviction.js';
import { checkUid, commitUpdate } from '../write/update.js';
import type { WriteTarget } from '../write/update.js';
import { parseDeleteRequest } from '../write/delete.js';
import { writeOptions } from '../write/write-options.js';
import { admissionOf } from './request-parts.js';

const evictionKind = unstoredKind('policy', 'v1', 'Eviction');
const bindingKind = unstoredKind('', 'v1', 'Binding');
const tokenKind = unstoredKind('authentication.k8s.io', 'v1', 'TokenRequest');

type Handle = (
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
) => Promise<void>;

/** The subresources that are only created, by `resource.group/subresource`, and the kinds of their bodies. */
const handlers: Readonly<Record<string, Handle>> = {
  'pods./eviction': handleEviction,
  'pods./binding': handleBinding,
  'serviceaccounts./token': handleToken,
};

/** Returns the handler of a subresource that is created by POST; undefined for another. */
export function createdSubresource(served: ServedResource, subresource: string): Handle | undefined {
  const id = `${served.id}/${subresource}`;
  return Object.hasOwn(handlers, id) ? handlers[id] : undefined;
}

/** Asks the webhooks about what is created; returns it as they changed it. */
async function admitted(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
  kind: BodyKind,
  given: ObjectBody,
): Promise<ObjectBody> {
  const admission = admissionOf(options, exchange, served, target, { kind });
  if (admission === undefined) return given;
  const object = await admission.mutate({ operation: 'CREATE', object: given, old: undefined });
  await admission.validate({ operation: 'CREATE', object, old: undefined });
  return object;
}

async function handleEviction(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
): Promise<void> {
  if (exchange.method !== 'POST') throw methodNotAllowed();
  const write = writeOptions(exchange, 'CreateOptions');
  const given = await readObject(exchange, evictionKind, write);
  const eviction = await admitted(options, exchange, served, target, evictionKind, given);
  if (metadataOf(eviction).name !== target.name)
    throw newBadRequest('name in URL does not match name in Eviction object');
  const request = parseDeleteRequest(eviction['deleteOptions'], exchange.query);
  evictPod(options.context, served, target, { ...request, dryRun: request.dryRun || write.dryRun });
  return sendSuccess(exchange);
}

async function handleBinding(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
): Promise<void> {
  if (exchange.method !== 'POST') throw methodNotAllowed();
  const write = writeOptions(exchange, 'CreateOptions');
  const given = await readObject(exchange, bindingKind, write);
  const binding = await admitted(options, exchange, served, target, bindingKind, given);
  const { name, uid, resourceVersion, annotations } = metadataOf(binding);
  if (name !== target.name) throw newBadRequest('name in URL does not match name in Binding object');
  const node = textAt(binding, 'target', 'name');
  const errors: FieldError[] = [];
  const kind = textAt(binding, 'target', 'kind');
  if (kind !== '' && kind !== 'Node')
    errors.push(notSupportedField('target.kind', kind, ['Node', '<empty>']));
  if (node === '') errors.push(requiredField('target.name'));
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'Binding' }, target.name, errors);
  const stored = find(served, target);
  checkUid(served, target, uid, stored.uid, write);
  const old = readStored(served, stored);
  const problem = bindingProblem(old, target.name);
  if (problem !== undefined) throw newConflict({ group: '', resource: 'pods/binding' }, target.name, problem);
  const body = readStored(served, stored);
  const metadata = metadataOf(body);
  if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
  if (annotations !== undefined) metadata.annotations = { ...metadata.annotations, ...annotations };
  childOf(body, 'spec')['nodeName'] = node;
  const status = childOf(body, 'status');
  const others = objectsOf(status['conditions']).filter(({ type }) => type !== 'PodScheduled');
  const scheduled = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: timestamp(options.context.clock.now()),
  };
  status['conditions'] = [...others, scheduled];
  // Trusted: the subresource sets the condition too. A binding has no owner.
  const trusted = { ...write, trusted: true, fieldManager: '' };
  await commitUpdate(options.context, served, { ...target, subresource: '' }, stored, old, body, trusted);
  return sendSuccess(exchange);
}

/** BindingREST.setPodNodeAndMetadata's reasons not to bind a pod. */
function bindingProblem(pod: ObjectBody, name: string): string | undefined {
  if (metadataOf(pod).deletionTimestamp !== undefined)
    return `pod ${name} is being deleted, cannot be assigned to a host`;
  const node = textAt(pod, 'spec', 'nodeName');
  if (node !== '') return `pod ${name} is already assigned to node ${JSON.stringify(node)}`;
  const gates = at(pod, 'spec', 'schedulingGates');
  return Array.isArray(gates) && gates.length > 0
    ? `pod ${name} has non-empty .spec.schedulingGates`
    : undefined;
}

const minExpirationSeconds = 600;
const maxExpirationSeconds = 2 ** 32;
const defaultExpirationSeconds = 3600;

async function handleToken(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  target: WriteTarget,
): Promise<void> {
  if (exchange.method !== 'POST') throw methodNotAllowed();
  const write = writeOptions(exchange, 'CreateOptions');
  const given = await readObject(exchange, tokenKind, write);
  const review = await admitted(options, exchange, served, target, tokenKind, given);
  const stored = find(served, target);
  const spec = asObject(review['spec']) ?? {};
  const seconds = spec['expirationSeconds'] ?? defaultExpirationSeconds;
  const errors: FieldError[] = [];
  const field = 'spec.expirationSeconds';
  if (typeof seconds !== 'number' || seconds < minExpirationSeconds)
    errors.push(invalidField(field, seconds, 'may not specify a duration less than 10 minutes'));
  else if (seconds > maxExpirationSeconds)
    errors.push(invalidField(field, seconds, 'may not specify a duration larger than 2^32 seconds'));
  if (errors.length > 0)
    throw newInvalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, '', errors);
  const audiences =
    Array.isArray(spec['audiences']) && spec['audiences'].length > 0 ? spec['audiences'] : [tokenIssuer];
  const issuedAt = Math.floor(options.context.clock.now() / 1000);
  const expiresAt = issuedAt + Number(seconds);
  const { namespace, name } = target;
  const claims = {
    aud: audiences,
    exp: expiresAt,
    iat: issuedAt,
    iss: tokenIssuer,
    'kubernetes.io': { namespace, serviceaccount: { name, uid: stored.uid } },
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  const body = {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace, creationTimestamp: timestamp(options.context.clock.now()) },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: spec['boundObjectRef'] ?? null },
    status: {
      token: options.context.tokens.sign(claims),
      expirationTimestamp: timestamp(expiresAt * 1000),
    },
  };
  return sendJson(exchange, 201, toJson(body));
}

function find(served: ServedResource, target: WriteTarget): StoredObject {
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined) throw newNotFound(served.resource, target.name);
  return stored;
}

async function sendSuccess(exchange: Exchange): Promise<void> {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return sendJson(exchange, 201, toJson(status));
}
