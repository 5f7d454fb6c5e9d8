import { beforeAll, describe, expect, test } from 'vitest';
import { buildClientGo, clientGo, noGo } from '../../bench/client-go/build.mjs';
import { clientGoOutcomes, ourOutcomes } from './informers.js';
import { goesBack, randomScript } from './random-script.js';

// On demand: CLIENT_GO_SEEDS=100 npm run test:client-go -- random; CLIENT_GO_SEED is the first of them.
const { CLIENT_GO_SEEDS = '0', CLIENT_GO_SEED = '1' } = process.env;
const seeds = Array.from({ length: Number(CLIENT_GO_SEEDS) }, (_, index) => Number(CLIENT_GO_SEED) + index);
const reason = seeds.length === 0 ? 'CLIENT_GO_SEEDS is not set' : await noGo();

describe.skipIf(reason !== undefined)(
  `the caches of ${clientGo} and ours after random faults${reason === undefined ? '' : `: ${reason}`}`,
  () => {
    let program: string;
    beforeAll(async () => {
      program = await buildClientGo('events');
    }, 900_000);

    test.each([
      [false, 33],
      [true, 37],
      [false, 37],
    ])('watch-list %s, a server of 1.%i', { timeout: 240_000 }, async (useWatchList, minor) => {
      const histories = seeds.map(randomScript);
      const scripts = histories.map(({ script }) => script);
      const [theirs, ours] = await Promise.all([
        clientGoOutcomes(program, scripts, { useWatchList, minor }),
        ourOutcomes(scripts, { useWatchList, minor }),
      ]);
      for (const { script, objects } of histories) {
        for (const [who, outcomes] of [
          ['client-go', theirs],
          ['ours', ours],
        ] as const) {
          const outcome = outcomes.get(script.name);
          expect(outcome?.failed, `${who}, ${script.name}: ${outcome?.requests.join(', ')}`).toBeUndefined();
          expect(outcome?.objects, `${who}, ${script.name}`).toEqual(objects);
          expect(goesBack(outcome?.story ?? []), `${who}, ${script.name}`).toEqual([]);
        }
      }
    });

    test('a story that goes back is found', () => {
      expect(goesBack(['add x 5 initial', 'update x 5→4', 'delete x 4', 'add x 9'])).toEqual([
        'update x 5→4',
      ]);
    });
  },
);
