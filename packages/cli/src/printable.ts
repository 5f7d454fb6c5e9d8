import { printable } from 'kube-informers/internal';

/** Returns an error's message without line breaks: the command prints one line per error. */
export function oneLine(message: string): string {
  return printable(
    message
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
  );
}
