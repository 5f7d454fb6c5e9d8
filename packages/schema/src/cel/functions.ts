/**
 * How a library adds functions: overloads with their types, their code and their cost.
 *
 * Costs and sizes are those of the API server. They count up to 2^64 and stop there; `unlimited` stands for that.
 */
import { countPart } from './effort.js';
import { CelList, CelMap, CelObject, Optional, stringSize, isBytes } from './values.js';
import type { CelError, CelType, CelValue } from './values.js';

/** One signature of a function. */
export interface Overload {
  /** Names it among all overloads, e.g. `string_to_quantity`. */
  readonly id: string;
  /** The name of the function, with its namespace: `size`, `ip.isCanonical`. */
  readonly name: string;
  /** True if it is called as `target.name(…)`. */
  readonly member: boolean;
  /** The types of the arguments; the target of a member is the first. */
  readonly params: readonly CelType[];
  readonly result: CelType;
  /** The arguments are of the types that `params` names, and never errors. Throws nothing but TooMuchWorkError. */
  call(this: void, ...args: CelValue[]): CelValue | CelError;
  /** True if it takes any values, and answers itself if they do not fit. */
  readonly unguarded?: boolean;
  /** What a call costs; 1 if absent. Asked also if an argument is an error, so it must not rely on their types. */
  readonly cost?: (this: void, args: readonly (CelValue | CelError)[], result: CelValue | CelError) => number;
  /** What a call may cost, without its arguments' own cost, when only types and sizes are known; 1 if absent. */
  readonly estimate?: (this: void, args: readonly ArgumentEstimate[]) => CallEstimate;
}

/** The smallest and the largest size or cost that is possible. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface CallEstimate {
  readonly cost: Range;
  /** The size of the result, if it is known. */
  readonly size?: Range;
}

/** What is known about an argument before there is data. */
export interface ArgumentEstimate {
  readonly type: CelType;
  /** `{ min: 0, max: unlimited }` if it is not known. */
  readonly size: Range;
  /** True if the size above is one that is known. */
  readonly sized: boolean;
  /** The value, if the argument is a literal. */
  readonly literal: CelValue | undefined;
  /** The elements of a list, with the sizes that the schema gives them. */
  readonly element: ArgumentEstimate | undefined;
}

export const unlimited = 2 ** 64;

/** The cost of a character when a string is read once. */
export const stringTraversalFactor = 0.1;
/** The cost of a character of a pattern. */
export const regexLengthFactor = 0.25;
export const listCreateCost = 10;
export const mapCreateCost = 30;
export const structCreateCost = 40;

export const unknownSize: Range = { min: 0, max: unlimited };

export function fixed(value: number): Range {
  return { min: value, max: value };
}

export function add(a: Range, b: Range): Range {
  return { min: Math.min(a.min + b.min, unlimited), max: Math.min(a.max + b.max, unlimited) };
}

export function multiply(a: Range, b: Range): Range {
  return { min: times(a.min, b.min), max: times(a.max, b.max) };
}

/** Times a factor, rounded up. */
export function scale(a: Range, factor: number): Range {
  return {
    min: Math.min(Math.ceil(a.min * factor), unlimited),
    max: Math.min(Math.ceil(a.max * factor), unlimited),
  };
}

/** The smallest range that holds both. */
export function union(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : Math.min(a * b, unlimited);
}

/** The size of a value as costs count it: code points, bytes, elements or entries; 1 for what has no size. */
export function actualSize(value: CelValue | CelError): number {
  if (typeof value === 'string') return stringSize(value);
  if (value instanceof CelList || value instanceof CelMap) return value.size;
  if (isBytes(value)) return value.length;
  if (value instanceof CelObject) return value.size ?? 1;
  if (value instanceof Optional && value.value !== undefined) return actualSize(value.value);
  return 1;
}

const maxTraversed = 10_000_000;

/** The cost to read a whole value: strings by their length, lists and maps by all they hold. Throws TooMuchWorkError. */
export function traversalCost(value: CelValue | CelError): number {
  countPart();
  if (typeof value === 'string') return Math.floor(utf8Length(value) * stringTraversalFactor);
  if (isBytes(value)) return Math.floor(value.length * stringTraversalFactor);
  let cost = 0;
  if (value instanceof CelList) {
    // `l + l` of `l + l` of …: no limit allows to read it.
    if (value.size > maxTraversed) return unlimited;
    for (const element of value) cost += traversalCost(element);
    return cost;
  }
  if (value instanceof CelMap) {
    for (const key of value.keys()) cost += traversalCost(key) + traversalCost(value.get(key));
    return cost;
  }
  return 1;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) length += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return length;
}
