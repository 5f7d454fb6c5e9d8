import type { JSX } from 'preact';
import type { InformerModel, StateModel } from '../model.js';
import { bytes, count, duration, since } from './format.js';
import { Aged, Badge, Rate, ScopeText, Table } from './parts.js';
import { hrefOf } from './route.js';

/** What an informer does, in a few words. */
export function stateText({ state, sinceMs, retryAtMs }: InformerModel, nowMs: number): string {
  if (retryAtMs !== undefined) return `${state}, next try in ${duration(Math.max(0, retryAtMs - nowMs))}`;
  return sinceMs === undefined ? state : `${state} ${since(sinceMs, nowMs)}`;
}

/** All informers, those that are not fresh first. */
export function Informers({
  state,
  rates,
}: {
  readonly state: StateModel;
  readonly rates: ReadonlyMap<string, readonly number[]>;
}): JSX.Element {
  const order = ['stale', 'syncing', 'stopped', 'fresh'];
  const rows = state.informers.toSorted((a, b) => order.indexOf(a.freshness) - order.indexOf(b.freshness));
  return (
    <Table
      caption="Informers"
      kind="informers"
      rows={rows}
      keyOf={({ id }) => id}
      rowClass={({ freshness }) => freshness}
      empty="No informer yet: the program has not called informer() or lister()."
      cols={[
        {
          title: 'Informer',
          cell: (row) => (
            <>
              <a href={hrefOf({ view: 'informer', id: row.id, tab: 'overview', key: '' })}>{row.name}</a>
              <ScopeText row={row} />
            </>
          ),
        },
        {
          title: 'Cache',
          cell: (row) => (
            <>
              <Badge freshness={row.freshness} sinceMs={row.staleSinceMs} nowMs={state.atMs} />
              <span class="sub">{row.why ?? stateText(row, state.atMs)}</span>
            </>
          ),
        },
        {
          title: 'Last byte',
          cell: ({ lastByteAgeMs }) => <Aged ageMs={lastByteAgeMs} nowMs={state.atMs} />,
        },
        { title: 'Objects', right: true, cell: ({ objects }) => count(objects) },
        {
          title: 'Events / s',
          cell: ({ id }) => <Rate values={rates.get(id) ?? []} />,
        },
        {
          title: 'Relists',
          cell: ({ relists, lastRelist }) => (
            <>
              {count(relists)}
              {lastRelist !== undefined && <span class="sub">{lastRelist}</span>}
            </>
          ),
        },
        // Only a compact cache knows its bytes.
        ...(rows.some((row) => row.bytes !== undefined)
          ? [{ title: 'Compact', right: true, cell: (row: InformerModel) => bytes(row.bytes) }]
          : []),
        {
          title: 'Waiting',
          tight: true,
          cell: ({ queued, pending }) => (
            <>
              {count(queued)} queued<span class="sub">{count(pending)} for handlers</span>
            </>
          ),
        },
      ]}
    />
  );
}
