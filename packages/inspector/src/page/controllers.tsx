import type { JSX } from 'preact';
import type { ControllerModel, KeyModel, MinuteModel, StateModel } from '../model.js';
import { Action } from './action.js';
import { electionText, electionWord } from './election.js';
import { count, dateTime, duration, percent, plural, since } from './format.js';
import { Facts, Section, Table, Time, nonZero } from './parts.js';
import { hrefOf } from './route.js';
import { ShardingView } from './sharding.js';

/** Controllers with their queues, elections and shardings. */
export function Controllers({ state }: { readonly state: StateModel }): JSX.Element {
  const { controllers, elections, shardings, atMs } = state;
  if (controllers.length + elections.length === 0)
    return (
      <p class="empty">No controllers: pass managers to the inspector to see their queues and elections.</p>
    );
  return (
    <>
      {controllers.map((controller) => (
        <Section
          key={controller.id}
          title={
            <a href={hrefOf({ view: 'controller', id: controller.id, key: '' })}>
              Controller {controller.name}
            </a>
          }
        >
          <ControllerSummary controller={controller} state={state} />
        </Section>
      ))}
      {elections.map((election) => (
        <Section key={election.name} title={`Election ${election.name}`}>
          <p class={`verdict ${['Leads', 'Standby'].includes(electionWord(election)) ? 'fresh' : 'syncing'}`}>
            {electionText(election, atMs)}
          </p>
          {election.failing !== undefined && (
            <p class="error">
              <strong>
                Requests for the Lease fail {since(election.failing.sinceMs, atMs)},{' '}
                {count(election.failing.requests)} so far
              </strong>
              <span>{election.failing.message}</span>
            </p>
          )}
          <Facts
            facts={nonZero([
              ['Identity', election.identity],
              ['Leader', election.leader || '–'],
              ['Since', <Time ms={election.sinceMs} nowMs={atMs} />],
              ...election.facts,
            ])}
          />
        </Section>
      ))}
      {shardings.map((sharding) => (
        <ShardingView key={sharding.name} sharding={sharding} nowMs={atMs} />
      ))}
    </>
  );
}

/** A controller: its rate of failures, its counters without the zeros, and its keys that do not succeed. */
export function ControllerSummary({
  controller,
  state,
}: {
  readonly controller: ControllerModel;
  readonly state: StateModel;
}): JSX.Element {
  const { id, queue, minutes, slow, failing, givenUp, pausedUntilMs } = controller;
  const { atMs, actions } = state;
  const runs = minutes.reduce((sum, minute) => sum + minute.runs, 0);
  const errors = minutes.reduce((sum, minute) => sum + minute.errors, 0);
  return (
    <>
      {pausedUntilMs !== undefined && (
        <p class="verdict syncing">
          Paused {pausedUntilMs === null ? 'by the program' : `until ${dateTime(pausedUntilMs, atMs)}`}
        </p>
      )}
      <div class="rates">
        <div>
          <p class="big">
            {percent(errors, runs)} <span>of {plural(runs, 'run')} failed in the last hour</span>
          </p>
          <Minutes minutes={minutes} />
        </div>
        <Facts
          facts={nonZero([
            ['Running', `${controller.workers} of ${plural(controller.maxWorkers, 'worker')}`],
            ['Waiting', count(queue.depth)],
            ['Delayed', count(queue.delayed)],
            ['Longest run now', queue.longestRunningMs > 0 ? duration(queue.longestRunningMs) : '0'],
            ['Succeeded', count(controller.success)],
            ['Failed', count(controller.errors)],
            ['Run again', count(controller.requeues)],
            ['Retries', count(queue.retries)],
            ['Timeouts', count(controller.timeouts)],
            ['Loops found', count(controller.loops)],
            ['Waiting for own writes', count(controller.waitingForOwnWrites)],
            ...controller.facts,
          ])}
        />
      </div>
      {actions && (
        <p class="actions">
          {pausedUntilMs === undefined ? (
            [5, 15, 60].map((each) => (
              <Action key={each} name="pause" query={{ controller: id, minutes: String(each) }}>
                Pause for {each} min
              </Action>
            ))
          ) : pausedUntilMs === null ? null : (
            <Action name="unpause" query={{ controller: id }} isPrimary>
              End the pause
            </Action>
          )}
        </p>
      )}
      <KeyTable title="Given up" controller={controller} keys={givenUp} nowMs={atMs} actions={actions} />
      <KeyTable title="Failing" controller={controller} keys={failing} nowMs={atMs} actions={actions} />
      <KeyTable title="Slow runs" controller={controller} keys={slow} nowMs={atMs} actions={false} />
    </>
  );
}

/** The runs of each minute of the last hour as bars; failed runs in red. */
function Minutes({ minutes }: { readonly minutes: readonly MinuteModel[] }): JSX.Element {
  const most = Math.max(1, ...minutes.map(({ runs }) => runs));
  const errors = minutes.reduce((sum, minute) => sum + minute.errors, 0);
  const bar = (value: number, index: number, name: string): JSX.Element | null => {
    if (value === 0) return null;
    const height = Math.max(2, (value / most) * 40);
    return (
      <rect key={`${name}${index}`} x={index * 5} y={40 - height} width={4} height={height} class={name} />
    );
  };
  return (
    <svg
      class="minutes"
      viewBox="0 0 300 42"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Runs of each minute of the last hour, at most ${count(most)}; ${count(errors)} failed`}
    >
      <path d="M0 41H300" class="base" />
      {minutes.map(({ runs }, index) => bar(runs, index, 'runs'))}
      {minutes.map((minute, index) => bar(minute.errors, index, 'errors'))}
    </svg>
  );
}

/** Keys that run long, fail or were given up; nothing without any. */
function KeyTable({
  title,
  controller,
  keys,
  nowMs,
  actions,
}: {
  readonly title: 'Given up' | 'Failing' | 'Slow runs';
  readonly controller: ControllerModel;
  readonly keys: readonly KeyModel[];
  readonly nowMs: number;
  readonly actions: boolean;
}): JSX.Element | null {
  if (keys.length === 0) return null;
  const isGivenUp = title === 'Given up';
  return (
    <>
      <h3>{title}</h3>
      <Table
        caption={title}
        rows={keys}
        keyOf={({ key }) => key}
        empty=""
        cols={[
          { title: 'Key', cell: ({ key }) => <KeyLink controller={controller} of={key} /> },
          {
            title: isGivenUp ? 'Given up' : 'Since',
            cell: ({ sinceMs }) => <Time ms={sinceMs} nowMs={nowMs} />,
          },
          { title: 'Attempts', right: true, cell: ({ attempts }) => count(attempts) },
          { title: 'Why', cell: ({ reasons, error }) => error ?? reasons.join(', ') },
          ...(actions
            ? [
                {
                  title: 'Action',
                  cell: ({ key }: KeyModel) => (
                    <Action
                      name={isGivenUp ? 'resume' : 'reconcile'}
                      query={{ controller: controller.id, key }}
                    >
                      {isGivenUp ? 'Resume' : 'Reconcile now'}
                    </Action>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** The link to all about a key. */
export function KeyLink({
  controller,
  of,
}: {
  readonly controller: ControllerModel;
  readonly of: string;
}): JSX.Element {
  return <a href={hrefOf({ view: 'controller', id: controller.id, key: of })}>{of}</a>;
}
