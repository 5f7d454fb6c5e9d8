import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../meta/tombstone.js';
import { createMutationDetector } from './mutation-detector.js';

const variable = 'KUBE_CACHE_MUTATION_DETECTOR';
let before: string | undefined;

beforeEach(() => {
  before = process.env[variable];
  delete process.env[variable];
});

afterEach(() => {
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

function pod() {
  return {
    metadata: { name: 'web', labels: { app: 'web' } as Record<string, string> },
    spec: { containers: [{ name: 'c', image: 'nginx' }] },
  };
}

describe('TestMutationDetector', () => {
  test('a write to a cached object throws, at any depth', () => {
    const detector = createMutationDetector({ enabled: true });
    const object = pod();
    detector.add(object);
    expect(() => (object.metadata.name = 'other')).toThrow(TypeError);
    expect(() => (object.metadata.labels['new'] = 'label')).toThrow(TypeError);
    expect(() => delete object.metadata.labels['app']).toThrow(TypeError);
    expect(() => object.spec.containers.push({ name: 'd', image: 'x' })).toThrow(TypeError);
    expect(() => object.spec.containers.forEach((container) => (container.image = 'y'))).toThrow(TypeError);
    expect(object).toEqual(pod());
  });

  test('a copy of a cached object can be changed', () => {
    const object = pod();
    createMutationDetector({ enabled: true }).add(object);
    const copy = structuredClone(object);
    copy.metadata.name = 'other';
    expect(copy.metadata.name).toBe('other');
  });

  test('does nothing if disabled', () => {
    const detector = createMutationDetector({ enabled: false });
    const object = pod();
    detector.add(object);
    object.metadata.name = 'other';
    expect([detector.enabled, object.metadata.name]).toEqual([false, 'other']);
  });

  test('an object that is frozen at the top level is frozen deeply', () => {
    const object = Object.freeze(pod());
    createMutationDetector({ enabled: true }).add(object);
    expect(() => (object.spec.containers[0] = { name: 'x', image: 'x' })).toThrow(TypeError);
  });

  test('freezes an object that contains itself, and one that is nested 100,000 deep', () => {
    const detector = createMutationDetector({ enabled: true });
    const loop: { self?: unknown } = {};
    loop.self = loop;
    detector.add(loop);
    expect(Object.isFrozen(loop)).toBe(true);
    let deep: object = { end: {} };
    for (let i = 0; i < 100_000; i++) deep = { deep };
    detector.add(deep);
    expect(Object.isFrozen(deep)).toBe(true);
  });

  test('leaves primitive values, bytes and tombstones as they are', () => {
    const detector = createMutationDetector({ enabled: true });
    const object = pod();
    detector.add(new DeletedFinalStateUnknown('web', object));
    const withBytes = { data: new Uint8Array([1]) };
    for (const value of ['text', 1, null, undefined, withBytes]) detector.add(value);
    expect([Object.isFrozen(object), Object.isFrozen(withBytes)]).toEqual([false, true]);
  });
});

describe('the environment', () => {
  test.each([
    ['true', true],
    ['1', true],
    ['T', true],
    ['True', true],
    ['false', false],
    ['yes', false],
    ['', false],
    [undefined, false],
  ])('%j: %s', (value, enabled) => {
    if (value !== undefined) process.env[variable] = value;
    expect(createMutationDetector().enabled).toBe(enabled);
  });

  test('the option takes precedence', () => {
    process.env[variable] = 'true';
    expect(createMutationDetector({ enabled: false }).enabled).toBe(false);
  });
});
