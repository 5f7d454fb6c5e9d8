import { newInvalid } from 'kube-informers/internal';
import { type FieldError, forbiddenField, notSupportedField } from '@kube-informers/schema/internal';
import { parseBoolean, parseInteger } from '../http/query-values.js';

/** A request's metav1.ListOptions, validated and with the server's defaults. */
export interface ListQuery {
  readonly watch: boolean;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly shardSelector: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly limit: number;
  readonly continueToken: string;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  readonly timeoutSeconds: number | undefined;
}

/** Server options that affect list options. */
export interface ListQueryOptions {
  /** Serves watch-lists (the WatchList feature gate). */
  readonly watchList: boolean;
  /** True if the path requests a watch (`/watch/…`), whatever the query. */
  readonly forceWatch: boolean;
}

/** Parses the query of a list or watch. Throws the server's 400 and 422 errors. */
export function parseListQuery(query: URLSearchParams, options: ListQueryOptions): ListQuery {
  const watchParameter = parseBoolean(query.get('watch')) ?? false;
  const resourceVersion = query.get('resourceVersion') ?? '';
  let resourceVersionMatch = query.get('resourceVersionMatch') ?? '';
  let sendInitialEvents = parseBoolean(query.get('sendInitialEvents'));
  // SetListOptionsDefaults: a watch from "" or "0" has always started with the current state; this makes it explicit.
  if (
    options.watchList &&
    watchParameter &&
    sendInitialEvents === undefined &&
    resourceVersionMatch === '' &&
    (resourceVersion === '' || resourceVersion === '0')
  ) {
    sendInitialEvents = true;
    resourceVersionMatch = 'NotOlderThan';
  }
  const parsed: ListQuery = {
    watch: watchParameter || options.forceWatch,
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    shardSelector: query.get('shardSelector') ?? '',
    resourceVersion,
    resourceVersionMatch,
    limit: parseInteger(query.get('limit')) ?? 0,
    continueToken: query.get('continue') ?? '',
    allowWatchBookmarks: parseBoolean(query.get('allowWatchBookmarks')) ?? false,
    sendInitialEvents,
    timeoutSeconds: parseInteger(query.get('timeoutSeconds')),
  };
  const errors = watchParameter ? watchErrors(parsed, options.watchList) : listErrors(parsed);
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
  return parsed;
}

function listErrors(query: ListQuery): FieldError[] {
  const errors: FieldError[] = [];
  const field = 'resourceVersionMatch';
  const match = query.resourceVersionMatch;
  if (match !== '') {
    if (query.resourceVersion === '') {
      errors.push(forbiddenField(field, `${field} is forbidden unless resourceVersion is provided`));
    }
    if (query.continueToken !== '') {
      errors.push(forbiddenField(field, `${field} is forbidden when continue is provided`));
    }
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(notSupportedField(field, match, ['Exact', 'NotOlderThan', '']));
    }
    if (match === 'Exact' && query.resourceVersion === '0') {
      errors.push(forbiddenField(field, `${field} "exact" is forbidden for resourceVersion "0"`));
    }
  }
  if (query.sendInitialEvents !== undefined) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function watchErrors(query: ListQuery, watchList: boolean): FieldError[] {
  const errors: FieldError[] = [];
  const field = 'resourceVersionMatch';
  const match = query.resourceVersionMatch;
  if (query.sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan') {
      errors.push(forbiddenField(field, `sendInitialEvents requires setting ${field} to NotOlderThan`));
    }
    if (!watchList) {
      errors.push(
        forbiddenField(
          'sendInitialEvents',
          'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
        ),
      );
    }
  }
  if (match !== '') {
    if (query.sendInitialEvents === undefined) {
      errors.push(
        forbiddenField(field, `${field} is forbidden for watch unless sendInitialEvents is provided`),
      );
    }
    if (match !== 'NotOlderThan') errors.push(notSupportedField(field, match, ['NotOlderThan']));
    if (query.continueToken !== '') {
      errors.push(forbiddenField(field, `${field} is forbidden when continue is provided`));
    }
  }
  return errors;
}
