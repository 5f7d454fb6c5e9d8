import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/nightly.test-support.js';
import { anyFault, anyProcess, processFaults } from '../leaderelection/scenario.test-support.js';
import { overlaps, ShardingModel } from './sharding-model.test-support.js';
import type { Sabotage, Scenario } from './sharding-model.test-support.js';

const faultsEndMs = 60_000;

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.integer(),
  replicas: fc.array(
    fc.record({
      startsMs: fc.constantFrom(0, 0, 1, 500, 10_000, 30_000),
      ...anyProcess,
      runMs: fc.integer({ min: 500, max: 12_000 }),
      lingersMs: fc.constantFrom(0, 0, 3000, 20_000),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  faults: fc.array(
    fc.record({
      kind: fc.constantFrom(...processFaults),
      replica: fc.nat(5),
      ...anyFault(faultsEndMs),
    }),
    { maxLength: 12 },
  ),
});

/** Plays all faults, and the time in which Leases that were taken then expire and runs end. */
async function play(scenario: Scenario, sabotage?: Sabotage): Promise<ShardingModel> {
  const model = new ShardingModel(scenario, sabotage);
  await model.world.runUntil(faultsEndMs + 40_000);
  return model;
}

test(
  'a slot is never run by two replicas, and after the faults each slot has one owner',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const model = await play(scenario);
        await model.world.runUntil(faultsEndMs + 40_000 + 60_000);
        const { owners, writes, conflicts } = model;
        await model.end();
        expect(overlaps(writes)).toEqual([]);
        expect(conflicts).toEqual([]);
        expect(owners.map((owner) => owner.length)).toEqual(owners.map(() => 1));
      }),
      { numRuns: runs(500) },
    );
  },
);

test.each<[string, Sabotage]>([
  ['writes without a fence', { unfenced: true }],
  ['slots that are given up before their runs have ended', { undrained: true }],
])('the judge notices %s', { timeout: 600_000 }, async (_what, sabotage) => {
  const { failed } = await fc.check(
    fc.asyncProperty(scenarios, async (scenario) => {
      const model = await play(scenario, sabotage);
      await model.end();
      return overlaps(model.writes).length + model.conflicts.length === 0;
    }),
    { numRuns: 200, endOnFailure: true },
  );
  expect(failed).toBe(true);
});
