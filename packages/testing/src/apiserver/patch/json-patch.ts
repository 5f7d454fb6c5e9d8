import { toJson, jsonTypeOf } from '../json/json.js';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, setField } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';

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

interface Operation {
  readonly op: string;
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: unknown;
}

/**
 * Applies a JSON patch (RFC 6902). The target is not changed.
 *
 * As in the API server, only `test` and `replace` apply to the whole document, and replacing it by a scalar does nothing.
 * `strict` chooses the messages: with field validation the API server decodes a patch twice, first into its own type.
 *
 * Throws PatchSyntaxError if the patch is malformed, PatchApplyError if it does not fit the document, including a
 * failed `test`.
 */
export function applyJsonPatch(target: unknown, patch: unknown, strict = true): unknown {
  // Null is an empty list.
  if (patch === null) return target;
  if (!Array.isArray(patch)) throw undecodable(patch, strict ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch');
  if (strict) patch.forEach(requireOperation);
  const operations = patch.map(parseOperation);
  // The document is boxed, so that the root can be replaced like any other value.
  const box: JsonObject = { root: structuredClone(target) };
  let copiedBytes = 0;
  for (const operation of operations) {
    if (operation.op === 'copy') {
      copiedBytes += Buffer.byteLength(toJson(existing(box, operation.from)));
      if (copiedBytes > maxCopiedBytes)
        throw failed(
          `unable to complete the copy, the accumulated size increase of copy is ${copiedBytes}, exceeding the limit ${maxCopiedBytes}`,
        );
    }
    apply(box, operation);
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

function parseOperation(operation: unknown, index: number): Operation {
  if (operation === null) throw new PatchSyntaxError('invalid operation null: unsupported operation');
  if (!isJsonObject(operation))
    throw new PatchSyntaxError(
      `json: cannot unmarshal ${jsonTypeOf(operation)} into Patch.${index} of type jsonpatch.Operation`,
    );
  const { op, path, from, value } = operation;
  if ((op === 'add' || op === 'replace') && value === undefined) throw missing(operation, 'value');
  if (typeof op !== 'string' || !['add', 'remove', 'replace', 'move', 'copy', 'test'].includes(op))
    throw invalid(operation, 'unsupported operation');
  const needsFrom = op === 'move' || op === 'copy';
  return {
    op,
    path: parsePointer(pointerOf(operation, 'path', path)),
    from: needsFrom ? parsePointer(pointerOf(operation, 'from', from)) : [],
    value,
  };
}

function pointerOf(operation: JsonObject, field: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) throw missing(operation, field);
  const why = `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type string`;
  throw invalid(operation, `failed to decode '${field}': ${why}`);
}

/** Returns the steps of a JSON pointer (RFC 6901), below the box. */
function parsePointer(pointer: string): string[] {
  if (pointer === '') return ['root'];
  if (!pointer.includes('/')) throw failed(`a path must have a "/", got ${JSON.stringify(pointer)}`);
  // The part before the first slash is ignored.
  const steps = pointer.split('/').slice(1);
  return ['root', ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))];
}

function apply(box: JsonObject, { op, path, from, value }: Operation): void {
  const whole = path.length === 1;
  if ((whole && op !== 'test' && op !== 'replace') || from.length === 1)
    throw failed(`${op} does not apply to the whole document`);
  switch (op) {
    case 'test': {
      const parent = parentOf(box, path);
      if (typeof parent !== 'object' || parent === null) throw failed(`doc is missing path: ${shown(path)}`);
      const found = read(box, path);
      if (!isDeepStrictEqual(found ?? null, value ?? null))
        throw failed(`testing value ${shown(path)} failed`);
      return;
    }
    case 'add':
      add(box, path, structuredClone(value));
      return;
    case 'remove':
      remove(box, path);
      return;
    case 'replace':
      if (whole && (typeof value !== 'object' || value === null)) return;
      if (read(box, path) === undefined)
        throw failed(`replace operation does not apply: doc is missing key: ${shown(path)}`);
      if (Array.isArray(parentOf(box, path))) remove(box, path);
      add(box, path, structuredClone(value));
      return;
    case 'copy':
      add(box, path, structuredClone(existing(box, from)));
      return;
    case 'move': {
      const moved = existing(box, from);
      remove(box, from);
      add(box, path, moved);
      return;
    }
    default:
      throw new PatchSyntaxError(`unsupported operation ${op}`);
  }
}

function existing(box: JsonObject, path: readonly string[]): unknown {
  const found = read(box, path);
  if (found === undefined) throw failed(`doc is missing path: ${shown(path)}`);
  return found;
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

function missing(operation: JsonObject, field: string): PatchSyntaxError {
  return invalid(operation, `failed to decode '${field}': operation, missing ${field} field: missing value`);
}

function invalid(operation: JsonObject, why: string): PatchSyntaxError {
  // Go prints the fields of a map in order.
  const fields = Object.entries(operation).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new PatchSyntaxError(`invalid operation ${toJson(Object.fromEntries(fields))}: ${why}`);
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
