import { ConfigError, type Random } from 'kube-informers';
import {
  isRegExp,
  oneOf,
  type OptionNames,
  raceSignal,
  requireCall,
  requireFunction,
  requireKnownOptions,
  requireList,
  wholeFrom,
} from 'kube-informers/internal';
import { requireCount, requireOneOf, requireProbability, wrong, requireValidFault } from './fault.js';
import type { Fault } from './fault.js';

/** Verbs of requests; `watchList` is a watch that starts with the list, `other` a request without a resource. */
export const proxyVerbs = [
  'list',
  'watch',
  'watchList',
  'get',
  'create',
  'update',
  'patch',
  'delete',
  'deleteCollection',
  'other',
] as const;
/** Verb of a request, as in RBAC rules. */
export type ProxyVerb = (typeof proxyVerbs)[number];

/** A request that the proxy received. Fields of its response are filled in as it arrives. */
export interface ProxiedRequest {
  /** 1 for the proxy's first request. */
  readonly number: number;
  /** Time of arrival: `now()` of the proxy's clock, ms. */
  readonly at: number;
  /** Verb of the request, as in RBAC rules. */
  readonly verb: ProxyVerb;
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Query of the URL. */
  readonly query: URLSearchParams;
  /** Name of the fault that applies to it. */
  readonly fault: string | undefined;
  /** Status code sent to the client; undefined until then. */
  readonly status: number | undefined;
  /** Why the server could not be reached, or what broke its response: an error's message. */
  readonly failure: string | undefined;
  /** True until the response ends or the client disconnects. */
  readonly open: boolean;
}

/** Classifies a request as the API server's RequestInfo does. */
export function verbOf(method: string, path: string, query: URLSearchParams): ProxyVerb {
  const target = resourceOf(path);
  if (target === undefined) return 'other';
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (target.named && !target.watch) return 'get';
      if (!target.watch && !isTrue(query.get('watch'))) return 'list';
      return isTrue(query.get('sendInitialEvents')) ? 'watchList' : 'watch';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return target.named ? 'delete' : 'deleteCollection';
    default:
      return 'other';
  }
}

interface Target {
  readonly named: boolean;
  /** The old form `/api/v1/watch/…`. */
  readonly watch: boolean;
}

function resourceOf(path: string): Target | undefined {
  const words = path.split('/').filter((word) => word !== '');
  const head = words[0] === 'api' ? 2 : words[0] === 'apis' ? 3 : Infinity;
  let rest = words.slice(head);
  if (rest.length === 0) return undefined;
  const watch = rest[0] === 'watch' && rest.length > 1;
  if (watch) rest = rest.slice(1);
  // A namespace and the resources in it have the same prefix.
  const inNamespace =
    rest[0] === 'namespaces' && rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize';
  if (inNamespace) rest = rest.slice(2);
  return { named: rest.length > 1, watch };
}

/** Parses a boolean query parameter as apimachinery does: everything except false and 0 is true, also "". */
function isTrue(value: string | null): boolean {
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}

/** The proxy's own view of a ProxiedRequest. */
export interface RequestRecord extends ProxiedRequest {
  fault: string | undefined;
  status: number | undefined;
  failure: string | undefined;
  open: boolean;
}

/** Selects requests; every given condition must hold. */
export interface RequestFilter {
  /** Verbs of the request. Default: all. */
  readonly verbs?: readonly ProxyVerb[] | undefined;
  /** Lists only: without a `continue` token, or with one. */
  readonly page?: 'first' | 'later' | undefined;
  /** Part of the path, or a pattern for it. */
  readonly path?: string | RegExp | undefined;
  /** Any other condition. If it throws, the request fails with status 500 from the proxy. */
  readonly where?: ((request: ProxiedRequest) => boolean) | undefined;
}

export const requestFilterNames: OptionNames<RequestFilter> = {
  verbs: (what, verbs) => {
    requireList(what, verbs);
    for (const verb of verbs as readonly unknown[]) requireOneOf(what, verb, proxyVerbs);
  },
  page: oneOf('first', 'later'),
  path: (what, path) => {
    if (typeof path !== 'string' && !isRegExp(path)) throw wrong(what, 'a string or a RegExp', path);
  },
  where: requireFunction,
};

/** Which requests a rule applies to, and how many. */
export interface RuleOptions extends RequestFilter {
  /** Number of matching requests that pass first. Default: 0. */
  readonly skip?: number | undefined;
  /** Maximum number of requests; Infinity for all. Default: 1. */
  readonly times?: number | undefined;
  /** Probability that it applies to a matching request, from 0 to 1. Default: 1. */
  readonly probability?: number | undefined;
}

const ruleOptionNames: OptionNames<RuleOptions> = {
  ...requestFilterNames,
  skip: wholeFrom(0),
  times: (what, times) => {
    if (times !== Infinity) requireCount(`${what} (or Infinity)`, times, 1);
  },
  probability: requireProbability,
};

/** An injected fault. */
export interface FaultRule extends Disposable {
  /** The fault that matching requests meet. */
  readonly fault: Fault;
  /** Number of requests it was applied to. */
  readonly taken: number;
  /** How often the fault has happened; less than `taken` if a body has not reached the position. */
  readonly hits: number;
  /**
   * Resolves when the fault has happened `count` times. Default: once.
   *
   * Rejects with `signal.reason`, or with ConfigError `ERR_RULE_REMOVED` if the rule is removed before.
   */
  hit(
    count?: number,
    options?: {
      /** Ends the wait early. */
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<void>;
  /** Stops applying to further requests; current ones are unaffected. */
  remove(): void;
}

/** A fault to apply to an exchange, and a callback for when it happened. */
export interface Plan {
  readonly fault: Fault;
  happened(): void;
}

/** True if the filter matches the request. */
export function matches(filter: RequestFilter, request: ProxiedRequest): boolean {
  if (filter.verbs !== undefined && !filter.verbs.includes(request.verb)) return false;
  if (filter.page !== undefined) {
    if (request.verb !== 'list') return false;
    const later = (request.query.get('continue') ?? '') !== '';
    if (later !== (filter.page === 'later')) return false;
  }
  if (typeof filter.path === 'string' && !request.path.includes(filter.path)) return false;
  // `search` ignores lastIndex, so a /g pattern keeps no state between requests.
  if (isRegExp(filter.path) && request.path.search(filter.path) === -1) return false;
  return filter.where === undefined || filter.where(request);
}

/** True if the fault is applicable to the request. */
export function concerns(fault: Fault, request: ProxiedRequest): boolean {
  return fault.kind !== 'errorEvent' || request.verb === 'watch' || request.verb === 'watchList';
}

/** The rules in the order of injection; the first that matches a request applies. */
export class RuleBook {
  readonly #random: Random;
  readonly #rules = new Set<Rule>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Adds a rule. Throws ConfigError `ERR_OPTION` for an invalid fault or option. */
  add(fault: Fault, options: RuleOptions): FaultRule {
    requireValidFault(fault);
    requireKnownOptions('a rule', options, ruleOptionNames);
    const rule = new Rule(fault, options, this.#random, () => this.#rules.delete(rule));
    this.#rules.add(rule);
    return rule;
  }

  /** Returns the fault for a request, or undefined. */
  take(request: ProxiedRequest): Plan | undefined {
    for (const rule of this.#rules) {
      if (rule.takes(request)) return rule;
    }
    return undefined;
  }

  clear(): void {
    for (const rule of this.#rules) rule.remove();
  }
}

class Rule implements FaultRule, Plan {
  readonly fault: Fault;
  readonly #options: RuleOptions;
  readonly #random: Random;
  readonly #onRemove: () => void;
  readonly #waiting = new Set<{ count: number; resolve: () => void; reject: (error: Error) => void }>();
  #seen = 0;
  #taken = 0;
  #hits = 0;
  #removed = false;

  constructor(fault: Fault, options: RuleOptions, random: Random, onRemove: () => void) {
    this.fault = fault;
    this.#options = options;
    this.#random = random;
    this.#onRemove = onRemove;
  }

  get taken(): number {
    return this.#taken;
  }

  get hits(): number {
    return this.#hits;
  }

  takes(request: ProxiedRequest): boolean {
    const { skip = 0, times = 1, probability = 1 } = this.#options;
    if (this.#taken >= times || !concerns(this.fault, request) || !matches(this.#options, request))
      return false;
    this.#seen++;
    if (this.#seen <= skip) return false;
    if (probability < 1 && this.#random() >= probability) return false;
    this.#taken++;
    return true;
  }

  happened(): void {
    this.#hits++;
    for (const waiter of this.#waiting) {
      if (this.#hits < waiter.count) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }

  async hit(count = 1, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    requireCount('count of hit', count, 0);
    requireCall('hit', options);
    if (this.#hits >= count) return;
    if (this.#removed) throw this.#removedError(count);
    let waiter: { count: number; resolve: () => void; reject: (error: Error) => void } | undefined;
    const reached = new Promise<void>((resolve, reject) => {
      waiter = { count, resolve, reject };
      this.#waiting.add(waiter);
    });
    try {
      await raceSignal(reached, options.signal);
    } finally {
      if (waiter !== undefined) this.#waiting.delete(waiter);
    }
  }

  remove(): void {
    this.#removed = true;
    this.#onRemove();
    for (const waiter of this.#waiting) waiter.reject(this.#removedError(waiter.count));
    this.#waiting.clear();
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  #removedError(count: number): ConfigError {
    return new ConfigError(
      'ERR_RULE_REMOVED',
      `rule "${this.fault.name}" was removed after ${this.#hits} of ${count} expected hits`,
    );
  }
}

/** Returns a repeatable random generator (mulberry32), sufficient for choosing requests. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
