/** The list libraries of Kubernetes and of cel-go (in version 3, since 1.34), and cel-go's sets. */
import {
  actualSize,
  add,
  fixed,
  listCreateCost,
  multiply,
  scale,
  stringTraversalFactor,
  unlimited,
} from '../functions.js';
import { countPart } from '../effort.js';
import type { ArgumentEstimate, CallEstimate, Overload, Range } from '../functions.js';
import {
  BOOL,
  BYTES,
  CelError,
  CelList,
  compare,
  DOUBLE,
  DURATION,
  Duration,
  DYN,
  equal,
  INT,
  isBytes,
  listOf,
  maxInt,
  maxUint,
  minInt,
  STRING,
  TIMESTAMP,
  typeOf,
  typeParam,
  UINT,
  Uint,
} from '../values.js';
import type { CelType, CelValue } from '../values.js';
import {
  argument,
  fn,
  literalOr,
  method,
  noSuchOverload,
  traversesFirst,
  wrappedDifference,
} from './define.js';
import type { Costs } from './define.js';

const T = typeParam('T');
const LIST_T = listOf(T);
const comparable: readonly CelType[] = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES];

/** Kubernetes names its overloads after the short names of types. */
function shortName(type: CelType): string {
  return type.kind;
}

/** The elements of a list; its first error ends the call. */
function elementsOf(list: CelList): CelValue[] | CelError {
  const elements: CelValue[] = [];
  for (const element of list) {
    if (element instanceof CelError) return element;
    elements.push(element);
  }
  return elements;
}

function isComparable(value: CelValue): boolean {
  return comparable.some((type) => type.kind === typeOf(value).kind);
}

/** Values that have no order, such as NaN, count as equal. */
function isSorted(list: CelList): boolean | CelError {
  const elements = elementsOf(list);
  if (elements instanceof CelError) return elements;
  if (!elements.every(isComparable)) return noSuchOverload;
  return elements.every(
    (element, index) => index === 0 || (compare(elements[index - 1] ?? null, element) ?? 0) <= 0,
  );
}

function extreme(name: string, sign: number): (list: CelList) => CelValue | CelError {
  return (list) => {
    const elements = elementsOf(list);
    if (elements instanceof CelError) return elements;
    if (!elements.every(isComparable)) return noSuchOverload;
    const [first, ...rest] = elements;
    if (first === undefined) return new CelError(`${name} called on empty list`);
    return rest.reduce((best, element) => ((compare(best, element) ?? 0) * sign < 0 ? element : best), first);
  };
}

function sumOf(zero: CelValue): (list: CelList) => CelValue | CelError {
  return (list) => {
    let sum = zero;
    for (const element of list) {
      if (element instanceof CelError) return element;
      const next = plus(sum, element);
      if (next instanceof CelError) return next;
      sum = next;
    }
    return sum;
  };
}

function plus(a: CelValue, b: CelValue): CelValue | CelError {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    const sum = a + b;
    return sum < minInt || sum > maxInt ? new CelError('integer overflow') : sum;
  }
  if (a instanceof Uint && b instanceof Uint) {
    const sum = a.value + b.value;
    return sum > maxUint ? new CelError('unsigned integer overflow') : new Uint(sum);
  }
  if (a instanceof Duration && b instanceof Duration) {
    const sum = plus(a.nanoseconds, b.nanoseconds);
    return typeof sum === 'bigint' ? new Duration(sum) : sum;
  }
  return noSuchOverload;
}

function indexOf(list: CelList, item: CelValue): bigint {
  for (let i = 0; i < list.size; i++) if (equal(list.at(i), item) === true) return BigInt(i);
  return -1n;
}

function lastIndexOf(list: CelList, item: CelValue): bigint {
  for (let i = list.size - 1; i >= 0; i--) if (equal(list.at(i), item) === true) return BigInt(i);
  return -1n;
}

function includes(target: CelValue, item: CelValue): boolean {
  return target instanceof CelList ? indexOf(target, item) >= 0n : equal(target, item) === true;
}

const includesCosts: Costs = {
  ...traversesFirst,
  estimate: (args) => {
    const target = argument(args, 0);
    const cost =
      target.element === undefined ? multiply(target.size, fixed(1)) : traversesFirst.estimate?.(args).cost;
    return { cost: cost ?? fixed(1) };
  },
};

const A = typeParam('A');

/** Of Kubernetes, since 1.0. */
export const kubernetesLists: readonly Overload[] = [
  ...comparable.flatMap((type) => {
    const name = shortName(type);
    const list = listOf(type);
    return [
      method('isSorted', `list_${name}_is_sorted_bool`, [list], BOOL, isSorted, traversesFirst),
      method('max', `list_${name}_max_${name}`, [list], type, extreme('max', 1), traversesFirst),
      method('min', `list_${name}_min_${name}`, [list], type, extreme('min', -1), traversesFirst),
    ];
  }),
  ...(
    [
      [INT, 0n],
      [UINT, new Uint(0n)],
      [DOUBLE, 0],
      [DURATION, new Duration(0n)],
    ] as const
  ).map(([type, zero]) => {
    const name = shortName(type);
    return method('sum', `list_${name}_sum_${name}`, [listOf(type)], type, sumOf(zero), traversesFirst);
  }),
  method('indexOf', 'list_a_index_of_int', [listOf(A), A], INT, indexOf, traversesFirst),
  method('lastIndexOf', 'list_a_last_index_of_int', [listOf(A), A], INT, lastIndexOf, traversesFirst),
];

/** Of Kubernetes, since 1.37. */
export const includesFunction: readonly Overload[] = [
  method('includes', 'list_includes_dyn_dyn', [DYN, DYN], BOOL, includes, includesCosts),
];

/** The cost of a call that makes a list. */
function allocating(size: Range, factor = 1): CallEstimate {
  return { cost: add(add(scale(size, factor), fixed(1)), fixed(listCreateCost)), size };
}

function allocatingCost(size: number, factor = 1): number {
  return Math.min(Math.floor(size * (factor < 0 ? 1 : factor)) + 1 + listCreateCost, unlimited);
}

const resultSized: Pick<Costs, 'cost'> = { cost: (_, result) => allocatingCost(actualSize(result)) };

const flattenCosts: Costs = {
  cost: ([list, depth]) =>
    allocatingCost(actualSize(list ?? null), typeof depth === 'bigint' ? Number(depth) : 1),
  estimate: (args) => {
    const depth = args[1] === undefined ? 1 : literalOr(args[1], unlimited);
    return allocating(argument(args, 0).size, depth);
  },
};

/** Each element may be compared with each other. */
function comparesAll(index: number, textFactor: number): Costs {
  return {
    cost: (args) => {
      const list = args[index];
      if (!(list instanceof CelList)) return 1;
      const first = list.size === 0 ? null : list.at(0);
      const text = typeof first === 'string' || isBytes(first);
      return allocatingCost(list.size * list.size, text ? 2 + stringTraversalFactor : 2);
    },
    estimate: (args) => {
      const { size } = argument(args, index);
      return allocating(multiply(size, size), 2 + textFactor);
    },
  };
}

function slice(list: CelList, start: bigint, end: bigint): CelList | CelError {
  const problem = (reason: string) => new CelError(`cannot slice(${start}, ${end}), ${reason}`);
  if (start < 0n || end < 0n) return problem('negative indexes not supported');
  if (start > end) return problem('start index must be less than or equal to end index');
  if (BigInt(list.size) < end) return problem(`list is length ${list.size}`);
  const elements = elementsOf(list);
  return elements instanceof CelError ? elements : CelList.of(elements.slice(Number(start), Number(end)));
}

function flatten(list: CelValue, depth?: CelValue): CelList | CelError {
  if (!(list instanceof CelList)) {
    const given = depth === undefined ? '' : typeOf(depth).toString();
    return new CelError(`no such overload: ${typeOf(list).toString()}.flatten(${given})`);
  }
  return flattened(list, typeof depth === 'bigint' ? depth : 1n);
}

function flattened(list: CelList, depth: bigint): CelList | CelError {
  if (depth < 0n) return new CelError('level must be non-negative');
  const elements = flatElements(list, depth);
  return elements instanceof CelError ? elements : CelList.of(elements);
}

function flatElements(list: CelList, depth: bigint): CelValue[] | CelError {
  const elements: CelValue[] = [];
  for (const element of list) {
    countPart();
    if (element instanceof CelError) return element;
    if (!(element instanceof CelList) || depth === 0n) {
      elements.push(element);
      continue;
    }
    const inner = flatElements(element, depth - 1n);
    if (inner instanceof CelError) return inner;
    for (const value of inner) {
      countPart();
      elements.push(value);
    }
  }
  return elements;
}

/** Go's sort is not stable for more than twelve elements; this one is. */
function sortByKeys(list: CelList, keys: CelList): CelList | CelError {
  if (list.size !== keys.size) {
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  const elements = elementsOf(list);
  if (elements instanceof CelError) return elements;
  const sortKeys = elementsOf(keys);
  if (sortKeys instanceof CelError) return sortKeys;
  const [first] = sortKeys;
  if (first === undefined) return list;
  if (!isComparable(first)) return new CelError('list elements must be comparable');
  if (sortKeys.some((key) => typeOf(key).name !== typeOf(first).name)) {
    return new CelError('list elements must have the same type');
  }
  const pairs = elements.map((element, index) => ({ element, key: sortKeys[index] ?? null }));
  pairs.sort((a, b) => compare(a.key, b.key) ?? 0);
  return CelList.of(pairs.map(({ element }) => element));
}

const maxRange = 1_000_000n;

function range(size: bigint): CelList | CelError {
  if (size < 0n) return new CelError(`lists.range: size must be non-negative, got ${size}`);
  if (size > maxRange) return new CelError(`lists.range: size ${size} exceeds maximum allowed (${maxRange})`);
  return CelList.of(Array.from({ length: Number(size) }, (_, index) => BigInt(index)));
}

function reverse(list: CelList): CelList | CelError {
  const elements = elementsOf(list);
  return elements instanceof CelError ? elements : CelList.of(elements.toReversed());
}

function distinct(list: CelList): CelList | CelError {
  const elements = elementsOf(list);
  if (elements instanceof CelError) return elements;
  const found: CelValue[] = [];
  for (const element of elements)
    if (!found.some((other) => equal(element, other) === true)) found.push(element);
  return CelList.of(found);
}

/** Of cel-go; the macro `sortBy` calls `@sortByAssociatedKeys`. */
export const celLists: readonly Overload[] = [
  method('slice', 'list_slice', [LIST_T, INT, INT], LIST_T, slice, {
    ...resultSized,
    estimate: (args) => {
      const end = literalOr(argument(args, 2), argument(args, 0).size.max);
      return allocating(fixed(wrappedDifference(end, literalOr(argument(args, 1), 0))));
    },
  }),
  {
    ...method('flatten', 'list_flatten', [listOf(LIST_T)], LIST_T, flatten, flattenCosts),
    unguarded: true,
  },
  method('flatten', 'list_flatten_int', [listOf(DYN), INT], listOf(DYN), flatten, flattenCosts),
  ...comparable.flatMap((type) => {
    const textFactor = type === STRING || type === BYTES ? stringTraversalFactor : 0;
    return [
      method(
        'sort',
        `list_${type.name}_sort`,
        [listOf(type)],
        listOf(type),
        (list: CelList) => sortByKeys(list, list),
        comparesAll(0, textFactor),
      ),
      method(
        '@sortByAssociatedKeys',
        `list_${type.name}_sortByAssociatedKeys`,
        [LIST_T, listOf(type)],
        LIST_T,
        sortByKeys,
        comparesAll(1, textFactor),
      ),
    ];
  }),
  fn('lists.range', 'lists_range', [INT], listOf(INT), range, {
    ...resultSized,
    estimate: (args) => allocating(fixed(literalOr(argument(args, 0), unlimited))),
  }),
  method('reverse', 'list_reverse', [LIST_T], LIST_T, reverse, {
    ...resultSized,
    estimate: (args) => allocating(argument(args, 0).size),
  }),
  method('distinct', 'list_distinct', [LIST_T], LIST_T, distinct, comparesAll(0, 0)),
];

/** Compares as `in` does, from the element: a computed quantity equals, but is not equalled. */
function holds(list: CelList, element: CelValue): boolean {
  for (const other of list) if (equal(element, other) === true) return true;
  return false;
}

function contains(list: CelList, part: CelList): boolean | CelError {
  for (const element of part) {
    if (element instanceof CelError) return element;
    if (!holds(list, element)) return false;
  }
  return true;
}

function equivalent(a: CelList, b: CelList): boolean | CelError {
  const contained = contains(a, b);
  return contained === true ? contains(b, a) : contained;
}

function intersects(a: CelList, b: CelList): boolean {
  for (const element of a) if (!(element instanceof CelError) && holds(b, element)) return true;
  return false;
}

function setCosts(factor: number): Costs {
  const sizes = (args: readonly ArgumentEstimate[]) =>
    multiply(argument(args, 0).size, argument(args, 1).size);
  return {
    cost: ([a, b]) => Math.min(1 + actualSize(a ?? null) * actualSize(b ?? null) * factor, unlimited),
    estimate: (args) => ({ cost: add(scale(sizes(args), factor), fixed(1)) }),
  };
}

export const sets: readonly Overload[] = [
  fn('sets.contains', 'list_sets_contains_list', [LIST_T, LIST_T], BOOL, contains, setCosts(1)),
  fn('sets.equivalent', 'list_sets_equivalent_list', [LIST_T, LIST_T], BOOL, equivalent, setCosts(2)),
  fn('sets.intersects', 'list_sets_intersects_list', [LIST_T, LIST_T], BOOL, intersects, setCosts(1)),
];
