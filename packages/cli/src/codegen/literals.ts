// Characters that end a line in JavaScript, control a terminal or reorder what a reviewer sees.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Returns a string literal; nothing in the text can end it. */
export function literal(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    // In JSON every double quote has its own backslash.
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'");
  return `'${escaped(inner)}'`;
}

/** Returns the name of a property as it stands in an interface: quoted where it is not an identifier. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : literal(name);
}

/**
 * Returns the lines of a comment; nothing in it can end the comment or be read as a tag or directive.
 *
 * Control characters are escaped, and lone surrogates replaced, which no UTF-8 file can hold.
 */
export function commentLines(text: string): string[] {
  return Buffer.from(text, 'utf8')
    .toString('utf8')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => escaped(line.trimEnd().replaceAll('\t', '  ').replaceAll('*/', '*\\/')))
    .map((line) => line.replace(/^([\s*/]*)@/, '$1\\@'));
}

function escaped(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
