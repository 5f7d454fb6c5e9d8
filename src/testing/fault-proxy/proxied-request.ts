/** What a request asks the API for; `watchList` is a watch that begins with the list, `other` what names no resource. */
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
export type ProxyVerb = (typeof proxyVerbs)[number];

/** A request that came to the proxy. Fields about its answer are filled as it comes. */
export interface ProxiedRequest {
  /** 1 for the proxy's first. */
  readonly number: number;
  /** When it came: `now()` of the proxy's clock, ms. */
  readonly at: number;
  readonly verb: ProxyVerb;
  /** HTTP method. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The name of the fault that took it. */
  readonly fault: string | undefined;
  /** Status code that the client was sent; undefined as long as there is none. */
  readonly status: number | undefined;
  /** Why the server behind the proxy could not be asked, or what broke its answer: an error's message. */
  readonly failure: string | undefined;
  /** True until the answer is over or the client has gone. */
  readonly open: boolean;
}

/** Classifies as the API server's RequestInfo does. */
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
  // A namespace itself, and what lies below it, begin alike.
  const inNamespace =
    rest[0] === 'namespaces' && rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize';
  if (inNamespace) rest = rest.slice(2);
  return { named: rest.length > 1, watch };
}

/** As apimachinery reads a boolean of a query: everything but false and 0, also nothing at all. */
function isTrue(value: string | null): boolean {
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}

/** A ProxiedRequest as the proxy itself sees it. */
export interface RequestRecord extends ProxiedRequest {
  fault: string | undefined;
  status: number | undefined;
  failure: string | undefined;
  open: boolean;
}
