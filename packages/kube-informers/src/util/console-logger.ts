import { systemClock } from './clock.js';
import type { Clock } from './clock.js';
import { requireKnownOptions } from './known-options.js';
import type { OptionNames } from './known-options.js';
import { errorJson, lineLogger } from './logger.js';
import type { Logger } from './logger.js';
import { hasMethods, oneOf } from './require.js';
import { isError } from './type-checks.js';

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** Options of a `consoleLogger`. */
export interface ConsoleLoggerOptions {
  /** `text` for people, `json` for one JSON object a line. Default: text. */
  readonly format?: 'text' | 'json' | undefined;
  /** The least level that is printed. Default: info. */
  readonly level?: keyof Logger | undefined;
  /** Source of the time of JSON lines. Default: the system's. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

const consoleLoggerNames: OptionNames<ConsoleLoggerOptions> = {
  format: oneOf('text', 'json'),
  level: oneOf(...levels),
  clock: hasMethods('now'),
};

/**
 * Returns a logger that prints on stderr, each line with its message before its fields.
 *
 * `warn a cache has not synced informer="pods"`, or as JSON
 * `{"message":"a cache has not synced","level":"warn","time":"…","informer":"pods"}`. Throws ConfigError `ERR_OPTION`.
 */
export function consoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  requireKnownOptions('consoleLogger', options, consoleLoggerNames);
  const { format = 'text', level: least = 'info', clock = systemClock } = options;
  const print = (line: string): void => void process.stderr.write(`${line}\n`);
  const text = lineLogger(print);
  const skipped = levels.slice(0, levels.indexOf(least));
  const line = (level: keyof Logger): Logger[keyof Logger] => {
    if (skipped.includes(level)) return () => undefined;
    if (format === 'text') return text[level];
    return (fields, message) => {
      const time = new Date(clock.now()).toISOString();
      print(JSON.stringify({ message, level, time, ...fields }, shownInJson));
    };
  };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

function shownInJson(_name: string, value: unknown): unknown {
  if (isError(value)) return errorJson.call(value);
  return typeof value === 'bigint' ? String(value) : value;
}
