import { builtin } from '../util/builtin.js';
import type { Clock, Timer } from '../util/clock.js';
import type { Logger } from '../util/logger.js';
import { oneLine, printable, redactSecrets, secretForms } from './redact.js';

/** How much of what a plugin said stands in the error when it fails, characters. */
const tailLength = 2048;

/** A plugin that has said something and still runs asks the user perhaps: what it said is shown after this time. */
const showAfterMs = 1000;

/** What may wait to be shown, characters; a longer line is left out. */
const maxHeld = 64 * 1024;

/** Words of a plugin's stdout that are looked for in its stderr: a certificate's key has thirty lines. */
const maxSecrets = 500;

/** What ExecStderr needs. */
export interface ExecStderrOptions {
  readonly command: string;
  /** Texts that must not be shown, known before the plugin runs. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * What a plugin says on stderr, on its way to the logger, without secrets.
 *
 * They come in pieces, so whole lines are looked at and never a chunk. What was said is held until the plugin has ended,
 * since its stdout then tells which words are its secrets; a plugin that goes on running is shown after a second, with
 * everything taken out that looks like a secret.
 */
export class ExecStderr {
  readonly #options: ExecStderrOptions;
  readonly #decoder = new (builtin('node:string_decoder').StringDecoder)('utf8');
  #held = '';
  #skipping = false;
  #tail = '';
  #timer: Timer | undefined;

  constructor(options: ExecStderrOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    this.#take(this.#decoder.write(chunk));
    if (this.#held.length > maxHeld) this.#showLines();
    if (this.#held.length > maxHeld) {
      this.#show(`[a line of more than ${maxHeld} characters is left out]\n`, []);
      this.#held = '';
      this.#skipping = true;
    }
    this.#timer ??= this.#options.clock.setTimer(
      () => {
        this.#timer = undefined;
        this.#showLines();
      },
      showAfterMs,
      { unref: true },
    );
  }

  /** The plugin has ended and printed `stdout`; returns the end of all that it said, on one line. */
  end(stdout: string): string {
    this.stop();
    this.#take(this.#decoder.end());
    if (this.#held !== '') this.#show(this.#held, secretsOf(stdout));
    this.#held = '';
    return oneLine(this.#tail);
  }

  /** Nobody wants to know any more. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #take(text: string): void {
    if (!this.#skipping) {
      this.#held += text;
      return;
    }
    const end = text.indexOf('\n');
    if (end === -1) return;
    this.#skipping = false;
    this.#held += text.slice(end + 1);
  }

  /** Complete lines; a key that has begun is not one before its end. */
  #showLines(): void {
    let end = this.#held.lastIndexOf('\n') + 1;
    const key = this.#held.lastIndexOf('-----BEGIN ', end);
    if (key !== -1 && !this.#held.slice(key, end).includes('-----END ')) end = key;
    if (end === 0) return;
    this.#show(this.#held.slice(0, end), []);
    this.#held = this.#held.slice(end);
  }

  #show(text: string, more: readonly string[]): void {
    const { command, secrets, logger } = this.#options;
    const known = [...secrets, ...more].flatMap(secretForms);
    const said = redactSecrets(printable(text), known);
    if (said.trim() !== '') logger.info({ command, stderr: said.trimEnd() }, 'exec plugin says');
    this.#tail = (this.#tail + said).slice(-tailLength);
  }
}

/** Every text in what a plugin printed on stdout: its credentials, and when it is no JSON each word of it. */
function secretsOf(stdout: string): string[] {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      // A key is printed in lines.
      found.push(value, ...value.split(/\r?\n/).filter((line) => !line.startsWith('-----')));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  try {
    // Only the status holds credentials: kind and apiVersion may well be spoken of.
    const { status } = JSON.parse(stdout) as { readonly status?: unknown };
    collect(status);
  } catch {
    // No ExecCredential: whatever it is, it was not meant for the log.
    found.push(...stdout.split(/[\s"']+/).filter((word) => word.length >= 8));
  }
  // A plugin that prints a megabyte of words is not worth a search for each of them.
  return [...new Set(found)].slice(0, maxSecrets);
}
