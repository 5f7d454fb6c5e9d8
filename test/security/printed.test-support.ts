import { inspect } from 'node:util';
import type { Logger } from 'kube-informers';

/** Collects everything that a program could print, and finds the given secrets in it. */
export class Printed {
  readonly #secrets: Readonly<Record<string, string>>;
  readonly #parts: string[] = [];
  /** Errors and other values that were added. */
  taken = 0;

  constructor(secrets: Readonly<Record<string, string>>) {
    this.#secrets = secrets;
  }

  /** A value as a program may print it: as a string, by inspect, as JSON; an error also by its stack and causes. */
  take(value: unknown): void {
    this.taken++;
    this.#parts.push(
      String(value),
      inspect(value, { depth: 20, showHidden: true, maxArrayLength: null, maxStringLength: null }),
      jsonOf(value),
    );
    for (let error = value; error instanceof Error; error = error.cause)
      this.#parts.push(error.message, error.stack ?? '', jsonOf(Object.entries(error)));
  }

  /** Records every level. */
  readonly logger: Logger = {
    debug: (fields, message) => this.#log(fields, message),
    info: (fields, message) => this.#log(fields, message),
    warn: (fields, message) => this.#log(fields, message),
    error: (fields, message) => this.#log(fields, message),
  };

  get text(): string {
    return this.#parts.join('\n');
  }

  /** Which secrets were printed, in what form: `token as base64 in "… 60 characters around it …"`. */
  leaks(): string[] {
    const { text } = this;
    const found: string[] = [];
    for (const [name, secret] of Object.entries(this.#secrets)) {
      for (const [form, written] of formsOf(secret)) {
        const at = text.indexOf(written);
        if (at !== -1)
          found.push(`${name} as ${form} in ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))}`);
      }
    }
    return found;
  }

  #log(fields: Readonly<Record<string, unknown>>, message: string): void {
    this.#parts.push(message);
    for (const value of Object.values(fields)) this.take(value);
    this.take(fields);
  }
}

/** A secret as it is, escaped, in hex and in base64, alone or within other text; for one with several lines, a line of it. */
function formsOf(secret: string): [string, string][] {
  const plain = secret.includes('\n') ? (secret.split('\n')[1] ?? '') : secret;
  const bytes = Buffer.from(plain);
  return [
    ['it is', plain],
    ['percent-encoding', encodeURIComponent(plain)],
    ['base64', bytes.toString('base64').replace(/=+$/, '')],
    ['base64url', bytes.toString('base64url')],
    // Without the first and the last group, which depend on their surroundings.
    ...[0, 1, 2].flatMap((before): [string, string][] => {
      const text = Buffer.from(`${'-'.repeat(before)}${plain}--`);
      return [
        [`base64 within text, ${before}`, text.toString('base64').slice(4, -4)],
        [`base64url within text, ${before}`, text.toString('base64url').slice(4, -4)],
      ];
    }),
    ['hex', bytes.toString('hex')],
    ['percent-encoding of every byte', escapedAll(plain, (code) => `%${code.toString(16)}`)],
    ['\\u escapes', escapedAll(plain, (code) => `\\u00${code.toString(16)}`)],
    ['HTML numbers', escapedAll(plain, (code) => `&#${code};`)],
  ].filter((form): form is [string, string] => form[1] !== '');
}

function escapedAll(text: string, escape: (code: number) => string): string {
  return Array.from(text, (character) => escape(character.charCodeAt(0))).join('');
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    // A cycle or a bigint: a program would get this error.
    return String(error);
  }
}
