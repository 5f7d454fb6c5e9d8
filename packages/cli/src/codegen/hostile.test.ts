import fc from 'fast-check';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/nightly.test-support.js';
import { compile, definitionOf, generate } from './codegen.test-support.js';
import { commentLines, literal } from './literals.js';

// A fixed seed, so that every run has the same cases.

/** Strings that would end a comment, a string or a template, or be read as a directive. */
const hostile = fc.oneof(
  fc.constantFrom(
    '*/ process.exit(1) /*',
    '**//',
    '*\\/',
    "'; process.exit(1); '",
    '`${process.exit(1)}`',
    '\\',
    "\\'",
    '\u2028process.exit(1)\u2029',
    '\r\nprocess.exit(1)\n',
    '@ts-nocheck',
    '@deprecated',
    '\u0000\u001b[31m',
    '\u202e/* \u2066',
    '\ud800',
    '</script>',
    '__proto__',
    'constructor',
    'x-y',
    'class',
    '1st',
    '',
    'é',
    '[key: string]',
    'a: 1; b',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

const leaf = fc.record(
  {
    type: fc.constantFrom('string', 'integer', 'boolean', 'number'),
    description: hostile,
    enum: fc.array(fc.oneof(hostile, fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 }),
    default: fc.oneof(hostile, fc.integer()),
    nullable: fc.boolean(),
  },
  { requiredKeys: ['type'] },
);

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ 'x-kubernetes-int-or-string': fc.constant(true), description: hostile }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), description: hostile }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(hostile, tie('schema'), { maxKeys: 4, noNullPrototype: true }),
        required: fc.array(hostile, { maxLength: 3 }),
        description: hostile,
        'x-kubernetes-preserve-unknown-fields': fc.constant(true),
        'x-kubernetes-validations': fc.array(
          fc.record({ rule: hostile.map((text) => `a${text}`.replaceAll(/[\r\n]/g, ' ')) }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['type'] },
    ),
  ),
}));

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Returns what a statement of a module is; its source if it is anything but a type, an import or a descriptor. */
function kindOf(statement: Node, text: string): string {
  const { type, source, declaration } = statement as Node & {
    readonly source?: { readonly value: string };
    readonly declaration?: Node & { readonly declarations?: readonly { readonly init: Node }[] };
  };
  if (type === 'ImportDeclaration') return `import ${source?.value}`;
  if (type === 'ExportNamedDeclaration' && declaration?.type === 'TSInterfaceDeclaration') return 'interface';
  const init = declaration?.declarations?.[0]?.init as
    | (Node & { readonly callee: { readonly name: string }; readonly arguments: readonly Node[] })
    | undefined;
  const fields = init?.arguments[0]?.['properties'] as readonly { readonly value: Node }[] | undefined;
  const isData = (value: Node): boolean =>
    value.type === 'Literal' ||
    (value.type === 'ArrayExpression' && (value['elements'] as readonly Node[]).every(isData));
  if (init?.callee.name === 'defineResource' && fields?.every(({ value }) => isData(value)) === true) {
    return 'descriptor';
  }
  return text;
}

function statementsOf(text: string): string[] {
  const { body } = parseAst(text, { lang: 'ts' }) as unknown as { readonly body: readonly Node[] };
  return [...new Set(body.map((statement) => kindOf(statement, text)))].toSorted();
}

/** Generates from a schema; undefined if the API server would refuse it. */
async function textOf(spec: object): Promise<string | undefined> {
  const definition = definitionOf({ type: 'object', description: 'd', properties: { spec } });
  try {
    const [file] = await generate(JSON.stringify(definition));
    return file?.text;
  } catch (error) {
    expect((error as Error).name).toBe('CodegenError');
    return undefined;
  }
}

test(
  'any schema gives a module of interfaces and a descriptor, and no other code',
  { timeout: 120_000 },
  async () => {
    const texts: string[] = [];
    await fc.assert(
      fc.asyncProperty(schema, async (spec) => {
        const text = await textOf(spec);
        if (text === undefined) return;
        texts.push(text);
        expect(statementsOf(text)).toEqual(['descriptor', 'import kube-informers', 'interface']);
        // Every text in it is in a comment or a string.
        expect(text).not.toMatch(/[\u2028\u2029\u202e\u2066\r]/);
      }),
      { numRuns: runs(3000) },
    );
    expect(texts.length).toBeGreaterThan(runs(1000));
    const modules = texts.slice(0, 150).map((text, index): [string, string] => [`a${index}.ts`, text]);
    expect(await compile(Object.fromEntries(modules))).toBe('');
  },
);

test('a comment ends where the generator ends it, and holds no directive', () => {
  fc.assert(
    fc.property(hostile, hostile, (a, b) => {
      for (const line of commentLines(a + b)) {
        expect(line).not.toContain('*/');
        expect(line).not.toMatch(/^[\s*/]*@/);
      }
    }),
  );
});

test('a literal is the text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const { body } = parseAst(`(${literal(text)})`, { lang: 'ts' }) as unknown as {
        readonly body: readonly [
          {
            readonly expression: {
              readonly value?: string;
              readonly expression?: { readonly value: string };
            };
          },
        ];
      };
      const { expression } = body[0];
      // The parser has its own form of a lone surrogate.
      fc.pre(Buffer.from(text).toString() === text);
      expect(expression.value ?? expression.expression?.value).toBe(text);
    }),
  );
});

test('a schema deeper than the API server accepts is an error, and a large one takes no quadratic time', async () => {
  let deep: object = { type: 'string' };
  for (let depth = 0; depth < 150; depth++) deep = { type: 'object', properties: { a: deep } };
  expect(await textOf(deep)).toContain('interface Backup');
  for (let depth = 0; depth < 100; depth++) deep = { type: 'object', properties: { a: deep } };
  expect(await textOf(deep)).toBeUndefined();
  const properties = Object.fromEntries(
    Array.from({ length: 3000 }, (_value, index) => [
      `field${index}`,
      { type: 'object', properties: { [`only${index}`]: { type: 'string' } } },
    ]),
  );
  expect((await textOf({ type: 'object', properties }))?.match(/^export interface/gm)).toHaveLength(3002);
});
