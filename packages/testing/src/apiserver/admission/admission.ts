import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  AuthorizerValue,
  type Bindings,
  type CelValue,
  type JsonObject,
  ResourceCheckValue,
  emptyFields,
  parseJson,
  toJson,
} from '@kube-informers/schema/internal';
import { type Logger, StatusError } from 'kube-informers';
import { goQuote, newBadRequest, newForbidden, newInternalError } from 'kube-informers/internal';
import type { Authorization } from '../access/authorizer.js';
import type { BodyKind } from '../bodies/decode.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';
import type { AdmittedChange, Operation, WriteAdmission } from '../registry/context.js';
import type { Registry, ServedResource } from '../registry/registry.js';
import type { RevisionLog } from '../storage/revision-log.js';
import { objectJson, unstoredObject } from '../storage/stored-object.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { builtInCelOf, celOf, conditionsHold, ExpressionFailure } from '../cel/expressions.js';
import { FieldSetError } from '../managedfields/field-set.js';
import { decodeManaged } from '../managedfields/managed.js';
import { Hooks, matchedResource } from './hooks.js';
import type { Hook } from './hooks.js';
import { Policies } from './policies.js';
import type { PolicyRequest } from './policies.js';
import { decodedPatch, patchedBody, rejection, responseOf } from './review-answer.js';
import { ConversionError } from '../webhooks/webhook-converter.js';
import { WebhookCallError } from '../webhooks/webhook-client.js';
import type { WebhookClient } from '../webhooks/webhook-client.js';

/** Options of an Admission. */
export interface AdmissionOptions {
  readonly registry: Registry;
  readonly log: RevisionLog;
  readonly logger: Logger;
  readonly client: WebhookClient;
  readonly authorization: Authorization;
}

/** A request that changes something. */
export interface AdmittedRequest {
  readonly served: ServedResource;
  /** The kind of the object in the request: of a subresource, it may be another one. */
  readonly kind: BodyKind;
  /** Of a namespace, its own name. */
  readonly namespace: string;
  /** "" for a deletion of a collection, and while a name is not generated yet. */
  readonly name: string;
  readonly subresource: string;
  readonly dryRun: boolean;
  /** The request's options, without kind and apiVersion; undefined for a connection. */
  readonly options: JsonObject | undefined;
  readonly user: AuthenticatedUser;
  readonly signal: AbortSignal;
  warn(text: string): void;
}

const group = 'admissionregistration.k8s.io';

/** Asks webhooks and policies about changes, in kube-apiserver's order. */
export class Admission {
  readonly options: AdmissionOptions;
  readonly mutating: Hooks;
  readonly validating: Hooks;
  readonly policies: Policies;

  constructor(options: AdmissionOptions) {
    this.options = options;
    this.mutating = new Hooks(options.log.table(`mutatingwebhookconfigurations.${group}`));
    this.validating = new Hooks(options.log.table(`validatingwebhookconfigurations.${group}`));
    this.policies = new Policies(
      options.registry,
      options.log.table(`validatingadmissionpolicies.${group}`),
      options.log.table(`validatingadmissionpolicybindings.${group}`),
    );
  }

  /** Returns what is asked about a request; undefined if there is nothing to ask. */
  of(request: () => AdmittedRequest): WriteAdmission | undefined {
    if (this.mutating.size + this.validating.size + this.policies.size === 0) return undefined;
    const given = request();
    // Webhooks are not asked about webhooks: a wrong one can always be removed.
    return given.served.resource.group === group ? undefined : new RequestAdmission(this, given);
  }
}

/** A webhook that could not be asked: with the failure policy Ignore, it counts as asked. */
class HookFailure extends Error {
  constructor({ name }: Hook, reason: string) {
    super(`failed calling webhook ${goQuote(name)}: ${reason}`);
  }
}

/** The webhooks that may be asked again, because another one changed the object after them. */
interface Reinvocation {
  isNeeded: boolean;
  readonly asked: Set<string>;
  readonly again: Set<string>;
}

class RequestAdmission implements WriteAdmission {
  readonly #admission: Admission;
  readonly #request: AdmittedRequest;
  /** What a patch has not changed yet. */
  #given: ObjectBody | undefined;

  constructor(admission: Admission, request: AdmittedRequest) {
    this.#admission = admission;
    this.#request = request;
  }

  async mutate(change: AdmittedChange): Promise<ObjectBody> {
    const managers = change.object?.metadata?.managedFields;
    this.#given = change.object;
    const body = await this.#mutated(change);
    if (body.metadata?.managedFields === managers) return body;
    // fieldmanager.NewManagedFieldsValidatingAdmissionController.
    const problem = managersProblem(body);
    if (problem === undefined) return body;
    this.#request.warn(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${problem}`,
    );
    const { managedFields: _invalid, ...metadata } = body.metadata ?? {};
    return {
      ...body,
      metadata: managers === undefined ? metadata : { ...metadata, managedFields: managers },
    };
  }

  async #mutated(change: AdmittedChange): Promise<ObjectBody> {
    const { mutating } = this.#admission;
    if (mutating.size === 0) return change.object ?? {};
    const reinvocation: Reinvocation = { isNeeded: false, asked: new Set(), again: new Set() };
    const first = await this.#mutateOnce(change, reinvocation, undefined);
    if (!reinvocation.isNeeded) return first.object ?? {};
    // What changes the object in this round may add some that come later in it.
    const second = await this.#mutateOnce(first, reinvocation, reinvocation.again);
    return second.object ?? {};
  }

  /** Asks all webhooks that match, or of them `only` those. */
  async #mutateOnce(
    change: AdmittedChange,
    reinvocation: Reinvocation,
    only: ReadonlySet<string> | undefined,
  ): Promise<AdmittedChange> {
    let current = change;
    for (const hook of this.#admission.mutating.all()) {
      const as = await this.#matched(hook, current);
      if (as === undefined || only?.has(hook.id) === false) continue;
      const changed = await this.#tolerating(hook, () => this.#mutateBy(hook, as, current));
      if (changed !== undefined) {
        current = { ...current, object: changed };
        reinvocation.isNeeded = true;
        for (const id of reinvocation.asked) reinvocation.again.add(id);
        reinvocation.asked.clear();
      }
      if (hook.reinvoked) reinvocation.asked.add(hook.id);
    }
    return current;
  }

  async validate(change: AdmittedChange): Promise<void> {
    const { validating, policies } = this.#admission;
    if (policies.size > 0) await policies.validate(this.#policyRequest(change));
    if (validating.size === 0) return;
    const asked: { readonly hook: Hook; readonly as: ServedResource }[] = [];
    for (const hook of validating.all()) {
      const as = await this.#matched(hook, change);
      if (as !== undefined) asked.push({ hook, as });
    }
    // As on the real server, whichever is refused first.
    const refusals: unknown[] = [];
    await Promise.all(
      asked.map(async ({ hook, as }) => {
        try {
          await this.#tolerating(hook, () => this.#ask(hook, as, change, false));
        } catch (error) {
          refusals.push(error);
        }
      }),
    );
    if (refusals.length > 0) throw refusals[0];
  }

  /** Returns the resource in whose form a webhook is asked; undefined if it is not asked. */
  async #matched(hook: Hook, change: AdmittedChange): Promise<ServedResource | undefined> {
    const { served, subresource, namespace, name } = this.#request;
    const request = { served, subresource, namespace, ...change };
    const as = matchedResource(this.#admission.options.registry, hook.match, request);
    if (as === undefined || hook.conditions.length === 0) return as;
    try {
      return conditionsHold(hook.conditions, await this.#bindings(as, change)) ? as : undefined;
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) throw error;
      if (hook.ignoresFailures) return undefined;
      throw newForbidden(served.resource, name, error.message);
    }
  }

  #policyRequest(change: AdmittedChange): PolicyRequest {
    const { served, subresource, namespace, name } = this.#request;
    return {
      served,
      subresource,
      namespace,
      name,
      ...change,
      bindings: async (as) => this.#bindings(as, change),
      warn: (text) => this.#request.warn(text),
    };
  }

  /** The values of expressions, but for those that only policies have. */
  async #bindings(as: ServedResource, change: AdmittedChange): Promise<Bindings> {
    const { served, namespace, name, subresource, user } = this.#request;
    const { group, resource } = served.resource;
    const authorizer = new AuthorizerValue((check) =>
      this.#admission.options.authorization.check(user, check),
    );
    const asked = { group, resource, subresource, namespace, name, fieldSelector: '', labelSelector: '' };

    const value = async (body: ObjectBody | undefined): Promise<CelValue> =>
      (as.custom ? celOf : builtInCelOf)(parseJson(await this.#objectText(as, body, change)));
    return {
      object: await value(change.object),
      oldObject: await value(change.old),
      request: builtInCelOf({ ...this.#head(as, change), ...this.#tail(change) }),
      // Only policies have it.
      namespaceObject: null,
      authorizer,
      'authorizer.requestResource': new ResourceCheckValue(authorizer, asked),
    };
  }

  /** Runs a call whose failure the webhook's policy may ignore. */
  async #tolerating<T>(hook: Hook, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof HookFailure)) throw error;
      if (!hook.ignoresFailures) throw newInternalError(error.message);
      const fields = { webhook: hook.name, err: error };
      this.#admission.options.logger.warn(fields, 'a webhook failed, which its policy ignores');
      return undefined;
    }
  }

  /** Returns the object as a webhook changed it; undefined if it did not. */
  async #mutateBy(hook: Hook, as: ServedResource, change: AdmittedChange): Promise<ObjectBody | undefined> {
    const patch = await this.#ask(hook, as, change, true);
    if (patch === undefined || patch.length === 0) return undefined;
    const { object } = change;
    if (object === undefined) {
      const why = `admission webhook ${goQuote(hook.name)} attempted to modify the object, which is not supported for this operation`;
      throw newInternalError(why);
    }
    const kind = this.#kindAs(as);
    const document = parseJson(await this.#text(as, object));
    const body = patchedBody(kind, document, patch);
    const before = await this.#converted(as, object);
    return isDeepStrictEqual(before, body) && !this.#hasExactTimes(kind, change)
      ? undefined
      : this.#convertedBack(as, body);
  }

  /**
   * True if managers of the fields are new: in the server's memory their times have nanoseconds, which the first patch of a built-in
   * object ends. So this patch counts as a change even if it has none.
   */
  #hasExactTimes({ type }: BodyKind, { object, old }: AdmittedChange): boolean {
    if (type === undefined || object !== this.#given) return false;
    const known = old?.metadata?.managedFields ?? [];
    return (object?.metadata?.managedFields ?? []).some(
      (entry) => !known.some((each) => isDeepStrictEqual(each, entry)),
    );
  }

  /** Asks a webhook; returns its patch. Throws what it refuses with, or HookFailure. */
  async #ask(
    hook: Hook,
    as: ServedResource,
    change: AdmittedChange,
    mutates: boolean,
  ): Promise<readonly unknown[] | undefined> {
    const { dryRun, signal } = this.#request;
    if (dryRun && !hook.hasNoSideEffects)
      throw newBadRequest(`admission webhook ${goQuote(hook.name)} does not support dry run`);
    const version = hook.reviewVersions.find((each) => each === 'v1' || each === 'v1beta1');
    if (version === undefined) {
      const why = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
      throw new HookFailure(hook, `could not create admission objects: ${why}`);
    }
    const uid = randomUUID();
    const apiVersion = `admission.k8s.io/${String(version)}`;
    const review = `{"kind":"AdmissionReview","apiVersion":"${apiVersion}","request":${await this.#requestText(uid, as, change)}}`;
    let answer: JsonObject;
    try {
      const limits = { timeoutMs: hook.timeoutMs, signal };
      answer = await this.#admission.options.client.post(hook.clientConfig, review, limits);
    } catch (error) {
      if (!(error instanceof WebhookCallError || error instanceof StatusError)) throw error;
      throw new HookFailure(hook, `failed to call webhook: ${error.message}`);
    }
    const response = responseOf(answer, { uid, apiVersion, mutates }, (why) => new HookFailure(hook, why));
    for (const text of response.warnings) this.#request.warn(text);
    if (!response.allowed) throw rejection(hook.name, response.status);
    if (response.patch === '') return undefined;
    return decodedPatch(response.patch, (why) => new HookFailure(hook, why));
  }

  /** The request of a review, as JSON. */
  async #requestText(uid: string, as: ServedResource, change: AdmittedChange): Promise<string> {
    const text = async (body: ObjectBody | undefined): Promise<string> => this.#objectText(as, body, change);
    const objects = `"object":${await text(change.object)},"oldObject":${await text(change.old)}`;
    const head = toJson({ uid, ...this.#head(as, change) });
    return `${head.slice(0, -1)},${objects},${toJson(this.#tail(change)).slice(1)}`;
  }

  #head(as: ServedResource, change: AdmittedChange): JsonObject {
    const { served, kind, namespace, subresource, user } = this.#request;
    const name = this.#request.name || this.#generatedName(change);
    return {
      kind: kindOf(this.#kindAs(as).resource),
      resource: resourceOf(as.resource),
      ...(subresource === '' ? {} : { subResource: subresource }),
      requestKind: kindOf(kind.resource),
      requestResource: resourceOf(served.resource),
      ...(subresource === '' ? {} : { requestSubResource: subresource }),
      ...(name === '' ? {} : { name }),
      ...(namespace === '' ? {} : { namespace }),
      operation: change.operation,
      userInfo: userInfoOf(user),
    };
  }

  #tail({ operation }: AdmittedChange): JsonObject {
    const { dryRun, options } = this.#request;
    const of = { kind: optionsKinds[operation], apiVersion: 'meta.k8s.io/v1' };
    return { dryRun, options: options === undefined ? null : { ...of, ...options } };
  }

  async #objectText(
    as: ServedResource,
    body: ObjectBody | undefined,
    { operation }: AdmittedChange,
  ): Promise<string> {
    if (body === undefined) return 'null';
    const { kind, apiVersion } = this.#request.kind.resource;
    // The options of a connection are not an object with metadata.
    return operation === 'CONNECT' ? toJson({ kind, apiVersion, ...body }) : this.#text(as, body);
  }

  /** Validating webhooks see a generated name. */
  #generatedName({ operation, object }: AdmittedChange): string {
    return operation === 'CREATE' ? (object?.metadata?.name ?? '') : '';
  }

  /** The kind of the request's object in another version of the resource. */
  #kindAs(as: ServedResource): BodyKind {
    const { served, kind } = this.#request;
    return kind === served ? as : kind;
  }

  async #text(as: ServedResource, body: ObjectBody): Promise<string> {
    const kind = this.#kindAs(as);
    const { type, resource } = kind;
    const converted = await this.#converted(as, body);
    const full = type === undefined ? converted : { ...emptyFields(type), ...converted };
    return objectJson(unstoredObject(full, type), resource.apiVersion, resource.kind);
  }

  /** Returns the request's object in another version. */
  async #converted(as: ServedResource, body: ObjectBody): Promise<ObjectBody> {
    return this.#request.kind === this.#request.served ? inForm(this.#request.served, as, body) : body;
  }

  async #convertedBack(as: ServedResource, body: ObjectBody): Promise<ObjectBody> {
    return this.#request.kind === this.#request.served ? inForm(as, this.#request.served, body) : body;
  }
}

/** Returns why an object's managed fields cannot be read; undefined if they can. */
function managersProblem({ metadata }: ObjectBody): string | undefined {
  try {
    decodeManaged(metadata?.managedFields);
    return undefined;
  } catch (error) {
    if (error instanceof FieldSetError) return error.message;
    throw error;
  }
}

/** Converts an object between versions. Those of built-in kinds differ only in their types, except those of events. */
async function inForm(from: ServedResource, to: ServedResource, body: ObjectBody): Promise<ObjectBody> {
  if (from === to) return body;
  if (from.customKind?.byWebhook === true) {
    try {
      return await from.customKind.convert(body, to.resource.version);
    } catch (error) {
      if (error instanceof ConversionError) throw newInternalError(error.message);
      throw error;
    }
  }
  if (from.form === to.form) return body;
  const stored = from.form?.toStored(body) ?? body;
  return to.form?.fromStored(stored) ?? stored;
}

const optionsKinds: Readonly<Record<Operation, string>> = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
  CONNECT: '',
};

function kindOf({ group, version, kind }: BodyKind['resource']): object {
  return { group, version, kind };
}

function resourceOf({ group, version, resource }: ServedResource['resource']): object {
  return { group, version, resource };
}

function userInfoOf({ name, uid, groups, extra }: AuthenticatedUser): object {
  return {
    username: name,
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
