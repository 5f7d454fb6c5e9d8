/** Metrics that another library reads; returned by `registerWithPrometheus` and `registerWithOpenTelemetry`. */
export interface MetricsRegistration extends Disposable {
  /** Takes the metrics back; `using` does the same. Further calls do nothing. */
  readonly remove: () => void;
}

/** Returns a registration that calls `undo` once. */
export function registration(undo: () => void): MetricsRegistration {
  let removed = false;
  const remove = (): void => {
    if (removed) return;
    removed = true;
    undo();
  };
  return { remove, [Symbol.dispose]: remove };
}
