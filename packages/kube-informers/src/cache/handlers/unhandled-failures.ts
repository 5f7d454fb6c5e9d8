import { printable } from '../../util/printable.js';

/** The option that receives each kind of failure. */
const hooks = {
  watch: 'onWatchError',
  handler: 'onHandlerError',
  object: 'onObjectError',
} as const;

/**
 * Emits a process warning for failures that neither a hook nor a logger receives.
 *
 * Without it, an expired token would be retried silently forever. Warns once for each informer and kind of failure.
 */
export class UnhandledFailures {
  readonly #name: string;
  readonly #reported = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  report(kind: keyof typeof hooks, error: Error): void {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    process.emitWarning(printable(`informer ${this.#name}: ${error.message}`), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHANDLED',
      detail: `The informer keeps running. Further failures are not reported: pass ${hooks[kind]} or a logger.`,
    });
  }
}
