import { compile, EvaluationError } from '../../../packages/schema/src/cel/index.js';
import { bindings, questions, variables } from '../../conformance/cel/expressions.test-support.js';
import { ourAnswer } from '../../conformance/cel/questions.test-support.js';
import { expectThat, outcomeOf, shown } from '../target.js';
import type { FuzzTarget } from '../target.js';

/** Any text compiles or has issues at places in it; a program gives the same value and cost each time, within its limit. */
export function celTarget(): FuzzTarget {
  const encoder = new TextEncoder();
  return {
    seeds: questions
      .filter(({ expression }) => expression.length < 200)
      .map(({ expression }) => encoder.encode(expression)),
    words: [
      '.all(v, ',
      '.map(v, ',
      '.?',
      '[?',
      ' ? ',
      ' : ',
      '&&',
      '||',
      'dyn(',
      'self.spec.',
      "'a'",
      'optMap(v, ',
      '{',
      '}',
      '[',
    ],
    run(input) {
      const expression = new TextDecoder().decode(input);
      const question = { expression, variables, bindings, costLimit: 10_000 };
      const answer = ourAnswer(question);
      const again = ourAnswer(question);
      expectThat(shown(answer) === shown(again), `${shown(answer)}, then ${shown(again)}`);
      const lines = expression.split('\n');
      const { issues = [] } = compile(expression, { variables: {} });
      for (const { line, column, message } of issues) {
        const inside = line === -1 || column <= (lines[line - 1] ?? '').length;
        expectThat(inside && message !== '', `an issue at ${line}:${column}: ${message}`);
      }
      const compiled = compile(expression, { variables: {} });
      if (compiled.issues === undefined)
        outcomeOf(
          () => compiled.program.evaluate({}, { costLimit: 10_000 }),
          (error) => error instanceof EvaluationError,
        );
    },
  };
}
