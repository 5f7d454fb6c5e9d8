import { humanDuration } from 'kube-informers/internal';
import type { FailingModel, InformerModel, ProblemModel, StateModel, VerdictModel } from './model.js';

/** Failed runs are a problem for so many minutes, also after their keys have recovered. */
export const recentMinutes = 10;

/** What the verdict is about. */
export type Judged = Omit<StateModel, 'verdict' | 'program' | 'secretValues' | 'actions' | 'log'>;

/** Returns one verdict about the whole program: its caches, controllers, elections, shardings and credentials. */
export function verdictOf(state: Judged): VerdictModel {
  const { problems: serverProblems, rest } = splitServerProblems(state);
  const problems = [
    ...credentialProblems(state),
    ...serverProblems,
    ...cacheProblems(rest.informers, state.informers.length),
    ...electionProblems(rest),
    ...shardingProblems(rest),
    ...state.controllers.flatMap((controller) => controllerProblems(controller, state.atMs)),
  ]
    .toSorted((a, b) => Number(b.bad) - Number(a.bad))
    .map((problem) => withNextAttempt(problem, state.atMs));
  const [first] = problems;
  if (first !== undefined) {
    const text =
      problems.length === 1
        ? textOf(first)
        : `${textOf(first)} (+${plural(problems.length - 1, 'more problem')})`;
    return { level: first.bad ? 'bad' : 'warn', text, problems };
  }
  const { informers, controllers } = state;
  if (informers.length + controllers.length === 0)
    return { level: 'warn', text: 'No informers and no controllers yet', problems };
  const parts = [
    informers.length === 0
      ? ''
      : informers.length === 1
        ? 'the cache is fresh'
        : `all ${informers.length} caches are fresh`,
    controllers.length === 0 ? '' : `${plural(controllers.length, 'controller')} without failures`,
  ].filter((part) => part !== '');
  return { level: 'good', text: `All is well: ${parts.join(', ')}`, problems };
}

/** A problem in one line. */
export function textOf({ what, affects }: Pick<ProblemModel, 'what' | 'affects'>): string {
  return affects === undefined ? what : `${what}: ${affects}`;
}

/** Codes of errors that came from the network, and not from the server. */
const isNetwork = /CONNECTION|DNS|TIMEOUT|IDLE|TLS|NETWORK|SOCKET/;

type Affected = Pick<Judged, 'informers' | 'elections' | 'shardings'>;

/** Finds the servers that fail all that is asked of them, and what suffers from nothing else. */
function splitServerProblems(state: Judged): {
  readonly problems: RetriedProblem[];
  readonly rest: Judged;
} {
  const servers = new Set<string | undefined>();
  for (const informer of state.informers) if (errorOf(informer) !== undefined) servers.add(informer.server);
  for (const { failing } of [...state.elections, ...state.shardings])
    if (failing !== undefined) servers.add(failing.server);
  const problems: RetriedProblem[] = [];
  let rest = state;
  for (const server of servers)
    for (const cause of [unreachable, unauthorized]) {
      const found = cause(rest, server);
      if (found === undefined) continue;
      problems.push(found.problem);
      const { informers, elections, shardings } = found.affected;
      rest = {
        ...rest,
        informers: rest.informers.filter((one) => !informers.includes(one)),
        elections: rest.elections.filter((one) => !elections.includes(one)),
        shardings: rest.shardings.filter((one) => !shardings.includes(one)),
      };
    }
  return { problems, rest };
}

type Found = { readonly problem: RetriedProblem; readonly affected: Affected } | undefined;

/** Caches that one outage hits notice it within this time: each request fails by itself. */
const noticedWithinMs = 30_000;

/** No request reaches the server, or none did until it answered again and some caches wait for their next attempt. */
function unreachable(state: Judged, server: string | undefined): Found {
  const failed = affectedBy(state, server, ({ code = '' }) => isNetwork.test(code));
  const sinceMs = beginOf(failed);
  const lastFailureMs = Math.max(...failed.informers.map(({ lastError }) => lastError?.atMs ?? Infinity));
  const heard = state.informers.filter(
    (informer) => informer.server === server && informer.lastByteAgeMs !== undefined,
  );
  const heardMs = ({ lastByteAgeMs = Infinity }: InformerModel): number => state.atMs - lastByteAgeMs;
  // Another cache has heard from it all the time: it is the network of one request, or one resource.
  const isOnlyOne = heard.some(
    (informer) =>
      informer.freshness === 'fresh' &&
      heardMs(informer) > sinceMs &&
      (informer.lastError?.atMs ?? 0) < sinceMs - noticedWithinMs,
  );
  if (!Number.isFinite(sinceMs) || isOnlyOne) return undefined;
  const answers = heard.some((informer) => heardMs(informer) > lastFailureMs);
  // Those that have not failed yet wait for the same server.
  const waiting = state.informers.filter(
    (informer) =>
      informer.server === server &&
      errorOf(informer) === undefined &&
      (informer.freshness === 'stale' || informer.freshness === 'syncing'),
  );
  return serverProblem(
    { ...failed, informers: [...failed.informers, ...waiting] },
    {
      id: `unreachable ${server ?? ''}`,
      bad: !answers,
      what: `API server ${server === undefined ? '' : `${server} `}${answers ? 'answers again' : 'unreachable'}`,
      todo: answers
        ? 'Wait, or try now: these have not asked it again yet.'
        : 'Check that the API server runs and that this process can reach it. Every request is retried automatically.',
    },
  );
}

/** The server does not accept the credentials. */
function unauthorized(state: Judged, server: string | undefined): Found {
  return serverProblem(
    affectedBy(state, server, ({ code }) => code === '401'),
    {
      id: `unauthorized ${server ?? ''}`,
      bad: true,
      what: `API server ${server === undefined ? '' : `${server} `}does not accept the credentials`,
      todo: 'Renew the credentials of the program.',
    },
  );
}

function affectedBy(
  { informers, elections, shardings }: Judged,
  server: string | undefined,
  matches: (error: { readonly code?: string | undefined }) => boolean,
): Affected {
  const fails = (failing: FailingModel | undefined): boolean =>
    failing !== undefined && failing.server === server && matches(failing);
  return {
    informers: informers.filter((informer) => {
      const error = errorOf(informer);
      const { freshness } = informer;
      return (
        informer.server === server &&
        error !== undefined &&
        matches(error) &&
        freshness !== 'fresh' &&
        freshness !== 'stopped'
      );
    }),
    elections: elections.filter(({ failing, expired }) => expired === undefined && fails(failing)),
    shardings: shardings.filter(({ failing, expired }) => expired === undefined && fails(failing)),
  };
}

/** When the first of them began to fail; Infinity if there are none. */
function beginOf({ informers, elections, shardings }: Affected): number {
  return Math.min(
    ...informers.map(({ staleSinceMs = Infinity }) => staleSinceMs),
    ...[...elections, ...shardings].map(({ failing }) => failing?.sinceMs ?? Infinity),
  );
}

function serverProblem(
  affected: Affected,
  problem: Pick<ProblemModel, 'id' | 'bad' | 'what' | 'todo'>,
): Found {
  const { informers, elections, shardings } = affected;
  const first =
    informers.map(errorOf).find((error) => error !== undefined) ??
    [...elections, ...shardings].map(({ failing }) => failing).find((failing) => failing !== undefined);
  if (first === undefined) return undefined;
  const caches = plural(informers.length, 'cache');
  const affects = [
    informers.length > 0 ? caches : '',
    theOr(elections.length, 'election'),
    theOr(shardings.length, 'sharding'),
  ];
  return {
    affected,
    problem: {
      ...problem,
      affects: affects.filter((text) => text !== '').join(', '),
      detail: `${first.code ?? 'error'}: ${first.message}`,
      names: [...informers, ...elections, ...shardings].map(({ name }) => name),
      sinceMs: beginOf(affected),
      view: { kind: informers.length > 0 ? 'informers' : 'controllers' },
      ...retryOf(informers),
    },
  };
}

function theOr(count: number, one: string): string {
  return count === 0 ? '' : count === 1 ? `the ${one}` : plural(count, one);
}

function credentialProblems({ clients, atMs }: Judged): ProblemModel[] {
  return clients
    .filter(({ credentialsExpireAtMs = Infinity }) => credentialsExpireAtMs <= atMs)
    .map(({ server, credentialsExpireAtMs = 0 }) => ({
      id: `expired credentials ${server}`,
      bad: true,
      what: `The credentials for ${server} have expired`,
      sinceMs: credentialsExpireAtMs,
      todo: 'Renew the token, certificate or plugin login that the program uses.',
      view: { kind: 'requests' },
    }));
}

/** One problem for all caches that have the same one. */
function cacheProblems(informers: readonly InformerModel[], total: number): RetriedProblem[] {
  const groups = new Map<string, InformerModel[]>();
  for (const informer of informers) {
    if (informer.freshness === 'fresh') continue;
    const { freshness, state } = informer;
    const cause = [
      freshness,
      freshness === 'syncing' ? state : '',
      errorOf(informer)?.code ?? '',
      ...(isEmpty(informer) ? ['empty'] : []),
    ].join(' ');
    groups.set(cause, [...(groups.get(cause) ?? []), informer]);
  }
  return Array.from(groups, ([cause, group]) => cacheProblem(cause, group, total));
}

function cacheProblem(cause: string, group: readonly InformerModel[], total: number): RetriedProblem {
  const [first] = group as [InformerModel, ...InformerModel[]];
  const { freshness, absent, state } = first;
  const error = errorOf(first);
  const count = group.length === 1 ? first.name : `${group.length} of ${total} caches`;
  const are = group.length === 1 ? 'is' : 'are';
  const since = Math.min(...group.map(({ staleSinceMs = Infinity }) => staleSinceMs));
  const common = {
    id: `cache ${cause}`,
    detail: error === undefined ? first.why : `${error.code ?? 'error'}: ${error.message}`,
    ...(group.length > 1 ? { names: group.map(({ name }) => name) } : {}),
    ...(Number.isFinite(since) ? { sinceMs: since } : {}),
    view:
      group.length === 1 ? ({ kind: 'informer', id: first.id } as const) : ({ kind: 'informers' } as const),
  };
  if (absent)
    return {
      bad: true,
      what: `${count} ${are} not served`,
      todo: 'Install the CustomResourceDefinition, or check the group and version.',
      ...common,
    };
  if (freshness === 'stopped')
    return {
      bad: true,
      what: `${count} ${are} stopped`,
      todo: 'Ask the factory for the informer again and start it, or restart the program.',
      ...common,
    };
  if (freshness === 'syncing')
    return {
      bad: error !== undefined,
      what: `${count} ${are} not complete yet`,
      todo: state === 'not started' ? 'Call start() of the factory.' : todoFor(error, first.name),
      ...common,
    };
  return {
    bad: true,
    what: isEmpty(first) ? `${count} ${are} not complete yet` : `${count} may be out of date`,
    todo: todoFor(error, first.name),
    ...common,
    ...retryOf(group),
  };
}

/** True before the first list: the cache is not out of date, it holds nothing. */
function isEmpty({ resourceVersion }: InformerModel): boolean {
  return resourceVersion === '';
}

/** A problem, and when the first of its informers tries again. */
type RetriedProblem = ProblemModel & { readonly retryAtMs?: number | undefined };

function withNextAttempt({ retryAtMs, ...problem }: RetriedProblem, atMs: number): ProblemModel {
  if (retryAtMs === undefined) return problem;
  const next = `Next attempt in ${humanDuration(Math.max(0, retryAtMs - atMs))}.`;
  return { ...problem, todo: `${problem.todo} ${next}` };
}

/** The informers that wait for their next attempt, and when the first of them is. */
function retryOf(informers: readonly InformerModel[]): Pick<RetriedProblem, 'retry' | 'retryAtMs'> {
  const waiting = informers.filter(({ retryAtMs }) => retryAtMs !== undefined);
  if (waiting.length === 0) return { retry: [] };
  return {
    retry: waiting.map(({ id }) => id),
    retryAtMs: Math.min(...waiting.map(({ retryAtMs = Infinity }) => retryAtMs)),
  };
}

function errorOf({ lastError }: InformerModel): InformerModel['lastError'] {
  return lastError?.overcome === false ? lastError : undefined;
}

/** Returns what to do about an error of a list or watch. */
function todoFor(error: InformerModel['lastError'], resource: string): string {
  if (error?.code === undefined) return 'Wait: the informer catches up automatically.';
  const { code, message } = error;
  // Only the authorizer of an API server says this; a proxy has other reasons.
  if (code === '403' && /: User ".*" cannot (list|watch) resource "/.test(message))
    return `Allow the program to list and watch ${resource}.`;
  return 'See the error. The informers retry automatically.';
}

function electionProblems({ elections, atMs }: Judged): ProblemModel[] {
  return elections.flatMap(({ name, failing, expired, state }): ProblemModel[] => {
    const view = { kind: 'controllers' } as const;
    if (expired !== undefined)
      return [
        {
          id: `lease ${name}`,
          bad: true,
          what: `The Lease ${name} has expired, and work goes on`,
          detail: expired,
          todo: 'Restart this process.',
          view,
        },
      ];
    if (failing !== undefined)
      return [
        {
          id: `lease ${name}`,
          bad: true,
          what: `The Lease ${name} cannot be read or written`,
          detail: `${failing.message} (${plural(failing.requests, 'request')} in ${humanDuration(atMs - failing.sinceMs)})`,
          sinceMs: failing.sinceMs,
          todo: 'Check the API server, and that the program may get, create and update Leases.',
          view,
        },
      ];
    if (state === 'noHolder' || state === 'wasHolder')
      return [
        {
          id: `no leader ${name}`,
          bad: false,
          what: `No process leads ${name}`,
          detail: state === 'wasHolder' ? 'This process was the holder; its term has ended.' : undefined,
          todo: 'Wait: a candidate takes the Lease once it has expired.',
          view,
        },
      ];
    return [];
  });
}

function shardingProblems({ shardings }: Judged): ProblemModel[] {
  return shardings.flatMap(({ name, failing, expired }): ProblemModel[] => {
    const view = { kind: 'controllers' } as const;
    if (expired !== undefined)
      return [
        {
          id: `sharding ${name}`,
          bad: true,
          what: `A Lease of sharding ${name} has expired, and runs go on`,
          detail: expired,
          todo: 'Restart this process.',
          view,
        },
      ];
    if (failing === undefined) return [];
    return [
      {
        id: `sharding ${name}`,
        bad: true,
        what: `Leases of sharding ${name} cannot be read or written`,
        detail: failing.message,
        sinceMs: failing.sinceMs,
        todo: 'Check the API server, and that the program may list, create and update Leases.',
        view,
      },
    ];
  });
}

function controllerProblems(controller: StateModel['controllers'][number], atMs: number): ProblemModel[] {
  const { id, name, givenUp, givenUpCount, failing, timedOut, pausedUntilMs, minutes } = controller;
  const view = { kind: 'controller', id } as const;
  const problems: ProblemModel[] = [];
  const [given] = givenUp;
  if (given !== undefined)
    problems.push({
      id: `givenUp ${id}`,
      bad: true,
      what: `Controller ${name} gave up ${givenUpCount === 1 ? given.key : plural(givenUpCount, 'key')}`,
      detail: given.error,
      sinceMs: given.sinceMs,
      todo: 'Fix the cause, then resume the key, or change its object.',
      view: givenUpCount === 1 ? { ...view, key: given.key } : view,
    });
  const [failed] = failing;
  if (failed !== undefined)
    problems.push({
      id: `failing ${id}`,
      bad: true,
      what: `Controller ${name} fails for ${failing.length === 1 ? failed.key : plural(failing.length, 'key')}`,
      detail: failed.error,
      sinceMs: failed.sinceMs,
      todo: 'See the stack of the last failure. The key is retried automatically.',
      view: failing.length === 1 ? { ...view, key: failed.key } : view,
    });
  if (timedOut > 0)
    problems.push({
      id: `timed out ${id}`,
      bad: true,
      what: `${plural(timedOut, 'run')} of controller ${name} did not end in time`,
      todo: 'Let the reconcile end when its signal aborts.',
      view,
    });
  const recent = minutes.slice(-recentMinutes);
  const errors = recent.reduce((sum, minute) => sum + minute.errors, 0);
  const runs = recent.reduce((sum, minute) => sum + minute.runs, 0);
  if (errors > 0 && problems.length === 0)
    problems.push({
      id: `errors ${id}`,
      bad: false,
      what: `${errors} of ${plural(runs, 'run')} of controller ${name} failed in the last ${recentMinutes} minutes`,
      todo: 'No key fails now. See the stack of the last failure.',
      view,
    });
  if (pausedUntilMs !== undefined)
    problems.push({
      id: `paused ${id}`,
      bad: false,
      what: `Controller ${name} is paused`,
      detail:
        pausedUntilMs === null
          ? 'It has no end.'
          : `It ends automatically in ${humanDuration(Math.max(0, pausedUntilMs - atMs))}.`,
      todo: pausedUntilMs === null ? 'The program has to call resume().' : 'Resume it, or wait.',
      view,
    });
  return problems;
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
