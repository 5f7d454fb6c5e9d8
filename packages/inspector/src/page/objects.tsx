import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { InformerModel, ObjectsModel } from '../model.js';
import { count, plural } from './format.js';
import { Table } from './parts.js';
import type { Filter } from './route.js';
import { hrefOf, replaceRoute } from './route.js';
import { useAnswer, useSettled } from './use-answer.js';

/** The objects of a cache: a table that follows it, with a search and selectors. */
export function Objects({
  informer,
  selected,
  filter,
}: {
  readonly informer: InformerModel;
  readonly selected: string;
  readonly filter: Filter;
}): JSX.Element {
  const { id } = informer;
  const { search, labels, fields, after: pages } = filter;
  const show = (change: Partial<Filter>): void =>
    replaceRoute({ view: 'informer', id, tab: 'objects', key: selected, filter: { ...filter, ...change } });
  const query = {
    search: useSettled(search),
    labelSelector: useSettled(labels),
    fieldSelector: useSettled(fields),
  };
  const version = `${informer.events} ${informer.objects} ${informer.resourceVersion}`;
  const { data, error, loading } = useAnswer<ObjectsModel>(
    'objects',
    { informer: id, ...query, after: pages.at(-1) ?? '' },
    version,
  );
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const next = data?.next;
  return (
    <section class="part objects" aria-label="Objects">
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Name or namespace
          <input
            ref={input}
            type="search"
            value={search}
            placeholder="part of the key"
            aria-keyshortcuts="/"
            onInput={(event) => show({ search: event.currentTarget.value, after: [] })}
          />
        </label>
        <label>
          Label selector
          <input
            type="search"
            value={labels}
            placeholder="app=web,tier!=db"
            spellcheck={false}
            onInput={(event) => show({ labels: event.currentTarget.value, after: [] })}
          />
        </label>
        <label>
          Field selector
          <input
            type="search"
            value={fields}
            placeholder="metadata.name=a"
            spellcheck={false}
            onInput={(event) => show({ fields: event.currentTarget.value, after: [] })}
          />
        </label>
      </form>
      <p class="note" role="status">
        {error !== undefined ? (
          <span class="problem">{error}</span>
        ) : data === undefined ? (
          'Loading…'
        ) : (
          `${count(data.matching)} of ${plural(data.total, 'object')}`
        )}
        {data !== undefined && loading && <span class="hidden">, loading</span>}
      </p>
      {data !== undefined && (
        <>
          <Table
            caption={`Objects of ${informer.name}`}
            rows={data.rows}
            keyOf={({ key }) => key}
            rowClass={({ key }) => (key === selected ? 'selected' : '')}
            empty="No object matches."
            cols={[
              {
                title: 'Key',
                cell: ({ key }) => (
                  <a
                    href={hrefOf({ view: 'informer', id, tab: 'objects', key, filter })}
                    aria-current={key === selected ? 'true' : undefined}
                  >
                    {key}
                  </a>
                ),
              },
              ...data.columns
                .map((title, index) => ({
                  title,
                  cell: (row: ObjectsModel['rows'][number]) => row.cells[index],
                }))
                .filter(({ title }) => title !== 'NAME' && title !== 'NAMESPACE'),
            ]}
          />
          {(pages.length > 0 || next !== undefined) && (
            <p class="pages">
              <button
                type="button"
                disabled={pages.length === 0}
                onClick={() => show({ after: pages.slice(0, -1) })}
              >
                Previous
              </button>
              <button
                type="button"
                disabled={next === undefined}
                onClick={() => next !== undefined && show({ after: [...pages, next] })}
              >
                Next
              </button>
              <span>page {pages.length + 1}</span>
            </p>
          )}
        </>
      )}
    </section>
  );
}
