import { printable } from '../util/printable.js';

/** An error's message without line breaks: the command promises one line an error. */
export function oneLine(message: string): string {
  return printable(
    message
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
  );
}
