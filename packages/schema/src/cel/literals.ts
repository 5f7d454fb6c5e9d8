/** Literals that functions would refuse whenever they are called: durations, timestamps, patterns and formats. */
import { formatProblem } from './libraries/string-format.js';
import { regexpProblem } from '../regexp/go-regexp.js';
import type { Expr, Issues } from './syntax.js';
import { parseDuration, parseTimestamp, timestamp } from './times.js';
import { CelError } from './values.js';
import type { CelValue } from './values.js';

/** Reports each of them. */
export function checkLiterals(expr: Expr, issues: Issues): void {
  if (expr.kind === 'call') {
    const [argument] = expr.args;
    if (argument?.kind === 'literal' && isRefused(expr.name, argument.value))
      issues.report(argument.offset, `invalid ${expr.name} argument`);
    const problem = expr.name === 'format' ? formatProblem(expr) : undefined;
    if (problem !== undefined) issues.report((problem.at ?? expr).offset, problem.message);
  }
  for (const part of partsOf(expr)) checkLiterals(part, issues);
}

function isRefused(name: string, value: CelValue): boolean {
  switch (name) {
    case 'duration':
      return typeof value === 'string' && parseDuration(value) === undefined;
    case 'timestamp': {
      const time =
        typeof value === 'string'
          ? parseTimestamp(value)
          : typeof value === 'bigint'
            ? timestamp(value * 1_000_000_000n)
            : null;
      return time === undefined || time instanceof CelError;
    }
    case 'matches':
      return typeof value === 'string' && regexpProblem(value) !== undefined;
    default:
      return false;
  }
}

function partsOf(expr: Expr): Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return [];
    case 'select':
      return [expr.operand];
    case 'call':
      return [...(expr.target === undefined ? [] : [expr.target]), ...expr.args];
    case 'list':
      return expr.elements.map(({ value }) => value);
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'fold':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result];
  }
}
