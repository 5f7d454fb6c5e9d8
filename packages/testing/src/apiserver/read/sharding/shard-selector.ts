import { asError, hashOf } from 'kube-informers/internal';
import { CelError } from './cel-lexer.js';
import { ExprKind, parseCel } from './cel-parser.js';
import type { Expr } from './cel-parser.js';

/** The fields of an object that determine its shard. */
export interface ShardedObject {
  readonly uid: string;
  readonly namespace: string;
}

/** Selects the objects whose field's hash is in one of the ranges (KEP-5866). */
export interface ShardSelector {
  /** The canonical form, which a list echoes. */
  readonly text: string;
  matches(object: ShardedObject): boolean;
}

interface ShardRange {
  readonly field: string;
  /** Inclusive. */
  readonly start: string;
  /** Exclusive. */
  readonly end: string;
}

/** An invalid shard selector, with the server's message. */
export class ShardSelectorError extends Error {
  override readonly name = 'ShardSelectorError';
}

const fields: Readonly<Record<string, (object: ShardedObject) => string>> = {
  'object.metadata.uid': ({ uid }) => uid,
  'object.metadata.namespace': ({ namespace }) => namespace,
};
const top = '0x10000000000000000';

/**
 * Parses a shard selector as apiserver's sharding.Parse.
 *
 * Example: `shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000') || …`. Throws
 * ShardSelectorError.
 */
export function parseShardSelector(text: string): ShardSelector {
  const ranges = rangesOf(parsed(text));
  const [first] = ranges;
  const field = first?.field ?? '';
  const other = ranges.find((range) => range.field !== field);
  if (other !== undefined) {
    throw new ShardSelectorError(
      `all shard ranges must use the same field, got ${quoted(field)} and ${quoted(other.field)}`,
    );
  }
  const read = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return {
    text: ranges.map(({ start, end }) => `shardRange(${field}, '${start}', '${end}')`).join(' || '),
    matches(object) {
      const hash = `0x${hashOf(read?.(object) ?? '')}`;
      return ranges.some(({ start, end }) => !isLess(hash, start) && isLess(hash, end));
    },
  };
}

function parsed(text: string): Expr {
  if (text.trim() === '') {
    throw new ShardSelectorError(
      'empty shard selector is not allowed; omit the parameter for unfiltered lists',
    );
  }
  try {
    return parseCel(text.trim());
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new ShardSelectorError(`CEL parse error: ${asError(error).message}`, { cause: error });
  }
}

function rangesOf(expr: Expr): ShardRange[] {
  if (expr.kind !== ExprKind.Call) {
    throw new ShardSelectorError(
      `unexpected expression kind ${expr.kind}; expected shardRange() call or || operator`,
    );
  }
  if (expr.name === '_||_') return expr.args.flatMap(rangesOf);
  if (expr.name === 'shardRange') return [rangeOf(expr.args)];
  throw new ShardSelectorError(
    `unsupported function ${quoted(expr.name)}; only shardRange() and || are allowed`,
  );
}

function rangeOf(args: readonly Expr[]): ShardRange {
  const [path, from, to] = args;
  if (path === undefined || from === undefined || to === undefined || args.length !== 3) {
    throw new ShardSelectorError(`shardRange() requires exactly 3 arguments, got ${args.length}`);
  }
  const field = fieldPath(path);
  if (!Object.hasOwn(fields, field)) {
    const known = Object.keys(fields).join(', ');
    throw new ShardSelectorError(`unsupported field path ${quoted(field)}; supported: ${known}`);
  }
  const start = hexLiteral(from, 'hexStart');
  const end = hexLiteral(to, 'hexEnd');
  if (!isLess(start, end)) {
    throw new ShardSelectorError(`shard range start ${start} must be less than end ${end}`);
  }
  return { field, start, end };
}

function fieldPath(expr: Expr): string {
  const steps: string[] = [];
  let root = expr;
  for (; root.kind === ExprKind.Select; root = root.operand) steps.unshift(root.field);
  if (root.kind === ExprKind.Ident) return [root.name, ...steps].join('.');
  throw new ShardSelectorError(
    `shardRange() first argument: expected field path (e.g. object.metadata.uid), got expression kind ${root.kind}`,
  );
}

function hexLiteral(expr: Expr, name: string): string {
  const wrong = (why: string): ShardSelectorError => new ShardSelectorError(`${name}${why}`);
  if (expr.kind !== ExprKind.Literal) {
    throw wrong(` must be a string literal (e.g. '0xff'), got expression kind ${expr.kind}`);
  }
  const { text, goType } = expr;
  if (text === undefined) throw wrong(` must be a string literal, got ${goType}`);
  if (!text.startsWith('0x')) throw wrong(` must have '0x' prefix, got ${quoted(text)}`);
  const hex = text.slice(2);
  const bytes = Buffer.byteLength(hex);
  if (hex === '') throw wrong(`: hex value is required after '0x'`);
  if (bytes > 17) throw wrong(`: hex value too long (${bytes} chars, max 17): ${quoted(hex)}`);
  const stray = /[^0-9a-f]/u.exec(hex)?.[0];
  if (stray !== undefined) throw wrong(`: invalid hex character ${quoted(stray)} in ${quoted(text)}`);
  if (hex.length === 17 && text !== top) {
    throw wrong(`: 17-digit hex value must be '${top}' (2^64), got ${quoted(text)}`);
  }
  if (hex.length < 16) {
    const padded = `0x${hex.padStart(16, '0')}`;
    const got = `got ${quoted(text)} (did you mean ${quoted(padded)}?)`;
    throw wrong(` must be a 0x-prefixed 16-digit hex value, ${got}`);
  }
  return text;
}

/** Compares numbers of 16 digits, or 2^64: by length, then as strings. */
function isLess(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
