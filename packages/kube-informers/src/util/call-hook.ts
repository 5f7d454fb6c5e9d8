import { isThenable } from './type-checks.js';
import { asError } from './errors.js';
import { isDefaultLogger } from './logger.js';
import type { Logger } from './logger.js';
import { printable, shortened } from './shown.js';

/**
 * Calls a user's hook and logs its error, or its rejection if it is async, at level error.
 *
 * A failing hook must not affect anything else, and an unhandled rejection would end the process.
 */
export function callHook(hookName: string, logger: Logger, call: () => unknown): void {
  const failed = (thrown: unknown): void => {
    logger.error({ err: asError(thrown) }, `${hookName} failed`);
  };
  try {
    const result = call();
    if (isThenable(result)) Promise.resolve(result).then(undefined, failed);
  } catch (thrown) {
    failed(thrown);
  }
}

/** Emits a process warning about a mistake that the logger has been told of, if the program has no logger. */
export function warnWithoutLogger(logger: Logger, message: string, detail?: string): void {
  if (!isDefaultLogger(logger)) return;
  process.emitWarning(printable(message), {
    type: 'KubeInformersWarning',
    code: 'KUBE_INFORMERS_UNHANDLED',
    detail,
  });
}

const mostMessageCharacters = 2048;
const mostFrames = 10;

/**
 * Emits process warnings about failures that neither a hook nor a logger receives, for the 1st, 4th, 16th, … of each kind: an
 * expired token must not be retried silently forever, and a broken handler must not fill the terminal.
 */
export class UnhandledFailures {
  readonly #goesOn: string;
  readonly #alternative: string;
  readonly #counts = new Map<string, number>();

  /** `goesOn` is a sentence: what keeps running; `alternative` is what receives failures without a hook, such as ` or a logger`. */
  constructor(goesOn: string, alternative = '') {
    this.#goesOn = goesOn;
    this.#alternative = alternative;
  }

  /**
   * `what` failed with this error; `hook` is the option that would receive it, and the kind of the failure. The stack is shown
   * unless the failure is one of the server or the network: it has only frames of this library then.
   */
  report(hook: string, what: string, error: Error, hasStack = true): void {
    const count = (this.#counts.get(hook) ?? 0) + 1;
    this.#counts.set(hook, count);
    if (!Number.isInteger(Math.log2(count) / 2)) return;
    const counted = count === 1 ? '' : ` (failure ${count})`;
    const message = shortened(`${what}${counted}: ${error.message}`, mostMessageCharacters);
    process.emitWarning(printable(message), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHANDLED',
      detail: [
        ...(hasStack ? framesOf(error) : []),
        ...adviceFor(error),
        `${this.#goesOn} The next warning comes with failure ${count * 4}: pass ${hook}${this.#alternative} to get each.`,
      ].join('\n'),
    });
  }
}

/** The lines of the stack without the message, which anyone may have written. */
function framesOf({ stack }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, mostFrames).map(printable);
}

const frozen = /^(Cannot (assign to read only|add|delete|define) property|.* object is not extensible)/;

/** What to do about an error that shows a common mistake. */
export function adviceFor({ name, message }: Error): string[] {
  if (name !== 'TypeError' || !frozen.test(message)) return [];
  return ['Objects of a cache are shared, and frozen by the mutation detector: change a copy, by copyOf().'];
}
