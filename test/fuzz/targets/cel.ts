import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
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
    run: check,
  };
}

/** The same, from expressions that call the functions of the libraries. */
export function celLibrariesTarget(): FuzzTarget {
  const recorded = gunzipSync(readFileSync('test/conformance/cel/libraries.jsonl.gz'))
    .toString()
    .trimEnd()
    .split('\n')
    // Lines of our own file.
    .map((line) => Buffer.from((JSON.parse(line) as { readonly expr: string }).expr))
    .filter(({ length }) => length < 300);
  return {
    seeds: recorded.filter((_, index) => index % 50 === 0),
    words: [
      '.format([',
      "'%d %s %.2f %x'",
      ".replace('a', ",
      '.substring(',
      "quantity('1.5Gi')",
      "semver('1.2.3-a.1')",
      "ip('::1')",
      "cidr('10.0.0.0/8')",
      "url('https://a.b:1/c?d=e')",
      '.sortBy(v, ',
      '.findAll(',
      'sets.contains(',
      'optional.of(',
      'format.named(',
      '9223372036854775807',
    ],
    generate: (chance) => chance.pick(recorded),
    run: check,
  };
}

function check(input: Uint8Array): void {
  const expression = new TextDecoder().decode(input);
  const question = { expression, variables, bindings, costLimit: 10_000 };
  const answer = ourAnswer(question);
  const again = ourAnswer(question);
  expectThat(shown(answer) === shown(again), `${shown(answer)}, then ${shown(again)}`);
  const lines = expression.split('\n');
  const compiled = compile(expression, { variables: {} });
  for (const { line, column, message } of compiled.issues ?? []) {
    const inside = line === -1 || column <= (lines[line - 1] ?? '').length;
    expectThat(inside && message !== '', `an issue at ${line}:${column}: ${message}`);
  }
  if (compiled.issues === undefined)
    outcomeOf(
      () => compiled.program.evaluate({}, { costLimit: 10_000 }),
      (error) => error instanceof EvaluationError,
    );
}
