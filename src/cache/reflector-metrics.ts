/**
 * Receives a Reflector's metrics: client-go's MetricsProvider (`tools/cache/reflector_metrics.go`) in three methods.
 *
 * Absent methods cost nothing; exceptions from them are not caught.
 */
export interface ReflectorMetrics {
  /** Called after a complete list or initial watch-list (client-go: lists, list duration, items per list). */
  listed?(durationMs: number, items: number): void;
  /** Called after a watch (watches, watch duration, items per watch). `short`: it ended within a second without events. */
  watched?(durationMs: number, items: number, short: boolean): void;
  /** Called after each list and watch with the store's resourceVersion, a string because it may not fit a double. */
  reachedResourceVersion?(resourceVersion: string): void;
}
