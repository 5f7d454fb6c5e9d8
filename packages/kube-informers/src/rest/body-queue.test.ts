import { describe, expect, test } from 'vitest';
import { settle } from '../../../testing/src/fake-clock.js';
import { BodyQueue } from './response-handler.js';

/** A queue, and the calls that its source received. */
function rig(): { queue: BodyQueue; calls: string[]; reader: AsyncIterator<Uint8Array, undefined> } {
  const calls: string[] = [];
  const queue = new BodyQueue({
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
    destroy: () => void calls.push('destroy'),
  });
  return { queue, calls, reader: queue[Symbol.asyncIterator]() };
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const chunk = (text: string): object => ({ done: false, value: bytes(text) });
const end = { done: true, value: undefined };
const quarter = Buffer.alloc(64 * 1024);

describe('BodyQueue', () => {
  test('delivers chunks in order, to waiting and later readers', async () => {
    const { queue, reader } = rig();
    queue.push(bytes('a'));
    queue.push(bytes(''));
    queue.push(bytes('b'));
    expect(await reader.next()).toEqual(chunk('a'));
    expect(queue.readNow()).toEqual(bytes('b'));
    expect(queue.readNow()).toBeUndefined();
    const next = reader.next();
    queue.push(bytes('c'));
    queue.push(bytes('d'));
    expect(await next).toEqual(chunk('c'));
    expect(await reader.next()).toEqual(chunk('d'));
    queue.end();
    queue.push(bytes('late'));
    expect(await reader.next()).toEqual(end);
    expect(await reader.next()).toEqual(end);
  });

  test('pauses the source above 256 KiB and resumes it below 64 KiB, once each', () => {
    const { queue, calls } = rig();
    for (let count = 0; count < 4; count++) queue.push(quarter);
    expect(calls).toEqual([]);
    queue.push(quarter);
    queue.push(quarter);
    expect(calls).toEqual(['pause']);
    for (let count = 0; count < 5; count++) queue.readNow();
    expect(calls).toEqual(['pause']);
    queue.readNow();
    expect(calls).toEqual(['pause', 'resume']);
  });

  test('calls whenFilling back once at 192 KiB, unless it was cancelled', () => {
    const { queue, calls } = rig();
    const filling = (): void => void calls.push('filling');
    queue.whenFilling(filling);
    queue.push(quarter);
    queue.push(quarter);
    expect(calls).toEqual([]);
    queue.push(quarter);
    queue.push(quarter);
    queue.push(quarter);
    expect(calls).toEqual(['filling', 'pause']);
    while (queue.readNow() !== undefined);
    queue.whenFilling(filling);
    queue.whenFilling(undefined);
    for (let count = 0; count < 4; count++) queue.push(quarter);
    expect(calls).toEqual(['filling', 'pause', 'resume']);
  });

  test('delivers the chunks before a failure, then the failure once, then the end', async () => {
    const { queue, reader } = rig();
    const error = new Error('broken');
    queue.push(bytes('a'));
    queue.fail(error);
    queue.end();
    expect(await reader.next()).toEqual(chunk('a'));
    await expect(reader.next()).rejects.toBe(error);
    expect(await reader.next()).toEqual(end);
  });

  test('a failure without a reader is not an unhandled rejection', async () => {
    rig().queue.fail(new Error('broken'));
    await settle();
  });

  test('drop discards unread chunks, and ends or fails a waiting reader', async () => {
    const first = rig();
    first.queue.push(bytes('a'));
    first.queue.fail(new Error('broken'));
    first.queue.drop();
    expect(await first.reader.next()).toEqual(end);

    const second = rig();
    const waiting = second.reader.next();
    second.queue.drop();
    expect(await waiting).toEqual(end);

    const reason = new Error('enough');
    const third = rig();
    const failing = expect(third.reader.next()).rejects.toBe(reason);
    third.queue.drop(reason);
    await failing;

    const fourth = rig();
    fourth.queue.push(bytes('a'));
    fourth.queue.end();
    fourth.queue.drop(reason);
    await expect(fourth.reader.next()).rejects.toBe(reason);
  });

  test('leaving the loop destroys the source', async () => {
    const { queue, calls } = rig();
    queue.push(bytes('a'));
    for await (const each of queue) {
      expect(each).toEqual(bytes('a'));
      break;
    }
    expect(calls).toEqual(['destroy']);
  });
});
