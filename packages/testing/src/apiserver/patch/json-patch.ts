import { type JsonObject, isJsonObject, jsonTypeOf, setField, toJson } from '@kube-informers/schema/internal';
import { goQuote } from 'kube-informers/internal';
import { isDeepStrictEqual } from 'node:util';

/** The patch is not a valid list of operations. */
export class PatchSyntaxError extends Error {
  override readonly name = 'PatchSyntaxError';
}

/** An operation cannot be applied to this document. */
export class PatchApplyError extends Error {
  override readonly name = 'PatchApplyError';
}

/** Maximum number of operations in a patch (apiserver's maxJSONPatchOperations). */
export const maxOperations = 10_000;

/**
 * Limit for all copies of one patch, bytes of JSON (apiserver's JSONPatchMaxCopyBytes): copies can double the
 * document each time.
 */
const maxCopiedBytes = 3 * 1024 * 1024;

/**
 * Applies a JSON patch (RFC 6902). The target is not changed.
 *
 * As in json-patch v4, which the API server uses: only `test` and `replace` apply to the whole document, and only an object
 * or a list replaces it; a field need not exist to be replaced, copied or tested (it is null then); a missing value is null.
 *
 * `strict` chooses the messages: with field validation the API server decodes a patch twice, first into its own type.
 *
 * Throws PatchSyntaxError if the patch is not a list of objects, PatchApplyError if an operation is unknown or does not fit
 * the document, including a failed `test`.
 */
export function applyJsonPatch(target: unknown, patch: unknown, strict = true): unknown {
  // Null is an empty list.
  if (patch === null) return target;
  if (!Array.isArray(patch)) throw undecodable(patch, strict ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch');
  patch.forEach(strict ? requireOperation : requireFields);
  // The document is boxed, so that the root can be replaced like any other value.
  const box: Box = { root: structuredClone(target), copiedBytes: 0 };
  // Null has no fields. What else is checked by requireOperation or requireFields.
  for (const operation of patch) apply(box, (operation ?? {}) as JsonObject);
  return box.root;
}

/** Decodes an operation as the API server's own type does. */
function requireOperation(operation: unknown): void {
  if (operation === null) return;
  if (!isJsonObject(operation)) throw undecodable(operation, 'handlers.jsonPatchOp');
  for (const field of ['op', 'path', 'from']) {
    const found = operation[field] ?? '';
    if (typeof found !== 'string')
      throw new PatchSyntaxError(
        `json: cannot unmarshal ${jsonTypeOf(found)} into Go struct field jsonPatchOp.${field} of type string`,
      );
  }
}

/** Without field validation, only what is not an object cannot be decoded. */
function requireFields(operation: unknown): void {
  if (operation !== null && !isJsonObject(operation)) throw undecodable(operation, 'jsonpatch.Operation');
}

/** A document while it is changed. */
interface Box {
  root: unknown;
  copiedBytes: number;
}

type Container = unknown[] | JsonObject;

/** The object or list that a path ends in, and the field or index in it. */
interface Place {
  readonly container: Container;
  readonly key: string;
}

const missing = 'missing value';

function apply(box: Box, operation: JsonObject): void {
  const op = typeof operation['op'] === 'string' ? operation['op'] : 'unknown';
  const value = operation['value'] ?? null;
  switch (op) {
    case 'test':
      test(box, pathOf(op, operation), value);
      return;
    case 'add': {
      const path = pathOf(op, operation);
      const { container, key } = find(
        box,
        path,
        `add operation does not apply: doc is missing path: "${path}"`,
      );
      within(`error in add for path: '${path}'`, () => add(container, key, structuredClone(value)));
      return;
    }
    case 'remove': {
      const path = pathOf(op, operation);
      const why = `remove operation does not apply: doc is missing path: "${path}"`;
      const { container, key } = find(box, path, why);
      within(`error in remove for path: '${path}'`, () => remove(container, key));
      return;
    }
    case 'replace':
      replace(box, pathOf(op, operation), value);
      return;
    case 'move':
    case 'copy':
      transfer(box, op, operation);
      return;
    default:
      throw failed(`Unexpected kind: ${op}`);
  }
}

function pathOf(op: string, { path }: JsonObject): string {
  if (typeof path === 'string') return path;
  const why =
    op === 'add' || op === 'remove' || op === 'copy' ? missing : notText(path, 'operation missing path');
  throw failed(`${op} operation failed to decode path: ${why}`);
}

function notText(value: unknown, field: string): string {
  return value === undefined || value === null
    ? `${field} field: ${missing}`
    : `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type string`;
}

/** A field that does not exist equals null. */
function test(box: Box, path: string, value: unknown): void {
  let tested = box.root;
  if (path !== '') {
    const { container, key } = find(box, path, `test operation does not apply: is missing path: ${path}`);
    tested = within(`error in test for path: '${path}'`, () => get(container, key));
  }
  if (!isDeepStrictEqual(tested, value)) throw failed(`testing value ${path} failed: test failed`);
}

/** An index must exist, a field need not. */
function replace(box: Box, path: string, value: unknown): void {
  if (path === '') {
    if (typeof value !== 'object' || value === null)
      throw failed('replace operation value must be object or array: %!w(<nil>)');
    box.root = structuredClone(value);
    return;
  }
  const { container, key } = find(
    box,
    path,
    `replace operation does not apply: doc is missing path: ${path}`,
  );
  try {
    get(container, key);
  } catch (error) {
    if (!(error instanceof PatchApplyError)) throw error;
    throw failed(`replace operation does not apply: doc is missing key: ${path}: ${missing}`);
  }
  if (Array.isArray(container)) container[indexOf(key, container.length)] = structuredClone(value);
  else setField(container, key, structuredClone(value));
}

/** Moves or copies a value. */
function transfer(box: Box, op: 'move' | 'copy', operation: JsonObject): void {
  const { from } = operation;
  if (typeof from !== 'string')
    throw failed(`${op} operation failed to decode from: ${notText(from, 'operation, missing from')}`);
  const source = find(box, from, `${op} operation does not apply: doc is missing from path: ${from}`);
  const ofSource =
    op === 'move' ? `error in move for path: '${source.key}'` : `error in copy for from: '${from}'`;
  const value = within(ofSource, () => get(source.container, source.key));
  if (op === 'move') within(ofSource, () => remove(source.container, source.key));
  const path = pathOf(op, operation);
  const why = `${op} operation does not apply: doc is missing destination path: ${path}`;
  const { container, key } = find(box, path, why);
  if (op === 'copy') countCopy(box, value);
  const ofTarget =
    op === 'move' ? `error in move for path: '${path}'` : 'error while adding value during copy';
  within(ofTarget, () => add(container, key, op === 'move' ? value : structuredClone(value)));
}

function countCopy(box: Box, value: unknown): void {
  // A field without a value adds nothing.
  if (value !== null) box.copiedBytes += Buffer.byteLength(toJson(value));
  if (box.copiedBytes > maxCopiedBytes)
    throw failed(
      `Unable to complete the copy, the accumulated size increase of copy is ${box.copiedBytes}, exceeding the limit ${maxCopiedBytes}`,
    );
}

/** Finds what a JSON pointer (RFC 6901) ends in. The part before the first slash is ignored; a pointer without one finds nothing. */
function find(box: Box, path: string, why: string): Place {
  const steps = path.split('/').slice(1);
  const last = steps.pop();
  let container = box.root;
  // A step that leads nowhere is reported with the whole path.
  for (const step of steps) container = childOf(container, unescaped(step));
  if (last !== undefined && (Array.isArray(container) || isJsonObject(container)))
    return { container, key: unescaped(last) };
  throw failed(`${why}: ${missing}`);
}

function childOf(container: unknown, key: string): unknown {
  if (!Array.isArray(container)) return isJsonObject(container) ? fieldOf(container, key) : undefined;
  const index = validIndex(key, container.length);
  return typeof index === 'number' ? container[index] : undefined;
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function fieldOf(object: JsonObject, field: string): unknown {
  return Object.hasOwn(object, field) ? (object[field] ?? null) : null;
}

/** Null for a field that does not exist. */
function get(container: Container, key: string): unknown {
  return Array.isArray(container) ? container[indexOf(key, container.length)] : fieldOf(container, key);
}

function add(container: Container, key: string, value: unknown): void {
  if (!Array.isArray(container)) setField(container, key, value);
  else if (key === '-') container.push(value);
  else {
    if (Number.isNaN(numberOf(key)))
      throw failed(`value was not a proper array index: '${key}': ${notNumber(key)}`);
    container.splice(indexOf(key, container.length + 1), 0, value);
  }
}

function remove(container: Container, key: string): void {
  if (Array.isArray(container)) container.splice(indexOf(key, container.length), 1);
  else if (Object.hasOwn(container, key)) delete container[key];
  else throw failed(`Unable to remove nonexistent key: ${key}: ${missing}`);
}

/** Returns an index below `end`. Negative ones count from there. */
function indexOf(key: string, end: number): number {
  const index = validIndex(key, end);
  if (typeof index === 'number') return index;
  throw failed(index);
}

/** The index, or what is wrong with it. */
function validIndex(key: string, end: number): number | string {
  const number = numberOf(key);
  if (Number.isNaN(number)) return notNumber(key);
  const index = number < 0 ? number + end : number;
  return index >= 0 && index < end
    ? index
    : `Unable to access invalid index: ${number}: invalid index referenced`;
}

/** strconv.Atoi; NaN for what it refuses. */
function numberOf(key: string): number {
  return /^[+-]?\d+$/.test(key) ? Number(key) : Number.NaN;
}

function notNumber(key: string): string {
  return `strconv.Atoi: parsing ${goQuote(key)}: invalid syntax`;
}

/** Puts a context before the message of an operation that does not apply. */
function within<T>(context: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof PatchApplyError) throw failed(`${context}: ${error.message}`);
    throw error;
  }
}

function undecodable(value: unknown, type: string): PatchSyntaxError {
  return new PatchSyntaxError(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${type}`);
}

function failed(why: string): PatchApplyError {
  return new PatchApplyError(why);
}
