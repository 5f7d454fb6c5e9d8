/**
 * CEL, the language of rules in Kubernetes, as kube-apiserver 1.37 has it: with its libraries, messages and costs.
 *
 * In reading order: `values.ts` and `functions.ts` say what values and functions are; `environment.ts` what an
 * expression is compiled against. Then the steps: `parser.ts` makes a tree (`syntax.ts`) and expands macros
 * (`macros.ts`); `checker.ts` gives types; `evaluator.ts` makes a program and counts what it costs; `estimator.ts`
 * says what it may cost before there is data. `standard.ts` and `times.ts` have the functions of the language,
 * `libraries/` those that Kubernetes adds, and `function-table.ts` puts them together.
 *
 * An expression cannot do anything but compute: it has no loops without end, and `costLimit` ends what takes long.
 */
import { check } from './checker.js';
import { evaluationWork, withWork } from './effort.js';
import { CostLimitError, EvaluationError } from './environment.js';
import type { CompileResult, Environment, Library, Program } from './environment.js';
import { estimate } from './estimator.js';
import { Frame, plan, ProgramError } from './evaluator.js';
import { FunctionTable } from './function-table.js';
import { newExpressionLibraries } from './libraries/index.js';
import { parse } from './parser.js';
import { Issues } from './syntax.js';
import { CelError } from './values.js';
import type { CelValue } from './values.js';
import { TooMuchWorkError } from '../values/work.js';

export * from './environment.js';
export * from './functions.js';
export * from './libraries/index.js';
export * from './values.js';

/** Tables of functions, one for each list of libraries: they never change, and take long to make. */
const tables = new WeakMap<readonly Library[], FunctionTable>();

function tableOf(libraries: readonly Library[]): FunctionTable {
  let table = tables.get(libraries);
  if (table === undefined) {
    table = new FunctionTable(libraries);
    tables.set(libraries, table);
  }
  return table;
}

/** Parses and checks an expression and makes a program of it. Never throws for what is wrong with the expression. */
export function compile(expression: string, environment: Environment): CompileResult {
  const functions = tableOf(environment.libraries ?? newExpressionLibraries);
  const issues = new Issues(expression);
  const expr = parse(expression, issues, functions.macros);
  if (expr !== undefined)
    check(expr, { variables: environment.variables, types: environment.types, functions }, issues);
  const [first, ...rest] = issues.list;
  if (expr === undefined || first !== undefined)
    return {
      issues: [first ?? { message: 'invalid expression', line: 1, column: 0 }, ...rest],
      text: `compilation failed: ${issues.display}`,
    };
  try {
    const { exec, names } = plan(expr, functions);
    const program: Program = {
      variables: names,
      evaluate(bindings, { costLimit = Infinity, work = evaluationWork() } = {}) {
        const frame = new Frame(names, bindings, costLimit, work);
        let value: CelValue | CelError;
        try {
          value = withWork(work, () => exec(frame));
        } catch (error) {
          if (!(error instanceof TooMuchWorkError)) throw error;
          throw new CostLimitError('operation cancelled: it takes too many steps', frame.cost);
        }
        if (value instanceof CelError) throw new EvaluationError(value.message, frame.cost);
        return { value, cost: frame.cost };
      },
      estimate: (sizeOf) => estimate(expr, sizeOf),
    };
    return { type: expr.type, program };
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return {
      issues: [{ message: error.message, line: 1, column: 0 }],
      text: `program instantiation failed: ${error.message}`,
    };
  }
}
