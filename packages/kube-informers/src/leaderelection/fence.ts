import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import { linkedWebSocket, traitsOf } from '../client/requests.js';
import type { Requester } from '../client/requests.js';
import { requireFunction, requireMethods, requireAbortSignal } from '../util/require.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { isStillOpen, mayStillHappen } from './lease-lock.js';
import { Clientset } from '../client/clientset.js';
import { LeaderElectionError } from './errors.js';

/** What decides whether writes may be sent; a `Term` is one. */
export interface Fence {
  /** Aborts when writes must stop. */
  readonly signal: AbortSignal;
  /** Throws if writes must not be sent now. */
  assertValid(): void;
  /**
   * Called for a write that may still be carried out: it ended without a response, or someone on the way stopped waiting for
   * one (502, 504). Optional.
   */
  unanswered?: (() => void) | undefined;
}

/**
 * Wraps a connection so that it sends writes only while the fence is valid.
 *
 * ```ts
 * const writer = new Clientset(clientset.restClient, {}, (rest) => fenced(rest, term));
 * ```
 *
 * A write (every method except GET) rejects with the error of `fence.assertValid()`, which is called before the write
 * and again before each attempt to send it, last when a connection has been found. Writes in flight are aborted by `fence.signal`; whether the server has
 * carried out such a write is unknown. Reads and watches pass; a WebSocket, such as that of an exec, counts as a write until it is
 * closed.
 */
export function fenced(requester: Requester, fence: Fence): Requester {
  requireMethods('requester of fenced', requester, ['request', 'list', 'watch']);
  requireMethods('fence', fence, ['assertValid']);
  if (fence.signal !== undefined) requireAbortSignal('signal of a fence', fence.signal);
  if (fence.unanswered !== undefined) requireFunction('unanswered of a fence', fence.unanswered);
  const webSocket = requester.webSocket?.bind(requester);
  return {
    ...traitsOf(requester),
    list: <T extends KubernetesObject>(
      request: Parameters<Requester['list']>[0],
    ): Promise<KubernetesList<T>> => requester.list<T>(request),
    watch: <T extends KubernetesObject>(
      request: Parameters<Requester['watch']>[0],
    ): Promise<WatchStream<T>> => requester.watch<T>(request),
    stream: (request) => requester.stream(request),
    ...(webSocket === undefined
      ? {}
      : {
          webSocket: async (request: Parameters<typeof webSocket>[0]) => {
            fence.assertValid();
            return linkedWebSocket(webSocket, request, fence.signal);
          },
        }),
    request: async <T>(request: Parameters<Requester['request']>[0]): Promise<T> => {
      if (request.method === 'GET') return requester.request<T>(request);
      // Before it waits for anything, and for a requester of the program that does not call `beforeSend`.
      fence.assertValid();
      let isOpen = false;
      const link = linkSignal(fence.signal, request.signal);
      // At once: the work may end, and the Lease be released, before the rejection arrives.
      const undo = onAbort(link.signal, () => {
        if (isOpen) fence.unanswered?.();
      });
      try {
        return await requester.request<T>({
          ...request,
          signal: link.signal,
          beforeSend: () => {
            isOpen = false;
            fence.assertValid();
            request.beforeSend?.();
            isOpen = true;
          },
          onResponse: (status) => {
            isOpen = false;
            if (isStillOpen(status)) fence.unanswered?.();
            request.onResponse?.(status);
          },
        });
      } catch (error) {
        if (isOpen && mayStillHappen(error)) fence.unanswered?.();
        throw error;
      } finally {
        undo();
        link.dispose();
      }
    },
  };
}

/**
 * One stretch of leadership: the value that `LeaderElector.terms()` yields. It is also the `Fence` of its writes.
 *
 * A term that has ended stays ended, even if the same process leads again.
 */
export interface Term extends Fence {
  /** The identity that leads. */
  readonly identity: string;
  /**
   * The Lease's `leaseTransitions`: grows with each term, so it orders the terms of all candidates, unless the Lease was
   * deleted and created by one that had never seen it.
   */
  readonly transitions: number;
  /**
   * Aborts when the term ends, is in doubt, or `terms()` is cancelled; the reason is a LeaderElectionError
   * `ERR_LEADERSHIP_LOST`.
   */
  readonly signal: AbortSignal;
  /** False once the term has ended or is in doubt; judged by the clocks, even if no timer could fire. */
  readonly isValid: boolean;
  /** How long the term is valid without another renewal, ms; 0 if it is not valid. */
  readonly validForMs: number;
  /**
   * A client whose writes are refused once the term is in doubt: see `fenced`. Reads and watches pass.
   *
   * It uses the connection of the elector's `client`; its `restClient` and `discovery()` are not fenced.
   */
  readonly clientset: Clientset;
  /** Throws LeaderElectionError `ERR_LEADERSHIP_LOST` unless the term is valid. */
  assertValid(): void;
  /** Reports a write that may still be carried out: the Lease is then not released early. Called by `fenced`. */
  unanswered(): void;
}

/** The elector that a term belongs to. */
export interface TermOwner {
  readonly identity: string;
  readonly client: Clientset;
  /** Remaining validity by both clocks, ms; 0 or less if the term is over. */
  remainingMs(): number;
  /** Ends the term if its time has passed although no timer has fired. */
  endIfOver(): void;
  unanswered(): void;
}

/** The implementation of Term. */
export class LeadershipTerm implements Term {
  readonly identity: string;
  readonly transitions: number;
  readonly #owner: TermOwner;
  readonly #controller = new AbortController();
  #clientset: Clientset | undefined;
  #ended: Error | undefined;

  constructor(owner: TermOwner, transitions: number) {
    this.identity = owner.identity;
    this.transitions = transitions;
    this.#owner = owner;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isValid(): boolean {
    return this.validForMs > 0;
  }

  get validForMs(): number {
    if (this.#ended !== undefined) return 0;
    const remainingMs = this.#owner.remainingMs();
    if (remainingMs > 0) return remainingMs;
    this.#owner.endIfOver();
    return 0;
  }

  get clientset(): Clientset {
    this.#clientset ??= new Clientset(this.#owner.client.restClient, {}, () =>
      fenced(this.#owner.client.requester, this),
    );
    return this.#clientset;
  }

  assertValid(): void {
    if (this.isValid) return;
    throw (
      this.#ended ?? new LeaderElectionError('ERR_LEADERSHIP_LOST', `${this.identity} may no longer lead`)
    );
  }

  unanswered(): void {
    this.#owner.unanswered();
  }

  end(reason: Error): void {
    this.#ended = reason;
    this.#controller.abort(reason);
  }
}
