// Characters that control a terminal (C0, DEL, C1), break lines (U+2028, U+2029) or reorder text (bidirectional
// controls and marks), and the invisible byte order mark.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escaped(character: string): string {
  const escape = JSON.stringify(character).slice(1, -1);
  return escape === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escape;
}

/**
 * Returns the text on one line, with control characters as JSON escapes (`\n`, `\u001b`).
 *
 * A user who may write an object must not be able to control the terminal of a user who looks at it (CVE-2021-25743).
 */
export function printable(text: string): string {
  return text.replace(unsafe, escaped);
}

/**
 * Returns the text, or its beginning and its length if it has more than `most` characters.
 *
 * For what others wrote into logs, errors and tables: an object of 1 MB must not fill them with each line.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}… (${text.length} characters)`;
}

/** Like `printable`, for multi-line text: line ends and tabs are kept. */
export function printableLines(text: string): string {
  return text.replace(unsafe, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}
