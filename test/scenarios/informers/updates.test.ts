import { describe, expect, test } from 'vitest';
import { line, status } from './misbehaving-server.test-support.js';
import type { Pod } from './misbehaving-server.test-support.js';
import { everyWay, Scene, until } from './scene.test-support.js';
import { healthyMinutes } from './healthy.test-support.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

const expired = line('ERROR', status(410, 'Expired', 'too old resource version: 11 (12)'));

describe.each(everyWay)('watch-list $useWatchList', (way) => {
  const again = way.useWatchList ? ['watchList'] : ['list', 'watch'];

  test('client-node #2424: a relist every 40 minutes causes no update of unchanged objects', async () => {
    await using scene = await Scene.synced(way, 'a', 'b');
    const { server } = scene;
    for (let relist = 1; relist <= 3; relist++) {
      await healthyMinutes(scene, 4);
      const before = server.requests.length;
      server.mute = true;
      if (relist === 2) server.put('b');
      server.mute = false;
      server.cut('cleanly', expired);
      await scene.backOff();
      await scene.settled();
      expect(scene.asked(before)).toEqual(again);
    }
    expect(scene.story).toEqual(['add a', 'add b', 'update b 12→13']);
  });

  test('client-node #495: calls onUpdate with the old and new state, only when the resourceVersion has changed', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server } = scene;
    const updates: (readonly [DeepReadonly<Pod>, DeepReadonly<Pod>])[] = [];
    scene.addEventHandler({ onUpdate: (old, pod) => void updates.push([old, pod]) });
    scene.start();
    await scene.settled();
    const old = server.truth.get('default/a');
    server.cut('cleanly', expired);
    await scene.backOff();
    await scene.settled();
    expect(updates).toEqual([]);
    server.put('a', { metadata: { labels: { changed: 'yes' } } });
    await scene.settled();
    expect(updates).toEqual([[old, server.truth.get('default/a')]]);
  });

  test('client-node #563: a predicate on the generation gets the previous state', async () => {
    await using scene = await Scene.of(way);
    const { server } = scene;
    const specChanges: string[] = [];
    scene.addEventHandler({
      onUpdate(old, pod) {
        if (old.metadata?.generation === pod.metadata?.generation) return;
        specChanges.push(`${old.metadata?.generation}→${pod.metadata?.generation}`);
      },
    });
    server.put('a', { metadata: { generation: 1 } });
    scene.start();
    await scene.settled();
    server.put('a', { metadata: { generation: 1 }, status: { phase: 'Running' } });
    server.put('a', { metadata: { generation: 2 } });
    await scene.settled();
    // Missed by the watch and found by the list: the predicate gets the same.
    server.mute = true;
    server.put('a', { metadata: { generation: 3 } });
    server.mute = false;
    server.cut('cleanly', expired);
    await scene.backOff();
    await scene.settled();
    expect(specChanges).toEqual(['1→2', '2→3']);
  });

  test('client-node #379: sends the same selectors with list and watch, and does not list repeatedly', async () => {
    await using scene = await Scene.of(
      {
        ...way,
        tweakListOptions: (options) => {
          options.labelSelector = 'my-annotation in (one, two)';
          options.fieldSelector = 'spec.nodeName=node-1';
        },
      },
      'a',
    );
    const { server } = scene;
    scene.start();
    await scene.settled();
    await healthyMinutes(scene, 10);
    const before = server.requests.length;
    server.cut('cleanly', expired);
    await scene.backOff();
    await scene.settled();
    expect(scene.asked(before)).toEqual(again);
    for (const { query } of server.requests) {
      expect(query).toMatchObject({
        labelSelector: 'my-annotation in (one, two)',
        fieldSelector: 'spec.nodeName=node-1',
      });
    }
    expect(server.count('list') + server.count('watchList')).toBe(2);
    expect(scene.story).toEqual(['add a']);
  });

  test('client-node #458: requests bookmarks and starts the next watch at the last one', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    // The version advances by objects that this watch does not select.
    server.write(line('BOOKMARK', { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '5000' } }));
    await scene.pass(60_000);
    const before = server.requests.length;
    server.cut('FIN');
    await until('it watches again', () => server.requests.length > before);
    const watches = server.requests.filter(({ kind }) => kind !== 'list');
    for (const { query } of watches) expect(query).toMatchObject({ allowWatchBookmarks: 'true' });
    expect(server.requests.at(-1)?.query).toMatchObject({ resourceVersion: '5000' });
    // A bookmark is not an object.
    expect(scene.story).toEqual(['add a']);
    expect(scene.informer.indexer.listKeys()).toEqual(['default/a']);
  });

  test('client-node #856: reports a callback that throws once for each event, and delivers the next event', async () => {
    await using scene = await Scene.of(way, 'a');
    const { server } = scene;
    scene.addEventHandler({
      onAdd: () => {
        throw new Error('something bad happened');
      },
    });
    scene.start();
    await scene.settled();
    server.put('b');
    await scene.settled();
    await until('both errors are reported', () => scene.handlerFailures.length === 2);
    expect(scene.handlerFailures).toMatchObject([
      { error: { message: 'something bad happened' }, event: 'add', key: 'default/a' },
      { error: { message: 'something bad happened' }, event: 'add', key: 'default/b' },
    ]);
    expect(scene.story).toEqual(['add a', 'add b']);
  });

  test('client-node #593: reports a line that is not valid JSON and lists what it may have contained', async () => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    const before = server.requests.length;
    server.mute = true;
    server.put('a');
    server.mute = false;
    server.write('{"type":"MODIFIED","object":{"metadata":{"name":"a"\n');
    await scene.backOff();
    await scene.settled();
    expect(scene.faults).toEqual(['watch ERR_WATCH_DECODE']);
    expect(scene.asked(before)).toEqual(again);
    expect(scene.story).toEqual(['add a', 'update a 11→12']);
  });
});
