import { expect, test, vi } from 'vitest';
import { settle } from '../../../../testing/src/fake-clock.js';
import { TraceChannel } from '../../util/trace-channel.js';
import { ended, observe } from '../../util/trace-channel.test-support.js';
import { expired, pod, podList, refused, rig, scripted, track } from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';

const named = { name: 'pods', type: 'v1, Kind=Pod' };
const options = { name: 'pods', expectedType: { apiVersion: 'v1', kind: 'Pod' } };
const typed = (name: string, resourceVersion: string): Pod =>
  pod(name, resourceVersion, { apiVersion: 'v1', kind: 'Pod' });

test('publishes each list and watch with its reason, counts and end', async () => {
  const lists = observe('list');
  const watches = observe('watch');
  const first = podList('5', typed('a', '1'));
  first.metadata.continue = 'next';
  const pages = [first, podList('5', typed('b', '2')), podList('9', typed('a', '8'))];
  const source = scripted({ list: (_options, count) => pages[count - 1] ?? podList('9') });
  const { reflector, clock, controller, signal } = rig(source, { ...options, pageSize: 1 });
  track(reflector.run({ signal }));
  const stream = await source.nextStream();
  expect(ended(lists)).toEqual([
    { ...named, kind: 'list', reason: 'initial', pages: 2, items: 2, resourceVersion: '5' },
  ]);
  stream.add(typed('c', '6'));
  stream.bookmark('7', { apiVersion: 'v1', kind: 'Pod' });
  await settle();
  expect(watches.map(([phase]) => phase)).toEqual(['start', 'end']);
  stream.error(expired.status);
  await settle();
  await clock.advance(60_000);
  expect(ended(watches)).toMatchObject([
    {
      ...named,
      resourceVersion: '5',
      initialEvents: false,
      events: 1,
      bookmarks: 1,
      endReason: 'expired',
      error: { statusCode: 410 },
    },
  ]);
  expect(ended(lists)[1]).toEqual({
    ...named,
    kind: 'list',
    reason: 'expired',
    pages: 1,
    items: 1,
    resourceVersion: '9',
  });
  controller.abort();
  await settle();
  expect(ended(watches)[1]).toEqual({
    ...named,
    resourceVersion: '9',
    initialEvents: false,
    events: 0,
    bookmarks: 0,
    endReason: 'stopped',
  });
});

test('publishes the watch-list as a list, and the whole stream as a watch', async () => {
  const lists = observe('list');
  const watches = observe('watch');
  const source = scripted({ watchListUnsupported: false });
  const { reflector, controller, signal } = rig(source, options);
  track(reflector.run({ signal }));
  const stream = await source.nextStream();
  stream.add(typed('a', '1'));
  stream.bookmark('3', { apiVersion: 'v1', kind: 'Pod', initialEventsEnd: true });
  await settle();
  expect(ended(lists)).toEqual([
    { ...named, kind: 'watchList', reason: 'initial', pages: 0, items: 1, resourceVersion: '3' },
  ]);
  controller.abort();
  await settle();
  expect(ended(watches)).toMatchObject([
    { initialEvents: true, events: 1, bookmarks: 1, endReason: 'stopped' },
  ]);
});

test('publishes the error of a list that failed and of a watch that could not be opened', async () => {
  const lists = observe('list');
  const watches = observe('watch');
  const fail = (): never => {
    throw refused;
  };
  const unlisted = rig(scripted({ list: fail }), options);
  await expect(unlisted.reflector.listAndWatch()).rejects.toThrow(refused);
  expect(ended(lists)).toEqual([{ ...named, kind: 'list', reason: 'initial', pages: 0, error: refused }]);
  expect(watches).toEqual([]);
  const unwatched = rig(scripted({ list: () => podList('5'), watch: fail }), options);
  const controller = new AbortController();
  const round = unwatched.reflector.listAndWatch({ signal: controller.signal });
  await settle();
  controller.abort();
  await round.catch(() => undefined);
  expect(ended(watches)[0]).toEqual({
    ...named,
    resourceVersion: '5',
    initialEvents: false,
    events: 0,
    bookmarks: 0,
    error: refused,
  });
});

test('ends the list and the watch that a stop interrupts, without an error', async () => {
  const lists = observe('list');
  const watches = observe('watch');
  const never = new Promise<never>(() => undefined);
  for (const source of [
    scripted({ list: () => never }),
    scripted({ list: () => podList('5'), watch: () => never }),
  ]) {
    const { reflector, controller, signal } = rig(source, options);
    track(reflector.run({ signal }));
    await settle();
    controller.abort();
    await settle();
  }
  expect(ended(lists)).toEqual([
    { ...named, kind: 'list', reason: 'initial', pages: 0 },
    { ...named, kind: 'list', reason: 'initial', pages: 1, items: 0, resourceVersion: '5' },
  ]);
  expect(ended(watches)).toMatchObject([{ endReason: 'stopped' }]);
  expect(ended(watches)[0]).not.toHaveProperty('error');
});

test('creates no message without a subscriber', async () => {
  const operation = vi.spyOn(TraceChannel.prototype, 'operation');
  const source = scripted({ list: () => podList('5', typed('a', '1')) });
  const { reflector, controller, signal } = rig(source, options);
  track(reflector.run({ signal }));
  await source.nextStream();
  controller.abort();
  await settle();
  expect(operation).not.toHaveBeenCalled();
  operation.mockRestore();
});
