import { refuseValue, requireText } from '../util/require.js';
import { shownKey } from '../util/shown.js';
import { filteredListWatchFromClient } from '../cache/reflector/listwatch.js';
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.js';
import type { Clientset } from '../client/clientset.js';
import { defineResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { Backoff } from '../util/backoff.js';
import type { Clock, Random } from '../util/clock.js';
import type { DeepReadonly } from '../util/deep-readonly.js';
import { requireKnownOptions } from '../util/known-options.js';
import type { OptionNames } from '../util/known-options.js';
import { noopLogger } from '../util/logger.js';
import { linkSignal } from '../util/signal.js';
import { microTime, requestProblem } from './lease-lock.js';

/** How this process takes part in the server's coordinated election. */
export interface CoordinationOptions {
  /** The version of the program, `1.4.2`. The server prefers the lowest emulation version, then the lowest binary. */
  readonly binaryVersion: string;
  /** Default: `binaryVersion`. */
  readonly emulationVersion?: string | undefined;
  /** Default: `OldestEmulationVersion`, the only one that the API server knows. */
  readonly strategy?: string | undefined;
}

const coordinationNames: OptionNames<CoordinationOptions> = {
  binaryVersion: true,
  emulationVersion: requireVersion,
  strategy: requireText,
};

/** Throws ConfigError `ERR_OPTION` for an invalid option. */
export function requireCoordination(what: string, options: unknown): void {
  requireKnownOptions(what, options, coordinationNames);
  requireVersion(`binaryVersion of ${what}`, (options as Partial<CoordinationOptions>).binaryVersion);
}

function requireVersion(what: string, value: unknown): void {
  if (typeof value !== 'string' || !/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(value))
    refuseValue(what, 'a semantic version such as 1.4.2', value);
}

const defaultStrategy = 'OldestEmulationVersion';

/** A LeaseCandidate of coordination.k8s.io/v1beta1: someone who can hold a Lease. */
export interface LeaseCandidateObject extends KubernetesObject {
  readonly spec?: {
    readonly leaseName?: string;
    /** When the server last asked whether the candidate is still there. */
    readonly pingTime?: string;
    readonly renewTime?: string;
    readonly binaryVersion?: string;
    readonly emulationVersion?: string;
    readonly strategy?: string;
  };
}

/** LeaseCandidates of coordination.k8s.io/v1beta1. */
export const leaseCandidates = defineResource<LeaseCandidateObject>({
  group: 'coordination.k8s.io',
  version: 'v1beta1',
  resource: 'leasecandidates',
  kind: 'LeaseCandidate',
  namespaced: true,
});

/** client-go's requeueInterval, ms. */
const renewIntervalMs = 5 * 60_000;

/** Delays after a failure. */
const retryBackoff = { baseMs: 500, factor: 2, jitter: 0.2, capMs: 60_000 };

/** Settings of a LeaseCandidate. */
export interface LeaseCandidateOptions {
  readonly client: Clientset;
  readonly namespace: string;
  /** Name of the candidate: the identity of its elector, which the server writes into the Lease. */
  readonly name: string;
  readonly leaseName: string;
  readonly coordination: CoordinationOptions;
  readonly clock: Clock;
  readonly random: Random;
  /** Called with each failed request. */
  readonly onError: (error: Error) => void;
  /** Called with each successful renewal. */
  readonly onSuccess: () => void;
}

/**
 * Keeps the LeaseCandidate of one elector (client-go's leaderelection.LeaseCandidate).
 *
 * Creates it, renews it every five minutes, and at once when the server asks.
 */
export class LeaseCandidate {
  readonly #options: LeaseCandidateOptions;
  /** The `pingTime` of the last renewal: it is answered once, whatever the times are. */
  #answered: string | undefined;
  #renewNow: () => void = () => undefined;

  constructor(options: LeaseCandidateOptions) {
    this.#options = options;
  }

  /** Resolves when the signal aborts. The object stays: the server removes candidates that do not renew. */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    const { client, namespace, name, clock, random, onSuccess } = this.#options;
    const onError = (error: unknown): void => this.#options.onError(this.#problem(error));
    const source = filteredListWatchFromClient(client, leaseCandidates, namespace, (options) => ({
      ...options,
      fieldSelector: `metadata.name=${name}`,
    }));
    const informer = new SharedIndexInformer<LeaseCandidateObject>(source, {
      resource: leaseCandidates,
      clock,
      random,
      logger: noopLogger,
      onWatchError: onError,
    });
    informer.addEventHandler({
      onAdd: (object) => this.#renewIfPinged(object),
      onUpdate: (_old, object) => this.#renewIfPinged(object),
      onDelete: () => this.#renewNow(),
    });
    const running = informer.run({ signal });
    const backoff = new Backoff(retryBackoff, random);
    const current = (): DeepReadonly<LeaseCandidateObject> | undefined =>
      informer.indexer.getByKey(`${namespace}/${name}`);
    try {
      await informer.synced;
      while (!signal.aborted) {
        const woken = linkSignal(signal);
        // Set before the request: a ping that arrives meanwhile must not be missed.
        this.#renewNow = () => woken.abort();
        let delayMs = renewIntervalMs;
        try {
          await this.#ensure(current(), signal);
          backoff.reset();
          onSuccess();
        } catch (error) {
          if (!signal.aborted) onError(error);
          delayMs = backoff.step();
        }
        await clock.sleep(delayMs, { signal: woken.signal }).catch(() => undefined);
        woken.dispose();
      }
    } catch (error) {
      // `synced` rejects when the informer stops before its first list.
      if (!signal.aborted) throw error;
    } finally {
      await running;
    }
  }

  async #ensure(known: DeepReadonly<LeaseCandidateObject> | undefined, signal: AbortSignal): Promise<void> {
    const { client, namespace, name, leaseName, coordination, clock } = this.#options;
    const { binaryVersion, emulationVersion = binaryVersion, strategy = defaultStrategy } = coordination;
    const candidates = client.resource(leaseCandidates, namespace);
    const now = microTime(clock.now());
    if (known === undefined) {
      const spec = { leaseName, binaryVersion, emulationVersion, strategy, renewTime: now };
      await candidates.create({ metadata: { namespace, name }, spec }, { signal });
      return;
    }
    // With a clock behind the server's the answer would be older than the question, which the server would not accept.
    const pingTime = known.spec?.pingTime;
    const renewTime = isPinged(known, now) ? (afterPing(pingTime) ?? now) : now;
    // Only the top level is changed; the cached object stays as it is.
    await candidates.update(
      { ...(known as LeaseCandidateObject), spec: { ...known.spec, renewTime } },
      { signal },
    );
    this.#answered = pingTime;
  }

  #renewIfPinged(object: DeepReadonly<LeaseCandidateObject>): void {
    const { pingTime, renewTime = '' } = object.spec ?? {};
    if (pingTime !== this.#answered && isPinged(object, renewTime)) this.#renewNow();
  }

  #problem(thrown: unknown): Error {
    const { namespace, name } = this.#options;
    return requestProblem(thrown, {
      request: `keep leasecandidates.coordination.k8s.io ${shownKey(name)} in namespace ${shownKey(namespace)}`,
      needs:
        'coordinated election needs a Role with the verbs list, watch, create and update on leasecandidates',
      groupVersion: 'coordination.k8s.io/v1beta1',
    });
  }
}

/** True if the server asked after this time. Both are RFC 3339 in UTC with six digits, so their order is that of text. */
function isPinged(object: DeepReadonly<LeaseCandidateObject>, renewTime: string): boolean {
  return (object.spec?.pingTime ?? '') > renewTime;
}

/** The last millisecond that RFC 3339 can express. */
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Returns the next millisecond; undefined if the server sent something else than a time. */
function afterPing(pingTime = ''): string | undefined {
  const pingMs = Date.parse(pingTime);
  return Number.isFinite(pingMs) ? microTime(Math.min(pingMs + 1, latestMs)) : undefined;
}
