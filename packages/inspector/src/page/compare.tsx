import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ComparisonModel, DifferenceModel, InformerModel } from '../model.js';
import { clockTime, count, duration, plural } from './format.js';
import { Facts, Section, Table, Time } from './parts.js';
import { useAnswer } from './use-answer.js';

const meanings: Readonly<Record<DifferenceModel['kind'], string>> = {
  missing: 'missing in the cache',
  extra: 'only in the cache',
  older: 'older in the cache',
};

/** Lists the server once and shows how the cache differs. */
export function Compare({ informer }: { readonly informer: InformerModel }): JSX.Element {
  const [run, setRun] = useState(0);
  const { data, error, loading } = useAnswer<ComparisonModel>(run === 0 ? undefined : 'compare', {
    informer: informer.id,
    run: String(run),
  });
  const busy = run > 0 && loading;
  return (
    <Section
      title="Compare with the server"
      note="Lists the metadata of the same objects from the server once, and compares resource versions. Changes nothing."
    >
      <p>
        <button type="button" class="primary" disabled={busy} onClick={() => setRun(run + 1)}>
          {busy ? 'Comparing…' : run === 0 ? 'Compare now' : 'Compare again'}
        </button>
      </p>
      <div role="status">
        {error !== undefined && !busy && <p class="problem">{error}</p>}
        {data !== undefined && !busy && error === undefined && <Verdict data={data} />}
      </div>
      {data !== undefined && !busy && (
        <>
          <Facts
            facts={[
              ['Compared at', `${clockTime(data.atMs)}, in ${duration(data.tookMs)}`],
              ['On the server', `${plural(data.serverObjects, 'object')} at ${data.serverResourceVersion}`],
              ['In the cache', `${plural(data.cachedObjects, 'object')} at ${data.cachedResourceVersion}`],
              ['Changed meanwhile, left out', count(data.changedMeanwhile)],
              ['Read from the server', data.metadataOnly ? 'metadata only' : 'whole objects'],
            ]}
          />
          {data.differences.length > 0 && (
            <Table
              caption="Differences"
              rows={data.differences}
              keyOf={({ key, kind }) => `${kind} ${key}`}
              empty=""
              cols={[
                { title: 'Object', cell: ({ key }) => key },
                { title: 'Difference', cell: ({ kind }) => meanings[kind] },
                { title: 'In the cache', cell: ({ cached }) => <code>{cached ?? '–'}</code> },
                { title: 'On the server', cell: ({ server }) => <code>{server ?? '–'}</code> },
                {
                  title: 'Changed on the server',
                  cell: ({ sinceMs }) => <Time ms={sinceMs} nowMs={data.atMs} />,
                },
              ]}
            />
          )}
        </>
      )}
    </Section>
  );
}

function Verdict({ data }: { readonly data: ComparisonModel }): JSX.Element {
  const { missing, extra, older } = data;
  if (missing + extra + older === 0)
    return (
      <p class="verdict fresh">
        The cache has the same {plural(data.serverObjects, 'object')} as the server.
      </p>
    );
  const parts = [
    missing > 0 ? `${count(missing)} missing` : '',
    older > 0 ? `${count(older)} older` : '',
    extra > 0 ? `${count(extra)} only in the cache` : '',
  ].filter((part) => part !== '');
  return <p class="verdict stale">The cache differs from the server: {parts.join(', ')}.</p>;
}
