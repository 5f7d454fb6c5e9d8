import { isThenable } from '../util/realm.js';
import { asError } from '../util/errors.js';
import type { Logger } from '../util/logger.js';
import type { InformerMetrics } from './informer-metrics.js';
import type { ReflectorMetrics } from './reflector-metrics.js';

type Metrics = InformerMetrics & ReflectorMetrics;

/** All of them: the compiler asks for one that is missing here. */
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
 * The metrics given, with what they throw (or reject with) kept away from their caller, who stands in the middle of a
 * change: it is a line at level error, once for each of them, since they are called on the way of every event. Metrics
 * that are absent stay absent and cost nothing.
 */
export function guardMetrics(metrics: Metrics | undefined, logger: Logger): Metrics | undefined {
  if (metrics === undefined) return undefined;
  const guarded: Record<string, (...args: unknown[]) => void> = {};
  for (const name of Object.keys(names)) {
    const call: unknown = metrics[name as keyof Metrics];
    if (typeof call === 'function') guarded[name] = guardOne(name, call.bind(metrics), logger);
  }
  // Each of its functions takes what the one of its name takes.
  return guarded;
}

function guardOne(
  name: string,
  call: (...args: unknown[]) => unknown,
  logger: Logger,
): (...args: unknown[]) => void {
  let told = false;
  const failed = (thrown: unknown): void => {
    if (told) return;
    told = true;
    logger.error({ metric: name, err: asError(thrown) }, 'a metric failed; it is told this once');
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
