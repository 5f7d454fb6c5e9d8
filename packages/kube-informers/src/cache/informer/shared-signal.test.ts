import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { settle } from '../../../../testing/src/fake-clock.js';
import { InformerFixture, pod } from './informer.test-support.js';
import { newInformer } from './informer.js';

function warningsDuring(): { readonly warnings: string[]; readonly stop: () => void } {
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', onWarning);
  return { warnings, stop: () => process.off('warning', onWarning) };
}

test('50 informers on one signal add one listener and no warning; a leak of the user’s own still warns', async () => {
  const { warnings, stop } = warningsDuring();
  const controller = new AbortController();
  const { signal } = controller;
  const fixtures = Array.from({ length: 25 }, () => new InformerFixture({ objects: [pod('a')] }));
  const runs = fixtures.flatMap(({ informer, source, clock }) => [
    informer.run({ signal }),
    newInformer(source, { onAdd: () => undefined }, { clock }).controller.run({ signal }),
  ]);
  await settle();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  expect(warnings).toEqual([]);
  const own = Array.from({ length: 10 }, () => () => undefined);
  for (const listener of own) signal.addEventListener('abort', listener);
  await settle();
  expect(warnings).toEqual(['MaxListenersExceededWarning']);
  for (const listener of own) signal.removeEventListener('abort', listener);
  controller.abort();
  await Promise.all(runs);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  expect(fixtures.map(({ source, clock }) => [source.openWatches, clock.pendingTimers])).toEqual(
    fixtures.map(() => [0, 0]),
  );
  stop();
});
