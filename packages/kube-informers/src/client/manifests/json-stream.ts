import { exactMember, exactNumbers, exactNumbersOf, parseJson } from '../../util/json.js';
import { maxDepth } from '../../kubeconfig/yaml-values.js';

/** An object of a stream. */
export interface StreamedObject {
  readonly value: unknown;
  readonly text: string;
  /** The line where it begins, from 1. */
  readonly line: number;
}

/**
 * Reads JSON objects one after another, as `jq -c` and `jq '.items[]'` write them, with or without `---` between them.
 *
 * Undefined if the text is anything else.
 */
export function readJsonStream(text: string): StreamedObject[] | undefined {
  const objects: StreamedObject[] = [];
  // White space, byte order marks, and the lines between documents.
  const between = /(?:[\s\ufeff]+|^---[ \t]*$)*/my;
  let line = 1;
  let counted = 0;
  for (let at = 0; ;) {
    between.lastIndex = at;
    at += between.exec(text)?.[0].length ?? 0;
    if (at >= text.length) return objects.length === 0 ? undefined : objects;
    const end = endOfObject(text, at);
    if (end === undefined) return undefined;
    for (
      let next = text.indexOf('\n', counted);
      next !== -1 && next < at;
      next = text.indexOf('\n', counted)
    ) {
      line++;
      counted = next + 1;
    }
    try {
      const own = text.slice(at, end);
      objects.push({ value: withBigints(parseJson(own)), text: own, line });
    } catch (thrown) {
      // Braces are YAML, too, whose reader says what is wrong.
      if (thrown instanceof SyntaxError) return undefined;
      throw thrown;
    }
    at = end;
  }
}

/** The index after the object that begins at `start`; undefined without an end, and for one that is too deep. */
function endOfObject(text: string, start: number): number | undefined {
  if (text[start] !== '{') return undefined;
  const mark = /["{}[\]]/g;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const [sign] = found;
    if (sign === '"') {
      const end = endOfString(text, found.index);
      if (end === undefined) return undefined;
      mark.lastIndex = end + 1;
    } else if (sign === '{' || sign === '[') {
      if (++depth > maxDepth) return undefined;
    } else if (--depth === 0) return found.index + 1;
  }
  return undefined;
}

/** The index of the quote that ends the string beginning at `start`. */
function endOfString(text: string, start: number): number | undefined {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslash = end - 1;
    while (text[backslash] === '\\') backslash--;
    if ((end - backslash) % 2 === 1) return end;
  }
  return undefined;
}

/** Makes integers that a double does not hold bigints, as in what is read from YAML. */
function withBigints(root: unknown): unknown {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const name of exactNumbersOf(value)?.keys() ?? []) {
      if (Object.hasOwn(value, name) && name !== 'length') Reflect.set(value, name, exactMember(value, name));
    }
    Reflect.deleteProperty(value, exactNumbers);
    for (const member of Object.values(value)) open.push(member);
  }
  return root;
}
