import { render } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { setToken } from './api.js';
import { Controllers } from './controllers.js';
import { bytes, clockTime, duration } from './format.js';
import { Informer } from './informer.js';
import { Informers } from './informers.js';
import { useLive } from './live.js';
import type { Connection } from './live.js';
import { Badge } from './parts.js';
import { Requests } from './requests.js';
import type { Route } from './route.js';
import { hrefOf, useRoute } from './route.js';

const views = [
  ['informers', 'Informers'],
  ['controllers', 'Controllers'],
  ['requests', 'Requests'],
] as const;

function App(): JSX.Element {
  const route = useRoute();
  const [attempt, setAttempt] = useState(0);
  const live = useLive(
    {
      informer: route.view === 'informer' ? route.id : '',
      changes:
        route.view === 'informer' &&
        (route.tab === 'changes' || (route.tab === 'objects' && route.key !== '')),
      key: route.view === 'informer' && route.tab === 'objects' ? route.key : '',
    },
    attempt,
  );
  const { state, connection } = live;
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
    ? { freshness: 'stale' as const, text: 'Not connected to the program' }
    : state?.verdict;
  useEffect(() => {
    const sign = verdict === undefined || verdict.freshness === 'fresh' ? '' : `(${verdict.freshness}) `;
    document.title = `${sign}${title} – kube-informers`;
  }, [title, verdict?.freshness]);
  if (connection.kind === 'refused')
    return <Refused connection={connection} onToken={() => setAttempt(attempt + 1)} />;
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
          <a href={hrefOf({ view: 'informers' })}>kube-informers</a>
        </p>
        <div class={`overall ${verdict?.freshness ?? ''}`} role="status">
          {verdict === undefined ? (
            'Connecting…'
          ) : (
            <>
              <Badge freshness={verdict.freshness} /> <span>{verdict.text}</span>
            </>
          )}
        </div>
        {state !== undefined && (
          <p class="program">
            pid {state.program.pid} · {state.program.runtime} · up {duration(state.program.uptimeMs)} · memory{' '}
            {bytes(state.program.rssBytes)}, heap {bytes(state.program.heapBytes)}, buffers{' '}
            {bytes(state.program.externalBytes)}
          </p>
        )}
        <nav aria-label="Views">
          {views.map(([view, name]) => (
            <a
              key={view}
              href={hrefOf({ view })}
              aria-current={route.view === view ? 'page' : undefined}
              class={route.view === 'informer' && view === 'informers' ? 'within' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
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
        ) : route.view === 'informers' ? (
          <Informers state={state} rates={live.rates} />
        ) : route.view === 'controllers' ? (
          <Controllers state={state} />
        ) : route.view === 'requests' ? (
          <Requests state={state} />
        ) : (
          <Informer key={route.id} route={route} live={live} state={state} />
        )}
      </main>
    </>
  );
}

function titleOf(route: Route, informer: string | undefined): string {
  if (route.view === 'informer') return informer ?? route.id;
  return views.find(([view]) => view === route.view)?.[1] ?? '';
}

function Refused({
  connection,
  onToken,
}: {
  readonly connection: Connection & { readonly kind: 'refused' };
  readonly onToken: () => void;
}): JSX.Element {
  const [token, set] = useState('');
  return (
    <main class="refused">
      <h1>
        {connection.status === 401 ? 'This inspector needs a token' : 'This inspector does not answer here'}
      </h1>
      <p role="alert">{connection.why}</p>
      {connection.status === 401 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setToken(token);
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
