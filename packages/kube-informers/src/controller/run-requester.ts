import { linkedWebSocket } from '../client/requests.js';
import type { Requester } from '../client/requests.js';
import { isAlreadyExists } from '../meta/errors.js';
import { generateName, maxGenerateAttempts } from '../meta/generated-name.js';
import type { DeleteOptions } from '../meta/meta-v1.js';
import type { KubernetesObject, Status } from '../meta/types.js';
import { fenced } from '../leaderelection/fence.js';
import type { Fence } from '../leaderelection/fence.js';
import { mayHaveHappened } from '../leaderelection/lease-lock.js';
import { interruptible, linkSignal, onAbort, throwIfAborted } from '../util/signal.js';
import type { Random } from '../util/clock.js';
import { resourceId } from './cache-view.js';
import { ControllerError } from './errors.js';
import type { OwnWrite } from './own-writes.js';
import { mayBeOutage } from './failures.js';

/** The parts of a run that its requests need. */
export interface RunRequests {
  readonly rest: Requester;
  readonly signal: AbortSignal;
  readonly fence: Fence | undefined;
  /** For messages: `run website-7 of default/web`. */
  readonly name: string;
  readonly random: Random;
  /** True once the run is over. */
  isOver(): boolean;
  /** Called before a write of a known object; the returned function is called after its response was recorded. */
  onSend(target: Pick<OwnWrite, 'resourceId' | 'namespace' | 'name'>): () => void;
  /** Called with each write, and the written object as far as the response shows it. */
  onWrite(write: OwnWrite, object?: KubernetesObject): void;
  /** Called for a write that may have failed because of the server. */
  onFailed(resourceId: string): void;
  /** Called for a write that the fence has refused, so that it was not sent. */
  onRefused(): void;
}

type Request = Parameters<Requester['request']>[0];

/**
 * Wraps a Requester for one run: requests end with the run's signal, writes are refused once the run is over or its fence
 * is invalid, and every write is recorded.
 */
export function runRequester(run: RunRequests): Requester {
  const { fence } = run;
  const rest =
    fence === undefined
      ? run.rest
      : fenced(
          run.rest,
          counted(fence, () => run.onRefused()),
        );
  const linked = async <R>(
    signal: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<R>,
  ): Promise<R> => {
    throwIfAborted(run.signal);
    if (signal === undefined) return send(run.signal);
    const link = linkSignal(run.signal, signal);
    try {
      return await send(link.signal);
    } finally {
      link.dispose();
    }
  };
  const refuseIfOver = (method: string, path: string): void => {
    if (run.isOver())
      throw new ControllerError('ERR_RUN_OVER', `${method} ${path} refused: ${run.name} is over`);
  };
  const writeOnce = async <T>(request: Request): Promise<T> => {
    refuseIfOver(request.method, request.path);
    // The signal of the run refuses it before the fence can.
    if (fence?.signal.aborted === true) run.onRefused();
    return linked(request.signal, async (signal) => {
      const target = isDryRun(request) ? undefined : targetOf(request);
      const ended = isNamed(target) ? run.onSend(target) : undefined;
      try {
        const answer = await rest.request<T>({ ...request, signal });
        if (target !== undefined)
          for (const [own, object] of writesOf(target, request, answer)) run.onWrite(own, object);
        return answer;
      } catch (error) {
        if (target !== undefined && mayBeOutage(error)) run.onFailed(target.resourceId);
        if (isNamed(target) && mayHaveHappened(error))
          run.onWrite({ ...target, description: describe(target, undefined), outcome: 'unknown' });
        throw error;
      } finally {
        ended?.();
      }
    });
  };
  const write = async <T>(request: Request): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const named = withName(request, run.random);
      try {
        return await writeOnce<T>(named);
      } catch (error) {
        if (named === request || attempt === maxGenerateAttempts || !isAlreadyExists(error)) throw error;
      }
    }
  };
  const webSocket = rest.webSocket?.bind(rest);
  return {
    closing: run.signal,
    ...(webSocket === undefined
      ? {}
      : {
          webSocket: async (request: Parameters<typeof webSocket>[0]) => {
            refuseIfOver('webSocket', request.path);
            throwIfAborted(run.signal);
            return linkedWebSocket(webSocket, request, run.signal);
          },
        }),
    request: <T>(request: Request) =>
      request.method === 'GET'
        ? linked(request.signal, (signal) => rest.request<T>({ ...request, signal }))
        : write<T>(request),
    list: (request) => linked(request.signal, (signal) => rest.list({ ...request, signal })),
    stream: (request) => interruptible((left) => streamed(rest, request, run.signal, left)),
    // A watch outlives this call, so it gets the caller's signal only if there is one.
    watch: (request) => rest.watch({ ...request, signal: request.signal ?? run.signal }),
  };
}

/** Returns the fence, which reports what it refuses. */
function counted(fence: Fence, refused: () => void): Fence {
  return {
    signal: fence.signal,
    assertValid: () => {
      try {
        fence.assertValid();
      } catch (error) {
        refused();
        throw error;
      }
    },
    unanswered: () => fence.unanswered?.(),
  };
}

/** Streams until the end of the run. */
async function* streamed(
  rest: Requester,
  request: Parameters<Requester['stream']>[0],
  signal: AbortSignal,
  left: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const link = linkSignal(signal, request.signal);
  try {
    const chunks = rest.stream({ ...request, signal: link.signal });
    onAbort(left, () => void chunks.return());
    yield* chunks;
  } finally {
    link.dispose();
  }
}

/** What a write changes. */
interface Target {
  readonly resourceId: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

function isNamed(target: Target | undefined): target is Target & { readonly name: string } {
  return target?.name !== undefined;
}

function targetOf({ target, body }: Request): Target | undefined {
  if (target === undefined) return undefined;
  const { group, resource, namespace, name, subresource } = target;
  return {
    resourceId: resourceId({ group, resource }),
    resource,
    namespace,
    name: name === '' ? nameIn(body) : name,
    subresource: subresource === '' ? undefined : subresource,
  };
}

/**
 * Chooses the name of a create with generateName, as the server would: then the object can be looked up if the response is
 * lost. Returns other requests as they are.
 */
function withName(request: Request, random: Random): Request {
  const { method, target, body } = request;
  if (method !== 'POST' || typeof body !== 'object' || target?.name !== '') return request;
  const { metadata } = body as KubernetesObject;
  const { name = '', generateName: base = '' } = metadata ?? {};
  if (name !== '' || typeof base !== 'string' || base === '') return request;
  return { ...request, body: { ...body, metadata: { ...metadata, name: generateName(base, random) } } };
}

function nameIn(body: Request['body']): string | undefined {
  if (typeof body !== 'object') return undefined;
  const { metadata } = body as KubernetesObject;
  return metadata?.name;
}

/** Returns what a response shows to be written. */
function* writesOf(
  target: Target,
  request: Request,
  answer: unknown,
): Generator<readonly [OwnWrite, KubernetesObject?]> {
  if (typeof answer !== 'object' || answer === null) return;
  const { items } = answer as { readonly items?: unknown };
  if (request.method === 'DELETE') {
    // Those of a collection are as they were before.
    if (Array.isArray(items))
      for (const object of items as readonly KubernetesObject[])
        yield* deleted(target, request, object, false);
    else yield* deleted(target, request, answer, isGoneAfterDelete(answer));
    return;
  }
  if (isEviction(target, request)) {
    for (const own of evicted(target, request, answer)) yield [own];
    return;
  }
  const object = answer as KubernetesObject;
  const { name = target.name, namespace = target.namespace, uid, resourceVersion } = object.metadata ?? {};
  // A Status, or an object that is not stored, such as a TokenReview.
  if (name === undefined || resourceVersion === undefined || object.kind === 'Status') return;
  // A scale is not its object.
  const returnsObject = target.subresource === undefined || target.subresource === 'status';
  const own: OwnWrite = {
    resourceId: target.resourceId,
    namespace,
    name,
    description: describe({ ...target, namespace, name }, returnsObject ? object.kind : undefined),
    outcome: 'written',
    uid,
    resourceVersion,
    base: request.method === 'POST' && target.subresource === undefined ? '' : preconditionOf(request),
  };
  // Its resourceVersion is the one from before.
  if (isGoneAfterWrite(object))
    yield [
      {
        ...own,
        description: `${own.description} (delete)`,
        outcome: 'deleted',
        isGone: true,
        resourceVersion: undefined,
      },
      object,
    ];
  else yield returnsObject ? [own, object] : [own];
}

/** True if a write has removed the last finalizer of an object that was being deleted: the server then deletes it. */
function isGoneAfterWrite({ metadata, spec }: KubernetesObject & { readonly spec?: unknown }): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: graceSeconds = 0, finalizers = [] } = metadata ?? {};
  // Those of a namespace.
  const { finalizers: others = [] } = Object(spec) as { readonly finalizers?: readonly unknown[] };
  return (
    deletionTimestamp !== undefined && graceSeconds === 0 && finalizers.length === 0 && others.length === 0
  );
}

/** True if the response to the delete of one object says that it is gone: a Status, or an object that nothing keeps. */
function isGoneAfterDelete(answer: object): boolean {
  const object = answer as KubernetesObject;
  return (
    object.kind === 'Status' || object.metadata?.deletionTimestamp === undefined || isGoneAfterWrite(object)
  );
}

function* deleted(
  target: Target,
  request: Request,
  answer: object,
  isGone: boolean,
): Generator<readonly [OwnWrite, KubernetesObject?]> {
  const object = answer as KubernetesObject;
  const { details } = answer as Status;
  const { preconditions } = (request.body ?? {}) as { readonly preconditions?: { readonly uid?: string } };
  const isObject = object.kind !== 'Status';
  const name = (isObject ? object.metadata?.name : undefined) ?? target.name;
  const uid = (isObject ? object.metadata?.uid : details?.uid) ?? preconditions?.uid;
  if (name === undefined || uid === undefined) return;
  const namespace = (isObject ? object.metadata?.namespace : undefined) ?? target.namespace;
  const own: OwnWrite = {
    resourceId: target.resourceId,
    namespace,
    name,
    description: `${describe({ ...target, namespace, name, subresource: undefined }, isObject ? object.kind : undefined)} (delete)`,
    outcome: 'deleted',
    isGone,
    uid,
    resourceVersion: versionIn(answer),
  };
  yield isObject ? [own, object] : [own];
}

/** Returns the resourceVersion of an object, or that of the deletion in a Status (since Kubernetes 1.38). */
function versionIn(answer: object): string | undefined {
  return (answer as KubernetesObject).metadata?.resourceVersion || undefined;
}

function isEviction({ subresource }: Target, { method }: Request): boolean {
  return method === 'POST' && subresource === 'eviction';
}

/** An eviction deletes its object; the response is a Status without the uid. */
function* evicted(target: Target, { body }: Request, answer: object): Generator<OwnWrite> {
  if (!isNamed(target)) return;
  const { preconditions } = deleteOptionsOf(body) ?? {};
  yield {
    resourceId: target.resourceId,
    namespace: target.namespace,
    name: target.name,
    description: describe(target, undefined),
    outcome: 'deleted',
    uid: preconditions?.uid,
    resourceVersion: versionIn(answer),
  };
}

/** The options in the body of an eviction. */
function deleteOptionsOf(body: Request['body']): DeleteOptions | undefined {
  return (body as { readonly deleteOptions?: DeleteOptions } | undefined)?.deleteOptions;
}

function describe({ resource, namespace, name, subresource }: Target, kind: string | undefined): string {
  const object = `${kind ?? resource} ${namespace === '' ? '' : `${namespace}/`}${name}`;
  return subresource === undefined ? object : `${object} (${subresource})`;
}

/** The resourceVersion in the body of an update, apply or merge patch. */
function preconditionOf({ body }: Request): string | undefined {
  if (typeof body !== 'object') return undefined;
  return (body as KubernetesObject).metadata?.resourceVersion || undefined;
}

function isDryRun({ query, body }: Request): boolean {
  const { dryRun } = (query ?? {}) as { readonly dryRun?: unknown };
  const inBody = (body as { readonly dryRun?: unknown } | undefined)?.dryRun;
  return [dryRun, inBody, deleteOptionsOf(body)?.dryRun].some((given) => given !== undefined);
}
