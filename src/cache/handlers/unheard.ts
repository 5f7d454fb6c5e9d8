import { printable } from '../../util/printable.js';

/** What can go wrong in an informer, and the option that hears of it. */
const listeners = {
  watch: 'onWatchError',
  handler: 'onHandlerError',
  object: 'onObjectError',
} as const;

/**
 * The ear of last resort: a fault that neither a hook nor a logger hears still reaches whoever runs the program, by
 * `process.emitWarning`, so that a wrong token is never a silent loop. Once an informer and kind of fault: it asks for a
 * hook, it does not replace one.
 */
export class UnheardFaults {
  readonly #name: string;
  readonly #told = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  tell(kind: keyof typeof listeners, error: Error): void {
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    const ear = listeners[kind];
    process.emitWarning(printable(`informer ${this.#name}: ${error.message}`), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHEARD',
      detail: `The informer goes on. Nobody hears of its further faults: give it ${ear} or a logger.`,
    });
  }
}
