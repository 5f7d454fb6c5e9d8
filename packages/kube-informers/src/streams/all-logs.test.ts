import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import type { CallOptions } from '../meta/calls.js';
import { newForbidden, newNotFound } from '../meta/status.js';
import type { KubernetesList } from '../meta/types.js';
import type { WatchEvent, WatchStream } from '../meta/watch.js';
import type { corev1 } from '../resources/types.js';
import { TransportError } from '../util/errors.js';
import { followAllLogs } from './all-logs.js';
import type { FollowAllOptions, LogContainer, LogPods } from './all-logs.js';
import type { LogNotice } from './log-notices.js';

const podNamed = (name: string, uid = name): corev1.Pod => ({
  metadata: { name, namespace: 'shop', uid },
  spec: { nodeName: 'node-1', containers: [{ name: 'app' }] },
});

const deleting = (pod: corev1.Pod): corev1.Pod => ({
  ...pod,
  metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
});

/** Pods that a test changes, and a log for each that goes on until the test ends it. */
class Pods implements LogPods {
  readonly clock = new FakeClock();
  readonly found = new Map<string, corev1.Pod>();
  readonly notices: string[] = [];
  readonly seen: string[] = [];
  readonly stopped: string[] = [];
  readonly later: string[] = [];
  readonly #logs = new Map<string, { write: (line: string | undefined) => void }>();
  #event: ((event: WatchEvent<corev1.Pod> | undefined) => void) | undefined;

  constructor(...names: readonly string[]) {
    for (const name of names) this.found.set(name, podNamed(name));
  }

  list(): Promise<KubernetesList<corev1.Pod>> {
    return Promise.resolve({ metadata: { resourceVersion: '1' }, items: [...this.found.values()] });
  }

  watch({ signal }: CallOptions): Promise<WatchStream<corev1.Pod>> {
    const next = (): Promise<WatchEvent<corev1.Pod> | undefined> =>
      new Promise((resolve, reject) => {
        this.#event = resolve;
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    async function* events(): AsyncGenerator<WatchEvent<corev1.Pod>, void, void> {
      for (;;) {
        const event = await next();
        if (event === undefined) throw new TransportError('ERR_WATCH_CUT', 'the watch was cut');
        yield event;
      }
    }
    return Promise.resolve(events() as Partial<WatchStream<corev1.Pod>> as WatchStream<corev1.Pod>);
  }

  get(_namespace: string, name: string): Promise<corev1.Pod> {
    const pod = this.found.get(name);
    return pod === undefined
      ? Promise.reject(newNotFound({ group: '', resource: 'pods' }, name))
      : Promise.resolve(pod);
  }

  async tell(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: corev1.Pod): Promise<void> {
    this.#event?.({ type, object });
    await settle();
  }

  /** Undefined ends the log. */
  async write(uid: string, line: string | undefined): Promise<void> {
    this.#logs.get(uid)?.write(line);
    await settle();
  }

  async cutWatch(): Promise<void> {
    this.#event?.(undefined);
    await settle();
    await this.clock.advance(1_000);
    await settle();
  }

  follower({ uid }: LogContainer, isLater: boolean): ReturnType<FollowAllOptions['follower']> {
    if (isLater) this.later.push(uid);
    const logs = this.#logs;
    const { stopped } = this;
    return {
      async *lines(signal) {
        let wake: (() => void) | undefined;
        const written: (string | undefined)[] = [];
        logs.set(uid, {
          write: (line) => {
            written.push(line);
            wake?.();
          },
        });
        signal.addEventListener('abort', () => wake?.());
        for (;;) {
          if (signal.aborted) {
            stopped.push(uid);
            throw signal.reason as Error;
          }
          if (written.length === 0) await new Promise<void>((resolve) => (wake = resolve));
          else {
            const line = written.shift();
            if (line === undefined) return;
            yield line;
          }
        }
      },
    };
  }

  /** Follows until the returned function is called, which rejects as the stream did. */
  async follow(options: Partial<FollowAllOptions> = {}): Promise<() => Promise<void>> {
    const ended = new AbortController();
    const onNotice = (notice: LogNotice): void =>
      void this.notices.push(
        `${notice.pod} ${notice.kind} ${notice.kind === 'waiting' ? notice.waiting : notice.kind === 'lost' ? notice.reason : ''}`,
      );
    const follower: FollowAllOptions['follower'] = (container, isLater) => this.follower(container, isLater);
    const { clock } = this;
    const failure = (error: unknown): unknown => error;
    const { signal } = ended;
    const all = followAllLogs(this, {}, { signal, clock, follower, onNotice, failure, ...options });
    const reading = (async () => {
      for await (const { pod, line } of all) this.seen.push(`${pod}: ${line}`);
    })();
    const outcome = reading.catch((error: unknown) => error);
    await settle();
    return async () => {
      ended.abort(new Error('the test is over'));
      const error = await outcome;
      if ((error as Error).message !== 'the test is over') throw error;
    };
  }
}

describe('the logs of a selector', () => {
  test('go on when the watch of its pods is cut, the first one too', async () => {
    const pods = new Pods('a');
    const stop = await pods.follow();
    for (const name of ['b', 'c']) {
      pods.found.set(name, podNamed(name));
      await pods.cutWatch();
      await pods.write(name, 'started');
    }
    await pods.write('a', 'goes on');
    await stop();
    expect(pods.seen).toEqual(['b: started', 'c: started', 'a: goes on']);
    expect(pods.later).toEqual(['b', 'c']);
  });

  test('are refused before the first line if there are more than 50, and the error names the option', async () => {
    const many = (): Pods => new Pods(...Array.from({ length: 51 }, (_, index) => `pod-${index}`));
    const stop = await many().follow();
    await expect(stop()).rejects.toMatchObject({
      code: 'ERR_OPTION',
      message:
        'the selector has 51 containers, and at most 50 logs are followed at once: select fewer, or raise maxFollowed',
    });
    const stopMore = await many().follow({ maxFollowed: 51 });
    await stopMore();
    const waiting = many();
    const stopWaiting = await waiting.follow({ overLimit: 'wait' });
    await stopWaiting();
    expect(waiting.notices).toEqual(['pod-50 waiting 1']);
  });

  test('of a later pod beyond the limit wait for a place, which is reported', async () => {
    const pods = new Pods('a', 'b');
    const stop = await pods.follow({ maxFollowed: 2 });
    for (const name of ['c', 'd']) {
      pods.found.set(name, podNamed(name));
      await pods.tell('ADDED', podNamed(name));
    }
    expect(pods.notices).toEqual(['c waiting 1', 'd waiting 2']);
    await pods.write('a', 'last');
    await pods.write('a', undefined);
    expect(pods.notices.slice(2)).toEqual(['c waiting 1']);
    await pods.write('c', 'first');
    pods.found.delete('d');
    await pods.tell('DELETED', podNamed('d'));
    expect(pods.notices.slice(3)).toEqual(['d waiting 0', 'd lost deleted']);
    await stop();
    expect([pods.seen, pods.later]).toEqual([
      ['a: last', 'c: first'],
      ['c', 'd'],
    ]);
  });

  test('end for a pod that leaves the selector, and continue when it returns', async () => {
    const pods = new Pods('a');
    const stop = await pods.follow();
    await pods.write('a', 'one');
    await pods.tell('DELETED', podNamed('a'));
    expect(pods.stopped).toEqual(['a']);
    await pods.write('a', 'while it is away');
    expect(pods.seen).toEqual(['a: one']);
    await pods.tell('ADDED', podNamed('a'));
    await pods.write('a', 'two');
    await stop();
    expect(pods.seen).toEqual(['a: one', 'a: two']);
    // The same follower: it knows where it was.
    expect(pods.later).toEqual([]);
  });

  test('of a deleted pod end with its last line, also when another pod has its name', async () => {
    const pods = new Pods('a');
    const stop = await pods.follow();
    pods.found.set('a', podNamed('a', 'a-2'));
    await pods.tell('DELETED', podNamed('a'));
    await pods.tell('ADDED', podNamed('a', 'a-2'));
    await pods.write('a-2', 'new');
    await pods.write('a', 'last words');
    await pods.write('a', undefined);
    await stop();
    expect(pods.seen).toEqual(['a: new', 'a: last words']);
    expect(pods.stopped).not.toContain('a');
  });

  test('of a deleted pod end with its last line, also if the pod cannot be read now, or never', async () => {
    const pods = new Pods('a', 'b', 'c');
    let refusal: Error = new TransportError('ERR_TIMEOUT', 'no answer');
    const get = pods.get.bind(pods);
    pods.get = (namespace, name) => (name === 'a' ? get(namespace, name) : Promise.reject(refusal));
    const stop = await pods.follow();
    await pods.tell('DELETED', podNamed('b'));
    await pods.write('b', 'while the server is away');
    pods.get = get;
    pods.found.delete('b');
    await pods.clock.advance(1_000);
    await pods.write('b', 'last words');
    refusal = newForbidden({ group: '', resource: 'pods' }, 'c', 'no get');
    pods.get = () => Promise.reject(refusal);
    await pods.tell('DELETED', deleting(podNamed('c')));
    await pods.write('c', 'last words');
    // Of the same user: it left the selector.
    await pods.tell('DELETED', podNamed('a'));
    await stop();
    expect(pods.seen).toEqual(['b: while the server is away', 'b: last words', 'c: last words']);
    expect(pods.stopped.slice(0, 1)).toEqual(['a']);
  });

  test('have each run of a container, also of one that had ended', async () => {
    const pods = new Pods('a');
    const stop = await pods.follow();
    await pods.write('a', 'first run');
    await pods.write('a', undefined);
    await pods.tell('MODIFIED', podNamed('a'));
    await pods.write('a', 'nobody reads this');
    const again = podNamed('a');
    again.status = {
      containerStatuses: [
        {
          name: 'app',
          containerID: 'c://2',
          restartCount: 1,
          ready: true,
          image: '',
          imageID: '',
          state: { running: {} },
        },
      ],
    };
    await pods.tell('MODIFIED', again);
    await pods.write('a', 'second run');
    await stop();
    expect(pods.seen).toEqual(['a: first run', 'a: second run']);
    // The same follower: it knows what it has read.
    expect(pods.later).toEqual([]);
  });

  test('that ended are not read anew when their pod returns to the selector', async () => {
    const pods = new Pods('a');
    const stop = await pods.follow();
    await pods.write('a', 'one');
    await pods.write('a', undefined);
    await pods.tell('DELETED', podNamed('a'));
    await pods.tell('ADDED', podNamed('a'));
    await stop();
    expect([pods.seen, pods.later]).toEqual([['a: one'], []]);
  });
});
