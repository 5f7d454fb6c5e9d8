import type { Clock } from 'kube-informers';
import type { Controller, EndedRun, LeaderElectionStats, Manager } from 'kube-informers/controller';
import { asError, failureCode } from 'kube-informers/internal';
import type {
  ControllerDetailModel,
  ControllerModel,
  ElectionModel,
  FailingModel,
  RunModel,
} from './model.js';
import { serverOf } from './read-clients.js';
import type { ControllerSubject, Subjects } from './subjects.js';
import { shownText } from './words.js';

/** A run that takes longer is shown as slow, ms. */
export const slowRunMs = 1000;
/** Keys of a controller that are listed. */
export const listedKeys = 50;

/** Reads the controllers of the managers. */
export function readControllers(subjects: Subjects, clock: Clock): ControllerModel[] {
  return subjects.controllers().map((subject) => readController(subject, clock));
}

/** Reads the last runs of a controller; those of `key`, unless it is "". */
export function readRuns({ id, controller }: ControllerSubject, key: string): ControllerDetailModel {
  const { runs, failures } = controller.history();
  const isAsked = (run: EndedRun): boolean => key === '' || run.key === key;
  return {
    id,
    explanation: key === '' ? undefined : shownText(controller.explain(key).text),
    runs: runs.filter(isAsked).slice(0, listedKeys).map(runOf),
    failures: failures
      .filter(isAsked)
      .map((run) => ({ ...runOf(run), stack: shownText(run.error.stack ?? run.error.message) })),
  };
}

function runOf({ key, runId, attempt, reasons, endedAtMs, durationMs, result, message }: EndedRun): RunModel {
  return { key, runId, attempt, reasons, endedAtMs, durationMs, result, message };
}

function readController({ id, controller, informer }: ControllerSubject, clock: Clock): ControllerModel {
  const stats = controller.stats();
  const { queue, reconcileTotal } = stats;
  const nowMs = clock.now();
  return {
    id,
    name: stats.name,
    informer,
    pausedUntilMs: pauseEnd(controller),
    timedOut: stats.timedOutRuns,
    givenUpCount: stats.givenUp,
    minutes: controller.history().minutes,
    queue: {
      name: queue.name,
      depth: queue.depth,
      delayed: queue.delayed,
      processing: queue.processing,
      adds: queue.adds,
      retries: queue.retries,
      longestRunningMs: queue.longestRunningProcessorSeconds * 1000,
    },
    workers: stats.activeWorkers,
    maxWorkers: stats.concurrency,
    success: reconcileTotal.success,
    errors: stats.reconcileErrorsTotal,
    requeues: reconcileTotal.requeue + reconcileTotal.requeueAfter,
    slow: controller
      .activeRuns()
      .filter(({ runningMs }) => runningMs >= slowRunMs)
      .toSorted((a, b) => b.runningMs - a.runningMs)
      .slice(0, listedKeys)
      .map(({ key, attempt, reasons, runningMs, timedOut }) => ({
        key,
        attempts: attempt,
        sinceMs: nowMs - runningMs,
        reasons: timedOut ? ['timed out', ...reasons] : reasons,
      })),
    failing: controller.failing(listedKeys).map(({ key, attempts, failingMs, message }) => ({
      key,
      attempts,
      sinceMs: nowMs - failingMs,
      reasons: [],
      error: shownText(message),
    })),
    givenUp: controller
      .givenUp()
      .slice(-listedKeys)
      .reverse()
      .map(({ key, attempts, sinceMs, error }) => ({
        key,
        attempts,
        sinceMs: sinceMs,
        reasons: [],
        error: shownText(error.message),
      })),
    waitingForOwnWrites: stats.waitingForOwnWrites,
    loops: stats.loopsTotal,
    timeouts: stats.reconcileTimeoutsTotal,
    facts: [['Program errors', String(stats.reconcilePanicsTotal)]],
  };
}

function pauseEnd({ pausedUntil }: Controller<never>): number | null | undefined {
  // JSON has no Infinity.
  return pausedUntil === Infinity ? null : pausedUntil;
}

/** Reads the elections of the managers. */
export function readElections(managers: readonly Manager[]): ElectionModel[] {
  return managers.flatMap(({ elector, factories }) => {
    if (elector === undefined) return [];
    const stats = elector.stats();
    return [
      {
        name: stats.name,
        identity: stats.identity,
        leader: shownText(stats.leader),
        sinceMs: stats.leaderSinceMs,
        state: stateOf(stats),
        failing: failingOf(stats.failing, factories),
        expired: messageOf(() => elector.check()),
        facts: [
          ['Doing', stats.activity],
          ['Terms', String(stats.terms)],
          ['Terms lost', String(stats.lostTerms)],
          ['Renewals', String(stats.renewals)],
          ['Changes of the leader', String(stats.transitions)],
          ['Failed requests', String(stats.failures)],
        ],
      },
    ];
  });
}

/** Requests of a Lease that fail. */
export function failingOf(
  failing: LeaderElectionStats['failing'],
  factories: Manager['factories'],
): FailingModel | undefined {
  if (failing === undefined) return undefined;
  const { error, sinceMs, requests } = failing;
  return {
    message: shownText(error.message),
    code: failureCode(error),
    sinceMs,
    requests,
    server: serverOf(factories.find(({ restClient }) => restClient !== undefined)?.restClient),
  };
}

function stateOf({ activity, isLeader, leader, identity }: LeaderElectionStats): ElectionModel['state'] {
  if (isLeader) return 'leads';
  if (leader === identity) return 'wasHolder';
  if (activity === 'stopped') return 'stopped';
  return leader === '' ? 'noHolder' : 'standby';
}

/** Returns why a check fails. */
export function messageOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (thrown) {
    return shownText(asError(thrown).message);
  }
}
