import { setImmediate } from 'node:timers/promises';
import { until } from './scene.test-support.js';
import type { Scene } from './scene.test-support.js';

/** Options of `healthyMinutes`. */
export interface HealthyOptions {
  /** False for a cluster without any writes, which sends no bookmarks. Default: true. */
  readonly bookmarks?: boolean | undefined;
  /** Called at the end of each minute. */
  readonly each?: ((minute: number) => void) | undefined;
}

/**
 * Lets minutes pass as on a healthy cluster: a bookmark each minute, and the server ends each watch at its timeoutSeconds.
 * The watch of the scene must have been opened just before. Throws when the client sends any request other than the watch
 * that follows one ended by the server.
 */
export async function healthyMinutes(
  scene: Scene,
  minutes: number,
  options: HealthyOptions = {},
): Promise<void> {
  const { server, clock } = scene;
  const { bookmarks = true, each } = options;
  let openedMs = clock.monotonic();
  for (let minute = 1; minute <= minutes; minute++) {
    const before = server.requests.length;
    await scene.pass(60_000);
    each?.(minute);
    if (bookmarks) server.bookmark();
    await server.calm();
    if (server.requests.length !== before) {
      throw new Error(`minute ${minute}: a healthy watch was left: ${scene.asked(before).join(', ')}`);
    }
    const timeoutSeconds = Number(server.requests.at(-1)?.query['timeoutSeconds']);
    if (clock.monotonic() - openedMs < timeoutSeconds * 1000) continue;
    server.cut('cleanly');
    await until('the next watch is asked for', () => server.requests.length > before);
    await scene.settled();
    openedMs = clock.monotonic();
  }
}

/** Advances the clock by half a second at a time until the condition holds. */
export async function passUntil(scene: Scene, what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`has not happened in 15 s: ${what}`);
    await scene.clock.advance(500);
    if (scene.server.listening) await scene.server.calm();
    else await setImmediate();
  }
}
