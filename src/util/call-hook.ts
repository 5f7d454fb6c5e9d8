import { isThenable } from './realm.js';
import { asError } from './errors.js';
import type { Logger } from './logger.js';

/**
 * Calls a hook that the user gave. What it throws, or rejects with when it is async, is a line at level error and goes no
 * further: a hook that fails harms nobody, and an unhandled rejection would end the process.
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
