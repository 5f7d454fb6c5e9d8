import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { ConfigError } from '../../util/errors.js';
import { findCondition, isConditionTrue, setCondition } from './conditions.js';
import type { Condition } from '../../meta/types.js';

const clock = new FakeClock(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
const now = '2026-01-02T03:04:05Z';
const earlier = '2025-12-31T00:00:00Z';

const ready: Condition & { readonly status: 'True' } = {
  type: 'Ready',
  status: 'True',
  reason: 'Deployed',
  message: 'all replicas run',
  lastTransitionTime: earlier,
  observedGeneration: 3,
};
const synced: Condition = {
  type: 'Synced',
  status: 'False',
  reason: 'Waiting',
  message: '',
  lastTransitionTime: earlier,
};

describe('setCondition', () => {
  test('adds a condition with the current time', () => {
    const before = [synced];
    expect(setCondition(before, { type: 'Ready', status: 'True', reason: 'Deployed' }, { clock })).toEqual([
      synced,
      { type: 'Ready', status: 'True', reason: 'Deployed', message: '', lastTransitionTime: now },
    ]);
    expect(before).toEqual([synced]);
  });

  test('changes lastTransitionTime only with the status', () => {
    const { lastTransitionTime: _time, ...same } = ready;
    expect(
      setCondition([ready, synced], { ...same, message: 'changed', observedGeneration: 4 }, { clock }),
    ).toEqual([{ ...ready, message: 'changed', observedGeneration: 4 }, synced]);
    expect(setCondition([ready], { ...same, status: 'False' }, { clock })).toEqual([
      { ...ready, status: 'False', lastTransitionTime: now },
    ]);
    expect(
      setCondition([ready], { ...ready, status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }),
    ).toEqual([{ ...ready, status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }]);
  });

  test('returns the same array if nothing differs', () => {
    const conditions = [ready, synced];
    const { lastTransitionTime: _time, ...same } = ready;
    expect(setCondition(conditions, same, { clock })).toBe(conditions);
  });

  test('keeps the further fields of a built-in condition', () => {
    const progressing = { type: 'Progressing', status: 'True', lastUpdateTime: earlier };
    const next = setCondition(
      [progressing],
      { type: 'Progressing', status: 'False', reason: 'Stuck' },
      { clock },
    );
    expect(next).toEqual([
      { ...progressing, status: 'False', reason: 'Stuck', message: '', lastTransitionTime: now },
    ]);
  });

  test('cuts a message that the server would refuse', () => {
    const [condition] = setCondition(undefined, { ...ready, message: 'x'.repeat(1_000_000) });
    expect(condition?.message).toHaveLength(32_768);
  });

  test.each<[string, unknown]>([
    ['not an array', { type: 'Ready' }],
    ['null', null],
    ['a list of anything', [null, 1, 'Ready', {}, { type: 3 }, []]],
  ])('treats conditions that are %s as absent', (_title, conditions) => {
    expect(setCondition(conditions as Condition[], ready)).toEqual([ready]);
    expect(findCondition(conditions as Condition[], 'Ready')).toBeUndefined();
    expect(isConditionTrue(conditions as Condition[], 'Ready')).toBe(false);
  });

  test.each<[string, unknown, string]>([
    ['no object', 'Ready', 'the condition of setCondition must be an object, got string'],
    [
      'no type',
      { status: 'True', reason: 'A' },
      'type of a condition must be a non-empty string, got undefined',
    ],
    [
      'no reason',
      { type: 'A', status: 'True', reason: '' },
      'reason of a condition must be a non-empty string, got an empty one',
    ],
    [
      'a boolean',
      { type: 'A', status: true, reason: 'A' },
      'status of the condition "A" must be "True", "False" or "Unknown", got boolean',
    ],
    ['another status', { type: 'A', status: 'yes', reason: 'A' }, 'got "yes"'],
    [
      'a message',
      { type: 'A', status: 'True', reason: 'A', message: new Error('x') },
      'message of a condition must be a string, got object',
    ],
  ])('refuses %s', (_title, condition, message) => {
    const set = (): unknown => setCondition([], condition as typeof ready);
    expect(set).toThrow(ConfigError);
    expect(set).toThrow(message);
  });
});

test('conditions are found by type', () => {
  expect(findCondition([synced, ready], 'Ready')).toBe(ready);
  expect(findCondition([synced], 'Ready')).toBeUndefined();
  expect(isConditionTrue([ready], 'Ready')).toBe(true);
  expect(isConditionTrue([synced], 'Synced')).toBe(false);
  expect(isConditionTrue(undefined, 'Synced')).toBe(false);
});
