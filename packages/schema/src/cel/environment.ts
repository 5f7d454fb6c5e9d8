/** What an expression is compiled against, and what compiling it gives. */
import type { Overload, Range } from './functions.js';
import type { Macro } from './macros.js';
import type { Issue } from './syntax.js';
import type { CelType, CelValue } from './values.js';
import type { Work } from '../values/work.js';

/** What a library adds to the language. */
export interface Library {
  readonly overloads: readonly Overload[];
  /** Names that mean a value in every expression, e.g. of types. */
  readonly constants?: Readonly<Record<string, { readonly type: CelType; readonly value: CelValue }>>;
  readonly macros?: readonly Macro[];
}

export function library(...overloads: Overload[]): Library {
  return { overloads };
}

/** Knows the objects that have fields, which the types of variables name. */
export interface TypeProvider {
  /** True if there is an object type of this name. */
  hasType(name: string): boolean;
  /** The type of a field, under the name that expressions use; `undefined` if there is none. */
  fieldType(typeName: string, field: string): CelType | undefined;
}

export interface Environment {
  /** The names that an expression may use. */
  readonly variables: Readonly<Record<string, CelType>>;
  readonly types?: TypeProvider;
  /** Beside the standard library. Default: `newExpressionLibraries`. One constant list for many expressions is faster. */
  readonly libraries?: readonly Library[];
}

export type CompileResult =
  | {
      readonly issues: readonly [Issue, ...Issue[]];
      /** All issues with the lines they are in, as the API server shows them. */
      readonly text: string;
    }
  | { readonly issues?: undefined; readonly type: CelType; readonly program: Program };

/** The value of a variable; a function makes it when it is first used. */
export type Bindings = Readonly<Record<string, CelValue | (() => CelValue)>>;

export interface EvaluateOptions {
  /** Default: no limit. */
  readonly costLimit?: number;
  /** Bounds what costs do not, such as steps of patterns; evaluations may share it. Default: each has its own. */
  readonly work?: Work;
}

/** Gives the size of what lies at a path of a variable, e.g. `['self', 'spec', 'ports', '@items']`. */
export type SizeOf = (path: readonly string[], type: CelType) => Range | undefined;

export interface Program {
  /** Throws `EvaluationError` with the text of the server if it fails, `CostLimitError` if it costs more than allowed. */
  evaluate(
    bindings: Bindings,
    options?: EvaluateOptions,
  ): { readonly value: CelValue; readonly cost: number };
  /** The variables that it uses. */
  readonly variables: readonly string[];
  /** What an evaluation may cost when the data has the sizes that a schema allows. */
  estimate(sizeOf: SizeOf): Range;
}

/** An expression failed while it was evaluated, e.g. `no such key: name`, `division by zero`. */
export class EvaluationError extends Error {
  override readonly name: string = 'EvaluationError';
  /** Until the error. */
  readonly cost: number;
  constructor(message: string, cost: number) {
    super(message);
    this.cost = cost;
  }
}

/** An evaluation was ended because it cost more than `costLimit`. */
export class CostLimitError extends EvaluationError {
  override readonly name = 'CostLimitError';
}
