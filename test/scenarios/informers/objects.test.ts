import { describe, expect, test } from 'vitest';
import { refuse } from './misbehaving-server.test-support.js';
import type { Pod } from './misbehaving-server.test-support.js';
import { everyWay, Scene } from './scene.test-support.js';
import type { DeepReadonly } from '../../../packages/kube-informers/src/util/deep-readonly.js';

/** A pod with values that other clients change or lose: times, unknown fields, quantities, and zeros. */
function rich(): Partial<Pod> {
  const pod = {
    metadata: {
      creationTimestamp: '2026-01-02T03:04:05Z',
      deletionTimestamp: '2026-01-02T03:04:06.000007Z',
      generation: 0,
      labels: { app: 'web' },
      managedFields: [{ manager: 'kubectl', fieldsV1: { 'f:metadata': { '.': {} } } }],
    },
    spec: {
      containers: [{ name: 'main', resources: { limits: { cpu: '100m', memory: '64Mi' } }, newField: [1] }],
      fieldOfTheFuture: { deep: null, list: [] },
    },
    status: { startTime: '2026-01-02T03:04:05Z', phase: 'Running' },
    extra: true,
  };
  // The test is about fields that Pod does not have.
  return pod as Partial<Pod>;
}

describe('', () => {
  test('peer failure 20: list, watch-list and watch return the same plain object with times as strings', async () => {
    await using listed = await Scene.of({ useWatchList: false });
    listed.server.put('a', rich());
    listed.start();
    await listed.settled();
    await using streamed = await Scene.of({ useWatchList: true });
    streamed.server.put('a', rich());
    streamed.start();
    await streamed.settled();
    await using watched = await Scene.synced({ useWatchList: false });
    watched.server.put('a', rich());
    await watched.settled();

    const truth = listed.server.truth.get('default/a');
    expect(truth).toMatchObject({ apiVersion: 'v1', kind: 'Pod', ...rich() });
    for (const { pods } of [listed, streamed, watched]) {
      const pod = pods.lister().namespace('default').get('a');
      expect(pod).toStrictEqual(truth);
      expect(Object.getPrototypeOf(pod)).toBe(Object.prototype);
      expect(pod?.metadata?.creationTimestamp).toBe('2026-01-02T03:04:05Z');
    }
    expect(listed.asked()).toEqual(['list', 'watch']);
    expect(streamed.asked()).toEqual(['watchList']);
    expect([...listed.faults, ...streamed.faults, ...watched.faults]).toEqual([]);
  });

  test('peer failure 20: old and new state of an update have one type, from list or watch', async () => {
    await using scene = await Scene.of({ useWatchList: false });
    const { server } = scene;
    server.put('a', rich());
    const updates: (readonly [DeepReadonly<Pod>, DeepReadonly<Pod>])[] = [];
    scene.addEventHandler({ onUpdate: (old, pod) => void updates.push([old, pod]) });
    scene.start();
    await scene.settled();
    const byList = server.truth.get('default/a');
    server.put('a', rich());
    await scene.settled();
    const byWatch = server.truth.get('default/a');
    server.next('list', refuse(500, 'InternalError'));
    server.mute = true;
    server.put('a', rich());
    server.mute = false;
    server.write('no JSON\n');
    await scene.backOff();
    await scene.backOff();
    await scene.settled();
    const byRelist = server.truth.get('default/a');
    expect(updates).toStrictEqual([
      [byList, byWatch],
      [byWatch, byRelist],
    ]);
  });
});

test.each(
  everyWay.flatMap((way) =>
    [
      ['U+2028', '\u2028'],
      ['U+2029', '\u2029'],
      ['U+0085', '\u0085'],
      ['U+1F389, two units of a string', '\u{1f389}'],
    ].map(([what, text]) => ({ ...way, what, text: text ?? '' })),
  ),
)(
  'peer failure 25: keeps raw $what in a JSON string (watch-list $useWatchList)',
  async ({ useWatchList, text }) => {
    await using scene = await Scene.of({ useWatchList });
    const { server } = scene;
    const annotated = (note: string): Partial<Pod> => ({ metadata: { annotations: { note } } });
    server.put('listed', annotated(`a${text}b`));
    scene.start();
    await scene.settled();
    server.put('watched', annotated(`${text}${text}`));
    server.put('listed', annotated(`c${text}`));
    await scene.settled();
    const lister = scene.pods.lister().namespace('default');
    expect(lister.get('watched')?.metadata?.annotations).toEqual({ note: `${text}${text}` });
    expect(lister.get('listed')?.metadata?.annotations).toEqual({ note: `c${text}` });
    expect(scene.story).toEqual(['add listed', 'add watched', 'update listed 11→13']);
    expect(scene.faults).toEqual([]);
  },
);

test.each(everyWay)(
  'peer failure 25: decodes lines split anywhere, even inside a character (watch-list $useWatchList)',
  async (way) => {
    await using scene = await Scene.synced(way, 'a');
    const { server } = scene;
    server.mute = true;
    const changed = server.put('a', { metadata: { annotations: { note: 'ü\u2028🎉' } } });
    server.mute = false;
    const bytes = Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object: changed })}\r\n`);
    for (const byte of bytes) {
      server.write(Buffer.from([byte]));
      await server.calm();
    }
    await scene.settled();
    expect(scene.story).toEqual(['add a', 'update a 11→12']);
    expect(scene.faults).toEqual([]);
  },
);
