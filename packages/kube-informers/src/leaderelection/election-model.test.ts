import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/nightly.test-support.js';
import { ElectionModel, leaseFaults, miscounts, overlaps } from './election-model.test-support.js';
import type { Fault, Sabotage, Scenario } from './election-model.test-support.js';
import { anyFault, anyProcess, processFaults } from './scenario.test-support.js';
import { maxRate } from './simulated-processes.test-support.js';

const faultsEndMs = 60_000;

function scenariosOf(kinds: readonly Fault['kind'][]): fc.Arbitrary<Scenario> {
  return fc.record({
    seed: fc.integer(),
    candidates: fc.array(
      fc.record({
        ...anyProcess,
        lingersMs: fc.constantFrom(0, 0, 5000, 20_000),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    faults: fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        candidate: fc.nat(4),
        ...anyFault(faultsEndMs),
      }),
      { maxLength: 15 },
    ),
  });
}

const scenarios = scenariosOf([...processFaults, 'leave']);

async function play(scenario: Scenario, sabotage?: Sabotage): Promise<ElectionModel> {
  const model = new ElectionModel(scenario, sabotage);
  // The last fault ends 40 s after the faults, and a Lease taken then has to expire.
  await model.world.runUntil(faultsEndMs + 40_000);
  return model;
}

const cases = runs(3000);

/** Plays a scenario until one candidate should lead, and judges it. */
async function playToTheEnd(scenario: Scenario): Promise<ElectionModel> {
  const model = await play(scenario);
  const duringFaults = model.writes.length;
  await model.world.runUntil(faultsEndMs + 40_000 + 60_000);
  const leaders = model.electors.filter((elector) => elector.isLeader);
  const found = overlaps(model.writes);
  const last = model.writes.at(-1);
  await model.end();
  expect(found).toEqual([]);
  expect(leaders.map(({ identity }) => identity)).toEqual([last?.identity]);
  expect(model.writes.length).toBeGreaterThan(duringFaults);
  return model;
}

test(
  'never do the writes of two terms mix, and after the faults one candidate leads',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { writes } = await playToTheEnd(scenario);
        expect(miscounts(writes)).toEqual([]);
      }),
      { numRuns: cases },
    );
  },
);

test(
  'nor if someone deletes, replaces or restores the Lease that all candidates know',
  { timeout: 600_000 },
  async () => {
    // A candidate that starts anew knows no Lease.
    const known = processFaults.filter((kind) => kind !== 'kill' && kind !== 'stop');
    let interferences = 0;
    await fc.assert(
      fc.asyncProperty(scenariosOf([...known, 'leave', ...leaseFaults, ...leaseFaults]), async (scenario) => {
        interferences += (await playToTheEnd(scenario)).interferences;
      }),
      { numRuns: cases / 2 },
    );
    expect(interferences).toBeGreaterThan(cases / 2);
  },
);

test.each([1, 2, 6, 7])('a machine that sleeps after its clock was set back: seed %i', async (seed) => {
  const candidate = { offsetMs: 0, rate: 1 / maxRate, lingersMs: 0, writesEveryMs: 500 };
  for (const index of [0, 1]) {
    const fault = { candidate: index, forMs: 100, jumpMs: 0 };
    const model = await play({
      seed,
      candidates: [candidate, candidate],
      faults: [
        { ...fault, kind: 'wallJump', atMs: 31_000, jumpMs: -20_000 },
        { ...fault, kind: 'partition', atMs: 32_000, forMs: 3000 },
        // Another candidate leads when this one wakes.
        { ...fault, kind: 'suspend', atMs: 34_900, forMs: 20_000 },
      ],
    });
    await model.end();
    expect(overlaps(model.writes)).toEqual([]);
  }
});

test('the judge notices writes without a fence', { timeout: 600_000 }, async () => {
  const { failed } = await fc.check(
    fc.asyncProperty(scenarios, async (scenario) => {
      const model = await play(scenario, { unfenced: true });
      await model.end();
      return overlaps(model.writes).length === 0;
    }),
    { numRuns: 200, endOnFailure: true },
  );
  expect(failed).toBe(true);
});
