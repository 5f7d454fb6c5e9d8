// Runs the suites of informers over a compact cache: callers that do not look inside must not notice the difference.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { informerDefaults, InformerFixture, pod } from '../cache/informer/informer.test-support.js';
import { compact } from './compact-cache.js';
import { isCompact } from './compact-objects.js';

beforeAll(() => {
  informerDefaults.cacheFormat = compact();
});

afterAll(() => {
  delete informerDefaults.cacheFormat;
});

describe('over a compact cache', async () => {
  await import('../cache/informer/shared-index-informer.test.js');
  await import('../cache/informer/shared-index-informer.property.test.js');
  await import('../cache/handlers/shared-processor.test.js');
  await import('../cache/handlers/processor-listener.test.js');
  await import('../../../../test/conformance/informer/cache-sync.test.js');
  await import('../../../../test/conformance/informer/failing-handlers.test.js');
  await import('../../../../test/conformance/informer/handlers.test.js');
  await import('../../../../test/conformance/informer/lifecycle.test.js');
  await import('../../../../test/conformance/informer/removal.test.js');
  await import('../../../../test/conformance/informer/resync.test.js');

  test('it is one', async () => {
    const fixture = new InformerFixture({ objects: [pod('a')] });
    await fixture.start();
    expect(fixture.informer.indexer.list().map(isCompact)).toEqual([true]);
    await fixture.stop();
  });
});
