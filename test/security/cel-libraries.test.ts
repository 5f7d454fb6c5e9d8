import { expect, test } from 'vitest';
import { compile, CostLimitError, EvaluationError, STRING } from '../../packages/schema/src/cel/index.js';

/** The error of an expression that reads `text`. */
function failure(expression: string, text: string): unknown {
  const compiled = compile(expression, { variables: { text: STRING } });
  if (compiled.issues !== undefined) throw new Error(compiled.text);
  try {
    compiled.program.evaluate({ text });
    return undefined;
  } catch (error) {
    return error;
  }
}

const long = 'a'.repeat(100_000);

test.each([
  ['a replacement that multiplies a text', 'text.replace("a", text)'],
  [
    'a format that repeats a text',
    `"${'%s'.repeat(42)}".format([${Array.from({ length: 42 }, () => 'text').join(', ')}])`,
  ],
  ['a list of long texts', `[${Array.from({ length: 42 }, () => 'text').join(', ')}].join()`],
])('%s is refused above 4 Mi characters', (_name, expression) => {
  expect(failure(expression, long)).toEqual(
    expect.objectContaining({ message: 'string of more than 4194304 characters' }),
  );
});

test('a quantity of many digits is refused, before work with it takes quadratic time', () => {
  expect(failure('quantity(text).add(quantity(text))', '1'.repeat(100_000))).toBeInstanceOf(EvaluationError);
});

test('quantities of very different exponents are compared without writing out their digits', () => {
  expect(failure('quantity(text).compareTo(quantity("1n")) > 0', '1e999')).toBeUndefined();
  expect(failure('quantity(text)', '1e999999999')).toBeInstanceOf(EvaluationError);
});

test('patterns share the work that one evaluation may do', () => {
  const expression = `lists.range(1000).all(i, text.findAll('(x+x+)+y|a{500}').size() >= 0)`;
  expect(failure(expression, long)).toBeInstanceOf(CostLimitError);
});
