import { expect, test } from 'vitest';
import { FakeClock } from '../testing/fake-clock.js';
import type { CacheView } from './cache-view.js';
import { OwnWrites } from './own-writes.js';

const view = { resourceId: 'websites.example.com' } as unknown as CacheView;

function written(resourceVersion: number) {
  return {
    resourceId: view.resourceId,
    namespace: 'default',
    name: `site-${resourceVersion}`,
    description: `Website default/site-${resourceVersion}`,
    outcome: 'written' as const,
    uid: 'u',
    resourceVersion: String(resourceVersion),
  };
}

const eventOf = (resourceVersion: number) =>
  ({
    type: 'add',
    isInInitialList: false,
    object: { metadata: { resourceVersion: String(resourceVersion) } },
  }) as const;

test('recognises the events of the last 10,000 writes, of 25,000', () => {
  const ownWrites = new OwnWrites(new FakeClock(), () => []);
  for (let version = 1; version <= 25_000; version++) ownWrites.record('default/a', written(version));
  expect(ownWrites.causeOf(view, eventOf(25_000))?.resourceVersion).toBe('25000');
  expect(ownWrites.causeOf(view, eventOf(15_001))?.resourceVersion).toBe('15001');
  expect(ownWrites.causeOf(view, eventOf(15_000))).toBeUndefined();
  // No informer of the controller has these objects, so nothing waits for them.
  expect(ownWrites.size).toBe(0);
});
