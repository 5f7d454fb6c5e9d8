import { type JsonObject, isJsonObject, jsonTypeOf, setField, toJson } from '@kube-informers/schema/internal';
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
  const box: JsonObject = { root: structuredClone(target) };
  let copiedBytes = 0;
  for (const operation of patch) {
    // Checked by requireOperation or requireFields. Null has no fields.
    const { op, path, from, value } = (operation ?? {}) as JsonObject;
    if (op === 'copy') {
      const copied = found(box, parsePointer(from));
      // A field without a value adds nothing.
      if (copied !== null) copiedBytes += Buffer.byteLength(toJson(copied));
      if (copiedBytes > maxCopiedBytes)
        throw failed(
          `unable to complete the copy, the accumulated size increase of copy is ${copiedBytes}, exceeding the limit ${maxCopiedBytes}`,
        );
    }
    apply(box, { op, path, from, value });
  }
  return box['root'];
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

/** Returns the steps of a JSON pointer (RFC 6901), below the box. */
function parsePointer(pointer: unknown): string[] {
  if (typeof pointer !== 'string') throw failed('operation missing path field: missing value');
  if (pointer === '') return ['root'];
  if (!pointer.includes('/')) throw failed(`a path must have a "/", got ${JSON.stringify(pointer)}`);
  // The part before the first slash is ignored.
  const steps = pointer.split('/').slice(1);
  return ['root', ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))];
}

/** The fields of an operation, of any type. */
interface Operation {
  readonly op: unknown;
  readonly path: unknown;
  readonly from: unknown;
  readonly value: unknown;
}

function apply(box: JsonObject, { op, path, from, value = null }: Operation): void {
  const to = parsePointer(path);
  const whole = to.length === 1;
  if (whole && op !== 'test' && op !== 'replace')
    throw failed(`${String(op)} does not apply to the whole document`);
  switch (op) {
    case 'test': {
      // A field that does not exist equals null; the whole document does not.
      const tested = whole ? box['root'] : found(box, to);
      if (!isDeepStrictEqual(tested, value)) throw failed(`testing value ${shown(to)} failed`);
      return;
    }
    case 'add':
      add(box, to, structuredClone(value));
      return;
    case 'remove':
      remove(box, to);
      return;
    case 'replace':
      if (whole && (typeof value !== 'object' || value === null))
        throw failed('replace operation value must be object or array');
      // An index must exist, a field need not.
      if (!whole) found(box, to);
      if (Array.isArray(parentOf(box, to))) remove(box, to);
      add(box, to, structuredClone(value));
      return;
    case 'copy':
      add(box, to, structuredClone(found(box, parsePointer(from))));
      return;
    case 'move': {
      const source = parsePointer(from);
      const moved = found(box, source);
      remove(box, source);
      add(box, to, moved);
      return;
    }
    default:
      throw failed(`Unexpected kind: ${String(op)}`);
  }
}

/** Returns the value at a path: null for a field that its object does not have. Fails if there is no such object or index. */
function found(box: JsonObject, path: readonly string[]): unknown {
  if (path.length === 1) throw failed('the whole document cannot be copied or moved');
  const parent = parentOf(box, path);
  if (typeof parent !== 'object' || parent === null) throw failed(`doc is missing path: ${shown(path)}`);
  return read(box, path) ?? null;
}

function read(box: JsonObject, path: readonly string[]): unknown {
  let current: unknown = box;
  for (const step of path) current = child(current, step);
  return current;
}

function child(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[arrayIndex(value, step, value.length - 1)];
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function parentOf(box: JsonObject, path: readonly string[]): unknown {
  return read(box, path.slice(0, -1));
}

function add(box: JsonObject, path: readonly string[], value: unknown): void {
  const parent = parentOf(box, path);
  const step = path.at(-1) ?? '';
  if (Array.isArray(parent)) {
    const index = step === '-' ? parent.length : arrayIndex(parent, step, parent.length);
    parent.splice(index, 0, value);
  } else if (isJsonObject(parent)) setField(parent, step, value);
  else throw failed(`add operation does not apply: doc is missing path: ${shown(path)}`);
}

function remove(box: JsonObject, path: readonly string[]): void {
  const parent = parentOf(box, path);
  const step = path.at(-1) ?? '';
  if (Array.isArray(parent)) parent.splice(arrayIndex(parent, step, parent.length - 1), 1);
  else if (isJsonObject(parent) && Object.hasOwn(parent, step)) delete parent[step];
  else throw failed(`Unable to remove nonexistent key: ${shown(path)}`);
}

function arrayIndex(array: readonly unknown[], step: string, last: number): number {
  const number = /^[+-]?\d+$/.test(step) ? Number(step) : Number.NaN;
  // From the end: -1 is the last position.
  const index = number < 0 ? number + last + 1 : number;
  if (!(index >= 0 && index <= last))
    throw failed(`invalid array index ${JSON.stringify(step)} of ${array.length} items`);
  return index;
}

function undecodable(value: unknown, type: string): PatchSyntaxError {
  return new PatchSyntaxError(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${type}`);
}

function failed(why: string): PatchApplyError {
  return new PatchApplyError(why);
}

function shown(path: readonly string[]): string {
  return `/${path.slice(1).join('/')}`;
}
