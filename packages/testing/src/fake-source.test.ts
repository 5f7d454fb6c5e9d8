import { describe, expect, test } from 'vitest';
import type { StatusError } from '../../kube-informers/src/meta/errors.js';
import type { KubernetesObject } from '../../kube-informers/src/meta/types.js';
import type { WatchEvent, WatchStream } from '../../kube-informers/src/meta/watch.js';
import { FakeListerWatcher } from './fake-lister-watcher.js';
import { FakeSource } from './fake-source.js';
import { FakeWatchStream } from './fake-watch-stream.js';

function pod(name: string, labels?: Record<string, string>): KubernetesObject {
  return { metadata: { name, namespace: 'default', ...(labels === undefined ? {} : { labels }) } };
}

function describeEvents(batch: readonly WatchEvent<KubernetesObject>[] | undefined): string[] {
  return (batch ?? []).map((event) =>
    event.type === 'ERROR'
      ? `ERROR ${event.object.code}`
      : `${event.type} ${event.object.metadata?.name ?? ''}@${event.object.metadata?.resourceVersion}`,
  );
}

async function next(stream: WatchStream<KubernetesObject>): Promise<string[]> {
  return describeEvents(await stream.nextBatch());
}

async function statusOf(promise: Promise<unknown>): Promise<number> {
  return promise.then(
    () => 200,
    (error: StatusError) => error.statusCode,
  );
}

describe('FakeWatchStream', () => {
  test('delivers pushed events as one batch, then ends', async () => {
    const stream = new FakeWatchStream();
    stream.add(pod('a'));
    stream.bookmark('7', { initialEventsEnd: true });
    stream.end();
    expect(await next(stream)).toEqual(['ADDED a@undefined', 'BOOKMARK @7']);
    expect(await stream.nextBatch()).toBeUndefined();
    expect(await stream.nextBatch()).toBeUndefined();
  });

  test('wakes a waiting reader', async () => {
    const stream = new FakeWatchStream();
    const batch = next(stream);
    stream.delete(pod('a'));
    expect(await batch).toEqual(['DELETED a@undefined']);
  });

  test('delivers a failure once, after the preceding events', async () => {
    const stream = new FakeWatchStream();
    stream.modify(pod('a'));
    stream.fail(new Error('reset'));
    expect(await next(stream)).toEqual(['MODIFIED a@undefined']);
    await expect(stream.nextBatch()).rejects.toThrow('reset');
    expect(await stream.nextBatch()).toBeUndefined();
  });

  test('stop resolves a waiting reader, discards pending events and is counted', async () => {
    let closed = 0;
    const stream = new FakeWatchStream(() => closed++);
    const batch = stream.nextBatch();
    stream.stop();
    stream.stop();
    stream.add(pod('late'));
    expect(await batch).toBeUndefined();
    expect({ stopped: stream.stopped, stops: stream.stops, closed }).toEqual({
      stopped: true,
      stops: 2,
      closed: 1,
    });
  });

  test('leaving a for await loop stops it', async () => {
    const stream = new FakeWatchStream();
    stream.push({ type: 'ADDED', object: pod('a') }, { type: 'ADDED', object: pod('b') });
    for await (const event of stream) {
      expect(event.type).toBe('ADDED');
      break;
    }
    expect(stream.stopped).toBe(true);
  });

  test('a second reader is rejected', async () => {
    const stream = new FakeWatchStream();
    const first = stream.nextBatch();
    await expect(stream.nextBatch()).rejects.toThrow('one reader');
    stream.end();
    await first;
  });
});

describe('FakeListerWatcher', () => {
  test('returns the configured responses and records requests', async () => {
    const source = new FakeListerWatcher({
      list: (_options, count) => ({ metadata: { resourceVersion: String(count) }, items: [] }),
    });
    await source.list({ resourceVersion: '0' });
    expect((await source.list({})).metadata.resourceVersion).toBe('2');
    const waiting = source.nextStream();
    await source.watch({ resourceVersion: '2' });
    expect(await waiting).toBe(source.streams[0]);
    expect(source.lists).toEqual([{ resourceVersion: '0' }, {}]);
    expect(source.watches).toEqual([{ resourceVersion: '2' }]);
  });

  test('a hanging response ends with its signal', async () => {
    const source = new FakeListerWatcher({ list: () => new Promise<never>(() => undefined) });
    const controller = new AbortController();
    const list = source.list({ signal: controller.signal });
    controller.abort(new Error('stop'));
    await expect(list).rejects.toThrow('stop');
  });
});

describe('FakeSource', () => {
  test('TestRCNumber: every change takes one resourceVersion and a watch receives later changes', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a')] });
    source.modify(pod('a', { v: '2' }));
    source.modify(pod('a', { v: '3' }));
    expect(source.resourceVersion).toBe('3');
    const stream = await source.watch({ resourceVersion: '1' });
    expect(await next(stream)).toEqual(['MODIFIED a@2', 'MODIFIED a@3']);
    source.delete('default/a');
    expect(await next(stream)).toEqual(['DELETED a@4']);
    stream.stop();
    expect(source.openWatches).toBe(0);
  });

  test('TestResetWatch: ends the watches and answers an old resourceVersion with 410', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a'), pod('b')] });
    const stream = await source.watch({ resourceVersion: '2' });
    source.resetWatch();
    expect(await stream.nextBatch()).toBeUndefined();
    expect(await statusOf(source.watch({ resourceVersion: '1' }))).toBe(410);
    expect(await statusOf(source.watch({ resourceVersion: '2' }))).toBe(200);
  });

  test('a dropped change is stored but not sent', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a')] });
    const stream = await source.watch({ resourceVersion: '1' });
    source.modifyDropped(pod('a', { v: '2' }));
    source.deleteDropped('default/a');
    source.addDropped(pod('b'));
    source.add(pod('c'));
    expect(await next(stream)).toEqual(['ADDED c@5']);
    expect((await source.list({})).items.map((item) => item.metadata?.name)).toEqual(['b', 'c']);
    stream.stop();
  });

  test('pages with continue tokens that a compaction expires', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a'), pod('b'), pod('c')] });
    const first = await source.list({ limit: 2 });
    expect(first.metadata.remainingItemCount).toBe(1);
    source.add(pod('d'));
    const token = first.metadata.continue ?? '';
    const second = await source.list({ limit: 2, continue: token });
    expect(second.items.map((item) => item.metadata?.name)).toEqual(['c']);
    expect(second.metadata).toEqual({ resourceVersion: '3' });
    expect(await statusOf(source.list({ limit: 2, continue: token, resourceVersion: '3' }))).toBe(400);
    source.compact();
    expect(await statusOf(source.list({ limit: 2, continue: token }))).toBe(410);
  });

  test('a list at "0" ignores the limit unless the watch cache is off', async () => {
    const objects = [pod('a'), pod('b')];
    expect((await new FakeSource({ objects }).list({ resourceVersion: '0', limit: 1 })).items).toHaveLength(
      2,
    );
    const uncached = new FakeSource({ objects, watchCache: false });
    expect((await uncached.list({ resourceVersion: '0', limit: 1 })).items).toHaveLength(1);
  });

  test('Exact lists the past, until it is compacted', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a'), pod('b')] });
    source.delete('default/a');
    source.add(pod('c'));
    const exact = { resourceVersion: '2', resourceVersionMatch: 'Exact' };
    expect((await source.list(exact)).items.map((item) => item.metadata?.name)).toEqual(['a', 'b']);
    source.compact();
    expect(await statusOf(source.list(exact))).toBe(410);
  });

  test('a future resourceVersion is too large', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a')] });
    await expect(source.list({ resourceVersion: '9' })).rejects.toMatchObject({
      status: { code: 504, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } },
    });
  });

  test('a watch-list sends the objects, the bookmark and then the changes', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('b'), pod('a')] });
    const options = {
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
    };
    const stream = await source.watch(options);
    const batch = await stream.nextBatch();
    expect(describeEvents(batch)).toEqual(['ADDED a@2', 'ADDED b@1', 'BOOKMARK @2']);
    expect(batch?.[2]?.object.metadata).toMatchObject({
      annotations: { 'k8s.io/initial-events-end': 'true' },
    });
    source.modify(pod('a'));
    source.bookmark();
    expect(await next(stream)).toEqual(['MODIFIED a@3', 'BOOKMARK @3']);
    stream.stop();
    expect(await statusOf(new FakeSource({ watchList: false }).watch(options))).toBe(422);
  });

  test('failures can be set for the next calls, and a call can be delayed', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const source = new FakeSource({ intercept: (request) => (request.verb === 'watch' ? held : undefined) });
    source.failNext('list', new Error('down'), 2);
    await expect(source.list({})).rejects.toThrow('down');
    await expect(source.list({})).rejects.toThrow('down');
    expect((await source.list({})).items).toEqual([]);
    let opened = false;
    const watch = source.watch({}).then((stream) => {
      opened = true;
      return stream;
    });
    await Promise.resolve();
    expect(opened).toBe(false);
    release();
    (await watch).stop();
    expect(source.requests).toHaveLength(4);
  });

  test('errors and breaks reach open watches', async () => {
    const source = new FakeSource();
    const stream = await source.watch({ resourceVersion: '' });
    source.sendError({ code: 500, reason: 'InternalError' });
    expect(await next(stream)).toEqual(['ERROR 500']);
    source.failWatches(new Error('reset'));
    await expect(stream.nextBatch()).rejects.toThrow('reset');
    expect(source.openWatches).toBe(0);
  });

  test('an aborted signal ends its watch and leaves no listener', async () => {
    const source = new FakeSource();
    const controller = new AbortController();
    const stream = await source.watch({ signal: controller.signal });
    controller.abort();
    expect(await stream.nextBatch()).toBeUndefined();
    expect(source.openWatches).toBe(0);
  });

  test('returns copies', async () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a')] });
    const [item] = (await source.list({})).items;
    if (item?.metadata !== undefined) item.metadata.labels = { changed: 'yes' };
    expect(source.objects[0]?.metadata?.labels).toBeUndefined();
  });

  test("an impossible change is rejected with the object's name", () => {
    const source = new FakeSource({ firstResourceVersion: 1, objects: [pod('a')] });
    expect(() => source.add(pod('a'))).toThrow('cannot add default/a: it already exists');
    expect(() => source.modify(pod('b'))).toThrow('cannot modify default/b: it does not exist');
    expect(() => source.add({ metadata: {} })).toThrow('metadata.name');
  });

  test('an empty source has a valid resourceVersion, never "0"', async () => {
    const source = new FakeSource();
    const { metadata } = await source.list({});
    expect(metadata.resourceVersion).toBe('1');
    expect(source.add(pod('a'))?.metadata?.resourceVersion).toBe('2');
  });
});
