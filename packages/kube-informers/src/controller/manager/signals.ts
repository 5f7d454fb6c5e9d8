import { builtin } from '../../util/builtin.js';
import { requireKnownOptions } from '../../util/known-options.js';
import type { OptionNames } from '../../util/known-options.js';
import { refuseValue, requireFunction, requireList } from '../../util/require.js';

/** Options of `onSignals`. */
export interface OnSignalsOptions {
  /** Default: SIGTERM and SIGINT. */
  readonly signals?: readonly string[] | undefined;
  /** Called at the second signal. Default: ends the process with exit code 1. */
  readonly onSecond?: ((name: string) => void) | undefined;
}

const optionNames: OptionNames<OnSignalsOptions> = { signals: requireSignalNames, onSecond: requireFunction };

/** An AbortSignal that process signals abort, until it is disposed. */
export interface SignalWatch extends Disposable {
  /** Aborts with the first signal of the operating system. Its reason is an AbortError whose `signal` is the name, such as `SIGTERM`. */
  readonly signal: AbortSignal;
  /** Removes the handlers from the process. */
  stop(): void;
}

/**
 * Aborts a signal at the first SIGTERM or SIGINT, and ends the process at the second (controller-runtime's SetupSignalHandler).
 *
 * ```ts
 * await manager.run({ signal: onSignals().signal });
 * ```
 *
 * This is the only function of the library that installs process handlers or can end the process. The first signal starts a
 * graceful shutdown; the second is for the person who does not want to wait for it.
 */
export function onSignals(options: OnSignalsOptions = {}): SignalWatch {
  requireKnownOptions('onSignals', options, optionNames);
  const { signals = ['SIGTERM', 'SIGINT'], onSecond = () => process.exit(1) } = options;
  const controller = new AbortController();
  const handle = (name: string): void => {
    if (controller.signal.aborted) onSecond(name);
    else
      controller.abort(Object.assign(new DOMException(`received ${name}`, 'AbortError'), { signal: name }));
  };
  for (const name of signals) process.on(name, handle);
  const stop = (): void => {
    for (const name of signals) process.off(name, handle);
  };
  return { signal: controller.signal, stop, [Symbol.dispose]: stop };
}

function requireSignalNames(what: string, names: unknown): void {
  const known = builtin('node:os').constants.signals;
  requireList(what, names);
  for (const name of names as readonly unknown[])
    if (typeof name !== 'string' || !Object.hasOwn(known, name))
      refuseValue(what, 'names of signals such as SIGTERM', name);
}
