/** The characters for which Go's %q has a short escape. */
const shortEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Quotes a string like Go's %q, as the API server's messages quote names and values. */
export function goQuote(text: string): string {
  // Everything that Go does not count as printable: controls, unassigned and private code points, and whitespace
  // other than the space.
  return `"${text.replace(/["\\]|(?! )[\p{C}\p{Z}]/gu, escape)}"`;
}

function escape(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  // An unpaired surrogate: Go sees the replacement character.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
