import { expect, test } from 'vitest';
import { numbersOf } from '../chance.test-support.js';
import { allCases, Duel, shown, summary } from '../built-in-kinds/duel.js';
import { embeddedSend, realSend } from '../built-in-kinds/servers.js';
import { canStartServers } from './own-server.js';

/** How many of the cases run here: `npm run kinds` runs all. */
const count = 1000;

test.skipIf(!canStartServers)(
  'the embedded server treats objects of built-in kinds as kube-apiserver does',
  async () => {
    const seed = Number(process.env['TEST_SEED'] ?? 1);
    const next = numbersOf(seed);
    const cases = allCases();
    const chosen = Array.from({ length: count }, () => cases.splice(next(cases.length), 1)).flat();
    await using embedded = await embeddedSend();
    await using real = await realSend();
    const verdict = await new Duel(embedded, real).run(chosen);
    process.stdout.write(`seed ${seed}: ${summary(verdict)}\n`);
    expect(verdict.unexcused.map(shown)).toEqual([]);
  },
);
