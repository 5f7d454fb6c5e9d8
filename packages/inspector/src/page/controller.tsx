import type { JSX } from 'preact';
import type {
  ControllerDetailModel,
  ControllerModel,
  EventsModel,
  KeyModel,
  RunModel,
  StateModel,
} from '../model.js';
import { Action } from './action.js';
import { ControllerSummary, KeyLink } from './controllers.js';
import { ago, clockTime, count, duration } from './format.js';
import type { Live } from './live.js';
import { ObjectView } from './object-panel.js';
import { ActionLog } from './overview.js';
import { Section, Table } from './parts.js';
import type { Route } from './route.js';
import { hrefOf } from './route.js';
import { useAnswer } from './use-answer.js';

const results: Readonly<Record<RunModel['result'], string>> = {
  success: 'succeeded',
  requeue: 'succeeded, again with backoff',
  requeueAfter: 'succeeded, again later',
  error: 'failed',
  stopped: 'stopped',
};

/** One controller, or one of its keys. */
export function Controller({
  route,
  live,
  state,
}: {
  readonly route: Route & { readonly view: 'controller' };
  readonly live: Live;
  readonly state: StateModel;
}): JSX.Element {
  const { id, key } = route;
  const controller = state.controllers.find((each) => each.id === id);
  if (controller === undefined) return <p class="empty">The program has no controller {id} any more.</p>;
  const detail = live.controller?.id === id ? live.controller : undefined;
  if (key !== '')
    return <Key controller={controller} objectKey={key} detail={detail} live={live} state={state} />;
  return (
    <>
      <Section title="Now">
        <ControllerSummary controller={controller} state={state} />
      </Section>
      <Failures controller={controller} detail={detail} nowMs={state.atMs} />
      <Runs controller={controller} detail={detail} nowMs={state.atMs} withKey />
      {state.log.some((action) => action.id === id) && (
        <Section title="Actions">
          <ActionLog state={state} id={id} />
        </Section>
      )}
    </>
  );
}

/** A key, its object, its runs, and the Events about it. */
function Key({
  controller,
  objectKey,
  detail,
  live,
  state,
}: {
  readonly controller: ControllerModel;
  readonly objectKey: string;
  readonly detail: ControllerDetailModel | undefined;
  readonly live: Live;
  readonly state: StateModel;
}): JSX.Element {
  const { id } = controller;
  const informer = state.informers.find((each) => each.id === controller.informer);
  const of = (keys: readonly KeyModel[]): KeyModel | undefined => keys.find(({ key }) => key === objectKey);
  const parked = of(controller.parked);
  const failing = of(controller.failing);
  return (
    <>
      <p class="note">
        A key of <a href={hrefOf({ view: 'controller', id, key: '' })}>controller {controller.name}</a>
      </p>
      <p class={(parked ?? failing) ? 'error' : 'note'}>{detail?.explanation}</p>
      {state.actions && (
        <p class="actions">
          {parked !== undefined && (
            <Action name="resume" query={{ controller: id, key: objectKey }} isPrimary>
              Resume
            </Action>
          )}
          <Action
            name="reconcile"
            query={{ controller: id, key: objectKey }}
            isPrimary={parked === undefined}
          >
            Reconcile now
          </Action>
        </p>
      )}
      <div class="columns">
        <Failures controller={controller} detail={detail} nowMs={state.atMs} />
        <Runs controller={controller} detail={detail} nowMs={state.atMs} />
        {informer !== undefined && (
          <>
            <Events informer={informer.id} objectKey={objectKey} nowMs={state.atMs} />
            <Section
              title={
                <a href={hrefOf({ view: 'informer', id: informer.id, tab: 'objects', key: objectKey })}>
                  Object
                </a>
              }
            >
              <ObjectView
                informer={informer}
                objectKey={objectKey}
                changes={live.changes}
                secretValues={false}
              />
            </Section>
          </>
        )}
      </div>
    </>
  );
}

function Failures({
  controller,
  detail,
  nowMs,
}: {
  readonly controller: ControllerModel;
  readonly detail: ControllerDetailModel | undefined;
  readonly nowMs: number;
}): JSX.Element | null {
  if (detail === undefined || detail.failures.length === 0) return null;
  return (
    <Section title="Last failures">
      <ol class="failures">
        {detail.failures.map((run, index) => (
          <li key={run.runId}>
            <details open={index === 0}>
              <summary>
                <span class="message">{run.message}</span>
                <span class="sub">
                  {run.key}, attempt {count(run.attempt)}, {ago(nowMs - run.endedAtMs)}, after{' '}
                  {duration(run.durationMs)}
                </span>
              </summary>
              <pre tabIndex={0} role="region" aria-label={`Stack of ${run.runId}`}>
                {run.stack}
              </pre>
              <p class="note">
                Run <code>{run.runId}</code>,{' '}
                <a href={hrefOf({ view: 'controller', id: controller.id, key: run.key })}>
                  all about {run.key}
                </a>
              </p>
            </details>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Runs({
  controller,
  detail,
  nowMs,
  withKey = false,
}: {
  readonly controller: ControllerModel;
  readonly detail: ControllerDetailModel | undefined;
  readonly nowMs: number;
  readonly withKey?: boolean;
}): JSX.Element {
  return (
    <Section title="Last runs">
      {detail === undefined ? (
        <p class="empty">Loading…</p>
      ) : (
        <Table
          caption="Last runs"
          rows={detail.runs}
          keyOf={({ runId }) => runId}
          rowClass={({ result }) => (result === 'error' ? 'stale' : '')}
          empty="None of the last 200 runs."
          cols={[
            {
              title: withKey ? 'Key' : 'Ended',
              cell: ({ key, endedAtMs }) =>
                withKey ? <KeyLink controller={controller} of={key} /> : clockTime(endedAtMs),
            },
            ...(withKey
              ? [{ title: 'Ended', tight: true, cell: ({ endedAtMs }: RunModel) => ago(nowMs - endedAtMs) }]
              : []),
            { title: 'Result', cell: ({ result, message }) => message ?? results[result] },
            { title: 'Took', tight: true, cell: ({ durationMs }) => milliseconds(durationMs) },
            { title: 'Attempt', right: true, cell: ({ attempt }) => count(attempt) },
            { title: 'Why', cell: ({ reasons }) => reasons.join(', ') },
          ]}
        />
      )}
    </Section>
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
            {
              title: 'Last seen',
              tight: true,
              cell: ({ lastMs }) => ago(lastMs === undefined ? undefined : Math.max(0, nowMs - lastMs)),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** A duration of a run, which is often short: `12 ms`. */
function milliseconds(ms: number): string {
  return ms < 950 ? `${Math.round(ms)} ms` : duration(ms);
}
