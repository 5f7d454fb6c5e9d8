import { describe, expect, test } from 'vitest';
import { isGone, isResourceExpired } from '../../packages/kube-informers/src/meta/errors.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import type { WatchStream } from '../../packages/kube-informers/src/meta/watch.js';
import { FakeSource } from '../../packages/testing/src/fake-source.js';

function pod(name: string): KubernetesObject {
  return { metadata: { name } };
}

/** The source at resourceVersion 3: an add and two modifications of `foo`. */
function source(): FakeSource<KubernetesObject> {
  const made = new FakeSource<KubernetesObject>({ firstResourceVersion: 1, objects: [pod('foo')] });
  made.modify(pod('foo'));
  made.modify(pod('foo'));
  return made;
}

async function versions(stream: WatchStream<KubernetesObject>): Promise<(string | undefined)[]> {
  const events = (await stream.nextBatch()) ?? [];
  return events.map(({ object }) => (object as KubernetesObject).metadata?.resourceVersion);
}

describe('the fake source', () => {
  test('fcache TestRCNumber: each change has the next resourceVersion, and a watch delivers later changes', async () => {
    const made = source();
    expect((await made.list({})).metadata.resourceVersion).toBe('3');
    const streams = await Promise.all(
      ['1', '2', '3'].map((resourceVersion) => made.watch({ resourceVersion })),
    );
    const [first, second, third] = streams as [(typeof streams)[0], (typeof streams)[0], (typeof streams)[0]];
    expect([await versions(first), await versions(second)]).toEqual([['2', '3'], ['3']]);
    made.modify(pod('foo'));
    expect(await versions(third)).toEqual(['4']);
    for (const stream of streams) stream.stop();
  });

  test('fcache TestResetWatch: answers 410 for a lost history, and watches from the current version', async () => {
    const made = source();
    const before = await made.watch({ resourceVersion: '3' });
    made.resetWatch();
    expect(await before.nextBatch()).toBeUndefined();
    const refused: unknown = await made.watch({ resourceVersion: '1' }).catch((error: unknown) => error);
    expect(isResourceExpired(refused) || isGone(refused)).toBe(true);
    const after = await made.watch({ resourceVersion: '3' });
    made.modify(pod('foo'));
    expect(await versions(after)).toEqual(['4']);
    after.stop();
  });
});
