/** True for a code point in the class. */
export type CharTest = (codePoint: number) => boolean;

/** A condition between two characters. */
export type Assertion = 'beginText' | 'endText' | 'beginLine' | 'endLine' | 'wordBoundary' | 'noWordBoundary';

/** A parsed expression. */
export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'concat'; readonly parts: readonly Node[] }
  | { readonly kind: 'alternate'; readonly parts: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly part: Node;
      readonly min: number;
      /** Infinity: unlimited. */
      readonly max: number;
      /** The largest product of nested repetition counts. */
      readonly weight: number;
    };

/** A pattern that Go does not compile; the message is Go's. */
export class RegexpSyntaxError extends Error {
  constructor(code: string, expression: string) {
    super(`error parsing regexp: ${code}: \`${expression}\``);
    this.name = 'RegexpSyntaxError';
  }
}

// regexp/syntax: the limit of a repetition count, and of the product of nested ones.
export const maxRepeat = 1000;

/** Matches the empty text. */
export const empty: Node = { kind: 'empty' };

/** Concatenates nodes. */
export function concat(parts: readonly Node[]): Node {
  if (parts.length === 0) return empty;
  return parts.length === 1 ? (parts[0] ?? empty) : { kind: 'concat', parts };
}

/** Matches one character of a class. */
export function char(test: CharTest): Node {
  return { kind: 'char', test };
}

/** Creates a repetition. Throws RegexpSyntaxError if nested counts exceed the limit. */
export function repeat(
  part: Node,
  { min, max }: { readonly min: number; readonly max: number },
  text: string,
): Node {
  const inner = weightOf(part);
  const own = Math.max(1, max === Number.POSITIVE_INFINITY ? min : max);
  if (text.startsWith('{') && inner * own > maxRepeat) {
    throw new RegexpSyntaxError('invalid repeat count', text);
  }
  return { kind: 'repeat', part, min, max, weight: text.startsWith('{') ? inner * own : inner };
}

function weightOf(node: Node): number {
  if (node.kind === 'repeat') return node.weight;
  if (node.kind !== 'concat' && node.kind !== 'alternate') return 1;
  return node.parts.reduce((most, part) => Math.max(most, weightOf(part)), 1);
}
