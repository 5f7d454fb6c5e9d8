import type { JSX } from 'preact';
import type { IndexModel, InformerModel } from '../model.js';
import { count, plural } from './format.js';
import { Section } from './parts.js';
import { useAnswer } from './use-answer.js';

/** The indexes of a cache with their largest values. */
export function Indexes({ informer }: { readonly informer: InformerModel }): JSX.Element {
  const { data, error } = useAnswer<readonly IndexModel[]>('indexes', { informer: informer.id });
  if (error !== undefined) return <p class="problem">{error}</p>;
  if (data === undefined) return <p class="empty">Loading…</p>;
  if (data.length === 0)
    return <p class="empty">No indexes: this resource has no namespace, and none was added.</p>;
  return (
    <div class="columns">
      {data.map(({ name, values, largest }) => {
        const most = largest[0]?.objects ?? 1;
        return (
          <Section key={name} title={name} note={`${plural(values, 'value')}, those with the most objects:`}>
            <dl class="bars">
              {largest.map(({ value, objects }, index) => (
                <div key={index}>
                  <dt>{value === undefined ? <i>not shown</i> : value === '' ? <i>empty</i> : value}</dt>
                  <dd>
                    <meter min={0} max={most} value={objects} aria-hidden="true" />
                    {count(objects)}
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        );
      })}
    </div>
  );
}
