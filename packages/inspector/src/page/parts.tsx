import type { ComponentChildren, JSX } from 'preact';
import type { CountModel, Freshness, InformerModel, VerdictModel } from '../model.js';
import { ago, count, dateTime, rate, since } from './format.js';

const words: Readonly<Record<Freshness, string>> = {
  fresh: 'Fresh',
  syncing: 'Syncing',
  stale: 'Stale',
  stopped: 'Stopped',
};

/** A moment, and how long ago it was; a dash without one. */
export function Time({
  ms,
  nowMs,
}: {
  readonly ms: number | undefined;
  readonly nowMs: number;
}): JSX.Element {
  if (ms === undefined) return <>–</>;
  const iso = new Date(ms).toISOString();
  return (
    <span class="when">
      <time dateTime={iso} title={iso}>
        {dateTime(ms, nowMs)}
      </time>{' '}
      <span class="ago">{ago(Math.max(0, nowMs - ms))}</span>
    </span>
  );
}

/** The moment that was so long ago; a dash without an age. */
export function Aged({
  ageMs,
  nowMs,
}: {
  readonly ageMs: number | undefined;
  readonly nowMs: number;
}): JSX.Element {
  return <Time ms={ageMs === undefined ? undefined : nowMs - ageMs} nowMs={nowMs} />;
}

/** The state of a cache, as a mark that differs in shape as well, and a word; of a stale one, since when. */
export function Badge({
  freshness,
  sinceMs,
  nowMs = 0,
}: {
  readonly freshness: Freshness;
  readonly sinceMs?: number | undefined;
  readonly nowMs?: number;
}): JSX.Element {
  return (
    <span class={`badge ${freshness}`}>
      <Shape of={freshness} />
      {words[freshness]}
      {freshness === 'stale' && sinceMs !== undefined && ` ${since(sinceMs, nowMs)}`}
    </span>
  );
}

function Shape({ of }: { readonly of: Freshness }): JSX.Element {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      {of === 'fresh' && <circle cx="6" cy="6" r="5" />}
      {of === 'syncing' && <path d="M6 1a5 5 0 1 0 5 5" class="line" />}
      {of === 'stale' && <path d="M6 0l6 11H0z" />}
      {of === 'stopped' && <rect x="1" y="1" width="10" height="10" />}
    </svg>
  );
}

/** The mark of the verdict about the whole program, with a word. */
export function Mark({ level }: { readonly level: VerdictModel['level'] }): JSX.Element {
  const shape = ({ good: 'fresh', warn: 'syncing', bad: 'stale' } as const)[level];
  return (
    <span class={`badge ${shape}`}>
      <Shape of={shape} />
      {{ good: 'OK', warn: 'Look', bad: 'Problem' }[level]}
    </span>
  );
}

/** Which objects an informer holds. */
export function ScopeText({ row }: { readonly row: InformerModel }): JSX.Element {
  const { scope, labelSelector, fieldSelector } = row;
  return (
    <span class="sub">
      {scope}
      {labelSelector !== undefined && (
        <>
          {' '}
          · labels <code>{labelSelector}</code>
        </>
      )}
      {fieldSelector !== undefined && (
        <>
          {' '}
          · fields <code>{fieldSelector}</code>
        </>
      )}
    </span>
  );
}

/** Events a second: the newest value, and those of the last two minutes. */
export function Rate({ values }: { readonly values: readonly number[] }): JSX.Element {
  return (
    <span class="with-spark">
      <span class="number">{rate(values.at(-1) ?? 0)}</span>
      <Spark values={values} />
    </span>
  );
}

function Spark({ values }: { readonly values: readonly number[] }): JSX.Element {
  const width = 120;
  const height = 20;
  const most = Math.max(1, ...values);
  const step = width / 119;
  const first = width - (values.length - 1) * step;
  const points = values
    .map(
      (value, index) =>
        `${(first + index * step).toFixed(1)},${(height - 1 - (value / most) * (height - 3)).toFixed(1)}`,
    )
    .join(' ');
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Events a second, at most ${rate(Math.max(0, ...values))} in the last two minutes`}
    >
      <path d={`M0 ${height - 0.5}H${width}`} class="base" />
      <polyline points={points} />
    </svg>
  );
}

/** Names and values. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren])[];
}): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the facts without counters that are zero. */
export function nonZero(
  facts: readonly (readonly [string, ComponentChildren])[],
): readonly (readonly [string, ComponentChildren])[] {
  return facts.filter(([, value]) => value !== '0');
}

/** Counters as bars. */
export function Counts({
  title,
  counts,
}: {
  readonly title: string;
  readonly counts: readonly CountModel[];
}): JSX.Element | null {
  if (counts.length === 0) return null;
  const most = Math.max(1, ...counts.map((each) => each.count));
  return (
    <>
      <h3>{title}</h3>
      <dl class="bars">
        {counts.map((each) => (
          <div key={each.name}>
            <dt>{each.name}</dt>
            <dd>
              <meter min={0} max={most} value={each.count} aria-hidden="true" />
              {count(each.count)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A part of a page with a heading. */
export function Section({
  title,
  children,
  note,
}: {
  readonly title: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="part">
      <h2>{title}</h2>
      {note !== undefined && <p class="note">{note}</p>}
      {children}
    </section>
  );
}

/** One column of a table. */
export interface Col<R> {
  readonly title: string;
  readonly cell: (row: R) => ComponentChildren;
  readonly right?: boolean;
  /** Not broken into lines. */
  readonly tight?: boolean;
}

/** A table that becomes a list of cards where it is narrow; the first column names the row. */
export function Table<R>({
  caption,
  cols,
  rows,
  keyOf,
  empty,
  rowClass,
  kind = '',
}: {
  readonly caption: string;
  readonly cols: readonly Col<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  readonly empty: string;
  readonly rowClass?: (row: R) => string;
  /** A class of the table. */
  readonly kind?: string;
}): JSX.Element {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class={kind}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {cols.map(({ title, right }) => (
              <th key={title} scope="col" class={right === true ? 'right' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={rowClass?.(row)}>
              {cols.map(({ title, cell, right, tight }, index) => {
                const kinds = [right === true ? 'right' : '', tight === true ? 'tight' : ''];
                const props = { 'data-title': title, class: kinds.join(' ').trim() || undefined };
                return index === 0 ? (
                  <th key={title} scope="row" {...props}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} {...props}>
                    {cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
