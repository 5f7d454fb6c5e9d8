import type { TracingChannel } from 'node:diagnostics_channel';
import { builtin } from './builtin.js';

/** A message that gets an error if the operation fails. */
export interface TraceMessage {
  error?: unknown;
}

/**
 * A tracing channel of `node:diagnostics_channel`.
 *
 * A caller asks `isObserved` before it builds a message, so that without a subscriber an operation allocates nothing.
 */
export class TraceChannel<M extends TraceMessage> {
  readonly #channel: TracingChannel<unknown, M>;

  /** Refers to the channel from now on: Bun forgets a channel that only its subscribers refer to. */
  constructor(name: string) {
    this.#channel = builtin('node:diagnostics_channel').tracingChannel<unknown, M>(name);
  }

  /** True if anything subscribes to the channel. Bun has no `TracingChannel.hasSubscribers`. */
  get isObserved(): boolean {
    const { start, end, asyncStart, asyncEnd, error } = this.#channel;
    return (
      start.hasSubscribers ||
      end.hasSubscribers ||
      asyncStart.hasSubscribers ||
      asyncEnd.hasSubscribers ||
      error.hasSubscribers
    );
  }

  /** Returns an operation that has not begun yet. */
  operation(message: M): Trace<M> {
    return new Trace(message, this.#channel);
  }
}

/** One operation, published as `tracePromise` does it, but without its result, which may be a Secret. */
export class Trace<M extends TraceMessage> {
  readonly message: M;
  readonly #channel: TracingChannel<unknown, M>;

  constructor(message: M, channel: TracingChannel<unknown, M>) {
    this.message = message;
    this.#channel = channel;
  }

  /** Publishes the beginning and calls `work` in the context of the stores that are bound to it. */
  run<R>(work: () => Promise<R>): Promise<R> {
    const { start, end } = this.#channel;
    return start.runStores(this.message, () => {
      try {
        return work();
      } finally {
        end.publish(this.message);
      }
    });
  }

  /** Publishes the end, after the error if there is one. To be called once. */
  end(error?: unknown): void {
    const { message } = this;
    const channel = this.#channel;
    if (error !== undefined) {
      message.error = error;
      channel.error.publish(message);
    }
    channel.asyncStart.publish(message);
    channel.asyncEnd.publish(message);
  }
}
