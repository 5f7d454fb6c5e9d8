import { describe, expect, test, vi } from 'vitest';
import type { KubernetesObject } from '../meta/types.js';
import type { WatchEvent } from '../meta/watch.js';
import { newCache, samplePod } from './compact.test-support.js';

const line = (object: object): string => `${JSON.stringify({ type: 'ADDED', object })}\n`;
/** The kernel leaves its line to JavaScript, and the lines that arrive with it. */
const odd = line({ ...samplePod('odd'), kind: 7 });

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['spaces', '   \n'],
  ['tabs and CR', '\t\r\r\n'],
])('blank lines by the ten thousands (%s)', (_, blank) => {
  const gap = blank.repeat((64 * 1024) / blank.length);
  test.each([
    ['alone', '', 0],
    ['between ordinary events', line(samplePod('a')), 2],
    ['between events that are decoded one by one', odd, 2],
  ])('%s are never parsed', (_where, text, count) => {
    const parse = vi.spyOn(JSON, 'parse');
    const decoder = newCache().format.watchDecoder({});
    const events: WatchEvent<KubernetesObject>[] = [];
    decoder.feed(Buffer.from(gap + text + gap + text + gap), events);
    decoder.flush(events);
    decoder.feed(Buffer.from(gap), events);
    decoder.end(events);
    const parsed = parse.mock.calls.length;
    parse.mockRestore();
    expect(events).toHaveLength(count);
    expect(parsed).toBeLessThanOrEqual(count);
  });
});
