import { asError, printable, withoutCall } from 'kube-informers/internal';

/** Returns a message without line breaks: the command prints one line per error. */
export function oneLine(message: string): string {
  return printable(
    message
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
  );
}

/** Returns what the command prints of an error: as kubectl, what the server said, without the call. */
export function errorLine(thrown: unknown): string {
  return oneLine(withoutCall(asError(thrown)));
}
