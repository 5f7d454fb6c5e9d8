import { expect, test } from 'vitest';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { Moment } from '../../util/clock.js';
import { ReflectorStatus } from './reflector-status.js';
import type { WatchProgress } from './reflector-status.js';

const cache = { resourceVersion: '2', hasSynced: true };

/** A status with an open watch that has failed, or skipped an event. */
function failedStatus(isSkip: boolean) {
  const clock = new FakeClock();
  const status = new ReflectorStatus(clock, undefined);
  const session: WatchProgress = {
    items: 0,
    bookmarks: 0,
    lastEvent: new Moment(),
    lastBookmark: new Moment(),
    lastByteAgeMs: undefined,
    silenceMs: 60_000,
  };
  status.listed(status.listBegins(), 1);
  status.opened(session, false);
  status.failed(new Error('odd event'), 'watch', isSkip);
  const overcome = (): boolean | undefined => status.health(cache).lastError?.overcome;
  return { status, overcome, watch: () => status.opened(session, false) };
}

test('a failure of a watch is overcome by the next watch', () => {
  const { overcome, watch } = failedStatus(false);
  expect(overcome()).toBe(false);
  watch();
  expect(overcome()).toBe(true);
});

test('an event that was skipped is not overcome by a watch, but by the next list that skips nothing', () => {
  const { status, overcome, watch } = failedStatus(true);
  watch();
  expect(overcome()).toBe(false);
  const begun = status.listBegins();
  status.failed(new Error('odd item'), 'list', true);
  status.listed(begun, 1);
  watch();
  expect(overcome()).toBe(false);
  status.listed(status.listBegins(), 1);
  expect(overcome()).toBe(true);
});
