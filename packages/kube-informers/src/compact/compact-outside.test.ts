import { deserialize, serialize } from 'node:v8';
import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { compacted, newCache, samplePod } from './compact.test-support.js';
import { copyOf } from '../meta/copy-of.js';
import { Kernel } from './kernel/kernel.js';

// Code that does not know compact objects, as docs/compact.md describes it.

test('native cloning rejects an object, its metadata and copies that hold it, and accepts a decoded one', () => {
  const pod = compacted(newCache(), samplePod('a'));
  const { port1 } = new MessageChannel();
  for (const clone of [structuredClone, serialize, (value: unknown) => port1.postMessage(value)]) {
    for (const value of [pod, pod.metadata, { ...pod }])
      expect(() => clone(value)).toThrow('#<CompactRecord> could not be cloned');
  }
  port1.close();
  expect(structuredClone(pod.spec)).toEqual(samplePod('a').spec);
  expect(deserialize(serialize(copyOf(pod)))).toEqual(samplePod('a'));
});

test('a Proxy is shown on request', () => {
  const pod = compacted(newCache(), samplePod('a'));
  expect(inspect(pod, { showProxy: true })).toMatch(/^Proxy/);
  expect(inspect(pod)).not.toMatch(/Proxy/);
});

test('other metadata is decompressed for one object in a row, and parsed alone', () => {
  const cache = newCache();
  const pods = ['a', 'b'].map((name) => compacted(cache, samplePod(name)));
  const decompress = vi.spyOn(Kernel.prototype, 'decompress');
  const parse = vi.spyOn(JSON, 'parse');
  const times = pods.map(({ metadata }) => [
    metadata?.creationTimestamp,
    metadata?.uid,
    metadata?.annotations,
  ]);
  expect(times.map(([, uid]) => uid)).toEqual(['uid-of-a', 'uid-of-b']);
  expect(decompress).toHaveBeenCalledTimes(2);
  void pods[0]?.metadata?.uid;
  expect(decompress).toHaveBeenCalledTimes(3);
  const { spec: _spec, status: _status, ...rest } = samplePod('a');
  for (const [text] of parse.mock.calls) expect(text.length).toBeLessThan(JSON.stringify(rest).length);
  expect(cache.objects.hotCount).toBe(0);
  vi.restoreAllMocks();
});
