import type { DeepReadonly } from '../util/deep-readonly.js';
import { KubeInformersError } from '../util/errors.js';
import type { KubernetesObject } from './types.js';
import type { WatchEvent } from './watch.js';

/**
 * A wait ended before its conditions were met.
 *
 * docs/error-codes.md explains its codes.
 */
export class WaitError extends KubeInformersError {
  override readonly name = 'WaitError';
  // Private, so that printing the error does not print the object, which may be a Secret.
  readonly #lastEvent: WatchEvent<DeepReadonly<KubernetesObject>> | undefined;

  /** An error of `waitFor` or `until`: the condition was not met. */
  constructor(
    code: string,
    message: string,
    options: {
      /** Error that led to this one. */
      readonly cause?: unknown;
      /** Last event before the end. */
      readonly lastEvent?: WatchEvent<DeepReadonly<KubernetesObject>> | undefined;
    },
  ) {
    super(code, message, options);
    this.#lastEvent = options.lastEvent;
  }

  /** The last event; undefined if there was no event. */
  get lastEvent(): WatchEvent<DeepReadonly<KubernetesObject>> | undefined {
    return this.#lastEvent;
  }
}
