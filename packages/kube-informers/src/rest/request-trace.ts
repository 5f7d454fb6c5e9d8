import { TraceChannel } from '../util/trace-channel.js';
import type { Redactor } from './redactor.js';
import type { RequestName } from './response-error.js';
import { resourceOfPath } from './url.js';

/**
 * The message of the tracing channel `kube-informers:request`: a request from its first attempt to the beginning of the
 * response, with all retries. It has no headers, query or body, and no credentials.
 */
export interface RequestTrace {
  readonly method: string;
  /** Origin and path. */
  readonly url: string;
  /** Kubernetes' verb, such as `deletecollection`; for a path without a resource, the method in lower case. */
  readonly verb: string;
  /** "" for the core group, and for a path without a resource. */
  readonly group: string;
  /** Plural, with its subresource: `deployments/status`; "" for a path without a resource. */
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

/** Returns the message of a request. `url` has the query of the request. */
export function requestTrace(
  { method, path, url: name }: RequestName,
  url: string,
  redactor: Redactor,
): RequestTrace {
  const target = resourceOfPath(redactor.text(path));
  const resource =
    target === undefined ? '' : [target.resource, target.subresource].filter(Boolean).join('/');
  return {
    method,
    url: redactor.text(name),
    verb: target === undefined ? method.toLowerCase() : verbOf(method, target.name === '', url),
    group: target?.group ?? '',
    resource,
    namespace: target?.namespace ?? '',
    attempts: 0,
  };
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch' };

function verbOf(method: string, isCollection: boolean, url: string): string {
  if (method === 'GET') {
    if (/[?&]watch=(?:true|1)(?:&|$)/.test(url)) return 'watch';
    return isCollection ? 'list' : 'get';
  }
  if (method === 'DELETE') return isCollection ? 'deletecollection' : 'delete';
  return verbs[method] ?? method.toLowerCase();
}
