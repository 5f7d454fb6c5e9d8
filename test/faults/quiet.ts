import { performance } from 'node:perf_hooks';

/** Turns of the event loop without I/O that count as quiet: data through a proxy make two hops, with a turn for each end. */
const quietTurns = 8;

/** More turns than any test needs; if the sockets are still busy then, an Error is thrown. */
const mostTurns = 200_000;

/**
 * Resolves when the process's sockets are quiet: no I/O event in the last turns of the event loop. Bytes on loopback are
 * readable as soon as they are written, so data in flight between parts of one process show up in one of these turns.
 * Works with virtual time and does not sleep.
 */
export async function quiet(): Promise<void> {
  let before = events();
  for (let turn = 0, calm = 0; calm < quietTurns; turn++) {
    if (turn > mostTurns)
      throw new Error(`the sockets were not quiet in ${mostTurns} turns of the event loop`);
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    const now = events();
    calm = now === before ? calm + 1 : 0;
    before = now;
  }
}

/** Number of I/O events that libuv has handled so far in this thread. */
function events(): number {
  return performance.nodeTiming.uvMetricsInfo.events;
}
