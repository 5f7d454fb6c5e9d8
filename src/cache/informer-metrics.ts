/**
 * Receives an informer's metrics, named as in client-go, which has no metric for a handler's backlog
 * (`informer_queued_items`, `informer_processing_latency_seconds`, `informer_store_resource_version`).
 *
 * Called for every event, so they must be fast. The first exception of each is logged at level error, and the informer
 * continues. The methods are read when the informer is created. Without metrics nothing is computed.
 */
export interface InformerMetrics {
  /** Number of items in the queue: keys of a DeltaFIFO, events of a RealFIFO. */
  queuedItems?(count: number): void;
  /** Time to store one popped item (or batch) and add it to the handlers' backlogs, in seconds. */
  processingLatency?(seconds: number): void;
  /** The store's resourceVersion after that. A string, because it may exceed the precision of a double. */
  storeResourceVersion?(resourceVersion: string): void;
  /** Number of pending events of a handler. */
  handlerBacklog?(handler: string, count: number): void;
}
