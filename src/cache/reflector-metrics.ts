/**
 * Where a Reflector's numbers go: client-go's MetricsProvider (`tools/cache/reflector_metrics.go`) in three calls.
 * Absent methods cost nothing; what they throw is not caught.
 */
export interface ReflectorMetrics {
  /** A list came whole, in however many pages, or a watch-list reached its mark: lists, list duration, items per list. */
  listed?(durationMs: number, items: number): void;
  /** A watch was over: watches, watch duration, items per watch. `short` is one that ended within a second without events. */
  watched?(durationMs: number, items: number, short: boolean): void;
  /** The store has reached this resourceVersion: after each list, and each watch. A string: it need not fit a double. */
  reachedResourceVersion?(resourceVersion: string): void;
}
