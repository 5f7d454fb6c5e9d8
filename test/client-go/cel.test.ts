import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildGo, noGo } from '../../bench/client-go/build.mjs';
import { bindings, questions, variables } from '../conformance/cel/expressions.test-support.js';
import { ourAnswer } from '../conformance/cel/questions.test-support.js';
import type { Answer, Question } from '../conformance/cel/questions.test-support.js';
import { randomExpression } from './random-expression.js';

const reason = await noGo();
const folder = new URL('cel-judge/', import.meta.url);
// The first build downloads and compiles the packages of the API server.
const buildTimeoutMs = 900_000;

// On demand: CEL_SEEDS=10 npm run test:client-go -- cel; CEL_SEED is the first of them.
const { CEL_SEEDS = '1', CEL_SEED = '1' } = process.env;
const seeds = Array.from({ length: Number(CEL_SEEDS) }, (_, index) => Number(CEL_SEED) + index);
const expressionsPerSeed = 3000;

/** What differs from the server, and why. */
const different: ReadonlyMap<string, string> = new Map([
  ['{[1]: 2}', 'a list is no key here'],
  ["{'a': 1, 'b': 2}.transformList(k, v, v)", 'the server has no order of keys'],
  ['any.transformList(k, v, k)', 'the server has no order of keys'],
  [
    "self.spec.labels.transformMap(k, v, v + k).exists(k, k.contains('a'))",
    'the server has no order of keys',
  ],
  ["self.spec.labels.exists(k, self.spec.labels[k] == 'web')", 'the server has no order of keys'],
  ['[?dyn(1)]', 'the server panics'],
  ['self.in', 'the server reports more syntax errors behind the first'],
  ['1 /* c */', 'the server reports more syntax errors behind the first'],
  ['x ? : 1', 'the server reports more syntax errors behind the first'],
  ['google.protobuf.Timestamp{}', 'there are no protobuf messages here'],
  ['google.protobuf.Int64Value{value: 1}', 'there are no protobuf messages here'],
]);

/** Keys are in no order, NaN has no sign, and numbers above 2^53 are rounded. */
function comparable(answer: Answer): unknown {
  if (answer.program !== undefined) return { program: answer.program };
  const rounded = (text: string | undefined) =>
    text !== undefined && Number(text) > Number.MAX_SAFE_INTEGER ? Number(text).toPrecision(12) : text;
  const value: unknown =
    answer.value === undefined
      ? undefined
      : JSON.parse(JSON.stringify(answer.value).replace('fff8000000000000', '7ff8000000000001'));
  // The text names Go's type of a value that is no key.
  const error = answer.error?.replace(/^(invalid qualifier type): .*/, '$1');
  return { ...answer, value, error, min: rounded(answer.min), max: rounded(answer.max) };
}

describe.skipIf(reason !== undefined)(
  `CEL of the API server${reason === undefined ? '' : `: ${reason}`}`,
  () => {
    const program = new URL('built/cel-judge', folder).pathname;
    beforeAll(async () => {
      await buildGo(folder.pathname, '.', program);
    }, buildTimeoutMs);

    function ask(asked: readonly Question[]): Answer[] {
      const input = asked.map((question) => `${JSON.stringify(question)}\n`).join('');
      const { stdout, status, stderr } = spawnSync(program, { input, maxBuffer: 1e9 });
      expect(status, String(stderr)).toBe(0);
      return String(stdout)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Answer);
    }

    test('says the same of expressions written by hand', () => {
      const asked = questions.filter(({ expression }) => !different.has(expression));
      const answers = ask(asked);
      for (const [index, question] of asked.entries())
        expect(comparable(ourAnswer(question)), question.expression).toEqual(
          comparable(answers[index] ?? {}),
        );
    });

    test.each(seeds)('says the same of random expressions (seed %i)', (seed) => {
      let state = seed;
      const random = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      };
      const asked = Array.from({ length: expressionsPerSeed }, (_, index): Question => {
        const expression = randomExpression(random, 2 + (index % 4));
        // Some are ended by their cost.
        return { expression, variables, bindings, ...(index % 5 === 0 ? { costLimit: 20 } : {}) };
      });
      const answers = ask(asked);
      for (const [index, question] of asked.entries())
        expect(comparable(ourAnswer(question)), question.expression).toEqual(
          comparable(answers[index] ?? {}),
        );
    });
  },
);
