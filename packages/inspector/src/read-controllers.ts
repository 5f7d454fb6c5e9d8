import type { Clock } from 'kube-informers';
import type { Controller, Manager } from 'kube-informers/controller';
import type { ControllerModel, ElectionModel } from './model.js';
import { shownText } from './words.js';

/** A run that takes longer is shown as slow, ms. */
export const slowRunMs = 1000;
/** Keys of a controller that are listed. */
export const listedKeys = 50;

/** Reads the controllers of the managers. */
export function readControllers(managers: readonly Manager[], clock: Clock): ControllerModel[] {
  return managers.flatMap((manager) =>
    manager.controllers.map((controller) => readController(controller, clock)),
  );
}

function readController(controller: Controller<never>, clock: Clock): ControllerModel {
  const stats = controller.stats();
  const { queue, reconcileTotal } = stats;
  const nowMs = clock.now();
  return {
    name: stats.name,
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
    maxWorkers: stats.maxConcurrentReconciles,
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
    parked: controller
      .parked()
      .slice(-listedKeys)
      .reverse()
      .map(({ key, attempts, parkedAt, error }) => ({
        key,
        attempts,
        sinceMs: parkedAt,
        reasons: [],
        error: shownText(error.message),
      })),
    waitingForOwnWrites: stats.waitingForOwnWrites,
    loops: stats.loopsTotal,
    timeouts: stats.reconcileTimeoutsTotal,
    facts: [
      ['Program errors', String(stats.reconcilePanicsTotal)],
      ['Keys given up', String(stats.parked)],
    ],
  };
}

/** Reads the elections of the managers. */
export function readElections(managers: readonly Manager[]): ElectionModel[] {
  return managers.flatMap(({ elector }) => {
    if (elector === undefined) return [];
    const stats = elector.stats();
    const { failing } = stats;
    return [
      {
        name: stats.name,
        identity: stats.identity,
        leader: shownText(stats.leader),
        leading: stats.masterStatus === 1,
        facts: [
          ['Doing', stats.activity],
          ['Terms', String(stats.terms)],
          ['Terms lost', String(stats.lostTerms)],
          ['Renewals', String(stats.renewals)],
          ['Changes of the leader', String(stats.transitions)],
          ['Failed requests', String(stats.failures)],
          ...(failing === undefined ? [] : [['Failing', shownText(failing.error.message)] as const]),
        ],
      },
    ];
  });
}
