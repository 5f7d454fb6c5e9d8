import { describe, expect, test } from 'vitest';
import { pod, track } from '../../../packages/kube-informers/src/cache/reflector/reflector.test-support.js';
import { settle } from '../../../packages/testing/src/fake-clock.js';
import { bench } from './setups.test-support.js';

describe('TestInitialEventsEndBookmarkTicker', () => {
  async function streaming(useWatchList: boolean) {
    const lines: string[] = [];
    const nothing = (): void => undefined;
    const warn = (fields: object, message: string): void => {
      if (message.includes('bookmark')) lines.push(`${(fields as { silentMs: number }).silentMs} ${message}`);
    };
    const made = bench(
      { sink: 'MemoryIndexer', useWatchList },
      {},
      { logger: { debug: nothing, info: nothing, warn, error: nothing } },
    );
    track(made.reflector.listAndWatch({ signal: made.signal }));
    return { ...made, lines, stream: await made.source.nextStream() };
  }

  const noEvents = 'the bookmark that ends the initial events is missing, and no event has arrived yet';
  const lastEvent =
    'the bookmark that ends the initial events is missing, and no event has arrived for a while';

  test('warns after each 10 s of silence, with another message after an event', async () => {
    const { lines, clock, stream } = await streaming(true);
    await clock.advance(9999);
    expect(lines).toEqual([]);
    await clock.advance(1);
    expect(lines).toEqual([`10000 ${noEvents}`]);
    await clock.advance(10_000);
    expect(lines.slice(1)).toEqual([`20000 ${noEvents}`]);
    await clock.advance(4000);
    stream.add(pod('a'));
    await clock.advance(6000);
    expect(lines).toHaveLength(2);
    // The ticker keeps its own steps of 10 s: it reports how long ago the last event was.
    await clock.advance(20_000);
    expect(lines.slice(2)).toEqual([expect.stringContaining(lastEvent), expect.stringContaining(lastEvent)]);
  });

  test('no ticker for a plain watch, after the bookmark, or after a stop', async () => {
    const plain = await streaming(false);
    await plain.clock.advance(60_000);
    const marked = await streaming(true);
    marked.stream.bookmark('1', { initialEventsEnd: true });
    await marked.clock.advance(60_000);
    const stopped = await streaming(true);
    stopped.controller.abort(new Error('stop'));
    await settle();
    await stopped.clock.advance(60_000);
    expect([plain.lines, marked.lines, stopped.lines]).toEqual([[], [], []]);
    expect(stopped.clock.pendingTimers).toBe(0);
  });
});
