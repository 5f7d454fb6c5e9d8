import type { JSX } from 'preact';
import type { ControllerModel, KeyModel, StateModel } from '../model.js';
import { ShardingView } from './sharding.js';
import { clockTime, count, duration, plural } from './format.js';
import { Facts, Section, Table } from './parts.js';

/** Controllers with their queues, elections and shardings. */
export function Controllers({ state }: { readonly state: StateModel }): JSX.Element {
  const { controllers, elections, shardings, atMs } = state;
  if (controllers.length + elections.length === 0)
    return (
      <p class="empty">No controllers: pass managers to the inspector to see their queues and elections.</p>
    );
  return (
    <>
      {elections.map((election) => (
        <Section key={election.name} title={`Election ${election.name}`}>
          <p class={`verdict ${election.leading ? 'fresh' : 'syncing'}`}>
            {election.leading
              ? 'This process leads.'
              : `This process waits; ${election.leader === '' ? 'no process' : election.leader} leads.`}
          </p>
          <Facts
            facts={[['Identity', election.identity], ['Leader', election.leader || '–'], ...election.facts]}
          />
        </Section>
      ))}
      {shardings.map((sharding) => (
        <ShardingView key={sharding.name} sharding={sharding} nowMs={atMs} />
      ))}
      {controllers.map((controller) => (
        <Controller key={controller.name} controller={controller} nowMs={atMs} />
      ))}
    </>
  );
}

function Controller({
  controller,
  nowMs,
}: {
  readonly controller: ControllerModel;
  readonly nowMs: number;
}): JSX.Element {
  const { queue } = controller;
  return (
    <Section title={`Controller ${controller.name}`}>
      <Facts
        facts={[
          ['Waiting', count(queue.depth)],
          ['Delayed', count(queue.delayed)],
          ['Running', `${controller.workers} of ${plural(controller.maxWorkers, 'worker')}`],
          ['Longest run now', queue.longestRunningMs > 0 ? duration(queue.longestRunningMs) : '–'],
          ['Succeeded', count(controller.success)],
          ['Failed', count(controller.errors)],
          ['Run again', count(controller.requeues)],
          ['Retries', count(queue.retries)],
          ['Timeouts', count(controller.timeouts)],
          ['Loops found', count(controller.loops)],
          ['Waiting for own writes', count(controller.waitingForOwnWrites)],
          ...controller.facts,
        ]}
      />
      {controller.slow.length > 0 && (
        <Keys title="Slow runs" keys={controller.slow} since="Running for" nowMs={nowMs} />
      )}
      {controller.failing.length > 0 && (
        <Keys title="Failing" keys={controller.failing} since="Failing for" nowMs={nowMs} />
      )}
      {controller.parked.length > 0 && (
        <Keys title="Given up" keys={controller.parked} since="Given up at" nowMs={nowMs} />
      )}
      {controller.slow.length + controller.failing.length + controller.parked.length === 0 && (
        <p class="empty">No slow runs, and no key fails or was given up.</p>
      )}
    </Section>
  );
}

function Keys({
  title,
  keys,
  since,
  nowMs,
}: {
  readonly title: string;
  readonly keys: readonly KeyModel[];
  readonly since: string;
  readonly nowMs: number;
}): JSX.Element {
  return (
    <>
      <h3>{title}</h3>
      <Table
        caption={title}
        rows={keys}
        keyOf={({ key }) => key}
        empty=""
        cols={[
          { title: 'Key', cell: ({ key }) => key },
          {
            title: since,
            cell: ({ sinceMs }) => (title === 'Given up' ? clockTime(sinceMs) : duration(nowMs - sinceMs)),
          },
          { title: 'Attempts', right: true, cell: ({ attempts }) => count(attempts) },
          { title: 'Why', cell: ({ reasons, error }) => error ?? reasons.join(', ') },
        ]}
      />
    </>
  );
}
