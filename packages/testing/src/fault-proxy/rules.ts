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
import { requireCount, requireOneOf, requireProbability, wrong } from './checks.js';
import { requireValidFault } from './fault.js';
import type { Fault } from './fault.js';
import { proxyVerbs } from './proxied-request.js';
import type { ProxiedRequest, ProxyVerb } from './proxied-request.js';

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
