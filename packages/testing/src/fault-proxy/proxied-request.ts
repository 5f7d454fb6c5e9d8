/** Verbs of requests; `watchList` is a watch that starts with the list, `other` a request without a resource. */
export const proxyVerbs = [
  'list',
  'watch',
  'watchList',
  'get',
  'create',
  'update',
  'patch',
  'delete',
  'deleteCollection',
  'other',
] as const;
/** Verb of a request, as in RBAC rules. */
export type ProxyVerb = (typeof proxyVerbs)[number];

/** A request that the proxy received. Fields of its response are filled in as it arrives. */
export interface ProxiedRequest {
  /** 1 for the proxy's first request. */
  readonly number: number;
  /** Time of arrival: `now()` of the proxy's clock, ms. */
  readonly at: number;
  /** Verb of the request, as in RBAC rules. */
  readonly verb: ProxyVerb;
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Query of the URL. */
  readonly query: URLSearchParams;
  /** Name of the fault that applies to it. */
  readonly fault: string | undefined;
  /** Status code sent to the client; undefined until then. */
  readonly status: number | undefined;
  /** Why the server could not be reached, or what broke its response: an error's message. */
  readonly failure: string | undefined;
  /** True until the response ends or the client disconnects. */
  readonly open: boolean;
}

/** Classifies a request as the API server's RequestInfo does. */
export function verbOf(method: string, path: string, query: URLSearchParams): ProxyVerb {
  const target = resourceOf(path);
  if (target === undefined) return 'other';
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (target.named && !target.watch) return 'get';
      if (!target.watch && !isTrue(query.get('watch'))) return 'list';
      return isTrue(query.get('sendInitialEvents')) ? 'watchList' : 'watch';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return target.named ? 'delete' : 'deleteCollection';
    default:
      return 'other';
  }
}

interface Target {
  readonly named: boolean;
  /** The old form `/api/v1/watch/…`. */
  readonly watch: boolean;
}

function resourceOf(path: string): Target | undefined {
  const words = path.split('/').filter((word) => word !== '');
  const head = words[0] === 'api' ? 2 : words[0] === 'apis' ? 3 : Infinity;
  let rest = words.slice(head);
  if (rest.length === 0) return undefined;
  const watch = rest[0] === 'watch' && rest.length > 1;
  if (watch) rest = rest.slice(1);
  // A namespace and the resources in it have the same prefix.
  const inNamespace =
    rest[0] === 'namespaces' && rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize';
  if (inNamespace) rest = rest.slice(2);
  return { named: rest.length > 1, watch };
}

/** Parses a boolean query parameter as apimachinery does: everything except false and 0 is true, also "". */
function isTrue(value: string | null): boolean {
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}

/** The proxy's own view of a ProxiedRequest. */
export interface RequestRecord extends ProxiedRequest {
  fault: string | undefined;
  status: number | undefined;
  failure: string | undefined;
  open: boolean;
}
