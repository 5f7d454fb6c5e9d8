import { newBadRequest } from '../meta/status.js';
import type { GroupVersionKind, GroupVersionResource } from '../meta/resource.js';
import type { KubernetesObject } from '../meta/types.js';
import { parseJsonBytes } from '../util/json.js';
import { printable, shownWord } from '../util/shown.js';
import { isObject } from '../util/type-checks.js';

/*
 * Reads what an API server sends to a webhook. Anyone who reaches the port can send it too, so each member is checked before it is
 * used. What is wrong is thrown as a StatusError, 400, which names the member and shows no value of an object.
 */

/** The operations of the API that are sent for admission. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** Who sends a request, as the API server has authenticated it. */
export interface AdmissionUser {
  /** Name: `jane`, `system:serviceaccount:default:builder`. */
  readonly username: string;
  /** Unique over time; "" if the authenticator has none. */
  readonly uid: string;
  /** Groups: `system:authenticated`, … */
  readonly groups: readonly string[];
  /** What the authenticator adds. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The request of an AdmissionReview. */
export interface AdmissionReviewRequest {
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** "" for the object itself. */
  readonly subresource: string;
  readonly operation: AdmissionOperation;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly user: AdmissionUser;
  readonly dryRun: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly object: KubernetesObject | undefined;
  readonly oldObject: KubernetesObject | undefined;
}

/** The request of a ConversionReview. */
export interface ConversionReviewRequest {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly KubernetesObject[];
}

type Fields = Readonly<Record<string, unknown>>;

const operations: readonly unknown[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

/** Reads an AdmissionReview of `admission.k8s.io/v1`. */
export function readAdmissionReview(body: Uint8Array): AdmissionReviewRequest {
  const { fields: request, uid } = readReview(body, 'admission.k8s.io/v1', 'AdmissionReview');
  const operation = requiredText(request, 'request', 'operation');
  if (!operations.includes(operation))
    refuse('request.operation', 'CREATE, UPDATE, DELETE or CONNECT', operation);
  const user = record(request, 'request', 'userInfo');
  const resource = required(record(request, 'request', 'resource'), 'request.resource');
  const kind = required(record(request, 'request', 'kind'), 'request.kind');
  const namespace = text(request, 'request', 'namespace');
  return {
    uid,
    kind: {
      group: text(kind, 'request.kind', 'group'),
      version: requiredText(kind, 'request.kind', 'version'),
      kind: requiredText(kind, 'request.kind', 'kind'),
    },
    resource: {
      group: text(resource, 'request.resource', 'group'),
      version: requiredText(resource, 'request.resource', 'version'),
      resource: requiredText(resource, 'request.resource', 'resource'),
    },
    subresource: text(request, 'request', 'subResource'),
    // One of the list above.
    operation: operation as AdmissionOperation,
    name: text(request, 'request', 'name'),
    namespace: namespace === '' ? undefined : namespace,
    user: userOf(user ?? {}),
    dryRun: member(request, 'request', 'dryRun', isBoolean, 'true or false') ?? false,
    options: record(request, 'request', 'options') ?? {},
    object: objectOf(request, 'request', 'object'),
    oldObject: objectOf(request, 'request', 'oldObject'),
  };
}

/** Reads a ConversionReview of `apiextensions.k8s.io/v1`. */
export function readConversionReview(body: Uint8Array): ConversionReviewRequest {
  const { fields: request, uid } = readReview(body, 'apiextensions.k8s.io/v1', 'ConversionReview');
  const list = required(
    member(request, 'request', 'objects', isList, 'a list of objects'),
    'request.objects',
  );
  return {
    uid,
    desiredAPIVersion: requiredText(request, 'request', 'desiredAPIVersion'),
    objects: list.map((each, index) => asObject(each, `request.objects[${index}]`)),
  };
}

function readReview(
  body: Uint8Array,
  apiVersion: string,
  kind: string,
): { readonly fields: Fields; readonly uid: string } {
  let review: unknown;
  try {
    review = parseJsonBytes(body);
  } catch {
    // The message of the SyntaxError quotes the body, which may be a Secret.
    throw newBadRequest(`the body is not valid JSON (${body.length} bytes), expected ${article(kind)}`);
  }
  if (!isObject(review)) refuse('the body', article(kind), review);
  const [givenVersion, givenKind] = [own(review, 'apiVersion'), own(review, 'kind')];
  if (givenKind !== kind) throw newBadRequest(`kind must be ${kind}, got ${shownWord(givenKind)}`);
  if (givenVersion !== apiVersion)
    throw newBadRequest(
      `apiVersion must be ${apiVersion}, got ${shownWord(givenVersion)}: list only v1 in ${
        kind === 'AdmissionReview' ? 'admissionReviewVersions' : 'conversionReviewVersions'
      }`,
    );
  const request = required(record(review, '', 'request'), 'request');
  return { fields: request, uid: requiredText(request, 'request', 'uid') };
}

function article(kind: string): string {
  return `${kind.startsWith('A') ? 'an' : 'a'} ${kind}`;
}

function userOf(user: Fields): AdmissionUser {
  const path = 'request.userInfo';
  const extra = record(user, path, 'extra') ?? {};
  for (const name of Object.keys(extra)) strings(extra, `${path}.extra`, name);
  return {
    username: text(user, path, 'username'),
    uid: text(user, path, 'uid'),
    groups: strings(user, path, 'groups'),
    // Checked above, each member.
    extra: extra as AdmissionUser['extra'],
  };
}

function objectOf(fields: Fields, path: string, name: string): KubernetesObject | undefined {
  const value = own(fields, name);
  return value === undefined || value === null ? undefined : asObject(value, `${path}.${name}`);
}

function asObject(value: unknown, path: string): KubernetesObject {
  if (!isObject(value)) refuse(path, 'an object', value);
  requiredText(value, path, 'apiVersion');
  requiredText(value, path, 'kind');
  record(value, path, 'metadata');
  // The members that KubernetesObject has are checked; the API server has checked those of the metadata.
  return value as KubernetesObject;
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Go writes what is not set as null, or leaves it out. */
function member<T>(
  fields: Fields,
  path: string,
  name: string,
  is: (value: unknown) => value is T,
  expected: string,
): T | undefined {
  const value = own(fields, name);
  if (value === undefined || value === null) return undefined;
  if (!is(value)) refuse(path === '' ? name : `${path}.${name}`, expected, value);
  return value;
}

function text(fields: Fields, path: string, name: string): string {
  return member(fields, path, name, isString, 'a string') ?? '';
}

function requiredText(fields: Fields, path: string, name: string): string {
  const value = text(fields, path, name);
  if (value === '') throw newBadRequest(`${path}.${name} is missing`);
  return value;
}

function record(fields: Fields, path: string, name: string): Fields | undefined {
  return member(fields, path, name, isObject, 'an object');
}

function strings(fields: Fields, path: string, name: string): readonly string[] {
  return member(fields, path, name, isStrings, 'a list of strings') ?? [];
}

function required<T>(value: T | undefined, path: string): T {
  if (value === undefined) throw newBadRequest(`${path} is missing`);
  return value;
}

function refuse(path: string, expected: string, value: unknown): never {
  const got = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
  throw newBadRequest(`${printable(path.slice(0, 200))} must be ${expected}, got ${got}`);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}
