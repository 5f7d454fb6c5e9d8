import type { Socket } from 'node:net';
import type { Agent, Dispatcher, Pool, buildConnector } from 'undici';
import type { Undici } from './undici-parts.js';

/** One connection of a pool, as a request finds it. */
export interface Connection {
  readonly socket: Socket;
  /** Answers that it has carried to their end: above 0 it has been used before. */
  answers: number;
}

/** The place of one connection in a pool; `current` is the last one that was made for it. */
export interface ConnectionPlace {
  current: Connection | undefined;
}

/** A request for an agent made by `trackedAgent`. */
export interface TrackedDispatch extends Agent.DispatchOptions {
  /** Called when the request has been given a place; it may still wait there for its connection. */
  readonly onPlaced: (place: ConnectionPlace) => void;
}

/**
 * An undici Agent that tells each request which connection it is written to, which undici itself does not. Its requests
 * are TrackedDispatch.
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
