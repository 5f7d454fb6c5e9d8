import { afterEach, describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeListerWatcher } from '../../../../testing/src/fake-lister-watcher.js';
import type { KubernetesObject } from '../../meta/types.js';
import { SharedIndexInformer } from '../informer/shared-index-informer.js';
import { MemoryIndexer } from './indexer.js';

function at(name: string, resourceVersion: string): KubernetesObject {
  return { metadata: { name, resourceVersion } };
}

describe('the resourceVersion of a store', () => {
  let informer: SharedIndexInformer<KubernetesObject> | undefined;

  async function start(items: readonly KubernetesObject[], resourceVersion: string, resyncPeriodMs = 0) {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<KubernetesObject>({
      watchListUnsupported: true,
      list: () => ({ metadata: { resourceVersion }, items: [...items] }),
    });
    informer = new SharedIndexInformer(source, {
      clock,
      resyncPeriodMs,
    });
    informer.start();
    const stream = await source.nextStream();
    await informer.synced;
    return { clock, stream, store: informer.indexer };
  }

  afterEach(async () => {
    await informer?.stop();
  });

  test('is that of the list, not that of the last object', async () => {
    const { store } = await start([at('a', '7'), at('b', '3')], '10');
    expect(store.resourceVersion).toBe('10');
    expect(informer?.stats().store.resourceVersion).toBe('10');
  });

  test('is that of an empty list, too', async () => {
    const { store } = await start([], '10');
    await settle();
    expect(store.resourceVersion).toBe('10');
  });

  test('follows events and bookmarks', async () => {
    const { store, stream } = await start([at('a', '7')], '10');
    stream.modify(at('a', '11'));
    await settle();
    expect(store.resourceVersion).toBe('11');
    stream.bookmark('20');
    await settle();
    expect(store.resourceVersion).toBe('20');
    stream.delete(at('a', '21'));
    await settle();
    expect(store.resourceVersion).toBe('21');
  });

  test('is not reset by a resync', async () => {
    const { store, clock } = await start([at('a', '7'), at('b', '3')], '10', 5000);
    informer?.addEventHandler({ onAdd() {} });
    await clock.advance(5000);
    expect(store.resourceVersion).toBe('10');
  });
});

test('with versionFromBookmarks only a replace and a bookmark set it', () => {
  const store = new MemoryIndexer({ versionFromBookmarks: true });
  const object = (version: string) => at('a', version);
  store.add(object('1'));
  store.update(object('2'));
  store.transaction([{ type: 'Updated', object: object('3') }]);
  store.delete(object('4'));
  expect(store.resourceVersion).toBe('');
  store.replace([object('5')], '6');
  expect(store.resourceVersion).toBe('6');
  store.update(object('7'));
  expect(store.resourceVersion).toBe('6');
  store.bookmark('8');
  expect(store.resourceVersion).toBe('8');
});
