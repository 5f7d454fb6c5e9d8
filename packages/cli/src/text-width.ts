import { printable } from 'kube-informers/internal';

// Combining marks, variation selectors and joiners take no column.
const zeroWidth = /^(?:\p{Mn}|\p{Me}|\p{Cf})$/u;
// Unicode's wide and fullwidth blocks, and emoji.
const doubleWidth =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$|^\p{Emoji_Presentation}$/u;
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/** Returns how many columns of a terminal a string without control characters takes. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/**
 * Returns text from an object as it may be shown: one line without control characters, at most `width` columns.
 *
 * A string that is too long ends with `…`. Reads no more of it than is shown.
 */
export function fitted(text: string, width: number): string {
  if (width <= 0) return '';
  // A character is at least one code unit; those that take no column are few.
  const shown = printable(text.slice(0, width * 4 + 16).replace(/\p{Surrogate}/gu, '\ufffd'));
  if (shown.length <= width && ascii.test(shown)) return shown;
  let used = 0;
  let kept = '';
  for (const character of shown) {
    const more = widthOf(character);
    if (used + more > width) {
      // The last column is for the ellipsis.
      while (textWidth(kept) > width - 1) kept = withoutLast(kept);
      return `${kept}…`;
    }
    kept += character;
    used += more;
  }
  return kept;
}

/** Splits text from an object into lines of at most `width` columns, without control characters; at least one. */
export function wrapped(text: string, width: number): string[] {
  const shown = printable(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  if (ascii.test(shown) && width > 0)
    return shown === '' ? [''] : (shown.match(new RegExp(`.{1,${width}}`, 'g')) ?? []);
  const lines = [''];
  let used = 0;
  for (const character of shown) {
    const more = widthOf(character);
    if (used + more > Math.max(2, width)) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += character;
    used += more;
  }
  return lines;
}

/** Like `fitted`, with spaces up to the width. */
export function padded(text: string, width: number): string {
  const shown = fitted(text, width);
  return shown + ' '.repeat(Math.max(0, width - textWidth(shown)));
}

/** Returns the string without its last character. */
export function withoutLast(text: string): string {
  return text.replace(/[^]$/u, '');
}

function widthOf(character: string): number {
  if (zeroWidth.test(character)) return 0;
  return doubleWidth.test(character) ? 2 : 1;
}
