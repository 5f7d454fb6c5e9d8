import { expect, test } from 'vitest';
import { InformerController, DeltaFIFO, MemoryIndexer, Reflector } from 'kube-informers/cache';
import { RestClient, UndiciTransport } from 'kube-informers/rest';
import { SharedIndexInformer } from 'kube-informers';
import { RetryWatcher } from 'kube-informers/watch';
import type { KubernetesObject } from 'kube-informers';
import { FakeClock, FakeListerWatcher, FakeWatchStream, settle } from '@kube-informers/testing';

/** A program's own implementation must have every method that is called: a missing one is reported when it is passed in. */
const wrong = (value: unknown): never => value as never;
const source = (): FakeListerWatcher<KubernetesObject> => new FakeListerWatcher();
const store = (): MemoryIndexer<KubernetesObject> => new MemoryIndexer();

/** The queue with one member missing. */
function queueWithout(member: string): never {
  const queue = new DeltaFIFO<KubernetesObject>();
  return wrong(
    new Proxy(queue, {
      get(target, name) {
        if (name === member) return undefined;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  );
}

test.each(['add', 'update', 'delete', 'replace', 'resync', 'tryPop', 'setListener', 'close', 'synced'])(
  'a queue without %s is refused by an InformerController',
  (member) => {
    const make = (): unknown =>
      new InformerController({
        queue: queueWithout(member),
        listerWatcher: source(),
        process: () => undefined,
      });
    expect(make).toThrow(expect.objectContaining({ code: 'ERR_OPTION' }) as Error);
    expect(make).toThrow(member);
  },
);

const config = { host: 'http://127.0.0.1:1' };
const takers: Readonly<Record<string, (tools: object) => unknown>> = {
  Reflector: (tools) => new Reflector(source(), store(), wrong(tools)),
  RestClient: (tools) => new RestClient(config, wrong(tools)),
  RetryWatcher: (tools) => new RetryWatcher('1', source(), wrong(tools)),
  SharedIndexInformer: (tools) => new SharedIndexInformer(source(), wrong(tools)),
  UndiciTransport: (tools) => new UndiciTransport(wrong(tools)),
};

test.each(Object.entries(takers))('a clock or logger without a method is refused by a %s', (_name, make) => {
  for (const tools of [{ clock: { now: () => 0 } }, { logger: { info() {} } }, { logger: () => undefined }])
    expect(() => make(tools)).toThrow(expect.objectContaining({ code: 'ERR_OPTION' }) as Error);
});

test('a runner without drop is refused', () => {
  const refused = expect.objectContaining({ code: 'ERR_OPTION' }) as Error;
  expect(() => new SharedIndexInformer(source(), { runner: wrong({ wake() {} }) })).toThrow(refused);
});

test('a source whose watch returns no stream, or one without a promise, or one whose stop throws', async () => {
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const stream = new FakeWatchStream<KubernetesObject>();
  const bad = Object.assign(Object.create(stream) as FakeWatchStream<KubernetesObject>, {
    nextBatch: () => stream.nextBatch(),
    stop: () => {
      stream.stop();
      throw new Error('cannot stop');
    },
  });
  const answers: readonly unknown[] = [{}, bad];
  let watches = 0;
  const list = { metadata: { resourceVersion: '1' }, items: [] };
  const reflector = new Reflector<KubernetesObject>(
    { list: wrong(() => list), watch: wrong(() => answers[watches++] ?? bad), watchListUnsupported: true },
    store(),
    {
      clock,
      random: () => 0,
      onWatchError: (error) => void errors.push((error as { code?: unknown }).code),
    },
  );
  const stop = new AbortController();
  const run = reflector.run({ signal: stop.signal });
  await settle();
  expect(errors).toEqual(['ERR_OPTION']);
  await clock.advance(1000);
  stop.abort();
  await run;
  expect([watches, errors]).toEqual([2, ['ERR_OPTION', 'ERR_WATCH_STOP']]);
});
