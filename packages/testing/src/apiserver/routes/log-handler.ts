import { type FieldError, newBadRequest, newInvalid, newNotFound } from 'kube-informers';
import { forbiddenField, invalidField } from 'kube-informers/internal';
import { sendText } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { parseInteger } from '../http/query-values.js';
import { at, objectsOf, textAt } from '../json/json-fields.js';
import { readStored, storageKey } from '../registry/context.js';
import type { ServedResource } from '../registry/registry.js';
import type { ObjectBody } from '../storage/stored-object.js';
import type { WriteTarget } from '../write/update.js';

/**
 * Handles GET of a pod's log: checks the request as kube-apiserver does and responds with an empty log.
 *
 * No container runs here, so a log is as that of a pod without a node. Tests give one with `intercept`.
 */
export function handleLog(exchange: Exchange, served: ServedResource, target: WriteTarget): void {
  if (exchange.method !== 'GET') throw methodNotAllowed();
  const { query } = exchange;
  const errors: FieldError[] = [];
  const atLeast = (field: string, least: number, words: string): void => {
    const value = parseInteger(query.get(field));
    if (typeof value === 'number' && value < least) errors.push(invalidField(field, value, words));
  };
  atLeast('tailLines', 0, 'must be greater than or equal to 0');
  atLeast('limitBytes', 1, 'must be greater than 0');
  if (query.has('sinceSeconds') && query.has('sinceTime'))
    errors.push(forbiddenField('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else atLeast('sinceSeconds', 1, 'must be greater than 0');
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'PodLogOptions' }, target.name, errors);
  const stored = served.table.get(storageKey(served, target.namespace, target.name));
  if (stored === undefined) throw newNotFound(served.resource, target.name);
  requireContainer(readStored(served, stored), target.name, query.get('container') ?? '');
  sendText(exchange, 200, '');
}

/** Throws 400 for an unknown container, or none if the pod has several. */
function requireContainer(pod: ObjectBody, name: string, container: string): void {
  const namesIn = (list: string): string[] =>
    objectsOf(at(pod, 'spec', list)).map((given) => textAt(given, 'name'));
  const containers = namesIn('containers');
  const initContainers = namesIn('initContainers');
  if (container !== '') {
    if ([...containers, ...initContainers, ...namesIn('ephemeralContainers')].includes(container)) return;
    throw newBadRequest(`container ${container} is not valid for pod ${name}`);
  }
  if (containers.length === 1) return;
  const init =
    initContainers.length === 0 ? '' : ` or one of the init containers: [${initContainers.join(' ')}]`;
  throw newBadRequest(
    `a container name must be specified for pod ${name}, choose one of: [${containers.join(' ')}]${init}`,
  );
}
