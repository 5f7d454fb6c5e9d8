import type { Socket } from 'node:net';
import type { Agent, Dispatcher, Pool, buildConnector } from 'undici';
import type { Undici } from './undici-parts.js';

/** One pooled connection, as a request uses it. */
export interface Connection {
  readonly socket: Socket;
  /** Number of completed responses; above 0 the connection is reused. */
  answers: number;
}

/** One slot of a pool; `current` is its latest connection. */
export interface ConnectionPlace {
  current: Connection | undefined;
}

/** A request to an agent created by `trackedAgent`. */
export interface TrackedDispatch extends Agent.DispatchOptions {
  /** Called when the request is assigned to a slot, where it may still wait for its connection. */
  readonly onPlaced: (place: ConnectionPlace) => void;
}

/**
 * Creates an undici Agent that reports which connection each request is written to, which undici does not.
 *
 * Its requests are TrackedDispatch.
 */
export function trackedAgent(
  undici: Undici,
  connect: buildConnector.connector,
  options: Agent.Options,
): Agent {
  class TrackedClient extends undici.Client {
    readonly #place: ConnectionPlace;

    constructor(origin: URL, clientOptions: object) {
      const place: ConnectionPlace = { current: undefined };
      super(origin, {
        ...clientOptions,
        connect: (target, callback) =>
          connect(target, (...result) => {
            const [error, socket] = result;
            if (error === null) place.current = { socket, answers: 0 };
            callback(...result);
          }),
      });
      this.#place = place;
    }

    override dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      if ('onPlaced' in request && typeof request.onPlaced === 'function') request.onPlaced(this.#place);
      return super.dispatch(request, handler);
    }
  }
  const poolOptions: Pool.Options = {
    ...options,
    connect,
    factory: (origin, clientOptions) => new TrackedClient(origin, clientOptions),
  };
  return new undici.Agent({ ...options, factory: (origin) => new undici.Pool(origin, poolOptions) });
}
