import type { KubernetesList, KubernetesObject } from '../meta/types.js';
import type { WatchStream } from '../meta/watch.js';
import type { Requester } from '../client/requester.js';
import { requireFunctions, requireMethods, requireSignal } from '../util/require.js';
import { linkSignal, onAbort } from '../util/signal.js';
import { isStillOpen, mayStillHappen } from './write-outcome.js';

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
 *     const writer = new Clientset(clientset.restClient, {}, (rest) => fenced(rest, term));
 *
 * A write (every method except GET) rejects with the error of `fence.assertValid()`, which is called before the write
 * and again before each attempt to send it, last when a connection has been found. Writes in flight are aborted by `fence.signal`; whether the server has
 * carried out such a write is unknown. Reads and watches pass.
 */
export function fenced(requester: Requester, fence: Fence): Requester {
  requireMethods('requester of fenced', requester, ['request', 'list', 'watch']);
  requireMethods('fence', fence, ['assertValid']);
  requireSignal('a fence', fence.signal);
  requireFunctions('a fence', fence, ['unanswered']);
  return {
    list: <T extends KubernetesObject>(
      request: Parameters<Requester['list']>[0],
    ): Promise<KubernetesList<T>> => requester.list<T>(request),
    watch: <T extends KubernetesObject>(
      request: Parameters<Requester['watch']>[0],
    ): Promise<WatchStream<T>> => requester.watch<T>(request),
    stream: (request) => requester.stream(request),
    request: async <T>(request: Parameters<Requester['request']>[0]): Promise<T> => {
      if (request.method === 'GET') return requester.request<T>(request);
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
