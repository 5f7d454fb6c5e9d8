/**
 * Where an informer's numbers go. Names as client-go's metrics (`informer_queued_items`,
 * `informer_processing_latency_seconds`, `informer_store_resource_version`); the backlog of a handler has no model there.
 *
 * Called on the way of every event: be quick. What they throw harms nobody, and is one line at level error for each of
 * them. They are looked up when the informer is made. Without metrics nothing is computed.
 */
export interface InformerMetrics {
  /** Items that wait in the queue: keys of a DeltaFIFO, events of a RealFIFO. */
  queuedItems?(count: number): void;
  /** How long one popped item (or batch) took to be stored and handed to the handlers' buffers, in seconds. */
  processingLatency?(seconds: number): void;
  /** The store's resourceVersion after that. A string: the number may have more digits than a double holds. */
  storeResourceVersion?(resourceVersion: string): void;
  /** Events that wait for a handler. */
  handlerBacklog?(handler: string, count: number): void;
}
