import type { CallOptions } from '../meta/calls.js';
import type { authorizationv1 } from '../resources/types.js';
import { systemClock } from '../util/clock.js';
import type { Clock, TestOptions } from '../util/clock.js';
import { ConfigError, KubeInformersError } from '../util/errors.js';
import { requireCall, requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { numberFrom, refuse, requireClock, requireList, requireObject } from '../util/require.js';
import { shownKey } from '../util/shown.js';
import { SingleFlight } from '../util/signal.js';
import { requireClientset } from './clientset.js';
import type { Clientset } from './clientset.js';

/** A verb on a resource, as a rule of RBAC. */
export interface AccessRule {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb: string;
  /** A descriptor such as `resources.coreV1.pods`, or its group and plural. */
  readonly resource: {
    /** API group; "" for the core group. */
    readonly group: string;
    /** Plural: `pods`. */
    readonly resource: string;
  };
  /** `log`, `status`, `exec`. Default: the object itself. */
  readonly subresource?: string | undefined;
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  /** Default: every object. */
  readonly name?: string | undefined;
}

/** What a program needs: several verbs on a resource. */
export interface AccessNeed extends Omit<AccessRule, 'verb'> {
  /** The verbs that it needs. */
  readonly verbs: readonly string[];
}

const needNames: OptionNames<AccessNeed> = {
  verbs: true,
  resource: true,
  subresource: true,
  namespace: true,
  name: true,
};

const ruleNames: OptionNames<AccessRule> = {
  verb: true,
  resource: true,
  subresource: true,
  namespace: true,
  name: true,
};

/** The user that an access review is about, as the API server's authenticator knows it. */
export type AccessUser = Pick<authorizationv1.SubjectAccessReviewSpec, 'user' | 'groups' | 'uid' | 'extra'>;

/** The answer to an access review. */
export interface AccessDecision {
  /** True if the user may do it. */
  readonly allowed: boolean;
  /** Why, in the words of the server's authoriser; may be empty. */
  readonly reason: string;
}

/** Options of AccessReviews. */
export interface AccessReviewsOptions extends Pick<TestOptions, 'clock'> {
  /** How long a decision counts, ms; a change of roles is seen after that time. Default: 30,000. */
  readonly ttlMs?: number | undefined;
  /** Decisions that are kept; the oldest goes first. Default: 10,000. */
  readonly maxEntries?: number | undefined;
}

const accessReviewsOptionNames: OptionNames<AccessReviewsOptions> = {
  ttlMs: numberFrom(0),
  maxEntries: numberFrom(1),
  clock: requireClock,
};

interface Entry {
  readonly flight: SingleFlight<AccessDecision>;
  decision: AccessDecision | undefined;
  untilMs: number;
}

/**
 * Asks the server what users may do, and remembers the decisions of each user and rule for a time.
 *
 * ```ts
 * const reviews = new AccessReviews(clientset);
 * const { allowed } = await reviews.review({ user: 'jane', groups: ['dev'] }, { verb: 'list', resource: resources.coreV1.pods, namespace: 'shop' });
 * ```
 *
 * Calls for the same decision at the same time share one request. An error is not remembered.
 */
export class AccessReviews {
  readonly #clientset: Clientset;
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  /** Asks the server what users may do, and remembers the answers. The user of the clientset may need the verb create on subjectaccessreviews.authorization.k8s.io. */
  constructor(clientset: Clientset, options: AccessReviewsOptions = {}) {
    requireClientset('clientset of AccessReviews', clientset);
    requireKnownOptions('AccessReviews', options, accessReviewsOptionNames);
    this.#clientset = clientset;
    this.#ttlMs = options.ttlMs ?? 30_000;
    this.#maxEntries = options.maxEntries ?? 10_000;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Decides whether a user may do something; `self` is the user of the clientset. Throws ConfigError `ERR_OPTION` for undefined, which may be
   * a session without a user.
   */
  async review(user: AccessUser | 'self', rule: AccessRule, call: CallOptions = {}): Promise<AccessDecision> {
    requireCall('review', call);
    if (user !== 'self') requireObject('user of a review', user);
    requireKnownOptions('the rule of a review', rule, ruleNames);
    const attributes = attributesOf(rule);
    const key = JSON.stringify([user, attributes]);
    const known = this.#entries.get(key);
    if (known?.decision !== undefined && this.#clock.monotonic() < known.untilMs) return known.decision;
    const entry = known ?? this.#newEntry(user, attributes);
    // The newest is last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
    return entry.flight.get(call.signal);
  }

  /** Forgets all decisions: the next reviews ask the server. */
  clear(): void {
    this.#entries.clear();
  }

  #newEntry(user: AccessUser | 'self', attributes: authorizationv1.ResourceAttributes): Entry {
    const entry: Entry = {
      decision: undefined,
      untilMs: 0,
      flight: new SingleFlight(async (signal) => {
        entry.decision = await reviewed(this.#clientset, user, attributes, signal);
        entry.untilMs = this.#clock.monotonic() + this.#ttlMs;
        return entry.decision;
      }),
    };
    return entry;
  }
}

/**
 * Asks the server which user it takes a client for, as `kubectl auth whoami`: to review the access of the owner of a token.
 *
 * ```ts
 * const user = await whoAmI(clientsetWithTheirToken);
 * const { allowed } = await reviews.review(user, { verb: 'list', resource: resources.coreV1.pods });
 * ```
 *
 * Rejects with a 401 for invalid credentials. Every user may ask. Needs Kubernetes 1.28.
 */
export async function whoAmI(clientset: Clientset, call: CallOptions = {}): Promise<AccessUser> {
  requireClientset('clientset of whoAmI', clientset);
  requireCall('whoAmI', call);
  const { status } = await clientset.authenticationV1().selfSubjectReviews().create({ metadata: {} }, call);
  const { username: user, ...others } = status?.userInfo ?? {};
  return { user, ...others };
}

/** Permissions that are missing: thrown by `requireAccess`. Code: `ERR_ACCESS`. */
export class AccessError extends KubeInformersError {
  override readonly name = 'AccessError';
  /** What is missing. */
  readonly missing: readonly AccessNeed[];

  /** An error that lists what is missing, a line for each resource. */
  constructor(missing: readonly AccessNeed[]) {
    super(
      'ERR_ACCESS',
      `the user of this client lacks permissions; bind a Role or ClusterRole with them to it:${missing.map((need) => `\n- ${describeNeed(need)}`).join('')}`,
    );
    this.missing = missing;
  }
}

/**
 * Checks that the user of a clientset may do everything that a program needs, before the first 403.
 *
 * ```ts
 * await requireAccess(clientset, [
 *   { verbs: ['list', 'watch'], resource: resources.coreV1.pods, namespace: 'shop' },
 *   { verbs: ['patch'], resource: resources.appsV1.deployments, subresource: 'status' },
 * ]);
 * ```
 *
 * Rejects with AccessError, which names all that is missing. Every user may ask about itself.
 */
export async function requireAccess(
  clientset: Clientset,
  needs: readonly AccessNeed[],
  call: CallOptions = {},
): Promise<void> {
  requireNeeds(needs);
  requireCall('requireAccess', call);
  const reviews = new AccessReviews(clientset);
  const missing = await Promise.all(
    needs.map(async ({ verbs, ...rule }) => {
      const decisions = await Promise.all(
        verbs.map((verb) => reviews.review('self', { ...rule, verb }, call)),
      );
      return { ...rule, verbs: verbs.filter((_verb, index) => decisions[index]?.allowed !== true) };
    }),
  );
  const found = missing.filter(({ verbs }) => verbs.length > 0);
  if (found.length > 0) throw new AccessError(found);
}

/** Throws ConfigError `ERR_OPTION` for invalid needs. */
export function requireNeeds(needs: readonly AccessNeed[]): void {
  requireList('needs', needs);
  for (const need of needs) {
    requireKnownOptions('a need', need, needNames);
    requireList('verbs of a need', need.verbs);
    for (const verb of need.verbs) attributesOf({ ...need, verb });
  }
}

function attributesOf({
  verb,
  resource,
  subresource,
  namespace,
  name,
}: AccessRule): authorizationv1.ResourceAttributes {
  if (typeof verb !== 'string' || !/^([a-z]+|\*)$/.test(verb))
    refuse('verb of a rule', 'a verb such as list', verb);
  const { group, resource: plural } = Object(resource) as Partial<AccessRule['resource']>;
  if (typeof group !== 'string' || typeof plural !== 'string')
    throw new ConfigError(
      'ERR_RESOURCE',
      'resource of a rule must be a descriptor such as resources.coreV1.pods, or have group and resource',
    );
  return {
    verb,
    group,
    resource: plural,
    ...(subresource !== undefined && { subresource }),
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
  };
}

async function reviewed(
  clientset: Clientset,
  user: AccessUser | 'self',
  resourceAttributes: authorizationv1.ResourceAttributes,
  signal: AbortSignal,
): Promise<AccessDecision> {
  const authorization = clientset.authorizationV1();
  const { status } =
    user === 'self'
      ? await authorization
          .selfSubjectAccessReviews()
          .create({ metadata: {}, spec: { resourceAttributes } }, { signal })
      : await authorization
          .subjectAccessReviews()
          .create({ metadata: {}, spec: { ...user, resourceAttributes } }, { signal });
  return { allowed: status?.allowed === true, reason: status?.reason ?? '' };
}

function describeNeed({
  verbs,
  resource: { group, resource },
  subresource,
  namespace,
  name,
}: AccessNeed): string {
  const what = `${resource}${subresource === undefined ? '' : `/${subresource}`}${group === '' ? '' : `.${group}`}`;
  const which = name === undefined ? '' : ` ${shownKey(name)}`;
  return `${verbs.join(', ')} ${what}${which} in ${namespace === undefined ? 'all namespaces' : `namespace ${namespace}`}`;
}
