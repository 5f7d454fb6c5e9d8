import { isDeepStrictEqual } from 'node:util';
import { jsonText, parseJson } from '../../packages/kube-informers/src/util/json.js';
import { MessageReader } from '../../packages/kube-informers/src/wire/protobuf/message-reader.js';
import { MessageTypes } from '../../packages/kube-informers/src/wire/protobuf/message-types.js';
import { messageTables } from '../../packages/kube-informers/src/wire/protobuf/messages/index.js';
import { openEnvelope } from '../../packages/testing/src/apiserver/types/decode-protobuf.js';
import type { Json, JsonFields, ManagedFieldsEdit, Request } from './sequence.js';
import type { TestedResource } from './resources.js';
import { pause } from './servers.js';
import type { Answer, Server } from './servers.js';
import { isFields, isList, withoutNull } from './values.js';

/** The parts of a run between waits for the next second: times are compared by the part they are in. */
export class Periods {
  /** The first second of each, ms. */
  readonly #starts: number[] = [secondOf(Date.now())];

  /** True if the current part is no longer in its first second: what is written may depend on the exact moment. */
  get isLate(): boolean {
    return secondOf(Date.now()) !== this.#starts.at(-1);
  }

  /** Waits until times are later than all before, and begins a part. */
  async tick(): Promise<void> {
    const now = Date.now();
    const next = secondOf(now) + 1000;
    // A timer may fire up to a millisecond early.
    await pause(next - now + 5);
    this.#starts.push(secondOf(Date.now()));
  }

  /** The number of the part with this time, or undefined for a time before or after all. */
  at(ms: number): number | undefined {
    const index = this.#starts.findLastIndex((start) => ms >= start);
    return index < 0 || ms > Date.now() ? undefined : index;
  }
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** An answer in which nothing is left that differs between two correct servers. */
export interface Outcome {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: Json;
  /** What webhooks were asked. */
  readonly reviews?: readonly Json[];
}

const contentTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

/** One object on one server: sends requests, and rewrites the answers. */
export class Side {
  readonly #server: Server;
  readonly #resource: TestedResource;
  readonly #name: string;
  /** The object as the server answered last. */
  #object: JsonFields = {};
  #staleVersion = '1';
  readonly #uids: string[] = [];

  constructor(server: Server, resource: TestedResource, name: string) {
    this.#server = server;
    this.#resource = resource;
    this.#name = name;
  }

  /** Sends a request. Returns what was answered, as it is and rewritten. */
  async send(request: Request, periods: Periods): Promise<{ answer: Answer; outcome: Outcome }> {
    const { method, path, contentType } = this.#target(request);
    const body = this.#body(request);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.#server.send(method, path, text, contentType);
    if (request.verb === 'get' && answer.status === 200) await this.#readAsProtobuf(request, path, answer);
    return { answer, outcome: this.#outcome(request, answer, periods) };
  }

  /** A built-in object is the same from protobuf and from JSON. Throws an Error if it is not. */
  async #readAsProtobuf({ version }: Request, path: string, { text }: Answer): Promise<void> {
    const { group, kind } = this.#resource;
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const table = await messageTables[apiVersion]?.();
    const plan = table === undefined ? undefined : new MessageTypes(table).planOf(kind, true);
    if (plan === undefined) return;
    const { raw } = openEnvelope(await this.#server.protobuf(path));
    const read = new MessageReader().read(plan, raw, 0, raw.length, { apiVersion, kind });
    if (!isDeepStrictEqual(read, parseJson(text)))
      throw new Error(
        `${this.#server.name}: ${path} is ${jsonText(read)} from protobuf, and from JSON ${text}`,
      );
  }

  /** Removes the object. */
  async remove(): Promise<void> {
    const [version = ''] = Object.keys(this.#resource.versions);
    const path = this.#path(version, this.#name);
    const patch = JSON.stringify({ metadata: { finalizers: null } });
    await this.#server.send('PATCH', path, patch, contentTypes.merge);
    await this.#server.send('DELETE', `${path}?gracePeriodSeconds=0`, undefined, '');
    this.#server.hooks?.taken(this.#name);
  }

  #path(version: string, name: string): string {
    const { group, resource, namespaced } = this.#resource;
    const start = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const collection = `${start}/${namespaced ? 'namespaces/default/' : ''}${resource}`;
    return name === '' ? collection : `${collection}/${name}`;
  }

  #target(request: Request): { method: string; path: string; contentType: string } {
    const { verb, version, subresource, query = {}, patch = 'merge' } = request;
    const search = new URLSearchParams(query).toString();
    const base = this.#path(version, verb === 'create' ? '' : this.#name);
    const path = `${base}${subresource === undefined ? '' : `/${subresource}`}${search === '' ? '' : `?${search}`}`;
    const methods = {
      create: 'POST',
      update: 'PUT',
      apply: 'PATCH',
      patch: 'PATCH',
      get: 'GET',
      delete: 'DELETE',
    };
    const contentType =
      verb === 'apply'
        ? 'application/apply-patch+yaml'
        : verb === 'patch'
          ? contentTypes[patch]
          : 'application/json';
    return { method: methods[verb], path, contentType };
  }

  #body(request: Request): Json | undefined {
    const { verb, version, body } = request;
    if (body === undefined || !isFields(body)) return body;
    const { group, kind } = this.#resource;
    const metadata: Record<string, Json> = { ...metadataOf(body) };
    const current = metadataOf(this.#object);
    if (request.resourceVersion === 'current')
      metadata['resourceVersion'] = current['resourceVersion'] ?? '1';
    if (request.resourceVersion === 'stale') metadata['resourceVersion'] = this.#staleVersion;
    if (request.uid === 'current') metadata['uid'] = current['uid'] ?? 'none';
    if (request.uid === 'other') metadata['uid'] = '00000000-0000-0000-0000-000000000000';
    if (request.managedFields !== undefined) {
      const edited = request.managedFields.reduce<Json>(edit, current['managedFields'] ?? []);
      metadata['managedFields'] = edited;
    }
    if (verb !== 'patch') metadata['name'] ??= this.#name;
    const type = verb === 'patch' ? {} : { apiVersion: group === '' ? version : `${group}/${version}`, kind };
    return { ...type, ...body, ...(Object.keys(metadata).length === 0 ? {} : { metadata }) };
  }

  #outcome(request: Request, { status, text, warnings }: Answer, periods: Periods): Outcome {
    const before = versionOf(this.#object);
    const parsed = JSON.parse(text) as Json; // what JSON.parse returns
    if (isFields(parsed) && parsed['kind'] === this.#resource.kind) {
      const { uid } = metadataOf(parsed);
      if (typeof uid === 'string' && !this.#uids.includes(uid)) this.#uids.push(uid);
      if (request.query?.['dryRun'] === undefined) {
        if (before !== '' && versionOf(parsed) !== before) this.#staleVersion = before;
        this.#object = request.verb === 'delete' && isDeleted(parsed) ? {} : parsed;
      }
    } else if (status === 404 || (request.verb === 'delete' && status === 200)) this.#object = {};
    const body = rewritten(this.#shown(text, periods), before);
    const { hooks } = this.#server;
    if (this.#resource.admitted !== true || hooks === undefined) return { status, warnings, body };
    const reviews = hooks
      .taken(this.#name)
      .map(({ path, request: asked }) => ({ path, request: this.#review(asked, periods, before) }));
    const said = this.#shown(JSON.stringify(warnings.toSorted()), periods) as readonly string[]; // as it was
    return { status, warnings: said, body, reviews };
  }

  /** A review, without what is a server's own. */
  #review(asked: JsonFields, periods: Periods, before: string): Json {
    const { uid: _uid, userInfo: _user, object = null, oldObject = null, ...rest } = asked;
    // The uid of an object that was refused is known to nobody else.
    const text = JSON.stringify(rest).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(uid)');
    const shownObject = (of: Json): Json => {
      const { metadata } = isFields(of) ? of : {};
      if (!isFields(metadata) || !isFields(of)) return of;
      const { uid: _own, ...others } = metadata;
      const shown = { ...of, metadata: withoutNull(others) };
      return rewritten(this.#shown(JSON.stringify(shown), periods), before);
    };
    return {
      ...fieldsOf(this.#shown(text, periods)),
      object: shownObject(object),
      oldObject: shownObject(oldObject),
    };
  }

  /** With names, uids and times as they are on any server. */
  #shown(text: string, periods: Periods): Json {
    let shown = text
      .replaceAll(`/${this.#server.name}/`, '/(server)/')
      .replaceAll(/(response\.uid=\\")[0-9a-f-]{36}/g, '$1(uid)');
    for (const [index, uid] of this.#uids.entries()) shown = shown.replaceAll(uid, `(uid ${index})`);
    shown = shown.replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, (time) => {
      const period = periods.at(Date.parse(time.slice(1, -1)));
      return period === undefined ? time : `"(time ${period})"`;
    });
    return JSON.parse(shown.replaceAll(this.#name, '(name)')) as Json; // what JSON.parse returns
  }
}

function fieldsOf(value: Json): JsonFields {
  return isFields(value) ? value : {};
}

function metadataOf({ metadata }: JsonFields): JsonFields {
  return isFields(metadata) ? metadata : {};
}

function versionOf(object: JsonFields): string {
  const version = metadataOf(object)['resourceVersion'];
  return typeof version === 'string' ? version : '';
}

/** True if a DELETE that answered with this object has removed it. */
function isDeleted(object: JsonFields): boolean {
  const { finalizers } = metadataOf(object);
  return !isList(finalizers) || finalizers.length === 0;
}

/**
 * A list of problems is in a random order in the real server, which does not look at the other fields of an object
 * after an undeclared one.
 */
function withoutProblems(message: string): string {
  const found = /^(.*?): (errors:\n.*|\.\w.*)$/s.exec(message);
  if (found === null) return message;
  const [, head = '', problems = ''] = found;
  if (problems.includes('field not declared in schema')) return `${head}: (problems)`;
  return `${head}: ${problems.split('\n').map(withoutOrder).toSorted().join('\n')}`;
}

/** The fields of a key that is an object are in a random order too: the characters of such a line are compared. */
function withoutOrder(problem: string): string {
  return /=.*=/.test(problem) ? Array.from(problem).toSorted().join('') : problem;
}

/** A message with a whole object has its times and versions; in one with a list of structs are Go's names of their fields. */
function withoutObject(message: string): string {
  return message.replace(/Invalid value: (?:"\{.*\}"|\[\{.*\}\]): /s, 'Invalid value: (object): ');
}

/** The resourceVersion only says whether it changed; managers are in an order that does not depend on times. */
function rewritten(body: Json, before: string): Json {
  if (!isFields(body)) return body;
  const { metadata, details } = body;
  if (body['code'] === 500 && typeof body['message'] === 'string')
    return { ...body, message: withoutProblems(body['message']) };
  // Go iterates over a map of managers, and over maps of fields when it validates.
  if (isFields(details) && isList(details['causes'])) {
    const invalid = body['code'] === 422;
    const causes = details['causes']
      .map((cause) => withMessage(cause, withoutObject))
      .toSorted(byText(invalid ? JSON.stringify : messageOf));
    const shown = withMessage(body, (text) =>
      invalid ? withoutObject(text.replace(/ is invalid: \[.*/s, ' is invalid')) : text,
    );
    return { ...shown, details: { ...details, causes } };
  }
  if (!isFields(metadata)) return body;
  const { resourceVersion, managedFields } = metadata;
  const version =
    resourceVersion === undefined
      ? {}
      : { resourceVersion: resourceVersion === before ? '(same)' : '(changed)' };
  const managers = isList(managedFields) ? { managedFields: managedFields.toSorted(byText(orderOf)) } : {};
  return { ...body, metadata: { ...metadata, ...version, ...managers } };
}

function withMessage(fields: JsonFields, change: (text: string) => string): JsonFields;
function withMessage(fields: Json, change: (text: string) => string): Json;
function withMessage(fields: Json, change: (text: string) => string): Json {
  if (!isFields(fields) || typeof fields['message'] !== 'string') return fields;
  return { ...fields, message: change(fields['message']) };
}

function byText(textOf: (value: Json) => string): (a: Json, b: Json) => number {
  return (a, b) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0);
}

function messageOf(cause: Json): string {
  const { reason, message } = isFields(cause) ? cause : {};
  return reason === 'FieldManagerConflict' && typeof message === 'string' ? message : '';
}

/** Servers sort by time first, but the second of a time may differ. */
function orderOf(entry: Json): string {
  const { operation, time, manager, apiVersion, subresource } = isFields(entry) ? entry : {};
  return JSON.stringify([operation ?? '', time ?? '', manager ?? '', apiVersion ?? '', subresource ?? '']);
}

function edit(managers: Json, change: ManagedFieldsEdit): Json {
  if (change.kind === 'set') return change.value;
  if (!isList(managers)) return managers;
  const at = change.entry;
  switch (change.kind) {
    case 'drop':
      return managers.filter((_entry, index) => index !== at);
    case 'change':
      return managers.map((entry, index) =>
        index === at && isFields(entry) ? { ...entry, ...change.fields } : entry,
      );
    case 'dropPath':
    case 'addPath':
      return managers.map((entry, index) => {
        if (index !== at || !isFields(entry)) return entry;
        const set = isFields(entry['fieldsV1']) ? entry['fieldsV1'] : {};
        return { ...entry, fieldsV1: withPath(set, change.path, change.kind === 'addPath') };
      });
  }
}

function withPath(set: JsonFields, [first, ...rest]: readonly string[], add: boolean): JsonFields {
  if (first === undefined) return set;
  const child = set[first];
  if (rest.length === 0 && !add) {
    const { [first]: _gone, ...others } = set;
    return others;
  }
  if (child === undefined && !add) return set;
  return { ...set, [first]: withPath(isFields(child) ? child : {}, rest, add) };
}
