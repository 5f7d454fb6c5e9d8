/** Short forms for the tables of overloads, and the costs that several libraries share. */
import {
  actualSize,
  add,
  fixed,
  multiply,
  scale,
  stringTraversalFactor,
  traversalCost,
  unlimited,
} from '../functions.js';
import type { ArgumentEstimate, Overload, Range } from '../functions.js';
import { CelError } from '../values.js';
import type { CelType, CelValue } from '../values.js';

/** The costs of an overload, at run time and estimated; none is 1. */
export type Costs = Pick<Overload, 'cost' | 'estimate'>;

/** The code of an overload: its parameters are of the types that the overload declares. */
type Call = (...args: never[]) => CelValue | CelError;

/** A function that is called as `name(…)`. */
export function fn(
  name: string,
  id: string,
  params: readonly CelType[],
  result: CelType,
  call: Call,
  costs?: Costs,
): Overload {
  // The checker and the dispatch by type make sure that the arguments are of the declared types.
  return { id, name, member: false, params, result, call: call as Overload['call'], ...costs };
}

/** A function that is called as `target.name(…)`. */
export function method(
  name: string,
  id: string,
  params: readonly CelType[],
  result: CelType,
  call: Call,
  costs?: Costs,
): Overload {
  return { ...fn(name, id, params, result, call, costs), member: true };
}

/** A result that Go gives for arguments that no overload takes. */
export const noSuchOverload = new CelError('no such overload');

/**
 * The longest text, in UTF-16 units, that a function of a library makes.
 *
 * `replace` and `format` cost what they read, so that without a limit a cheap expression fills the memory.
 */
const maxTextLength = 4 * 1024 * 1024;

/** A text that would be too long is an error. `length` is that of the text that `make` returns, or more. */
export function limitedText(length: number, make: () => string): string | CelError {
  return length > maxTextLength ? new CelError(`string of more than ${maxTextLength} characters`) : make();
}

/** `args[index]` of an estimate; its absence is a mistake in a table of overloads. */
export function argument(args: readonly ArgumentEstimate[], index: number): ArgumentEstimate {
  const found = args[index];
  if (found === undefined) throw new RangeError(`an overload has no argument ${index}`);
  return found;
}

/** The runtime cost to read an argument `times` times. */
export function readCost(value: CelValue | CelError | undefined, times = 1): number {
  return Math.ceil(actualSize(value ?? null) * times * stringTraversalFactor);
}

/** Reads the first argument once, and gives a result of at most its size. */
export const readsFirst: Costs = {
  cost: ([first]) => readCost(first),
  estimate: (args) => ({ cost: scale(argument(args, 0).size, stringTraversalFactor) }),
};

/** As `readsFirst`, and the result has the size of the argument. */
export const transformsFirst: Costs = {
  ...readsFirst,
  estimate: (args) => {
    const { size } = argument(args, 0);
    return { cost: scale(size, stringTraversalFactor), size };
  },
};

/** Compares each element of a list with something. */
export const traversesFirst: Costs = {
  cost: ([first]) => (first === undefined ? 0 : traversalCost(first)),
  estimate: (args) => {
    const { element, size } = argument(args, 0);
    return { cost: element === undefined ? scale(size, stringTraversalFactor) : perElement(size, element) };
  },
};

function perElement(size: Range, element: ArgumentEstimate): Range {
  const { kind } = element.type;
  const text = kind === 'string' || kind === 'bytes';
  return multiply(size, text ? add(fixed(1), scale(element.size, stringTraversalFactor)) : fixed(1));
}

/** The literal whole number of an argument, 0 if it is negative; `otherwise` if it is not a literal. */
export function literalOr(argument: ArgumentEstimate, otherwise: number): number {
  const { literal } = argument;
  if (typeof literal !== 'bigint') return otherwise;
  return literal < 0n ? 0 : Number(literal);
}

/** Go's subtraction of uint64, which wraps. */
export function wrappedDifference(a: number, b: number): number {
  return a >= b ? a - b : unlimited - (b - a);
}
