import { unstoredKind } from '../bodies/decode.js';
import type { BodyKind } from '../bodies/decode.js';
import { sendText } from '../http/answer.js';
import { parseBoolean } from '../http/query-values.js';
import type { ObjectBody } from '../storage/stored-object.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed, unknownResource } from '../http/failure.js';
import type { StatusError } from 'kube-informers';
import { newNotFound, newStatus } from 'kube-informers/internal';
import { handleList } from './list-handler.js';
import { deprecations } from '../kinds/deprecations.js';
import type { ServedResource } from '../registry/registry.js';
import type { ResourcePath } from '../http/request-info.js';
import { routeOf } from './route.js';
import { createdSubresource } from './created-subresources.js';
import { handleLog } from './log-handler.js';
import { handleScale } from './scale-handler.js';
import { handlePortForward } from '../streams/port-forward.js';
import { handleRemoteCommand } from '../streams/remote-command.js';
import { partSubresource } from '../write/part-subresources.js';
import { addWarning } from '../http/warnings.js';
import type { HandlerOptions } from './handler-options.js';
import { handleGet } from './get-handler.js';
import { handleCreate, handleUpdate, handlePatch } from './write-handlers.js';
import { handleDelete, handleDeleteCollection } from './delete-handlers.js';
import { admissionOf, targetOf } from './request-parts.js';

/** Handles a request for a resource. Throws StatusError for every failed Status. */
export async function handleResource(
  options: HandlerOptions,
  exchange: Exchange,
  path: ResourcePath,
): Promise<void> {
  const route = routeOf(options.context.registry, exchange, path);
  if (route === undefined) {
    sendText(exchange, 404, '404 page not found\n');
    return;
  }
  const { served, exchange: request } = route;
  for (const text of served.customKind?.warnings ?? []) addWarning(exchange.response, text);
  addWarning(exchange.response, deprecations[served.id] ?? '');
  if (path.subresource !== '') return handleSubresource(options, request, served, path);
  if (path.watch || path.name === '') return handleCollection(options, request, served, path);
  return handleObject(options, request, served, path);
}

async function handleCollection(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const everyNamespace = served.resource.namespaced && path.namespace === '';
  switch (exchange.method) {
    case 'GET':
      return handleList(options, exchange, served, path);
    case 'POST':
      if (everyNamespace || path.watch) throw methodNotAllowed();
      return handleCreate(options, exchange, served, path);
    case 'DELETE':
      if (everyNamespace || path.watch) throw methodNotAllowed();
      return handleDeleteCollection(options, exchange, served, path);
    default:
      throw methodNotAllowed();
  }
}

async function handleObject(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  switch (exchange.method) {
    case 'GET':
      return handleGet(options, exchange, served, path);
    case 'PUT':
      return handleUpdate(options, exchange, served, path);
    case 'PATCH':
      return handlePatch(options, exchange, served, path);
    case 'DELETE':
      return handleDelete(options, exchange, served, path);
    default:
      throw methodNotAllowed();
  }
}

async function handleSubresource(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  if (path.subresource === 'scale' && served.resource.subresources.includes('scale')) {
    return handleScale(options, exchange, served, targetOf(path));
  }
  if (path.subresource === 'log' && served.id === 'pods.') {
    return handleLog(options.streams, exchange, served, targetOf(path));
  }
  if (served.id === 'pods.' && (path.subresource === 'exec' || path.subresource === 'attach')) {
    await admitConnection(options, exchange, served, path);
    return handleRemoteCommand(options.streams, exchange, served, targetOf(path), path.subresource);
  }
  if (served.id === 'pods.' && path.subresource === 'portforward') {
    await admitConnection(options, exchange, served, path);
    return handlePortForward(options.streams, exchange, served, targetOf(path));
  }
  const handleCreated = createdSubresource(served, path.subresource);
  if (handleCreated !== undefined) {
    return handleCreated(options, exchange, served, targetOf(path));
  }
  if (/^proxy(\/|$)/.test(path.subresource) && served.resource.subresources.includes('proxy'))
    throw noProxy();
  const part = partSubresource(served, path.subresource);
  if ((path.subresource !== 'status' || !served.rules.hasStatus) && part === undefined) {
    if (served.custom) throw newNotFound(served.resource, path.name);
    throw unknownResource();
  }
  const verb = partVerbs[exchange.method];
  if (verb === undefined || part?.verbs.includes(verb) === false) throw methodNotAllowed();
  if (verb === 'get') return handleGet(options, exchange, served, path);
  if (verb === 'update') return handleUpdate(options, exchange, served, path);
  return handlePatch(options, exchange, served, path);
}

/** The kinds of the options of connections, by subresource. */
const connections: Readonly<Record<string, BodyKind>> = {
  attach: unstoredKind('', 'v1', 'PodAttachOptions'),
  exec: unstoredKind('', 'v1', 'PodExecOptions'),
  portforward: unstoredKind('', 'v1', 'PodPortForwardOptions'),
};

/** Asks the webhooks about a connection to a pod; what they change of its options is ignored. */
async function admitConnection(
  options: HandlerOptions,
  exchange: Exchange,
  served: ServedResource,
  path: ResourcePath,
): Promise<void> {
  const { query } = exchange;
  const kind = connections[path.subresource];
  const admission = admissionOf(options, exchange, served, path, { kind, options: undefined });
  if (admission === undefined) return;
  const object: ObjectBody = {};
  for (const name of ['stdin', 'stdout', 'stderr', 'tty'])
    if (parseBoolean(query.get(name)) === true) object[name] = true;
  const container = query.get('container') ?? '';
  if (container !== '') object['container'] = container;
  const command = query.getAll('command');
  if (command.length > 0) object['command'] = command;
  const ports = query.getAll('ports');
  if (ports.length > 0) object['ports'] = ports.map(Number);
  const change = { operation: 'CONNECT', object, old: undefined } as const;
  await admission.mutate(change);
  await admission.validate(change);
}

const partVerbs: Readonly<Record<string, string>> = { GET: 'get', PUT: 'update', PATCH: 'patch' };

function noProxy(): StatusError {
  return newStatus({
    code: 501,
    reason: '',
    message:
      'the embedded API server has no network of pods: answer requests of proxy with server.intercept(…)',
  });
}
