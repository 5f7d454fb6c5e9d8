import { builtInResources, StatusError } from 'kube-informers';
import { systemClock, systemRandom } from 'kube-informers/internal';
import { containLogger } from 'kube-informers/internal';
import {
  type JsonObject,
  asObject,
  at,
  fieldErrorBody,
  parseJson,
  textAt,
  toJson,
} from '@kube-informers/schema/internal';
import { readTyped, unknownField, unstoredKind } from './bodies/decode.js';
import type { BodyKind } from './bodies/decode.js';
import { customVersions } from './custom/custom-kind.js';
import { ServiceAddresses } from './kinds/service-addresses.js';
import { metadataOf, wipeSystemFields } from './objects/object-meta.js';
import type { ServerContext, WriteOptions } from './registry/context.js';
import { Registry } from './registry/registry.js';
import type { ServedResource } from './registry/registry.js';
import { TokenIssuer } from './registry/token-issuer.js';
import { RevisionLog } from './storage/revision-log.js';
import type { ObjectBody } from './storage/stored-object.js';
import { WebhookClient } from './webhooks/webhook-client.js';
import { fillDefaults, hasResourceVersion, newObjectErrors } from './write/create.js';
import { dropDuplicateOwners } from './write/owner-references.js';

/** Why an object would be refused. */
export interface ObjectProblem {
  /** `spec.containers[0].image`; "" or `<nil>` for the whole object. */
  readonly field: string;
  /** As the server words it. */
  readonly message: string;
}

/** As `kubectl create --dry-run=server --validate=strict`, but for the problems that would end it early. */
const options: WriteOptions = {
  dryRun: true,
  fieldManager: '',
  trusted: false,
  fieldValidation: 'Strict',
  user: undefined,
  warn() {
    // What the server accepts with a warning is valid.
  },
};

/**
 * Says what an API server without any objects would refuse, of objects of built-in kinds and of those that were defined.
 *
 * Nothing is stored and nothing is called: namespaces and other objects that an object names need not exist, and webhooks and
 * policies are not asked. It knows every version of the built-in kinds, also those that a server does not serve by default.
 */
export class ObjectChecker {
  readonly #context: ServerContext;
  /** By apiVersion and kind. */
  readonly #kinds = new Map<string, ServedResource>();
  /** Reviews and bindings, which are created but not stored. */
  readonly #unstored = new Map<string, BodyKind>();
  readonly #writtenIn = new WeakMap();
  readonly #webhooks = new WebhookClient({ clock: systemClock, resolveService: () => undefined });

  constructor() {
    const log = new RevisionLog({ clock: systemClock, historyLimit: 1, historyMs: 1, initialRevision: 1 });
    const registry = new Registry(log, builtInResources, {
      enforcesRoles: false,
      httpWebhooks: false,
      addresses: new ServiceAddresses(),
    });
    this.#context = {
      clock: systemClock,
      random: systemRandom,
      logger: containLogger(undefined),
      log,
      registry,
      freshnessTimeoutMs: 0,
      terminatingPods: new Map(),
      tokens: new TokenIssuer(),
    };
    for (const served of registry.all()) this.#add(served);
    for (const { group, version, apiVersion, kind } of builtInResources) {
      const key = keyOf(apiVersion, kind);
      if (!this.#kinds.has(key)) this.#unstored.set(key, unstoredKind(group, version, kind));
    }
  }

  #add(served: ServedResource): void {
    this.#kinds.set(keyOf(served.resource.apiVersion, served.resource.kind), served);
  }

  /** Returns the apiVersions in which a kind of a group is known; empty for an unknown kind. */
  versionsOf(group: string, kind: string): string[] {
    return [...this.#kinds.values()]
      .filter(({ resource }) => resource.group === group && resource.kind === kind)
      .map(({ resource }) => resource.apiVersion);
  }

  /** Returns the kinds of all groups with this name, whatever its case. */
  kindsLike(kind: string): { readonly group: string; readonly apiVersion: string; readonly kind: string }[] {
    const name = kind.toLowerCase();
    const stored = [...this.#kinds.values()].map(({ resource }) => resource);
    const unstored = builtInResources.filter(({ apiVersion, kind: each }) =>
      this.#unstored.has(keyOf(apiVersion, each)),
    );
    return [...stored, ...unstored].filter((each) => each.kind.toLowerCase() === name);
  }

  /** Returns why an object would not be created; undefined if its kind is unknown. */
  check(object: JsonObject): ObjectProblem[] | undefined {
    return this.#checked(object)?.problems;
  }

  /** Returns why a CustomResourceDefinition would not be created. From then on the kinds of a valid one are known. */
  define(definition: JsonObject): ObjectProblem[] | undefined {
    const checked = this.#checked(definition);
    if (checked?.valid === undefined) return checked?.problems;
    // Objects are checked in their own version.
    const spec = { ...asObject(checked.valid['spec']), conversion: { strategy: 'None' } };
    const names = asObject(at(spec, 'names')) ?? {};
    const listKind = textAt(names, 'listKind');
    const body = { ...checked.valid, spec };
    for (const { resource, rules, kind } of customVersions(body, names, this.#writtenIn, this.#webhooks))
      // A server serves its own kinds, whatever is defined.
      if (!this.#kinds.has(keyOf(resource.apiVersion, resource.kind)))
        this.#add(this.#context.registry.add(resource, { rules, kind, listKind, columns: [] }));
    return checked.problems;
  }

  /** `valid`: what would be stored, if nothing but unknown fields is wrong. */
  #checked(
    object: JsonObject,
  ): { readonly problems: ObjectProblem[]; readonly valid?: ObjectBody | undefined } | undefined {
    const key = keyOf(textAt(object, 'apiVersion'), textAt(object, 'kind'));
    const served = this.#kinds.get(key);
    const kind = served ?? this.#unstored.get(key);
    if (kind === undefined) return undefined;
    // A copy without parts that aliases of YAML share.
    const { value, problem, problems, unknown } = readTyped(kind, parseJson(toJson(object)) as JsonObject);
    const found = unknown.map((field) => ({ field, message: unknownField(field) }));
    if (problem !== undefined)
      return {
        problems: [...found, ...(problems.length > 0 ? problems : [{ field: '', message: problem }])],
      };
    if (served === undefined) return { problems: found };
    delete value['kind'];
    delete value['apiVersion'];
    const refusals = this.#refusals(served, value);
    return { problems: [...found, ...refusals], valid: refusals.length > 0 ? undefined : value };
  }

  #refusals(served: ServedResource, body: ObjectBody): ObjectProblem[] {
    const metadata = metadataOf(body);
    const namespace = served.resource.namespaced ? metadata.namespace || 'default' : '';
    if (namespace === '') delete metadata.namespace;
    else metadata.namespace = namespace;
    wipeSystemFields(metadata);
    fillDefaults(served, body, options);
    dropDuplicateOwners(body, options, '');
    const problems: ObjectProblem[] = [];
    try {
      const errors = newObjectErrors(this.#context, served, namespace, body, options, true);
      for (const error of errors) problems.push({ field: error.field, message: fieldErrorBody(error) });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      problems.push({ field: '', message: error.status.message ?? '' });
    }
    if (!['', '0'].includes(metadata.resourceVersion ?? ''))
      problems.push({ field: 'metadata.resourceVersion', message: hasResourceVersion });
    return problems;
  }
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
