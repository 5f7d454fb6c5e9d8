// What a terminal obeys (C0, DEL, C1), what breaks a line (U+2028, U+2029), what reorders it (bidirectional controls and
// marks), and the byte order mark, which is invisible.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escaped(character: string): string {
  const escape = JSON.stringify(character).slice(1, -1);
  return escape === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escape;
}

/**
 * The text on one line, without control characters: each is written as its JSON escape (`\n`, `\u001b`).
 *
 * Anyone who may write an object must not be able to control the terminal of anyone who looks at it (CVE-2021-25743).
 */
export function printable(text: string): string {
  return text.replace(unsafe, escaped);
}

/** As `printable`, for texts of several lines: line ends and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(unsafe, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}
