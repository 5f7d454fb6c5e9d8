import type { JSX } from 'preact';
import type { InformerDetailModel, StateModel } from '../model.js';
import { Action } from './action.js';
import { Changes } from './changes.js';
import { Compare } from './compare.js';
import { bytes, count, dateTime, duration } from './format.js';
import { KeyPage, controllerOf } from './key-page.js';
import { Indexes } from './indexes.js';
import { stateText } from './informers.js';
import type { Live } from './live.js';
import { ObjectPanel } from './object-panel.js';
import { Objects } from './objects.js';
import { Aged, Badge, Counts, Facts, Rate, ScopeText, Section, Table, Time, nonZero } from './parts.js';
import type { InformerTab, Route } from './route.js';
import { hrefOf, informerTabs, noFilter } from './route.js';

const titles: Readonly<Record<Exclude<InformerTab, 'object'>, string>> = {
  overview: 'Overview',
  objects: 'Objects',
  changes: 'What changed last',
  indexes: 'Indexes',
  compare: 'Compare with the server',
};

/** One informer. */
export function Informer({
  route,
  live,
  state,
}: {
  readonly route: Route & { readonly view: 'informer' };
  readonly live: Live;
  readonly state: StateModel;
}): JSX.Element {
  const { id, tab, key, filter = noFilter } = route;
  const row = state.informers.find((each) => each.id === id);
  if (row === undefined) return <p class="empty">The program has no informer {id} any more.</p>;
  const detail = live.informer?.id === id ? live.informer : undefined;
  return (
    <>
      <div class="title">
        <Badge freshness={row.freshness} sinceMs={row.staleSinceMs} nowMs={state.atMs} />
        <p>
          {row.why ?? stateText(row, state.atMs)}
          <ScopeText row={row} />
        </p>
        {state.actions && row.retryAtMs !== undefined && (
          <Action name="retry" query={{ informer: id }} isPrimary>
            Try now
          </Action>
        )}
      </div>
      <nav class="tabs" aria-label={`Parts of ${row.name}`}>
        {informerTabs.map((each) => (
          <a
            key={each}
            href={hrefOf({ view: 'informer', id, tab: each, key: '' })}
            aria-current={each === tab || (each === 'objects' && tab === 'object') ? 'page' : undefined}
          >
            {titles[each]}
          </a>
        ))}
      </nav>
      {tab === 'overview' &&
        (detail === undefined ? (
          <p class="empty">Loading…</p>
        ) : (
          <Overview detail={detail} rates={live.rates.get(id) ?? []} nowMs={state.atMs} />
        ))}
      {tab === 'objects' && (
        <div class={key === '' ? undefined : 'split'}>
          <Objects informer={row} selected={key} filter={filter} />
          {key !== '' && (
            <ObjectPanel
              informer={row}
              objectKey={key}
              changes={live.changes}
              secretValues={state.secretValues}
              back={hrefOf({ view: 'informer', id, tab: 'objects', key: '', filter })}
            />
          )}
        </div>
      )}
      {tab === 'object' && (
        <KeyPage
          objectKey={key}
          informer={row}
          controller={controllerOf(state, id)}
          live={live}
          state={state}
        />
      )}
      {tab === 'changes' && <Changes informer={row} changes={live.changes} />}
      {tab === 'indexes' && <Indexes informer={row} />}
      {tab === 'compare' && <Compare informer={row} />}
    </>
  );
}

function Overview({
  detail,
  rates,
  nowMs,
}: {
  readonly detail: InformerDetailModel;
  readonly rates: readonly number[];
  readonly nowMs: number;
}): JSX.Element {
  const { lastError } = detail;
  return (
    <div class="columns">
      <Section title="Freshness">
        <Facts
          facts={nonZero([
            ['State', stateText(detail, nowMs)],
            ...(detail.staleSinceMs === undefined
              ? []
              : [['Not fresh since', <Time ms={detail.staleSinceMs} nowMs={nowMs} />] as const]),
            ...detail.health.map(
              ([name, value]) =>
                [
                  name,
                  typeof value === 'string' ? value : <Aged ageMs={value.ageMs} nowMs={nowMs} />,
                ] as const,
            ),
            ['Objects', count(detail.objects)],
            ...(detail.bytes === undefined ? [] : [['Compact objects', bytes(detail.bytes)] as const]),
            ['Events a second', <Rate values={rates} />],
            ...detail.facts,
          ])}
        />
        {lastError !== undefined && (
          <p class={lastError.overcome ? 'error overcome' : 'error'}>
            <strong>{lastError.overcome ? 'Last error, overcome' : 'Error'}</strong>
            {lastError.code !== undefined && <code>{lastError.code}</code>}
            {lastError.atMs !== undefined && <Time ms={lastError.atMs} nowMs={nowMs} />}
            <span>{lastError.message}</span>
          </p>
        )}
      </Section>
      <Section title="Timeline" note="The newest first, since the inspector was created.">
        {detail.timeline.length === 0 && <p class="empty">Nothing yet.</p>}
        <div class="timeline" role="region" aria-label="Timeline" tabIndex={0}>
          <ol>
            {detail.timeline.map(({ atMs, what, detail: why, bad, times, lastMs }) => (
              <li key={`${atMs} ${what}`} class={bad ? 'bad' : undefined}>
                <time>{dateTime(atMs, nowMs)}</time>
                <span>
                  {what}
                  {lastMs !== undefined &&
                    ` ×${count(times ?? 1)}, the last time at ${dateTime(lastMs, nowMs)}`}
                  {why !== undefined && <span class="sub">{why}</span>}
                </span>
              </li>
            ))}
          </ol>
        </div>
      </Section>
      <Section title="Handlers">
        <Table
          caption="Handlers"
          rows={detail.handlers}
          keyOf={({ name }) => name}
          empty="No handler: the cache is only read."
          cols={[
            {
              title: 'Handler',
              cell: ({ name, coalesce, resyncPeriodMs }) => (
                <>
                  {name}
                  <span class="sub">
                    {[
                      coalesce ? 'merges pending events' : '',
                      resyncPeriodMs > 0 ? `resync every ${duration(resyncPeriodMs)}` : '',
                    ]
                      .filter((each) => each !== '')
                      .join(', ')}
                  </span>
                </>
              ),
            },
            { title: 'Pending', right: true, cell: ({ pending }) => count(pending) },
            {
              title: 'Running for',
              cell: (row) => (row.runningSinceMs === undefined ? '–' : duration(nowMs - row.runningSinceMs)),
            },
            { title: 'Failures', right: true, cell: ({ failures }) => count(failures) },
            { title: 'Initial objects', cell: ({ synced }) => (synced ? 'handled' : 'pending') },
          ]}
        />
      </Section>
      <Section title="Lists and watches">
        <Counts title="Lists by reason" counts={detail.relistReasons} />
        <Counts title="Ends of watches" counts={detail.watchEnds} />
      </Section>
      <details class="part">
        <summary>Options in force</summary>
        <Facts facts={detail.options} />
      </details>
    </div>
  );
}
