import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { apiReports, textOf } from '../sources.test-support.js';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly optional?: unknown;
  readonly typeAnnotation?: Node;
  readonly types?: readonly Node[];
}

const properties = new Set(['TSPropertySignature', 'PropertyDefinition', 'TSMappedType']);

/** Types that have undefined among their values; `never` is for a member that must not be there. */
const withUndefined = new Set(['TSUndefinedKeyword', 'TSUnknownKeyword', 'TSAnyKeyword', 'TSNeverKeyword']);

function acceptsUndefined(type: Node | undefined): boolean {
  if (type === undefined) return true;
  if (type.type === 'TSTypeAnnotation') return acceptsUndefined(type.typeAnnotation);
  // `DeleteOptions['preconditions']` is the type of another member, which is checked itself.
  if (type.type === 'TSIndexedAccessType') return true;
  return type.type === 'TSUnionType'
    ? (type.types ?? []).some(acceptsUndefined)
    : withUndefined.has(type.type);
}

/** The optional properties in declarations that exactOptionalPropertyTypes keeps from being undefined. */
function narrowProperties(text: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, optional, typeAnnotation, start, end } = node as Node;
    const isOptional = optional === true || optional === '+';
    if (properties.has(type) && isOptional && !acceptsUndefined(typeAnnotation))
      found.push(text.slice(start, end));
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: 'ts' }));
  return found;
}

/** The declarations of the public surface as a module. */
function declarations(file: string): string {
  return textOf(file)
    .replaceAll(/^\S+: see .*$/gm, '')
    .replaceAll(/^type \* as .*$/gm, '')
    .replaceAll(/^of [\s\S]*/gm, '')
    .replaceAll(/^(?=class |abstract class |function |const )/gm, 'declare ');
}

test('finds optional properties without undefined', () => {
  expect(
    narrowProperties(
      'interface A { a?: string; b?: string | undefined; c?: unknown; d?: { e?: number } | undefined; f?(): void }',
    ),
  ).toEqual(['a?: string;', 'e?: number']);
});

/** Optional methods are left as they are: as properties, handlers of a narrower type would not be accepted. */
describe('an optional property accepts undefined, which programs with exactOptionalPropertyTypes pass on', () => {
  test.each(apiReports)('%s', (file) => {
    const found = narrowProperties(declarations(file))
      // Only in types: nothing has these members.
      .filter(
        (member) => !/^readonly \[(?:objectType|subresourceNames|verbNames|selectableFields)\]/.test(member),
      )
      // As the types of the Kubernetes API have it.
      .filter((member) => !member.includes('M[K]'));
    expect(found).toEqual([]);
  });
});
