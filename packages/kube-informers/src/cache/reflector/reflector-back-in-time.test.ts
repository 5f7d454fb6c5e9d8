import { afterEach, describe, expect, test } from 'vitest';
import { StatusError } from '../../meta/errors.js';
import type { KubernetesObject } from '../../meta/types.js';
import { FakeClock, settle } from '../../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import type { FakeWatchStream } from '../../../../testing/src/fake-watch-stream.js';
import { EventLog } from '../informer/informer.test-support.js';
import { contents, pod, podList, rig, scripted, status, track } from './reflector.test-support.js';
import type { Pod } from './reflector.test-support.js';
import { SharedIndexInformer } from '../informer/shared-index-informer.js';
import type { ListerWatcher } from '../types.js';
import type { DeepReadonly } from '../../util/deep-readonly.js';

const minute = 60_000;

describe('a stream whose resourceVersions go back', () => {
  /** A reflector that watches from resourceVersion 10. What it lists can be changed. */
  async function watching() {
    const list = { current: podList('10') };
    const errors: { code: unknown; message: string }[] = [];
    const source = scripted({ list: () => list.current });
    const made = rig(source, {
      onWatchError: (error) =>
        void errors.push({ code: 'code' in error ? error.code : '', message: error.message }),
    });
    track(made.reflector.run({ signal: made.signal }));
    return { ...made, source, list, errors, stream: await source.nextStream() };
  }

  test.each<[string, (stream: FakeWatchStream<Pod>) => void, string]>([
    ['an ADDED', (stream) => stream.add(pod('b', '19')), 'an event ADDED of b is at resourceVersion 19'],
    [
      'a MODIFIED',
      (stream) => stream.modify(pod('a', '9')),
      'an event MODIFIED of a is at resourceVersion 9',
    ],
    ['a bookmark', (stream) => stream.bookmark('19'), 'an event BOOKMARK is at resourceVersion 19'],
  ])('%s below the last event: reported once, not applied, listed again at ""', async (_name, play, said) => {
    const { stream, source, list, store, clock, errors } = await watching();
    stream.add(pod('a', '20'));
    play(stream);
    stream.add(pod('lost', '30'));
    await settle();
    expect(contents(store)).toEqual({ a: '20' });
    expect(stream.stopped).toBe(true);
    list.current = podList('12', pod('c', '11'));
    await clock.advance(800);
    expect(source.lists).toEqual([{ resourceVersion: '0', limit: 500 }, { limit: 500 }]);
    expect(contents(store)).toEqual({ c: '11' });
    expect(errors).toEqual([
      {
        code: 'ERR_WATCH_BACKWARDS',
        message: `reflector: ${said}, but the watch had reached 20: the server went back in time; listing again`,
      },
    ]);
  });

  test('an event older than the requested version is reported as well', async () => {
    const { stream, errors, clock, source } = await watching();
    stream.add(pod('a', '9'));
    await clock.advance(800);
    expect(errors.map(({ code }) => code)).toEqual(['ERR_WATCH_BACKWARDS']);
    expect(source.lists).toHaveLength(2);
  });

  test('a repeated version is accepted: a bookmark may repeat the last event', async () => {
    const { stream, errors, store } = await watching();
    stream.add(pod('a', '20'));
    stream.bookmark('20');
    stream.add(pod('b', '20'));
    stream.add(pod('c', '100'));
    await settle();
    expect(errors).toEqual([]);
    expect(contents(store)).toEqual({ a: '20', b: '20', c: '100' });
  });

  test('a DELETED with the object’s last version is applied and does not move the watch back', async () => {
    const { stream, errors, store, reflector, clock, source } = await watching();
    stream.add(pod('a', '11'));
    stream.add(pod('b', '20'));
    stream.delete(pod('a', '11'));
    await clock.advance(2000);
    expect(errors).toEqual([]);
    expect(contents(store)).toEqual({ b: '20' });
    expect(reflector.lastSyncResourceVersion).toBe('20');
    stream.end();
    await settle();
    expect(source.watches.at(-1)?.resourceVersion).toBe('20');
  });

  test.each(['a7', '007', '7.5', '-7'])('accepts %j, which cannot be compared', async (version) => {
    const { stream, errors, store, reflector } = await watching();
    stream.add(pod('a', '20'));
    stream.add(pod('b', version));
    stream.add(pod('c', '15'));
    await settle();
    expect(errors).toEqual([]);
    expect(contents(store)).toEqual({ a: '20', b: version, c: '15' });
    expect(reflector.lastSyncResourceVersion).toBe('15');
  });

  test('the synthetic events of a watch from "" come in any order', async () => {
    const { errors, source, clock, store, list } = await watching();
    list.current = podList('');
    source.streams[0]?.error(status(410, 'Expired'));
    await clock.advance(800);
    const stream = source.streams[1];
    for (const version of ['9', '5', '7']) stream?.add(pod(`p${version}`, version));
    stream?.bookmark('9');
    stream?.modify(pod('p5', '10'));
    await settle();
    expect(errors.map(({ code }) => code)).toEqual(['ERR_STATUS']);
    expect(contents(store)).toEqual({ p5: '10', p7: '7', p9: '9' });
    stream?.modify(pod('p7', '8'));
    await settle();
    expect(errors.map(({ code }) => code)).toEqual(['ERR_STATUS', 'ERR_WATCH_BACKWARDS']);
  });

  test('the versions of a watch-list need not increase before its bookmark, but must after it', async () => {
    const source = scripted({ watchListUnsupported: false });
    const { reflector, signal, faults, store, clock } = rig(source);
    track(reflector.run({ signal }));
    const stream = await source.nextStream();
    for (const version of ['9', '5', '7']) stream.add(pod(`p${version}`, version));
    stream.bookmark('9', { initialEventsEnd: true });
    stream.modify(pod('p5', '10'));
    await settle();
    expect(faults).toEqual([]);
    expect(store.size).toBe(3);
    stream.modify(pod('p7', '8'));
    await clock.advance(800);
    expect(faults).toEqual(['watch ERR_WATCH_BACKWARDS']);
    expect(source.requests.map(({ verb, options }) => `${verb} ${options.resourceVersion ?? '""'}`)).toEqual([
      'watch ""',
      'watch ""',
    ]);
  });

  test('a server that does not number its versions costs three lists, not one per event', async () => {
    const { source, errors, store, clock, reflector } = await watching();
    for (let round = 0; round < 10; round++) {
      const stream = source.streams.at(-1);
      stream?.add(pod(`a${round}`, '20'));
      stream?.add(pod(`b${round}`, '2'));
      await clock.advance(30_000);
    }
    expect(source.lists).toHaveLength(4);
    expect(errors.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'ERR_WATCH_BACKWARDS'));
    expect(errors[2]?.message).toMatch(
      /this was watch 3 of that kind, so its resourceVersions are no longer expected to grow$/,
    );
    expect(store.size).toBe(2 * 7);
    expect(reflector.lastSyncResourceVersion).toBe('2');
  });
});

describe('a watch that delivers nothing for a minute', () => {
  const question = { limit: 1, resourceVersion: '10', resourceVersionMatch: 'NotOlderThan' };

  async function silent(answer: () => ReturnType<typeof podList> | Promise<never>) {
    const source = scripted({ list: (options) => (options.limit === 1 ? answer() : podList('10')) });
    const made = rig(source);
    track(made.reflector.run({ signal: made.signal }));
    const stream = await source.nextStream();
    await made.clock.advance(5 * minute);
    stream.end();
    await settle();
    return { ...made, source };
  }

  test('the server is asked once whether it knows the version, and nothing of the response is stored', async () => {
    const { source, faults, store, reflector } = await silent(() => podList('99', pod('one', '98')));
    expect(source.lists).toEqual([{ resourceVersion: '0', limit: 500 }, question]);
    expect(source.watches.map(({ resourceVersion }) => resourceVersion)).toEqual(['10', '10']);
    expect([faults, store.size, reflector.lastSyncResourceVersion]).toEqual([[], 0, '10']);
  });

  test('a day of such watches: one probe each, no list', async () => {
    const { source, clock, faults } = await silent(() => podList('10'));
    for (let watch = 1; watch < 288; watch++) {
      await clock.advance(5 * minute);
      source.streams.at(-1)?.end();
      await settle();
    }
    expect(faults).toEqual([]);
    expect(source.watches).toHaveLength(289);
    expect(source.lists.slice(1)).toEqual(Array.from({ length: 288 }, () => question));
  });

  test('a response that is not a list (a page of a proxy) is reported and requested once more; then the watch continues', async () => {
    // A proxy may return it in spite of the types.
    const { source, faults, clock } = await silent(() => '<html>' as unknown as ReturnType<typeof podList>);
    await clock.advance(800);
    expect(faults).toEqual(['list ERR_LIST', 'list ERR_LIST']);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'watch', 'list', 'list', 'watch']);
  });

  test('so is a missing response at the deadline of a list', async () => {
    const { source, faults, clock } = await silent(() => new Promise<never>(() => undefined));
    await clock.advance(240_800);
    expect(faults).toEqual(['list ERR_TIMEOUT', 'list ERR_TIMEOUT']);
    expect(source.requests.map(({ verb }) => verb)).toEqual(['list', 'watch', 'list', 'list', 'watch']);
  });

  test('an overloaded server is probed again with backoff before the next watch', async () => {
    let down = true;
    const tooMany = new StatusError(status(429, 'TooManyRequests'));
    const { source, faults, clock } = await silent(() => (down ? Promise.reject(tooMany) : podList('10')));
    await clock.advance(800);
    down = false;
    await clock.advance(1600);
    expect(faults).toEqual(['list 429', 'list 429']);
    expect(source.lists.slice(1)).toEqual([question, question, question]);
    expect(source.watches).toHaveLength(2);
  });

  test('a stop ends the probe', async () => {
    const { controller, faults, source, reflector } = await silent(() => new Promise<never>(() => undefined));
    expect(reflector.status.state.phase).toBe('probing');
    controller.abort(new Error('enough'));
    await settle();
    expect(faults).toEqual([]);
    expect(source.watches).toHaveLength(1);
  });
});

describe('an informer over a server restored from a backup', () => {
  let informer: SharedIndexInformer<KubernetesObject> | undefined;

  afterEach(async () => {
    await informer?.stop();
  });

  test.each([true, false])('notices it when its watch stays silent (watch-list %s)', async (useWatchList) => {
    const clock = new FakeClock();
    const server = new FakeSource({
      firstResourceVersion: 100,
      objects: [pod('kept'), pod('lost'), pod('other')],
    });
    const backup = new FakeSource({ firstResourceVersion: 50, objects: [pod('kept'), pod('since')] });
    let current = server;
    const source: ListerWatcher<KubernetesObject> = {
      list: (options) => current.list(options),
      watch: (options) => current.watch(options),
    };
    const faults: string[] = [];
    const made = new SharedIndexInformer(source, {
      clock,
      useWatchList,
      random: () => 0,
      onWatchError: (error, { during }) =>
        void faults.push(`${during} ${error instanceof StatusError ? error.statusCode : error.message}`),
    });
    informer = made;
    const log = new EventLog();
    made.addEventHandler(log);
    made.start();
    await settle();
    server.modify(pod('kept'));
    await settle();
    log.take();

    current = backup;
    server.closeWatches();
    await clock.advance(2 * minute);
    // The version that its watch begins at is still to come there, so it receives no event.
    backup.modify(pod('kept'));
    await clock.advance(2 * minute);
    expect([log.take(), made.lastSyncResourceVersion, backup.watches.length]).toEqual([[], '103', 1]);

    backup.closeWatches();
    await settle();
    expect(faults).toEqual(['list 504']);
    expect(log.takeSorted()).toEqual(['+since', '-lost?', '-other?', '~kept']);
    expect(made.lastSyncResourceVersion).toBe(backup.resourceVersion);
    expect(made.indexer.list().toSorted(byName)).toEqual(backup.objects.toSorted(byName));
    backup.add(pod('next'));
    await settle();
    expect(log.take()).toEqual(['+next']);
  });
});

function byName(a: DeepReadonly<KubernetesObject>, b: DeepReadonly<KubernetesObject>): number {
  return (a.metadata?.name ?? '') < (b.metadata?.name ?? '') ? -1 : 1;
}
