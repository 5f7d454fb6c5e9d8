import type { ComponentChildren, JSX } from 'preact';
import type { IncidentsModel, ProblemModel, StateModel } from '../model.js';
import { Action } from './action.js';
import { bytes, count, dateTime, duration, percent, plural, since } from './format.js';
import { electionText, electionWord } from './election.js';
import { Section, Table, Time } from './parts.js';
import { hrefOf, hrefOfView } from './route.js';

/** What is wrong and what to do, then what there is. */
export function Overview({
  state,
  incidents,
}: {
  readonly state: StateModel;
  readonly incidents: IncidentsModel | undefined;
}): JSX.Element {
  const { verdict, informers, controllers, elections, shardings, clients, atMs, log, program } = state;
  const fresh = informers.filter(({ freshness }) => freshness === 'fresh').length;
  const minutes = controllers.flatMap((controller) => controller.minutes);
  const runs = minutes.reduce((sum, minute) => sum + minute.runs, 0);
  const errors = minutes.reduce((sum, minute) => sum + minute.errors, 0);
  return (
    <>
      {verdict.problems.length > 0 && (
        <ul class="problems" aria-label="Problems">
          {verdict.problems.map((problem) => (
            <Problem key={problem.id} problem={problem} state={state} />
          ))}
        </ul>
      )}
      <div class="tiles">
        {informers.length > 0 && (
          <Tile name="Caches" href={hrefOf({ view: 'informers' })} isBad={fresh < informers.length}>
            {fresh} of {informers.length} fresh
            <span class="sub">
              {plural(
                informers.reduce((sum, { objects }) => sum + objects, 0),
                'object',
              )}
            </span>
          </Tile>
        )}
        {controllers.length > 0 && (
          <Tile name="Runs in the last hour" href={hrefOf({ view: 'controllers' })} isBad={errors > 0}>
            {count(runs)}
            <span class="sub">
              {errors === 0 ? 'none failed' : `${count(errors)} failed (${percent(errors, runs)})`}
            </span>
          </Tile>
        )}
        {elections.map((election) => (
          <Tile
            key={election.name}
            name={`Election ${election.name}`}
            href={hrefOf({ view: 'controllers' })}
            isBad={election.failing !== undefined}
          >
            {electionWord(election)}
            <span class="sub">{electionText(election, atMs)}</span>
          </Tile>
        ))}
        {shardings.map((sharding) => (
          <Tile
            key={sharding.name}
            name={`Sharding ${sharding.name}`}
            href={hrefOf({ view: 'controllers' })}
            isBad={sharding.failing !== undefined}
          >
            {sharding.owned.reduce((sum, [first, last]) => sum + last - first + 1, 0)} of {sharding.slots}{' '}
            slots
            <span class="sub">{plural(sharding.memberCount, 'replica')}</span>
          </Tile>
        ))}
        {clients.map(({ server, credentialsExpireAtMs }, index) => (
          <Tile
            key={index}
            name="Credentials"
            href={hrefOf({ view: 'requests' })}
            isBad={(credentialsExpireAtMs ?? Infinity) <= atMs}
          >
            {credentialsExpireAtMs === undefined
              ? 'No expiry'
              : credentialsExpireAtMs > atMs
                ? `Expire in ${duration(credentialsExpireAtMs - atMs)}`
                : 'Expired'}
            <span class="sub">
              {credentialsExpireAtMs !== undefined && `${dateTime(credentialsExpireAtMs, atMs)} · `}
              {server}
            </span>
          </Tile>
        ))}
        <Tile name="Memory" isBad={false}>
          {bytes(program.rssBytes)}
          <span class="sub">
            heap {bytes(program.heapBytes)}, buffers {bytes(program.externalBytes)}
          </span>
        </Tile>
      </div>
      <Incidents model={incidents} nowMs={atMs} />
      {log.length > 0 && (
        <Section title="Actions" note="By users of this page.">
          <ActionLog state={state} />
        </Section>
      )}
    </>
  );
}

/** What was wrong in the last day. */
function Incidents({
  model,
  nowMs,
}: {
  readonly model: IncidentsModel | undefined;
  readonly nowMs: number;
}): JSX.Element | null {
  if (model === undefined) return null;
  const { sinceMs, incidents } = model;
  return (
    <Section
      title="Incidents of the last day"
      note={`Recorded since ${dateTime(sinceMs, nowMs)}, also with no page open.`}
    >
      <Table
        caption="Incidents"
        kind="incidents"
        rows={incidents}
        keyOf={({ beginMs, what }) => `${beginMs} ${what}`}
        rowClass={({ endMs }) => (endMs === undefined ? 'stale' : '')}
        empty="None."
        cols={[
          {
            title: 'Began',
            tight: true,
            cell: ({ beginMs }) => <Time ms={beginMs} nowMs={nowMs} />,
          },
          {
            title: 'Ended',
            tight: true,
            cell: ({ endMs }) => (endMs === undefined ? 'not yet' : <Time ms={endMs} nowMs={nowMs} />),
          },
          {
            title: 'Lasted',
            tight: true,
            cell: ({ beginMs, endMs = nowMs }) => duration(endMs - beginMs),
          },
          {
            title: 'What',
            cell: ({ what, detail, again }) => (
              <>
                {what}
                {again > 0 && `, ${plural(again, 'time')} again within a minute`}
                {detail !== undefined && <span class="sub">{detail}</span>}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** The last actions; those of one informer or controller with an `id`. */
export function ActionLog({ state, id }: { readonly state: StateModel; readonly id?: string }): JSX.Element {
  return (
    <div class="timeline" role="region" aria-label="Actions" tabIndex={0}>
      <ol>
        {state.log
          .filter((action) => id === undefined || action.id === id)
          .map(({ atMs, what }, index) => (
            <li key={index}>
              <time>{dateTime(atMs, state.atMs)}</time>
              <span>{what}</span>
            </li>
          ))}
      </ol>
    </div>
  );
}

function Problem({
  problem,
  state,
}: {
  readonly problem: ProblemModel;
  readonly state: StateModel;
}): JSX.Element {
  const { bad, what, affects, detail, names, sinceMs, todo, view } = problem;
  return (
    <li class={bad ? 'bad' : 'warn'}>
      <h2>
        <a href={hrefOfView(view)}>{what}</a>
        {sinceMs !== undefined && <span class="since"> {since(sinceMs, state.atMs)}</span>}
        {affects !== undefined && <span class="affects">: {affects}</span>}
      </h2>
      {detail !== undefined && <p class="detail">{detail}</p>}
      {names !== undefined && <p class="sub">{names.join(', ')}</p>}
      <p class="todo">{todo}</p>
      {state.actions && <ProblemAction problem={problem} state={state} />}
    </li>
  );
}

/** The action that may solve a problem, if there is one. */
function ProblemAction({
  problem: { retry = [], view },
  state,
}: {
  readonly problem: ProblemModel;
  readonly state: StateModel;
}): JSX.Element | null {
  const [first] = retry;
  if (first !== undefined)
    return (
      <p class="actions">
        <Action name="retry" query={{ informer: retry.length === 1 ? first : '' }} isPrimary>
          Try now
        </Action>
      </p>
    );
  if (view.kind !== 'controller' || view.key === undefined) return null;
  const { id, key } = view;
  const isGivenUp = state.controllers.some(
    (controller) => controller.id === id && controller.givenUp.some((givenUp) => givenUp.key === key),
  );
  return (
    <p class="actions">
      <Action name={isGivenUp ? 'resume' : 'reconcile'} query={{ controller: id, key }} isPrimary>
        {isGivenUp ? 'Resume' : 'Reconcile'} {key} {isGivenUp ? '' : 'now'}
      </Action>
    </p>
  );
}

function Tile({
  name,
  href,
  isBad,
  children,
}: {
  readonly name: string;
  readonly href?: string;
  readonly isBad: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class={`tile${isBad ? ' bad' : ''}`}>
      <h2>{href === undefined ? name : <a href={href}>{name}</a>}</h2>
      <p>{children}</p>
    </section>
  );
}
