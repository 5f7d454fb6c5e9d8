import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { MemoryIndexer } from 'kube-informers/cache';
import { Controller } from 'kube-informers/controller';
import { Clientset, SharedIndexInformer, SharedInformerFactory, filteringHandler } from 'kube-informers';
import type { KubernetesObject } from 'kube-informers';
import { coreV1 } from '../../packages/kube-informers/src/resources/index.js';
import { FakeSource, settle } from '@kube-informers/testing';

/*
 * A function whose result is needed at once, written with `async`: its Promise is neither an answer, nor may its rejection
 * end the process.
 */

// These tests are about functions that the types refuse.
const wrong = (value: unknown): never => value as never;
const failing = wrong(() => Promise.reject(new Error('from an async function')));
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default', uid: 'u' } };

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => {
  process.off('unhandledRejection', note);
  expect(unhandled.splice(0)).toEqual([]);
});

describe('a store refuses the object', () => {
  test.each<[string, string, () => unknown]>([
    [
      'a key function',
      'the key function must return a string, got a Promise',
      () => new MemoryIndexer({ keyFunc: failing }).add(pod),
    ],
    [
      'an index function',
      'must return an array of strings, got a Promise',
      () => new MemoryIndexer({ indexers: { i: failing } }).add(pod),
    ],
    [
      'a transform',
      'an object with metadata.name is expected, got a Promise',
      () => new MemoryIndexer().add(wrong(Promise.reject(new Error('from an async function')))),
    ],
  ])('%s', async (_what, message, call) => {
    expect(call).toThrow(message);
    await settle();
  });
});

async function run(informer: SharedIndexInformer<KubernetesObject>): Promise<void> {
  const stop = new AbortController();
  const running = informer.run({ signal: stop.signal });
  await settle(50);
  stop.abort();
  await running;
}

test.each([
  { useWatchList: false, hook: 'onObjectError' },
  { useWatchList: true, hook: 'onWatchError' },
])('a transform: the object is left out, and reported to $hook', async ({ useWatchList, hook }) => {
  const errors: string[] = [];
  const informer = new SharedIndexInformer<KubernetesObject>(new FakeSource({ objects: [pod] }), {
    transform: failing,
    useWatchList,
    [hook]: (error: Error) => void errors.push(error.message),
  });
  await run(informer);
  expect(informer.indexer.list()).toEqual([]);
  expect(errors[0]).toMatch(/an object with metadata.name is expected, got a Promise$/);
});

test('a filter: nothing passes, and the handler has failed', async () => {
  const added: unknown[] = [];
  const errors: string[] = [];
  const informer = new SharedIndexInformer<KubernetesObject>(new FakeSource({ objects: [pod] }), {
    onHandlerError: ({ error }) => void errors.push(error.message),
  });
  informer.addEventHandler(filteringHandler(failing, { onAdd: (object) => void added.push(object) }));
  await run(informer);
  expect(added).toEqual([]);
  expect(errors).toEqual(['filter of a filtering handler must not be async, got a Promise']);
});

test.each(['predicate', 'map'])(
  'a %s of a controller: the event is reported, and wakes nothing',
  async (field) => {
    await using server = await ApiServer.start();
    await server.create(coreV1.configMaps, { metadata: { name: 'a', namespace: 'default' } });
    const factory = new SharedInformerFactory(new Clientset({ host: server.url }));
    const errors: string[] = [];
    let runs = 0;
    const reported = new EventEmitter();
    const seen = once(reported, 'reported');
    const controller = new Controller('web', {
      watches: [{ informer: factory.core().v1().configMaps(), map: () => ['default/a'], [field]: failing }],
      reconcile: () => void runs++,
      onError: (error) => {
        errors.push(error.message);
        reported.emit('reported');
      },
    });
    const stop = new AbortController();
    factory.start({ signal: stop.signal });
    const running = controller.run({ signal: stop.signal });
    await seen;
    stop.abort();
    await running;
    await factory.stop();
    expect(runs).toBe(0);
    expect(errors[0]).toMatch(/a Promise/);
  },
);
