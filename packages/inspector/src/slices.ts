import type { Clock } from 'kube-informers';
import { yieldToEventLoop } from 'kube-informers/internal';

/** Maximum time of the inspector's own work before the program continues, ms: half a slice of an informer. */
const sliceMs = 5;

/** How many items are looked at between two looks at the clock. */
const perLook = 64;

/** Calls `work` for each item, in short slices with turns of the event loop in between. */
export async function forEachInSlices<V>(
  items: Iterable<V>,
  clock: Clock,
  work: (item: V) => void,
): Promise<void> {
  let endMs = clock.monotonic() + sliceMs;
  let left = perLook;
  for (const item of items) {
    work(item);
    if (--left > 0) continue;
    left = perLook;
    if (clock.monotonic() < endMs) continue;
    await yieldToEventLoop();
    endMs = clock.monotonic() + sliceMs;
  }
}
