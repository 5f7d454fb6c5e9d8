import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher, Pool } from 'undici';
import { asError } from '../util/errors.js';
import { Connection } from './connection.js';
import type { Connector } from './connector.js';
import type { Undici } from './undici-parts.js';

/** One slot of a pool; `current` is its latest connection. */
export interface ConnectionPlace {
  current: Connection | undefined;
}

/** A request to an agent created by `trackedAgent`. */
export interface TrackedDispatch extends Agent.DispatchOptions {
  /** Called when the request is assigned to a slot, where it may still wait for its connection. */
  readonly onPlaced: (place: ConnectionPlace) => void;
}

/** Options of `trackedAgent`. */
export interface TrackedAgentOptions extends Agent.Options {
  readonly connector: Connector;
  readonly maxHeaderSize: number;
}

/**
 * Creates an undici Agent that reports which connection each request is written to, which undici does not.
 *
 * Its requests are TrackedDispatch.
 */
export function trackedAgent(undici: Undici, { connector, ...options }: TrackedAgentOptions): Agent {
  async function open(
    origin: URL,
    place: ConnectionPlace,
    callback: Parameters<buildConnector.connector>[1],
  ): Promise<void> {
    let socket: Socket;
    try {
      socket = await connector.connect(origin);
    } catch (error) {
      callback(asError(error), null);
      return;
    }
    place.current = new Connection(socket, options.maxHeaderSize);
    callback(null, socket);
  }

  class TrackedClient extends undici.Client {
    readonly #place: ConnectionPlace;

    constructor(origin: URL, clientOptions: object) {
      const place: ConnectionPlace = { current: undefined };
      super(origin, {
        ...clientOptions,
        connect: (_target, callback) => void open(origin, place, callback),
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
    factory: (origin, clientOptions) => new TrackedClient(origin, clientOptions),
  };
  return new undici.Agent({ ...options, factory: (origin) => new undici.Pool(origin, poolOptions) });
}
