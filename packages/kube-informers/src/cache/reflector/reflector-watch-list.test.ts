import { describe, expect, test } from 'vitest';
import { settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { TransportError } from '../../util/errors.js';
import { DeltaFIFO } from '../queues/delta-fifo.js';
import { MemoryIndexer } from '../stores/indexer.js';
import { contents, expired, pod, rig, scripted, track } from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';

// What client-go's own tests pin is in test/conformance/reflector/.

const streamOptions = {
  allowWatchBookmarks: true,
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  timeoutSeconds: 300,
};
const mark = { initialEventsEnd: true };

function streaming(options: Parameters<typeof scripted>[0] = {}): ReturnType<typeof scripted> {
  return scripted({ watchListUnsupported: false, ...options });
}

describe('a watch-list', () => {
  test('lists after a second stream that stops before its bookmark: a proxy may never let one end', async () => {
    const source = streaming();
    const { reflector, signal } = rig(source);
    track(reflector.listAndWatch({ signal }));
    for (let count = 0; count < 2; count++) {
      const stream = await source.nextStream();
      stream.add(pod('a'));
      stream.fail(new TransportError('ERR_WATCH_CUT', 'cut'));
    }
    await settle();
    expect(source.requests.map(({ verb }) => verb)).toEqual(['watch', 'watch', 'list', 'watch']);
  });

  test('410 on opening at a version is asked again at ""', async () => {
    const source = streaming({
      watch: (options) => {
        if (options.resourceVersion === '2') throw expired;
        return new FakeWatchStream<Pod>();
      },
    });
    const { reflector, signal, clock } = rig(source);
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    stream.bookmark('2', mark);
    stream.error(expired.status);
    await clock.advance(1000);
    expect(source.requests.map(({ options }) => options)).toEqual([
      streamOptions,
      { ...streamOptions, resourceVersion: '2' },
      streamOptions,
    ]);
    (await source.nextStream()).bookmark('9', mark);
    await settle();
    expect(reflector.lastSyncResourceVersion).toBe('9');
  });

  test('works with a source that follows the protocol', async () => {
    const source = new FakeSource<Pod>({ firstResourceVersion: 1, objects: [pod('a'), pod('b')] });
    const { reflector, signal, store, clock } = rig(source);
    track(reflector.run({ signal }));
    await settle();
    source.modify(pod('a'));
    await settle();
    expect(contents(store)).toEqual({ a: '3', b: '2' });
    source.deleteDropped('b');
    source.resetWatch();
    await clock.advance(2000);
    expect(contents(store)).toEqual({ a: '3' });
    expect(source.lists).toHaveLength(0);
  });

  test('an object whose transform throws does not delete the stored one', async () => {
    const known = new MemoryIndexer<Pod>();
    known.add(pod('bad', '1'));
    const errors: Error[] = [];
    const queue = new DeltaFIFO<Pod>({
      knownObjects: known,
      onError: (error) => void errors.push(error),
      transformer: (object) => {
        if (object.metadata?.name === 'bad') throw new Error('transform threw');
        return object;
      },
    });
    const source = streaming();
    const { reflector, signal } = rig(source, { store: queue });
    track(reflector.listAndWatch({ signal }));
    const stream = await source.nextStream();
    stream.add(pod('bad', '2'));
    stream.add(pod('good', '3'));
    stream.bookmark('3', mark);
    await settle();
    const keys: (string | undefined)[] = [];
    while (
      queue.tryPop(
        (deltas) =>
          void keys.push(
            ...deltas.map((delta) =>
              'object' in delta ? `${delta.type} ${(delta.object as Pod).metadata?.name}` : delta.type,
            ),
          ),
      )
    );
    expect(keys).toEqual(['Sync good']);
    expect(errors).toHaveLength(1);
  });
});
