import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../testing/src/fake-clock.js';
import type { StreamSink } from './exchange.js';
import { LiveStreams, maxStreams, stalledMs } from './live-streams.js';

function sink(
  isFull: () => boolean = () => false,
): StreamSink & { readonly written: string[]; ended: boolean } {
  const written: string[] = [];
  return {
    written,
    ended: false,
    write(text) {
      written.push(text);
      return !isFull();
    },
    end() {
      this.ended = true;
    },
  };
}

function start() {
  const clock = new FakeClock();
  let reads = 0;
  const streams = new LiveStreams(clock, { beforeRead: () => void reads++, onFailure: () => undefined });
  let closed = 0;
  const open = (to: StreamSink) =>
    streams.open(to, { events: () => [['state', `${clock.monotonic()}`]], closed: () => void closed++ });
  return { clock, streams, open, reads: () => reads, closed: () => closed };
}

describe('LiveStreams', () => {
  test('writes the state at once, then every second, and computes nothing while no stream is open', async () => {
    const { clock, open, reads } = start();
    await clock.advance(10_000);
    expect(reads()).toBe(0);
    const to = sink();
    const stream = open(to);
    await clock.advance(2000);
    expect(to.written).toHaveLength(3);
    expect(to.written[0]).toMatch(/^event: state\ndata: \d+\n\n$/);
    stream.closed();
    await clock.advance(10_000);
    expect(reads()).toBe(3);
  });

  test('one tick serves all streams', async () => {
    const { clock, open, reads } = start();
    const sinks = Array.from({ length: 10 }, () => sink());
    for (const each of sinks) open(each);
    const opened = reads();
    await clock.advance(3000);
    expect(reads() - opened).toBe(3);
    expect(sinks.map(({ written }) => written.length)).toEqual(Array.from({ length: 10 }, () => 4));
  });

  test('a slow browser gets no new state until it has read the last one, so nothing is queued for it', async () => {
    const { clock, open } = start();
    let full = true;
    const to = sink(() => full);
    const stream = open(to);
    await clock.advance(5000);
    expect(to.written).toHaveLength(1);
    full = false;
    stream.drained();
    await clock.advance(1000);
    expect(to.written).toHaveLength(2);
  });

  test('a browser that has stalled is disconnected, and the others go on', async () => {
    const { clock, open, closed, streams } = start();
    const slow = sink(() => true);
    const fast = sink();
    open(slow);
    open(fast);
    await clock.advance(stalledMs);
    expect(slow.ended).toBe(true);
    expect(closed()).toBe(1);
    expect(streams.size).toBe(1);
    await clock.advance(1000);
    expect(fast.written.length).toBeGreaterThan(30);
  });

  test('refuses more streams than it can serve, and takes a new one after another has closed', () => {
    const { open, streams } = start();
    const opened = Array.from({ length: maxStreams }, () => open(sink()));
    expect(() => streams.requireRoom()).toThrow(`${maxStreams} pages are open already`);
    opened[0]?.closed();
    expect(() => streams.requireRoom()).not.toThrow();
  });

  test('close ends every stream and refuses new ones', async () => {
    const { clock, open, streams, closed, reads } = start();
    const to = sink();
    const stream = open(to);
    streams.close();
    expect(to.ended).toBe(true);
    stream.closed();
    expect(closed()).toBe(1);
    expect(() => streams.requireRoom()).toThrow('closed');
    await clock.advance(5000);
    expect(reads()).toBe(1);
  });

  test('a stream that opens between two ticks begins with what is true then', async () => {
    const clock = new FakeClock();
    let now = 'fresh';
    const kept = new Map<string, string>();
    const streams = new LiveStreams(clock, { beforeRead: () => kept.clear(), onFailure: () => undefined });
    const source = {
      events: () => {
        if (!kept.has('state')) kept.set('state', now);
        return [['state', kept.get('state') ?? '']] as const;
      },
      closed: () => undefined,
    };
    streams.open(sink(), source).closed();
    streams.open(sink(), source);
    now = 'stale';
    const again = sink();
    streams.open(again, source);
    expect(again.written).toEqual(['event: state\ndata: stale\n\n']);
  });
});
