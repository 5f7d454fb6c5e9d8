import { getEventListeners } from 'node:events';

/** What a leak check looks at. */
export interface LeakCheckOptions {
  /** Signals whose `abort` listeners are counted too: the long-lived ones that everything was linked to. */
  readonly signals?: readonly AbortSignal[] | undefined;
  /** How long what is closing may take to be gone, in ms of real time. Default: 2000. */
  readonly graceMs?: number | undefined;
}

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
 */
export function leakCheck(options: LeakCheckOptions = {}): LeakCheck {
  const graceMs = options.graceMs ?? 2000;
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

function count(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (!ignored.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function listeners(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length;
}
