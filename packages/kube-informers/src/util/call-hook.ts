import { isThenable } from './type-checks.js';
import { asError } from './errors.js';
import type { Logger } from './logger.js';

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
