import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { newUnauthorized } from '../../meta/status.js';
import { FakeClock } from '../../../../testing/src/fake-clock.js';
import { noopLogger } from '../../util/logger.js';
import type { InformerOptions } from '../informer/informer-options.js';
import { SharedIndexInformer } from '../informer/shared-index-informer.js';
import type { KubernetesObject } from '../../meta/types.js';

let warnings: (Error & { code?: string })[] = [];
const onWarning = (warning: Error): void => void warnings.push(warning);

beforeEach(() => {
  warnings = [];
  process.on('warning', onWarning);
});
afterEach(() => {
  process.off('warning', onWarning);
});

/** Runs an informer that gets 401 three times, then syncs and calls a handler that throws. */
async function run(options: InformerOptions<KubernetesObject>): Promise<void> {
  const clock = new FakeClock();
  let refusals = 0;
  const source = new FakeSource({
    objects: [{ metadata: { name: 'a' } }],
    intercept: () => {
      if (refusals >= 3) return undefined;
      refusals += 1;
      throw newUnauthorized('Unauthorized');
    },
  });
  const informer = new SharedIndexInformer<KubernetesObject>(source, { ...options, clock, name: 'pods' });
  const registration = informer.addEventHandler({
    onAdd: () => {
      throw new Error('thrown on purpose');
    },
  });
  informer.start();
  await clock.advance(60_000);
  await registration.synced;
  await informer.stop();
}

test('without a hook or logger, each kind of failure emits one process warning', async () => {
  await run({});
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    ['KUBE_INFORMERS_UNHANDLED', 'informer pods: Unauthorized'],
    ['KUBE_INFORMERS_UNHANDLED', 'informer pods: a handler failed on add of a: thrown on purpose'],
  ]);
  expect((warnings[0] as { detail?: string }).detail).toBe(
    'The informer keeps running. The next warning comes with failure 4: pass onWatchError or a logger to get each.',
  );
  const { detail } = warnings[1] as { detail?: string };
  expect(detail).toMatch(/^ +at .*unhandled-failures\.test\.ts/);
  expect(detail).toMatch(
    /\nThe informer keeps running\. The next warning comes with failure 4: pass onHandlerError or a logger to get each\.$/,
  );
});

test('with a logger, or with hooks, there is no warning', async () => {
  await run({ logger: noopLogger });
  await run({ onWatchError: () => undefined, onHandlerError: () => undefined });
  expect(warnings).toEqual([]);
});
