import { performance } from 'node:perf_hooks';

/** Turns of the event loop without I/O that count as quiet: what goes through a proxy makes two hops, with a turn for each end. */
const quietTurns = 8;

/** More turns than anything here needs: whoever is never quiet hangs, and says so. */
const mostTurns = 200_000;

/**
 * Resolves when the process's sockets have nothing more to say: no I/O event in the last turns of the event loop. Bytes
 * on loopback are readable as soon as they are written, so what is under way between parts of one process shows up in
 * one of these turns. Works with virtual time: nothing is slept.
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

/** I/O events that libuv has handled so far in this thread. */
function events(): number {
  return performance.nodeTiming.uvMetricsInfo.events;
}
