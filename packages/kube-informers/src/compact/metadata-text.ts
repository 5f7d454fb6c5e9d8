const beginning = /^\{(?:"(?:kind|apiVersion)":"[^"\\]*",){0,2}"metadata":\{/;

/**
 * Returns the text of `metadata`, without managedFields, from an object's text; undefined if it is not the first member after
 * kind and apiVersion, as API servers write it. The text must be valid JSON.
 */
export function metadataText(text: string): string | undefined {
  const found = beginning.exec(text);
  if (found === null) return undefined;
  const start = found[0].length;
  let from = start;
  for (;;) {
    // At a member's key, or at the end of an empty object. A key with an escape is not one of those searched for.
    if (text[from] === '}') return `{${text.slice(start, from + 1)}`;
    const keyEnd = endOfString(text, from);
    if (text[keyEnd] !== ':') return undefined;
    const valueEnd = endOfValue(text, keyEnd + 1);
    const last = text[valueEnd] === '}';
    if (!last && text[valueEnd] !== ',') return undefined;
    if (text.slice(from, keyEnd) === '"managedFields"') {
      const before = text.slice(start, from);
      if (last) return `{${before.endsWith(',') ? before.slice(0, -1) : before}}`;
      const rest = metadataRest(text, valueEnd + 1);
      return rest === undefined ? undefined : `{${before}${rest}`;
    }
    if (last) return `{${text.slice(start, valueEnd + 1)}`;
    from = valueEnd + 1;
  }
}

/** The text from a member to the end of its object, including the bracket. */
function metadataRest(text: string, from: number): string | undefined {
  let end = from;
  for (;;) {
    const keyEnd = endOfString(text, end);
    if (text[keyEnd] !== ':') return undefined;
    const valueEnd = endOfValue(text, keyEnd + 1);
    if (text[valueEnd] === '}') return text.slice(from, valueEnd + 1);
    if (text[valueEnd] !== ',') return undefined;
    end = valueEnd + 1;
  }
}

/** Index after the string that begins at `start`. */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

/** Index after the value that begins at `start`; wrong if there is white space before it. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(text, index) - 1;
      if (depth === 0) return index + 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
      if (depth === 0) return index + 1;
      if (depth < 0) return index;
    } else if (code === 0x2c && depth === 0) {
      return index;
    }
  }
  return text.length;
}
