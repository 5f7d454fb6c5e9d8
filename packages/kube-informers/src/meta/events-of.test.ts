import { describe, expect, test } from 'vitest';
import { FakeWatchStream, settle } from '@kube-informers/testing';
import { eventsOf } from './events-of.js';
import type { KubernetesObject } from './types.js';

function pod(name: string): KubernetesObject {
  return { metadata: { name } };
}

function streamOf(...names: string[]): FakeWatchStream<KubernetesObject> {
  const stream = new FakeWatchStream<KubernetesObject>();
  for (const name of names) stream.add(pod(name));
  return stream;
}

describe('eventsOf', () => {
  test('iterates over the events of batches, to the end', async () => {
    const stream = streamOf('a', 'b');
    const events = eventsOf(stream);
    expect(await events.next()).toEqual({ done: false, value: { type: 'ADDED', object: pod('a') } });
    expect(await events.next()).toEqual({ done: false, value: { type: 'ADDED', object: pod('b') } });
    const last = events.next();
    stream.end();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('a return ends a pending next immediately', async () => {
    const stream = streamOf();
    const events = eventsOf(stream);
    const waiting = events.next();
    await settle();
    expect(await events.return?.()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(stream.stopped).toBe(true);
  });

  test('a return drops read but undelivered events', async () => {
    const events = eventsOf(streamOf('a', 'b'));
    await events.next();
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('a broken stream is stopped, and its error thrown once', async () => {
    const stream = streamOf();
    const broken = new Error('cut');
    const events = eventsOf(stream);
    stream.fail(broken);
    await expect(events.next()).rejects.toBe(broken);
    expect(stream.stopped).toBe(true);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});
