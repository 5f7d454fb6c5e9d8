import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChangesModel, InformerModel, ObjectModel } from '../model.js';
import { ChangeList } from './changes.js';
import { hrefOf } from './route.js';
import { useAnswer } from './use-answer.js';
import { yaml } from './yaml.js';

/** One object as YAML, with what changed last in it. */
export function ObjectPanel({
  informer,
  objectKey,
  changes,
  secretValues,
  back,
}: {
  readonly informer: InformerModel;
  readonly objectKey: string;
  readonly changes: ChangesModel | undefined;
  readonly secretValues: boolean;
  /** The link that closes it. */
  readonly back: string;
}): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') location.hash = back;
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [objectKey]);
  return (
    <aside class="panel" aria-label={`Object ${objectKey}`}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {objectKey}
        </h2>
        <p class="actions">
          <a
            href={hrefOf({ view: 'informer', id: informer.id, tab: 'object', key: objectKey })}
            class="button"
          >
            Full page
          </a>
          <a href={back} class="button" aria-keyshortcuts="Escape">
            Close
          </a>
        </p>
      </header>
      <ObjectView informer={informer} objectKey={objectKey} changes={changes} secretValues={secretValues} />
    </aside>
  );
}

/** An object as YAML, and what changed last in it. */
export function ObjectView({
  informer,
  objectKey,
  changes,
  secretValues,
}: {
  readonly informer: InformerModel;
  readonly objectKey: string;
  readonly changes: ChangesModel | undefined;
  readonly secretValues: boolean;
}): JSX.Element {
  const [reveal, setReveal] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => setReveal(false), [objectKey]);
  const version = changes?.changes[0]?.id ?? informer.resourceVersion;
  const { data, error } = useAnswer<ObjectModel>(
    'object',
    { informer: informer.id, key: objectKey, reveal: reveal ? '1' : '' },
    version,
  );
  // Of an object only its metadata is looked at, which a transform may have dropped.
  const object = data?.object as Shown | undefined;
  return (
    <>
      {error !== undefined && <p class="problem">{error}</p>}
      {data?.key === objectKey && (
        <>
          {data.concealed && (
            <p class="note">
              The values of this Secret are not sent.{' '}
              {secretValues && (
                <button type="button" onClick={() => setReveal(true)}>
                  Show the values
                </button>
              )}
            </p>
          )}
          <h3>What changed last</h3>
          <ChangeList
            changes={changes?.changes.filter(({ key }) => key === objectKey) ?? []}
            empty="No change since you opened it."
            withKey={undefined}
          />
          <h3>YAML</h3>
          {object === undefined ? (
            <p class="empty">The cache does not have it any more.</p>
          ) : (
            <>
              <pre tabIndex={0} role="region" aria-label="YAML">
                {yaml(isWhole ? object : withoutManagedFields(object))}
              </pre>
              {object.metadata?.managedFields !== undefined && !isWhole && (
                <p class="more">
                  <button type="button" onClick={() => setWhole(true)}>
                    Show managedFields
                  </button>
                </p>
              )}
            </>
          )}
        </>
      )}
    </>
  );
}

interface Shown {
  readonly metadata?: { readonly managedFields?: unknown };
}

/** As kubectl shows an object: its managedFields are often longer than all else. */
function withoutManagedFields(object: Shown): Shown {
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
