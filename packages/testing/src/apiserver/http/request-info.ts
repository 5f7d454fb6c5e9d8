/** The parts of a path below /api or /apis (apiserver's RequestInfo). */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** "" for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  /** "" for the whole collection. */
  readonly name: string;
  /** "", `status`, … */
  readonly subresource: string;
  /** True for the old form `/api/v1/watch/…`. */
  readonly watch: boolean;
}

/** Parses a path of the API; undefined for paths without a resource. */
export function parseResourcePath(path: string): ResourcePath | undefined {
  const parts = path.split('/').slice(1).map(decode);
  if (parts.includes(undefined)) return undefined;
  const words = parts.filter((part) => part !== undefined);
  // A slash at the end is ignored.
  if (words.at(-1) === '') words.pop();
  let rest: string[];
  let group = '';
  let version: string | undefined;
  if (words[0] === 'api') [, version, ...rest] = words;
  else if (words[0] === 'apis') {
    [, group = '', version, ...rest] = words;
    if (group === '') return undefined;
  } else return undefined;
  if (version === undefined || version === '' || rest.length === 0 || rest[0] === '') return undefined;

  const watch = rest[0] === 'watch' && rest.length > 1;
  if (watch) rest = rest.slice(1);
  let namespace = '';
  if (rest[0] === 'namespaces' && rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize') {
    namespace = rest[1] ?? '';
    rest = rest.slice(2);
  }
  const [resource = '', name, ...sub] = rest;
  if (resource === '') return undefined;
  // Any other empty part is invalid.
  if (sub.includes('') || name === '') return undefined;
  return {
    group,
    version,
    resource,
    namespace,
    name: name ?? '',
    subresource: sub.join('/'),
    watch,
  };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    // An invalid escape: 404, as for any unknown path.
    return undefined;
  }
}

/** Returns RequestInfo's verb for a request, as used in the log. */
export function verbOf(method: string, path: ResourcePath, query: URLSearchParams): string {
  switch (method) {
    case 'GET':
    case 'HEAD': {
      if (path.watch) return 'watch';
      if (path.name !== '') return 'get';
      const watch = query.get('watch');
      return watch !== null && watch !== '0' && watch.toLowerCase() !== 'false' ? 'watch' : 'list';
    }
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return path.name === '' ? 'deletecollection' : 'delete';
    default:
      return method.toLowerCase();
  }
}
