/** `find` and `findAll` of Kubernetes. The evaluator runs them, as `matches`: it limits the work of all patterns together. */
import {
  actualSize,
  add,
  fixed,
  multiply,
  regexLengthFactor,
  scale,
  stringTraversalFactor,
} from '../functions.js';
import type { Overload } from '../functions.js';
import { INT, listOf, STRING } from '../values.js';
import { argument, method, noSuchOverload } from './define.js';
import type { Costs } from './define.js';

const STRINGS = listOf(STRING);

const costs: Costs = {
  cost: ([text, pattern]) =>
    Math.ceil((1 + actualSize(text ?? null)) * stringTraversalFactor) *
    Math.ceil(actualSize(pattern ?? null) * regexLengthFactor),
  estimate: (args) => {
    const { size } = argument(args, 0);
    const text = scale(add(size, fixed(1)), stringTraversalFactor);
    const pattern = scale(argument(args, 1).size, regexLengthFactor);
    return { cost: multiply(text, pattern), size: { min: 0, max: size.max } };
  },
};

const run = () => noSuchOverload;

export const regex: readonly Overload[] = [
  method('find', 'string_find_string', [STRING, STRING], STRING, run, costs),
  method('findAll', 'string_find_all_string', [STRING, STRING], STRINGS, run, costs),
  method('findAll', 'string_find_all_string_int', [STRING, STRING, INT], STRINGS, run, costs),
];
