import type { JSX } from 'preact';
import type { ChangeModel, ChangesModel, InformerModel } from '../model.js';
import { dateTime } from './format.js';
import { Section } from './parts.js';
import { hrefOf } from './route.js';

const signs = { add: 'added', update: 'changed', delete: 'deleted' } as const;

/** The last changes of an informer. */
export function Changes({
  informer,
  changes,
}: {
  readonly informer: InformerModel;
  readonly changes: ChangesModel | undefined;
}): JSX.Element {
  const note =
    changes === undefined
      ? 'Loading…'
      : `Recorded since ${dateTime(changes.sinceMs, Date.now())}, while this page is open. The newest first.`;
  return (
    <Section title="What changed last" note={note}>
      <ChangeList
        changes={changes?.changes ?? []}
        empty="Nothing has changed yet."
        withKey={(key) => hrefOf({ view: 'informer', id: informer.id, tab: 'objects', key })}
      />
    </Section>
  );
}

/** A list of changes with their fields. */
export function ChangeList({
  changes,
  empty,
  withKey,
}: {
  readonly changes: readonly ChangeModel[];
  readonly empty: string;
  /** Returns the link of a key; undefined shows no keys. */
  readonly withKey: ((key: string) => string) | undefined;
}): JSX.Element {
  if (changes.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ol class="changes">
      {changes.map((change) => (
        <li key={change.id} class={change.type}>
          <p>
            <time>{dateTime(change.atMs, Date.now())}</time> <strong>{signs[change.type]}</strong>{' '}
            {withKey !== undefined && <a href={withKey(change.key)}>{change.key}</a>}
            <span class="sub">resource version {change.resourceVersion}</span>
          </p>
          {change.fields.length > 0 && (
            <table class="diff">
              <caption class="hidden">Fields that changed</caption>
              <thead class="hidden">
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {change.fields.map(({ path, before, after }) => (
                  <tr key={path}>
                    <th scope="row">
                      <code>{path}</code>
                    </th>
                    <td>{before === undefined ? <i>absent</i> : <del>{before}</del>}</td>
                    <td>{after === undefined ? <i>removed</i> : <ins>{after}</ins>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {change.type === 'update' && change.fields.length === 0 && (
            <p class="note">
              {change.more
                ? 'Too many changes a second to compare their fields.'
                : 'Only its resource version changed.'}
            </p>
          )}
          {change.more && change.fields.length > 0 && <p class="note">and more fields</p>}
        </li>
      ))}
    </ol>
  );
}
