import type { Resource } from '../meta/resource.js';
import { resourceName } from '../meta/resource.js';
import { newBadRequest, newForbidden, newInternalError, newInvalid } from '../meta/status.js';
import type { KubernetesObject, Status } from '../meta/types.js';
import type { authenticationv1, autoscalingv1, corev1, policyv1 } from '../resources/types.js';
import { ConfigError, asError } from '../util/errors.js';
import { bodyText, jsonText, parseJson } from '../util/json.js';
import { compareJson } from '../util/json-values.js';
import type { Logger } from '../util/logger.js';
import { requireKnownOptions } from '../util/known-options.js';
import { refuse, refuseValue, requireFunction, typeOf } from '../util/require.js';
import { printable, shortened, shownValue } from '../util/shown.js';
import { isObject } from '../util/type-checks.js';
import { DeniedError, FieldError } from './errors.js';
import type { AdmissionOperation, AdmissionReviewRequest, AdmissionUser } from './reviews.js';

/** What each request for admission tells a handler. */
export interface AdmissionCall {
  /** Name of the object; "" if it is not known yet. */
  readonly name: string;
  /** Undefined for an object without a namespace. */
  readonly namespace: string | undefined;
  /** Who sends the request to the API server. */
  readonly user: AdmissionUser;
  /** True if nothing will be stored: then the handler must have no side effects. */
  readonly dryRun: boolean;
  /** The options of the request: a CreateOptions, UpdateOptions, PatchOptions or DeleteOptions; empty for a connection. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Aborts when the API server no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** Shows a text to the client, whether the request is allowed or not: kubectl prints it. The server cuts it at 256 characters. */
  readonly warn: (text: string) => void;
}

/** An object is created. */
export interface AdmissionCreate<T> extends AdmissionCall {
  /** What is asked for. */
  readonly operation: 'CREATE';
  /** A copy of the object, which the handler may change. */
  readonly object: T;
}

/** An object is updated, patched or applied. */
export interface AdmissionUpdate<T> extends AdmissionCall {
  /** What is asked for: an update, a patch or an apply. */
  readonly operation: 'UPDATE';
  /** A copy of the object as it will be, which the handler may change. */
  readonly object: T;
  /** The object as it is. */
  readonly oldObject: T;
}

/** An object is deleted; also each of a deletecollection. */
export interface AdmissionDelete<T> extends AdmissionCall {
  /** What is asked for. */
  readonly operation: 'DELETE';
  /** The object as it is. */
  readonly oldObject: T;
}

/** A connection to a subresource is opened, such as `exec` of a pod. */
export interface AdmissionConnect extends AdmissionCall {
  /** What is asked for. */
  readonly operation: 'CONNECT';
  /** Its options, such as a PodExecOptions with its `command`. */
  readonly object: KubernetesObject & Readonly<Record<string, unknown>>;
}

/** What a handler of `validate` says: nothing if all is right, or what is wrong. */
export type Verdict = void | readonly FieldError[];

/** Checks requests by their operation; an operation without a handler is allowed. */
export interface ValidateHandlers<T> {
  /** Checks an object that is created. */
  create?(call: AdmissionCreate<T>): Verdict | Promise<Verdict>;
  /** Checks an update, of which a patch and an apply are kinds. */
  update?(call: AdmissionUpdate<T>): Verdict | Promise<Verdict>;
  /** Checks a deletion. */
  delete?(call: AdmissionDelete<T>): Verdict | Promise<Verdict>;
  /** Checks a connection to a subresource. */
  connect?(call: AdmissionConnect): Verdict | Promise<Verdict>;
}

/** Changes objects by the operation; an operation without a handler changes nothing. */
export interface MutateHandlers<T> {
  /** Returns an object that is created as it shall be. */
  create?(call: AdmissionCreate<T>): T | Promise<T>;
  /** Returns an object that is updated as it shall be. */
  update?(call: AdmissionUpdate<T>): T | Promise<T>;
}

/** Objects of subresources that are not the object itself. */
interface SubresourceObjects {
  readonly binding: corev1.Binding;
  readonly eviction: policyv1.Eviction;
  readonly scale: autoscalingv1.Scale;
  readonly token: authenticationv1.TokenRequest;
}

const kindsOfSubresources: ReadonlyMap<string, string> = new Map(
  Object.entries({
    binding: 'Binding',
    eviction: 'Eviction',
    scale: 'Scale',
    token: 'TokenRequest',
  } satisfies Record<keyof SubresourceObjects, string>),
);

/** The only operation that an API server sends for a subresource. */
const operationsOfSubresources: ReadonlyMap<string, keyof typeof operationOf> = new Map([
  ...['attach', 'exec', 'portforward', 'proxy'].map((name) => [name, 'connect'] as const),
  ...['binding', 'eviction', 'token'].map((name) => [name, 'create'] as const),
  ...['ephemeralcontainers', 'resize', 'scale', 'status'].map((name) => [name, 'update'] as const),
]);

/** The object of a request for a subresource: most have the object itself. */
export type ReviewedObject<T, N extends string> = [N] extends [never]
  ? T
  : N extends keyof SubresourceObjects
    ? SubresourceObjects[N]
    : T;

/** A function for creates and updates, or one for each operation. */
export type Validate<T> =
  | ((call: AdmissionCreate<T> | AdmissionUpdate<T>) => Verdict | Promise<Verdict>)
  | ValidateHandlers<T>;

/** A function for creates and updates, or one for each operation. */
export type Mutate<T> =
  | ((call: AdmissionCreate<T> | AdmissionUpdate<T>) => T | Promise<T>)
  | MutateHandlers<T>;

/** What kind of webhook is called: only a mutating one may answer with a patch. */
export type AdmissionKind = 'validate' | 'mutate';

/** The response of an AdmissionReview. */
export interface AdmissionAnswer {
  readonly uid: string;
  readonly allowed: boolean;
  readonly status?: Status | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly patchType?: 'JSONPatch' | undefined;
  /** Base64. */
  readonly patch?: string | undefined;
}

type Handler = (call: object) => unknown;

const operationOf = { create: 'CREATE', update: 'UPDATE', delete: 'DELETE', connect: 'CONNECT' } as const;

const checks = {
  validate: {
    create: requireFunction,
    update: requireFunction,
    delete: requireFunction,
    connect: requireFunction,
  },
  mutate: { create: requireFunction, update: requireFunction },
} as const;

/** The handlers of one kind of webhook for one resource or subresource. */
export class AdmissionHandlers {
  /** `validate websites.v1.example.com/status`: names them in messages. */
  readonly name: string;
  readonly resource: Resource<KubernetesObject, string, never>;
  readonly subresource: string;
  readonly kind: AdmissionKind;
  readonly #byOperation: ReadonlyMap<AdmissionOperation, Handler>;

  /** Throws ConfigError `ERR_OPTION` for handlers of a wrong form. */
  constructor(
    kind: AdmissionKind,
    resource: Resource<KubernetesObject, string, never>,
    handlers: unknown,
    subresource = '',
  ) {
    this.kind = kind;
    this.resource = resource;
    this.subresource = subresource;
    this.name = `${kind} ${resourceName(resource)}${subresource === '' ? '' : `/${subresource}`}`;
    this.#byOperation = handlersOf(kind, this.name, handlers);
    const { subresources } = resource;
    if (subresource !== '' && subresources.length > 0 && !subresources.includes(subresource))
      refuseValue(`subresource of ${this.name}`, `one of ${subresources.join(', ')}`, subresource);
    const only = operationsOfSubresources.get(subresource);
    if (only !== undefined && !this.#byOperation.has(operationOf[only]))
      throw new ConfigError('ERR_OPTION', `${this.name} is never called: it needs a handler for ${only}`);
  }

  /** The operations that have a handler. */
  get operations(): readonly AdmissionOperation[] {
    return [...this.#byOperation.keys()];
  }

  /**
   * Answers a request for this resource. Rejects with StatusError 400 if it does not have what its operation needs; with nothing
   * that a handler throws: that refuses the request, with the reason if it is meant for the client, and else with the handler's name.
   */
  async answer(
    request: AdmissionReviewRequest,
    signal: AbortSignal,
    logger: Logger,
  ): Promise<AdmissionAnswer> {
    const { uid, operation } = request;
    const handler = this.#byOperation.get(operation);
    if (handler === undefined) return { uid, allowed: true };
    requireObjects(request, this.resource);
    const { object } = request;
    const warnings: string[] = [];
    const call = callOf(request, signal, warnings);
    const before = this.kind === 'mutate' && object !== undefined ? jsonText(object) : undefined;
    try {
      const result = await handler(call);
      const told = warnings.length === 0 ? {} : { warnings };
      if (before !== undefined) return { uid, allowed: true, ...told, ...patchOf(before, result) };
      const problems = problemsOf(result);
      if (problems.length === 0) return { uid, allowed: true, ...told };
      return { uid, allowed: false, status: invalid(request, problems), ...told };
    } catch (thrown) {
      const status = this.#refusal(request, thrown);
      if (status.code === 500) {
        const { name, namespace } = request;
        logger.error(
          { webhook: this.name, operation, namespace, name, err: asError(thrown) },
          'a webhook handler failed',
        );
      }
      return { uid, allowed: false, status, ...(warnings.length === 0 ? {} : { warnings }) };
    }
  }

  #refusal(request: AdmissionReviewRequest, thrown: unknown): Status {
    let problem = 'its reason cannot be written';
    try {
      if (thrown instanceof FieldError) return invalid(request, [thrown]);
      if (thrown instanceof DeniedError)
        return newForbidden(request.resource, request.name, thrown.message).status;
      problem = printable(shortened(asError(thrown).message, mostMessageCharacters));
    } catch {
      // A value with a cycle, or a message that is no text. Without an answer, `failurePolicy: Ignore` would allow the request.
    }
    return newInternalError(`${this.name} failed for ${request.operation}: ${problem}`).status;
  }
}

/** Longest message of an unexpected error that a client gets, characters. */
const mostMessageCharacters = 1000;

function handlersOf(kind: AdmissionKind, name: string, given: unknown): Map<AdmissionOperation, Handler> {
  // A function is called for what its type says: creates and updates.
  const byName = typeof given === 'function' ? { create: given, update: given } : given;
  requireKnownOptions(name, byName, checks[kind]);
  const found = new Map<AdmissionOperation, Handler>();
  for (const [key, operation] of Object.entries(operationOf)) {
    // Functions, as checked above.
    const handler = (byName as Readonly<Record<string, Handler | undefined>>)[key];
    if (handler !== undefined) found.set(operation, (call) => handler.call(byName, call));
  }
  if (found.size === 0)
    refuse(name, `a function, or an object with ${Object.keys(checks[kind]).join(', ')}`, given);
  return found;
}

/** Requires the objects that handlers of the operation are promised. */
function requireObjects(
  request: AdmissionReviewRequest,
  resource: Resource<KubernetesObject, string, never>,
): void {
  const { operation, object, oldObject, subresource } = request;
  if (operation !== 'DELETE' && object === undefined) throw newBadRequest('request.object is missing');
  if ((operation === 'DELETE' || operation === 'UPDATE') && oldObject === undefined)
    throw newBadRequest('request.oldObject is missing');
  if (operation === 'CONNECT') return;
  const other = kindsOfSubresources.get(subresource);
  const kind = other ?? resource.kind;
  if (request.kind.kind !== kind)
    throw newBadRequest(`request.kind.kind must be ${kind}, got ${shownValue(request.kind.kind)}`);
  for (const [name, each] of Object.entries({ object, oldObject })) {
    if (each === undefined) continue;
    if (each.kind !== kind)
      throw newBadRequest(`request.${name} must be a ${kind}, got ${shownValue(each.kind)}`);
    if (other === undefined && each.apiVersion !== resource.apiVersion)
      throw newBadRequest(
        `request.${name} must be of ${resource.apiVersion}, got ${shownValue(each.apiVersion)}`,
      );
  }
}

function callOf(request: AdmissionReviewRequest, signal: AbortSignal, warnings: string[]): object {
  const { operation, name, namespace, user, dryRun, options, object, oldObject } = request;
  return {
    operation,
    name,
    namespace,
    user,
    dryRun,
    options,
    signal,
    warn: (text: string) => void warnings.push(String(text)),
    ...(object === undefined || operation === 'DELETE' ? {} : { object }),
    ...(oldObject === undefined ? {} : { oldObject }),
  };
}

function problemsOf(result: unknown): readonly FieldError[] {
  if (result === undefined) return [];
  if (!Array.isArray(result) || !result.every((each) => each instanceof FieldError))
    throw new TypeError(
      `the handler must return nothing or a list of FieldErrors, got ${shownValue(result)}`,
    );
  return result;
}

function invalid({ kind, name }: AdmissionReviewRequest, problems: readonly FieldError[]): Status {
  return newInvalid(
    kind,
    name,
    problems.map(({ problem }) => problem),
  ).status;
}

/** The difference between what was sent and what the handler returns. */
function patchOf(before: string, result: unknown): Partial<AdmissionAnswer> {
  if (!isObject(result))
    throw new TypeError(
      `the handler must return the object, got ${Array.isArray(result) ? 'a list' : typeOf(result)}`,
    );
  // The text of an object, as it was checked. The handler may have changed the object itself.
  const sent = parseJson(before) as KubernetesObject;
  // As the client will read it: without members that are undefined, and dates as texts.
  const after = bodyText(
    // No object may lose its metadata, so one without any has, as in `convert`, that of the object.
    {
      ...result,
      apiVersion: sent.apiVersion,
      kind: sent.kind,
      metadata: result['metadata'] ?? sent.metadata,
    },
    'the returned object',
  );
  const operations = jsonPatch(sent, parseJson(after));
  if (operations.length === 0) return {};
  return { patchType: 'JSONPatch', patch: Buffer.from(jsonText(operations)).toString('base64') };
}

/** An operation of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  /** JSON pointer. */
  readonly path: string;
  /** Absent from a removal. */
  readonly value?: unknown;
}

/**
 * Returns the JSON patch that makes one value of JSON from another. A list whose length has changed is replaced as a whole, so no
 * operation moves what another one names.
 */
export function jsonPatch(before: unknown, after: unknown): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  compareJson(
    before,
    after,
    (change) => {
      const { path } = change;
      if (change.after === undefined) operations.push({ op: 'remove', path });
      else
        operations.push({ op: change.before === undefined ? 'add' : 'replace', path, value: change.after });
      return true;
    },
    { wholeLists: true, pointers: true },
  );
  return operations;
}
