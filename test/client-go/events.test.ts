import { beforeAll, describe, expect, test } from 'vitest';
import { buildClientGo, clientGo, noGo } from '../../bench/client-go/build.mjs';
import { byKey, clientGoOutcomes, ourOutcomes } from './informers.js';
import type { Mode, Outcome } from './informers.js';
import { scripts } from './scripts.js';

const reason = await noGo();
// The first build downloads and compiles client-go.
const buildTimeoutMs = 900_000;

const modes: readonly (readonly [string, Mode])[] = [
  ['a list in one response', { useWatchList: false, minor: 33 }],
  ['a watch-list', { useWatchList: true, minor: 37 }],
  ['our default beside a list', { useWatchList: false, minor: 37 }],
];

describe.skipIf(reason !== undefined)(
  `the events of ${clientGo}${reason === undefined ? '' : `: ${reason}`}`,
  () => {
    let program: string;
    beforeAll(async () => {
      program = await buildClientGo('events');
    }, buildTimeoutMs);

    describe.each(modes)('with %s', (_name, mode) => {
      let theirs: ReadonlyMap<string, Outcome>;
      let ours: ReadonlyMap<string, Outcome>;
      beforeAll(async () => {
        [theirs, ours] = await Promise.all([
          clientGoOutcomes(program, scripts, mode),
          ourOutcomes(scripts, mode),
        ]);
      }, 120_000);

      test.each(scripts)('$name', ({ name, ours: different }) => {
        const [go, typescript] = [theirs.get(name), ours.get(name)];
        expect([go?.failed, typescript?.failed]).toEqual([undefined, undefined]);
        const asked = `client-go: ${go?.requests.join(', ')}; ours: ${typescript?.requests.join(', ')}`;
        expect(byKey(typescript?.story ?? []), asked).toEqual({ ...byKey(go?.story ?? []), ...different });
        expect(typescript?.objects).toEqual(go?.objects);
      });
    });
  },
);
