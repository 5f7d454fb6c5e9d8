import { humanDuration, isoTime } from 'kube-informers/internal';
import type { InformerModel, ProblemModel, StateModel, VerdictModel } from './model.js';

/** Failed runs are a problem for so many minutes, also after their keys have recovered. */
export const recentMinutes = 10;

/** What the verdict is about. */
export type Judged = Omit<StateModel, 'verdict' | 'program' | 'secretValues' | 'actions' | 'log'>;

/** Returns one verdict about the whole program: its caches, controllers, elections, shardings and credentials. */
export function verdictOf(state: Judged): VerdictModel {
  const problems = [
    ...credentialProblems(state),
    ...cacheProblems(state.informers),
    ...electionProblems(state),
    ...shardingProblems(state),
    ...state.controllers.flatMap((controller) => controllerProblems(controller, state.atMs)),
  ].toSorted((a, b) => Number(b.bad) - Number(a.bad));
  const [first] = problems;
  if (first !== undefined) {
    const text =
      problems.length === 1
        ? first.what
        : `${first.what}, and ${plural(problems.length - 1, 'more problem')}`;
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

function credentialProblems({ clients, atMs }: Judged): ProblemModel[] {
  return clients
    .filter(({ credentialsExpireAtMs = Infinity }) => credentialsExpireAtMs <= atMs)
    .map(({ server, credentialsExpireAtMs = 0 }) => ({
      bad: true,
      what: `The credentials for ${server} have expired`,
      detail: `They expired at ${isoTime(credentialsExpireAtMs)}.`,
      todo: 'Renew the token, certificate or plugin login that the program uses.',
      view: { kind: 'requests' },
    }));
}

/** One problem for all caches that have the same one. */
function cacheProblems(informers: readonly InformerModel[]): ProblemModel[] {
  const groups = new Map<string, InformerModel[]>();
  for (const informer of informers) {
    if (informer.freshness === 'fresh') continue;
    const { freshness, state } = informer;
    const cause = [freshness, freshness === 'syncing' ? state : '', errorOf(informer)?.code ?? ''].join(' ');
    groups.set(cause, [...(groups.get(cause) ?? []), informer]);
  }
  return Array.from(groups.values(), (group) => cacheProblem(group, informers.length));
}

function cacheProblem(group: readonly InformerModel[], total: number): ProblemModel {
  const [first] = group as [InformerModel, ...InformerModel[]];
  const { freshness, absent, state } = first;
  const error = errorOf(first);
  const count = group.length === 1 ? first.name : `${group.length} of ${total} caches`;
  const are = group.length === 1 ? 'is' : 'are';
  const since = Math.min(...group.map(({ staleSinceMs = Infinity }) => staleSinceMs));
  const common = {
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
    what: `${count} may be out of date`,
    todo: todoFor(error, first.name),
    ...common,
    retry: group.filter(({ retryAtMs }) => retryAtMs !== undefined).map(({ id }) => id),
  };
}

function errorOf({ lastError }: InformerModel): InformerModel['lastError'] {
  return lastError?.overcome === false ? lastError : undefined;
}

/** Returns what to do about an error of a list or watch. */
function todoFor(error: InformerModel['lastError'], resource: string): string {
  if (error?.code === undefined) return 'Wait: the informer follows the server by itself.';
  const { code, message } = error;
  if (code === '401') return 'Renew the credentials of the program.';
  // Only the authorizer of an API server says this; a proxy has other reasons.
  if (code === '403' && /: User ".*" cannot (list|watch) resource "/.test(message))
    return `Allow the program to list and watch ${resource}.`;
  if (/CONNECTION|DNS|TIMEOUT|IDLE|TLS|NETWORK|SOCKET/.test(code))
    return 'Check that the API server runs and that this process can reach it. The informers try again by themselves.';
  return 'See the error. The informers try again by themselves.';
}

function electionProblems({ elections, atMs }: Judged): ProblemModel[] {
  return elections.flatMap(({ name, failing, expired, state }): ProblemModel[] => {
    const view = { kind: 'controllers' } as const;
    if (expired !== undefined)
      return [
        {
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
  const { id, name, parked, parkedCount, failing, timedOut, pausedUntilMs, minutes } = controller;
  const view = { kind: 'controller', id } as const;
  const problems: ProblemModel[] = [];
  const [given] = parked;
  if (given !== undefined)
    problems.push({
      bad: true,
      what: `Controller ${name} gave up ${parkedCount === 1 ? given.key : plural(parkedCount, 'key')}`,
      detail: given.error,
      sinceMs: given.sinceMs,
      todo: 'Fix the cause, then resume the key, or change its object.',
      view: parkedCount === 1 ? { ...view, key: given.key } : view,
    });
  const [failed] = failing;
  if (failed !== undefined)
    problems.push({
      bad: true,
      what: `Controller ${name} fails for ${failing.length === 1 ? failed.key : plural(failing.length, 'key')}`,
      detail: failed.error,
      sinceMs: failed.sinceMs,
      todo: 'See the stack of the last failure. The key is tried again by itself.',
      view: failing.length === 1 ? { ...view, key: failed.key } : view,
    });
  if (timedOut > 0)
    problems.push({
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
      bad: false,
      what: `${errors} of ${plural(runs, 'run')} of controller ${name} failed in the last ${recentMinutes} minutes`,
      todo: 'No key fails now. See the stack of the last failure.',
      view,
    });
  if (pausedUntilMs !== undefined)
    problems.push({
      bad: false,
      what: `Controller ${name} is paused`,
      detail:
        pausedUntilMs === null
          ? 'It has no end.'
          : `It ends by itself in ${humanDuration(Math.max(0, pausedUntilMs - atMs))}.`,
      todo: pausedUntilMs === null ? 'The program has to call resume().' : 'Resume it, or wait.',
      view,
    });
  return problems;
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
