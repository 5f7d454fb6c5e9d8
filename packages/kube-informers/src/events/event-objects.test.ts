import { expect, test } from 'vitest';
import { EventNames } from './event-objects.js';

test('recorders give different names to events of one object in the same millisecond', () => {
  const names = [0.25, 0.75].flatMap((chance) => {
    const recorder = new EventNames(() => chance);
    return [recorder.next('web', 1_767_225_600_000), recorder.next('web', 1_767_225_600_000)];
  });
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^web\.[0-9a-f]{16}$/);
});
