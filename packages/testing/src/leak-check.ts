import { ConfigError } from 'kube-informers';
import { systemClock } from 'kube-informers/internal';
import {
  abortCallbacks,
  numberFrom,
  type OptionNames,
  requireAbortSignal,
  requireKnownOptions,
  requireList,
  setTurn,
} from 'kube-informers/internal';
import { getEventListeners } from 'node:events';

/** Options of a leak check. */
export interface LeakCheckOptions {
  /** Long-lived signals whose `abort` listeners are counted too. */
  readonly signals?: readonly AbortSignal[] | undefined;
  /** How long closing resources may take, in ms of real time. Default: 2000. */
  readonly graceMs?: number | undefined;
}

const leakCheckOptionNames: OptionNames<LeakCheckOptions> = { signals: requireList, graceMs: numberFrom(0) };

/** A snapshot to compare with. */
export interface LeakCheck {
  /** Returns what was opened since the snapshot and is still open; one line per kind: `TCPSocketWrap: 2`. */
  leaks(): string[];
  /** Waits for closing resources, then throws LeakError if something is still open. */
  assertNone(): Promise<void>;
}

/** Something was left open; the message lists it. */
export class LeakError extends Error {
  /** Name of the class. */
  override readonly name = 'LeakError';
  /** Always `ERR_LEAK`. */
  readonly code = 'ERR_LEAK';
}

// Immediates end within one turn of the loop, a closing request frees itself, and FS and DNS requests end without
// help.
const ignored = new Set([
  'Immediate',
  'FSReqCallback',
  'FSReqPromise',
  'CloseReq',
  'TickObject',
  'GetAddrInfoReqWrap',
]);

/**
 * Records which sockets, servers, timers and child processes are open in this process.
 *
 * Later, `assertNone()` throws if there are more of a kind:
 *
 * ```ts
 * const check = leakCheck({ signals: [signal] });
 * … start, use and stop what is tested …
 * await check.assertNone();
 * ```
 *
 * The process's stdout and stderr are never counted. Throws ConfigError `ERR_LEAK_CHECK` on a runtime that does not
 * report open handles, such as Bun, where the check could not fail.
 */
export function leakCheck(options: LeakCheckOptions = {}): LeakCheck {
  requireKnownOptions('leakCheck', options, leakCheckOptionNames);
  for (const signal of options.signals ?? []) requireAbortSignal('signal of leakCheck', signal);
  const graceMs = options.graceMs ?? 2000;
  requireReports();
  // Node opens them on first use, as a pipe or a terminal that stays open; open them before the snapshot.
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
          setTurn(resolve);
        });
        found = leaks();
      }
      if (found.length > 0) throw new LeakError(`left open: ${found.join(', ')}`);
    },
  };
}

/** Requires a timer to be reported: some runtimes have `getActiveResourcesInfo` but return an empty list. */
function requireReports(): void {
  const before = count().get('Timeout') ?? 0;
  const timer = systemClock.setTimer(() => undefined, 60_000);
  const after = count().get('Timeout') ?? 0;
  timer.cancel();
  if (after > before) return;
  throw new ConfigError(
    'ERR_LEAK_CHECK',
    'leakCheck needs a runtime that reports open timers and sockets by process.getActiveResourcesInfo(), which this one does not; run it on Node.js',
  );
}

function count(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (!ignored.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Counts callbacks: those of this library share one listener per signal. */
function listeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length + Math.max(0, abortCallbacks(signal) - 1);
}
