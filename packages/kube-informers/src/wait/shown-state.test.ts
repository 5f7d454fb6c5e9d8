import { expect, test } from 'vitest';
import { shownState } from './shown-state.js';

test('shows no other field of the object, and does not fail on invalid ones', () => {
  const secret = { metadata: { name: 'a', resourceVersion: '1' }, data: { password: 'hunter2' } };
  expect(shownState(secret)).toBe('resourceVersion "1"');
  const odd = { status: { phase: 'x'.repeat(1000), conditions: [null, 5, { type: {} }] }, metadata: null };
  expect(shownState(odd as never)).toBe(
    'phase (something else), conditions (missing) (missing), (missing) (missing), (something else) (missing), resourceVersion undefined',
  );
  const busy = {
    metadata: { generation: 3, deletionTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '1' },
    status: { observedGeneration: 2 },
  };
  expect(shownState(busy)).toBe('being deleted, generation 2 of 3 observed, resourceVersion "1"');
});
