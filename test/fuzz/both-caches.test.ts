import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkList, checkWatch, newCachesUnderTest } from '../both-caches.test-support.js';
import type { Checked } from '../both-caches.test-support.js';
import { nightly } from '../nightly.test-support.js';
import { hostileEvent, hostileObject, listBody, squeezed, watchBody } from '../hostile-json.test-support.js';
import { cuts } from './mutate.test-support.js';

const caches = newCachesUnderTest();
const numRuns = nightly ? 400 : 100;

/** Runs the check on many values, and holds that both compact and plain objects were among what it has seen. */
function holds<T>(values: fc.Arbitrary<T>, check: (value: T) => Checked, seed: number): void {
  let objects = 0;
  let compact = 0;
  let shared = 0;
  const property = fc.property(values, (value) => {
    const checked = check(value);
    objects += checked.objects;
    compact += checked.compact;
    shared += checked.shared;
  });
  const found = fc.check(property, { seed, numRuns });
  if (found.failed)
    throw new Error(squeezed(`${String(found.errorInstance)}\n${JSON.stringify(found.counterexample)}`), {
      cause: found.errorInstance,
    });
  expect(compact).toBeGreaterThan(objects / 3);
  expect(compact).toBeLessThan(objects);
  expect(shared).toBeGreaterThan(numRuns / 20);
}

test('both caches read the items of a list as JSON.parse does', { timeout: 60_000 }, () => {
  holds(
    fc.tuple(fc.array(hostileObject, { maxLength: 6 }), fc.boolean(), cuts),
    ([items, typeLast, lengths]) => checkList(caches, listBody(items, typeLast), lengths),
    20_261_122,
  );
});

test('both caches read the events of a watch as JSON.parse does', { timeout: 60_000 }, () => {
  holds(
    fc.tuple(fc.array(hostileEvent, { maxLength: 6 }), cuts),
    ([lines, lengths]) => checkWatch(caches, watchBody(lines), lengths),
    20_261_123,
  );
});
