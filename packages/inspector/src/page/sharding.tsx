import type { JSX } from 'preact';
import type { ShardingModel, SlotRunModel } from '../model.js';
import { count, since } from './format.js';
import { Facts, Section, Table, nonZero } from './parts.js';

/** Runs of slots that are listed. */
const listedRuns = 8;

/** What this replica has of a sharding, and the other replicas. */
export function ShardingView({
  sharding,
  nowMs,
}: {
  readonly sharding: ShardingModel;
  readonly nowMs: number;
}): JSX.Element {
  const { name, activity, slots, owned, draining, waiting, members, memberCount, failing } = sharding;
  const isFresh = activity === 'running' && failing === undefined;
  const verdicts = {
    running: `This replica runs ${count(sizeOf(owned))} of ${count(slots)} slots.`,
    leaving: 'This replica gives up its slots.',
    stopped: 'This replica does not take part.',
  };
  return (
    <Section title={`Sharding ${name}`}>
      <p class={`verdict ${failing !== undefined ? 'stale' : isFresh ? 'fresh' : 'syncing'}`}>
        {verdicts[activity]}
      </p>
      {failing !== undefined && (
        <p class="error">
          <strong>
            Leases cannot be read or written {since(failing.sinceMs, nowMs)}, {count(failing.requests)} failed
          </strong>
          <span>{failing.message}</span>
        </p>
      )}
      <Facts
        facts={nonZero([
          ['Identity', sharding.identity],
          ['Owned', runsText(owned)],
          ['Draining', runsText(draining)],
          ['Waiting for another replica', runsText(waiting)],
          ...sharding.facts,
        ])}
      />
      <h3>Replicas: {count(memberCount)}</h3>
      <Table
        caption={`Replicas of ${name}`}
        rows={members}
        keyOf={({ lease }) => lease}
        empty="None is known."
        cols={[
          {
            title: 'Replica',
            cell: ({ identity, lease }) => (
              <>
                {identity || '–'}
                <span class="sub">{lease}</span>
              </>
            ),
          },
          { title: 'Slots', right: true, cell: (row) => (row.slots === undefined ? '?' : count(row.slots)) },
          { title: 'State', cell: ({ leaving, problem }) => problem ?? (leaving ? 'leaving' : 'takes part') },
        ]}
      />
    </Section>
  );
}

function sizeOf(runs: readonly SlotRunModel[]): number {
  return runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

function runsText(runs: readonly SlotRunModel[]): string {
  if (runs.length === 0) return 'none';
  const shown = runs
    .slice(0, listedRuns)
    .map(([first, last]) => (first === last ? first : `${first}–${last}`));
  return `${count(sizeOf(runs))}: ${shown.join(', ')}${runs.length > listedRuns ? ', …' : ''}`;
}
