import type { OptionNames } from '../util/known-options.js';
import { requireKnownOptions } from '../util/known-options.js';
import { getEventListeners } from 'node:events';
import { ConfigError } from '../util/errors.js';
import { abortCallbacks } from '../util/signal.js';

/** What a leak check looks at. */
export interface LeakCheckOptions {
  /** Signals whose `abort` listeners are counted too: the long-lived ones that everything was linked to. */
  readonly signals?: readonly AbortSignal[] | undefined;
  /** How long what is closing may take to be gone, in ms of real time. Default: 2000. */
  readonly graceMs?: number | undefined;
}

const leakCheckOptionNames: OptionNames<LeakCheckOptions> = { signals: true, graceMs: true };

/** A snapshot to compare with. */
export interface LeakCheck {
  /** What is open now and was not when the check began; empty when nothing leaks. One line a kind: `TCPSocketWrap: 2`. */
  leaks(): string[];
  /** Waits for what is still closing, then throws LeakError when something is left. */
  assertNone(): Promise<void>;
}

/** Something was left open: the message lists it. */
export class LeakError extends Error {
  override readonly name = 'LeakError';
  readonly code = 'ERR_LEAK';
}

// An Immediate is over in one turn of the loop; a closing request frees its own. FS and DNS requests end by themselves.
const ignored = new Set([
  'Immediate',
  'FSReqCallback',
  'FSReqPromise',
  'CloseReq',
  'TickObject',
  'GetAddrInfoReqWrap',
]);

/**
 * Notes which sockets, servers, timers and child processes keep this process busy now. Later, `assertNone()` throws when
 * there are more of a kind:
 *
 *     const check = leakCheck({ signals: [signal] });
 *     … start, use and stop what is tested …
 *     await check.assertNone();
 *
 * The process's own stdout and stderr are never counted. Throws ConfigError `ERR_LEAK_CHECK` on a runtime that does not
 * report what is open, such as Bun: a check that cannot fail would prove nothing.
 */
export function leakCheck(options: LeakCheckOptions = {}): LeakCheck {
  requireKnownOptions('leakCheck', options, leakCheckOptionNames);
  const graceMs = options.graceMs ?? 2000;
  requireReports();
  // Node opens them at their first use, as a pipe or a terminal that stays open: they belong to what was open before.
  void [process.stdout, process.stderr];
  const before = count();
  const listenersBefore = (options.signals ?? []).map(listeners);

  const leaks = (): string[] => {
    const found: string[] = [];
    for (const [kind, number] of count()) {
      const more = number - (before.get(kind) ?? 0);
      if (more > 0) found.push(`${kind}: ${more}`);
    }
    (options.signals ?? []).forEach((signal, index) => {
      const more = listeners(signal) - (listenersBefore[index] ?? 0);
      if (more > 0) found.push(`abort listener: ${more}`);
    });
    return found;
  };

  return {
    leaks,
    async assertNone() {
      const end = performance.now() + graceMs;
      let found = leaks();
      while (found.length > 0 && performance.now() < end) {
        await new Promise<void>((resolve) => {
          setImmediate(resolve);
        });
        found = leaks();
      }
      if (found.length > 0) throw new LeakError(`left open: ${found.join(', ')}`);
    },
  };
}

/** Runtimes may have `getActiveResourcesInfo` and return an empty list from it, so it has to report a timer. */
function requireReports(): void {
  const before = count().get('Timeout') ?? 0;
  const timer = setTimeout(() => undefined, 60_000);
  const after = count().get('Timeout') ?? 0;
  clearTimeout(timer);
  if (after > before) return;
  throw new ConfigError(
    'ERR_LEAK_CHECK',
    'leakCheck needs a runtime that reports open timers and sockets by process.getActiveResourcesInfo(), and this one does not; run it on Node.js',
  );
}

function count(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (!ignored.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** All callbacks of this library share one listener on a signal. */
function listeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length + Math.max(0, abortCallbacks(signal) - 1);
}
