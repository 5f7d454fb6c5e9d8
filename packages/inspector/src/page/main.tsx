import { render } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { setToken } from './api.js';
import type { StateModel } from '../model.js';
import { Controller } from './controller.js';
import { Controllers } from './controllers.js';
import { clockTime, since } from './format.js';
import { Informer } from './informer.js';
import { Informers } from './informers.js';
import { controllerOf } from './key-page.js';
import { useLive } from './live.js';
import type { Connection, Topics } from './live.js';
import { Overview } from './overview.js';
import { Mark } from './parts.js';
import { Requests } from './requests.js';
import type { Route } from './route.js';
import { hrefOf, useRoute } from './route.js';

const signs = { warn: 'look', bad: 'problem' } as const;

const views = [
  ['overview', 'Overview'],
  ['informers', 'Informers'],
  ['controllers', 'Controllers'],
  ['requests', 'Requests'],
] as const;

function App(): JSX.Element {
  const route = useRoute();
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<StateModel | undefined>(undefined);
  const live = useLive(topicsOf(route, shown.current), attempt);
  const { state, connection } = live;
  shown.current = state;
  const title = titleOf(
    route,
    state?.informers.find((each) => route.view === 'informer' && each.id === route.id)?.name,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Screen readers continue at the new view; the first one is read from the top.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [title]);
  const lost = connection.kind === 'lost';
  const verdict = lost
    ? { level: 'bad' as const, text: 'Not connected to the program', problems: [] }
    : state?.verdict;
  useEffect(() => {
    const sign = verdict === undefined || verdict.level === 'good' ? '' : `(${signs[verdict.level]}) `;
    const name = state === undefined ? '' : `${state.program.name} · `;
    document.title = `${sign}${name}${title} – kube-informers`;
  }, [title, verdict?.level, state?.program.name]);
  if (connection.kind === 'refused')
    return <Refused connection={connection} isAgain={attempt > 0} onToken={() => setAttempt(attempt + 1)} />;
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          heading.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header class="top">
        <p class="name">
          <a href={hrefOf({ view: 'overview' })}>{state?.program.name ?? 'kube-informers'}</a>
          {state?.program.version !== undefined && ` ${state.program.version}`}
        </p>
        {state !== undefined && <p class="program">{programText(state)}</p>}
        <nav aria-label="Views">
          {views.map(([view, name]) => (
            <a
              key={view}
              href={hrefOf({ view })}
              aria-current={route.view === view ? 'page' : undefined}
              class={`${route.view}s` === view ? 'within' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <div class={`overall ${verdict?.level ?? ''}`} role="status">
          {verdict === undefined ? 'Connecting…' : <Mark level={verdict.level} />}
          {verdict !== undefined &&
            (route.view === 'overview' || verdict.problems.length === 0 ? (
              <span>{verdict.text}</span>
            ) : (
              <a href={hrefOf({ view: 'overview' })}>{verdict.text}</a>
            ))}
        </div>
      </header>
      {lost && (
        <p class="banner" role="alert">
          No connection to the program since {clockTime(connection.sinceMs)}: {connection.why}. Everything
          below is from before.
        </p>
      )}
      <main id="main" class={lost ? 'old' : undefined}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {state === undefined ? (
          <p class="empty">Connecting…</p>
        ) : route.view === 'overview' ? (
          <Overview state={state} incidents={live.incidents} />
        ) : route.view === 'informers' ? (
          <Informers state={state} rates={live.rates} />
        ) : route.view === 'controllers' ? (
          <Controllers state={state} />
        ) : route.view === 'requests' ? (
          <Requests state={state} />
        ) : route.view === 'controller' ? (
          <Controller key={`${route.id} ${route.key}`} route={route} live={live} state={state} />
        ) : (
          <Informer key={route.id} route={route} live={live} state={state} />
        )}
      </main>
    </>
  );
}

/** Where the program runs, on what, and since when. */
function programText({ program, atMs }: StateModel): string {
  const { pod, host, namespace, cluster, runtime, pid, library, uptimeMs } = program;
  const place =
    pod === undefined
      ? host && `host ${host}`
      : `Pod ${namespace === undefined ? '' : `${namespace}/`}${pod}`;
  const parts = [
    place,
    cluster && `cluster ${cluster}`,
    `kube-informers ${library}`,
    runtime,
    `pid ${pid}`,
    `up ${since(atMs - uptimeMs, atMs)}`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** What the stream has to send for a route. */
function topicsOf(route: Route, state: StateModel | undefined): Topics {
  const none: Topics = { informer: '', changes: false, key: '', controller: '', run: '' };
  if (route.view === 'controller') {
    // Of a key, its object is shown with its changes.
    const informer = state?.controllers.find(({ id }) => id === route.id)?.informer ?? '';
    const ofKey = route.key === '' ? none : { ...none, informer, changes: informer !== '', key: route.key };
    return { ...ofKey, controller: route.id, run: route.key };
  }
  if (route.view !== 'informer') return none;
  const isObject = (route.tab === 'objects' || route.tab === 'object') && route.key !== '';
  const controller =
    state !== undefined && route.tab === 'object' ? controllerOf(state, route.id)?.id : undefined;
  return {
    informer: route.id,
    changes: route.tab === 'changes' || isObject,
    key: isObject ? route.key : '',
    controller: controller ?? '',
    run: controller === undefined ? '' : route.key,
  };
}

function titleOf(route: Route, informer: string | undefined): string {
  if (route.view === 'informer' && route.tab === 'object') return route.key;
  if (route.view === 'informer') return informer ?? route.id;
  if (route.view === 'controller') return route.key === '' ? `Controller ${route.id}` : route.key;
  return views.find(([view]) => view === route.view)?.[1] ?? '';
}

function Refused({
  connection,
  isAgain,
  onToken,
}: {
  readonly connection: Connection & { readonly kind: 'refused' };
  /** True after a token was given. */
  readonly isAgain: boolean;
  readonly onToken: () => void;
}): JSX.Element {
  const [token, set] = useState('');
  return (
    <main class="refused">
      <h1>
        {connection.status === 401 ? 'This inspector needs a token' : 'This inspector does not answer here'}
      </h1>
      <p role="alert" class={isAgain ? 'problem' : undefined}>
        {connection.status === 401 && !isAgain
          ? 'Enter the one of the program’s option access.'
          : connection.why}
      </p>
      {connection.status === 401 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setToken(token.trim());
            onToken();
          }}
        >
          <label>
            Token
            <input
              type="password"
              autoComplete="current-password"
              value={token}
              required
              onInput={(event) => set(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary">
            Continue
          </button>
        </form>
      )}
    </main>
  );
}

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
