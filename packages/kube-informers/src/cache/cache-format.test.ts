import { expect, test } from 'vitest';
import { FakeClock, settle } from '../../../testing/src/fake-clock.js';
import { FakeSource } from '../../../testing/src/fake-source.js';
import type { KubernetesObject } from '../meta/types.js';
import type { CacheFormat } from './cache-format.js';
import { newInformer } from './informer/informer.js';
import { SharedIndexInformer } from './informer/shared-index-informer.js';
import { plainFormat } from './cache-format.js';

const copied = (object: KubernetesObject): KubernetesObject => ({ ...object });

test.each([
  ['SharedIndexInformer', undefined],
  ['SharedIndexInformer', copied],
  ['newInformer', copied],
] as const)(
  'the format of a %s gets the transform alone, without a mask and a where: %o',
  async (kind, transform) => {
    const received: unknown[] = [];
    const cacheFormat: CacheFormat = {
      newCache: () => ({
        intake(given) {
          received.push(given.apply);
          return plainFormat.newCache({ frozen: false }).intake(given);
        },
      }),
    };
    const clock = new FakeClock();
    const source = new FakeSource<KubernetesObject>();
    if (kind === 'SharedIndexInformer') {
      const informer = new SharedIndexInformer(source, { clock, cacheFormat, transform });
      informer.start();
      await settle();
      await informer.stop();
    } else newInformer(source, { onAdd() {} }, { clock, cacheFormat, transform });
    expect(received).toEqual([transform]);
  },
);
