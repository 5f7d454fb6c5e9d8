// Control characters, C1 included: what a terminal would obey rather than show.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * The text with every control character as its escape (`\n`, `\u001b`): whoever may write an object must not be able to
 * move the cursor of whoever looks at it, and one row stays one line.
 */
export function printable(text: string): string {
  return text.replace(control, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
}

/** An error's message without line breaks: the command promises one line an error. */
export function oneLine(message: string): string {
  return printable(message.replace(/\s*[\r\n]+\s*/g, ' ').trim());
}
