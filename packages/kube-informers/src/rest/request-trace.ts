import { TraceChannel } from '../util/trace-channel.js';
import type { Redactor } from './redactor.js';
import type { RequestName } from './response-error.js';

/**
 * The message of the tracing channel `kube-informers:request`: a request from its first attempt to the beginning of the
 * response, with all retries. It has no headers, query or body, and no credentials.
 */
export interface RequestTrace {
  /** HTTP method. */
  readonly method: string;
  /** Origin and path. */
  readonly url: string;
  /** Kubernetes' verb, such as `deletecollection`; for a request without a target, the method in lower case. */
  readonly verb: string;
  /** "" for the core group, and without a target. */
  readonly group: string;
  /** Plural, with its subresource: `deployments/status`; "" without a target. */
  readonly resource: string;
  /** "" for a resource of the cluster, and for all namespaces. */
  readonly namespace: string;
  /** Attempts so far. */
  attempts: number;
  /** Of the last response; undefined without one. */
  statusCode?: number | undefined;
  /** Why there is no response. Undefined for every response, such as a 404. */
  error?: unknown;
}

export const requestChannel = new TraceChannel<RequestTrace>('kube-informers:request');

/** Returns the message of a request. */
export function requestTrace({ method, verb, url, target }: RequestName, redactor: Redactor): RequestTrace {
  const resource = [target?.resource, target?.subresource].filter(Boolean).join('/');
  return {
    method,
    url: redactor.text(url),
    verb,
    group: redactor.text(target?.group ?? ''),
    resource: redactor.text(resource),
    namespace: redactor.text(target?.namespace ?? ''),
    attempts: 0,
  };
}
