import { faults, FakeClock } from '@kube-informers/testing';
import type { FaultRule, ProxyVerb } from '@kube-informers/testing';
import { EmbeddedBackend } from './backend.js';
import { mostWithin } from './request-bound.js';
import type { CountedRequest } from './request-bound.js';
import type { FaultRow, NoMeaning } from './rows.js';
import { faultRows } from './rows.js';
import { FaultScene } from './scene.js';
import { viewOf } from './view.js';

/** The requests that meet the fault for ten minutes. */
export const lastingScopes = [
  'everything',
  'every watch',
  'every watch, under load',
  'every watch-list',
] as const;
export type LastingScope = (typeof lastingScopes)[number];

/** Virtual duration of a lasting fault. */
export const lastingMs = 600_000;

/** Time to recover: the longest backoff, and the longest wait of a request made before the end of the fault. */
const recoveryMs = 700_000;

/** The results of a lasting fault. */
export interface LastingResult {
  /** Requests within the ten minutes. */
  readonly requests: number;
  /** Most of them within any 60 s, from the start and from the third minute on. */
  readonly perMinute: number;
  readonly perMinuteLater: number;
  /** How often the fault has happened. */
  readonly faults: number;
  readonly reports: number;
  /** The kinds of reports. */
  readonly kinds: readonly string[];
  readonly wrong: readonly string[];
}

const verbs: Readonly<Record<LastingScope, readonly ProxyVerb[]>> = {
  everything: ['list', 'watch', 'watchList'],
  'every watch': ['watch'],
  'every watch, under load': ['watch'],
  'every watch-list': ['watchList'],
};

/** Every fault that can last, and one that only matters when it lasts. */
export const lastingRows: readonly FaultRow[] = [
  ...faultRows.filter(({ staging }) => staging.by !== 'switching'),
  { name: 'watch ended after 1.2 s', staging: { by: 'fault', live: true, at: () => faults.endAfter(1200) } },
];

/** Why a fault cannot last in a scope; undefined when it can. */
export function cannotLast(row: FaultRow, scope: LastingScope): NoMeaning | undefined {
  if (row.staging.by === 'refusing')
    return scope === 'everything' ? undefined : { because: 'a closed port refuses every request' };
  if (row.staging.by !== 'fault') return { because: 'a switch is over at once' };
  if (scope === 'everything') {
    const fault = row.staging.at('list');
    if ('because' in fault) return fault;
    if (fault.kind === 'endAfter') return { because: 'a list is over before' };
  }
  return undefined;
}

/** Ten minutes of one fault, then none: requests stay within limits, all events arrive, and recovery is quick. */
export async function runLasting(row: FaultRow, scope: LastingScope): Promise<LastingResult> {
  const clock = new FakeClock();
  await using backend = await EmbeddedBackend.start(clock, ['a', 'b', 'c', 'd', 'e']);
  await using scene = await FaultScene.of(clock, backend, {
    useWatchList: scope === 'every watch-list',
    view: viewOf(lastingRows.indexOf(row), lastingScopes.indexOf(scope)),
  });
  const { proxy } = scene;
  const refused: CountedRequest[] = [];
  using refusal = row.staging.by === 'refusing' ? proxy.refuse() : undefined;
  let rule: FaultRule | undefined;
  if (row.staging.by === 'fault') {
    const fault = row.staging.at(
      scope === 'everything' ? 'list' : scope === 'every watch-list' ? 'watchList' : 'watch',
    );
    if ('because' in fault) throw new Error(`no cell: ${fault.because}`);
    rule = proxy.inject(fault, { verbs: [...verbs[scope]], times: Infinity });
  }
  const start = clock.now();
  scene.start();
  if (scope === 'every watch, under load') write(scene);
  await scene.pass(lastingMs / 2);
  scene.joinLate();
  await scene.change();
  await scene.pass(lastingMs / 2);
  const reports = [...scene.reports];
  // A refused connection never reaches the proxy; each is one report.
  for (const { at, report } of scene.reportTimes)
    if (report.endsWith('ERR_CONNECTION_REFUSED')) refused.push({ verb: 'refused', at });
  const requests = [...proxy.requests, ...refused];
  const happened = rule?.hits ?? refused.length;
  refusal?.[Symbol.dispose]();
  proxy.heal();
  await scene.change();
  await scene.drive('recovery', recoveryMs, () => scene.isSynced());
  const wrong = [...(await scene.faultsOfState()), ...(await scene.leftovers())];
  return {
    requests: requests.length,
    perMinute: mostWithin(requests, 60_000),
    perMinuteLater: mostWithin(
      requests.filter(({ at }) => at - start >= 120_000),
      60_000,
    ),
    faults: happened,
    reports: reports.length,
    kinds: [...new Set(reports)].sort(),
    wrong,
  };
}

/** A change every three seconds while the fault lasts. */
function write(scene: FaultScene): void {
  const everyMs = 3000;
  let changes = 0;
  const arm = (): void => {
    scene.clock.setTimer(() => {
      scene.writes.push(scene.backend.change('d', `change ${changes}`));
      if (++changes * everyMs < lastingMs) arm();
    }, everyMs);
  };
  arm();
}
