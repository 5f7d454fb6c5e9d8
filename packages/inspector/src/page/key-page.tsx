import type { JSX } from 'preact';
import type { ControllerModel, EventsModel, InformerModel, KeyModel, StateModel } from '../model.js';
import { Action } from './action.js';
import { count } from './format.js';
import type { Live } from './live.js';
import { ObjectView } from './object-panel.js';
import { Section, Table, Time } from './parts.js';
import { hrefOf } from './route.js';
import { Failures, Runs } from './runs.js';
import { useAnswer } from './use-answer.js';

/** The controller of an informer's objects; undefined if it has none. */
export function controllerOf(state: StateModel, informer: string): ControllerModel | undefined {
  return state.controllers.find((controller) => controller.informer === informer);
}

/** All about a key: what its controller says of it, its runs, the Events about its object, and the object. */
export function KeyPage({
  objectKey,
  informer,
  controller,
  live,
  state,
}: {
  readonly objectKey: string;
  readonly informer: InformerModel | undefined;
  readonly controller: ControllerModel | undefined;
  readonly live: Live;
  readonly state: StateModel;
}): JSX.Element {
  return (
    <>
      <p class="note">
        {controller !== undefined && (
          <>
            Key of{' '}
            <a href={hrefOf({ view: 'controller', id: controller.id, key: '' })}>
              controller {controller.name}
            </a>
          </>
        )}
        {controller !== undefined && informer !== undefined && ', '}
        {informer !== undefined && (
          <>
            {controller === undefined ? 'Object' : 'object'} in the cache{' '}
            <a href={hrefOf({ view: 'informer', id: informer.id, tab: 'objects', key: objectKey })}>
              {informer.name}
            </a>
          </>
        )}
      </p>
      {controller !== undefined && (
        <Work objectKey={objectKey} controller={controller} live={live} state={state} />
      )}
      {informer !== undefined && (
        <>
          <Events informer={informer.id} objectKey={objectKey} nowMs={state.atMs} />
          <Section title="Object">
            <ObjectView
              informer={informer}
              objectKey={objectKey}
              changes={live.changes}
              secretValues={state.secretValues}
            />
          </Section>
        </>
      )}
    </>
  );
}

/** What a controller does with the key. */
function Work({
  objectKey,
  controller,
  live,
  state,
}: {
  readonly objectKey: string;
  readonly controller: ControllerModel;
  readonly live: Live;
  readonly state: StateModel;
}): JSX.Element {
  const { id } = controller;
  const detail = live.controller?.id === id ? live.controller : undefined;
  const has = (keys: readonly KeyModel[]): boolean => keys.some(({ key }) => key === objectKey);
  const isGivenUp = has(controller.givenUp);
  return (
    <>
      <p class={isGivenUp || has(controller.failing) ? 'explanation error' : 'explanation'}>
        {detail?.explanation ?? 'Loading…'}
      </p>
      {state.actions && (
        <p class="actions">
          {isGivenUp && (
            <Action name="resume" query={{ controller: id, key: objectKey }} isPrimary>
              Resume
            </Action>
          )}
          <Action name="reconcile" query={{ controller: id, key: objectKey }} isPrimary={!isGivenUp}>
            Reconcile now
          </Action>
        </p>
      )}
      <Failures controller={controller} detail={detail} nowMs={state.atMs} />
      <Runs controller={controller} detail={detail} nowMs={state.atMs} />
    </>
  );
}

function Events({
  informer,
  objectKey,
  nowMs,
}: {
  readonly informer: string;
  readonly objectKey: string;
  readonly nowMs: number;
}): JSX.Element {
  // Asked again every ten seconds.
  const { data, error } = useAnswer<EventsModel>(
    'events',
    { informer, key: objectKey },
    Math.floor(nowMs / 10_000),
  );
  return (
    <Section title="Events">
      {error !== undefined && <p class="problem">{error}</p>}
      {data !== undefined && (
        <Table
          caption="Events"
          rows={data.events.map((event, index) => ({ ...event, index }))}
          keyOf={({ index }) => String(index)}
          rowClass={({ type }) => (type === 'Warning' ? 'stale' : '')}
          empty="The server has no Events about it."
          cols={[
            {
              title: 'Reason',
              cell: ({ reason, count: times }) => `${reason}${times > 1 ? ` ×${count(times)}` : ''}`,
            },
            { title: 'Message', cell: ({ message }) => message },
            { title: 'By', cell: ({ source }) => source },
            { title: 'Last seen', cell: ({ lastMs }) => <Time ms={lastMs} nowMs={nowMs} /> },
          ]}
        />
      )}
    </Section>
  );
}
