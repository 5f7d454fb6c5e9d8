import { builtin } from '../util/builtin.js';
import type { Clock, Timer } from '../util/clock.js';
import type { Logger } from '../util/logger.js';
import { oneLine, printable, redactSecrets, secretForms } from './redact.js';

/** Characters of a failed plugin's stderr that its error contains. */
const tailLength = 2048;

/** A running plugin's stderr is shown after this time, ms, since it may be prompting the user. */
const showAfterMs = 1000;

/** Characters that may be buffered; a longer line is left out. */
const maxHeld = 64 * 1024;

/** Number of words of a plugin's stdout that are redacted in its stderr: a certificate's key has thirty lines. */
const maxSecrets = 500;

/** What ExecStderr needs. */
export interface ExecStderrOptions {
  readonly command: string;
  /** Strings to redact that are known before the plugin runs. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Passes a plugin's stderr to the logger without secrets.
 *
 * It works on whole lines, since a secret may be split across chunks. Output is held until the plugin has ended,
 * because its stdout then reveals its secrets; if the plugin keeps running, lines are shown after a second with
 * everything redacted that looks like a secret.
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

  /** Ends the output of a plugin that printed `stdout`; returns the end of its stderr on one line. */
  end(stdout: string): string {
    this.stop();
    this.#take(this.#decoder.end());
    if (this.#held !== '') this.#show(this.#held, secretsOf(stdout));
    this.#held = '';
    return oneLine(this.#tail);
  }

  /** Stops without logging the rest. */
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

  /** Logs complete lines; an unfinished PEM key is held back. */
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
    if (said.trim() !== '') logger.info({ command, stderr: said.trimEnd() }, 'exec plugin wrote to stderr');
    this.#tail = (this.#tail + said).slice(-tailLength);
  }
}

/** Returns every string in a plugin's stdout: its credentials, or each word if it is not JSON. */
function secretsOf(stdout: string): string[] {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      // A plugin may print a key line by line.
      found.push(value, ...value.split(/\r?\n/).filter((line) => !line.startsWith('-----')));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  try {
    // Only the status contains credentials; kind and apiVersion may be mentioned.
    const { status } = JSON.parse(stdout) as { readonly status?: unknown };
    collect(status);
  } catch {
    // Not an ExecCredential: do not log any of it.
    found.push(...stdout.split(/[\s"']+/).filter((word) => word.length >= 8));
  }
  // Bounds the search if a plugin prints a megabyte of words.
  return [...new Set(found)].slice(0, maxSecrets);
}
