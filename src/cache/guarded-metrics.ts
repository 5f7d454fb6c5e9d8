import { isThenable } from '../util/realm.js';
import { asError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import type { InformerMetrics } from './informer-metrics.js';
import type { ReflectorMetrics } from './reflector-metrics.js';

type Metrics = InformerMetrics & ReflectorMetrics;

/** All metrics: the type makes the compiler report a missing one. */
const names: Readonly<Record<keyof Metrics, true>> = {
  queuedItems: true,
  processingLatency: true,
  storeResourceVersion: true,
  handlerBacklog: true,
  listed: true,
  watched: true,
  reachedResourceVersion: true,
};

/**
 * Returns metrics that never throw, because they are called in the middle of a change.
 *
 * The first failure of each metric, thrown or rejected, is logged at level error; later ones are ignored, as metrics are
 * called for every event. Absent metrics stay absent and cost nothing.
 */
export function guardMetrics(metrics: Metrics | undefined, logger: Logger): Metrics | undefined {
  if (metrics === undefined) return undefined;
  const guarded: Record<string, (...args: unknown[]) => void> = {};
  for (const name of Object.keys(names)) {
    const call: unknown = metrics[name as keyof Metrics];
    if (typeof call === 'function') guarded[name] = guardOne(name, call.bind(metrics), logger);
  }
  // Each function passes its arguments to the metric of the same name.
  return guarded;
}

function guardOne(
  name: string,
  call: (...args: unknown[]) => unknown,
  logger: Logger,
): (...args: unknown[]) => void {
  let reported = false;
  const failed = (thrown: unknown): void => {
    if (reported) return;
    reported = true;
    logger.error(
      { metric: name, err: asError(thrown) },
      'a metric failed; its further failures are not logged',
    );
  };
  return (...args) => {
    try {
      const result = call(...args);
      if (isThenable(result)) Promise.resolve(result).then(undefined, failed);
    } catch (thrown) {
      failed(thrown);
    }
  };
}
