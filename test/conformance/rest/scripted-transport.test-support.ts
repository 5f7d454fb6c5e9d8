import { expect } from 'vitest';
import { BodyQueue } from '../../../packages/kube-informers/src/rest/response-handler.js';
import { RestClient } from '../../../packages/kube-informers/src/rest/rest-client.js';
import type { RestClientOptions } from '../../../packages/kube-informers/src/rest/rest-client.js';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../../packages/kube-informers/src/rest/transport.js';
import { FakeClock, settle } from '../../../packages/testing/src/fake-clock.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';

/** How the transport handles one attempt. */
export type Turn = Error | { status: number; headers?: Record<string, string>; body?: string };

export const pod = '{"kind":"Pod","apiVersion":"v1"}';
export const ok: Turn = { status: 200, headers: { 'content-type': 'application/json' }, body: pod };
export const reset = new TransportError('ERR_CONNECTION_RESET', 'server closed the connection');
export const refused = new TransportError('ERR_CONNECTION_REFUSED', 'connection refused');
export const timedOut = new TransportError('ERR_TIMEOUT', 'no answer in time');
export const busy = (seconds = '1', status = 429): Turn => ({
  status,
  headers: { 'retry-after': seconds },
  body: 'busy',
});
export const path = '/api/v1/namespaces/x/pods/web';

/** A transport that follows a script and records the order of events. */
export class ScriptedTransport implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly bodies: { read: boolean; destroyed: boolean }[] = [];
  readonly log: string[] = [];
  readonly #turns: Turn[];

  constructor(...turns: Turn[]) {
    this.#turns = turns;
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    this.requests.push(request);
    this.log.push('send');
    const turn = this.#turns.shift();
    if (turn === undefined) throw new Error('the script has ended');
    if (turn instanceof Error) return Promise.reject(turn);
    const state = { read: false, destroyed: false };
    this.bodies.push(state);
    const queue = new BodyQueue({ pause() {}, resume() {}, destroy: () => void (state.destroyed = true) });
    queue.push(Buffer.from(turn.body ?? ''));
    queue.end();
    return Promise.resolve({
      status: turn.status,
      headers: turn.headers ?? {},
      body: {
        async *[Symbol.asyncIterator]() {
          yield* queue;
          state.read = true;
        },
      },
      destroy: () => void (state.destroyed = true),
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export interface Rig {
  readonly transport: ScriptedTransport;
  readonly clock: FakeClock;
  readonly rest: RestClient;
}

export function rig(
  turns: Turn[],
  config: { qps?: number; burst?: number } = {},
  options: RestClientOptions = {},
): Rig {
  const transport = new ScriptedTransport(...turns);
  const clock = new FakeClock();
  return {
    transport,
    clock,
    rest: new RestClient(
      { host: 'http://api', ...config },
      { transport, clock, random: () => 0, ...options },
    ),
  };
}

/** Runs the call, advancing the clock until it settles. */
export async function outcome(clock: FakeClock, call: Promise<unknown>): Promise<unknown> {
  let done = false;
  const result = call.catch((thrown: unknown) => thrown).finally(() => (done = true));
  for (let seconds = 0; seconds < 600; seconds++) {
    await settle();
    // `done` is set by the end of the call, which the compiler cannot know.
    if (done as boolean) break;
    await clock.advance(1000);
  }
  expect(clock.pendingTimers).toBe(0);
  return result;
}
