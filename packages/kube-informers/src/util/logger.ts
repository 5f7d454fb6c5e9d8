import { environmentFlag } from './builtin.js';
import { asError } from './errors.js';
import { printable, shortened } from './shown.js';
import { isError, isThenable } from './type-checks.js';

/** Fields of a log line: plain values, errors, keys. Never secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Receives log lines. The interface is pino's, so a pino logger can be used unchanged. */
export interface Logger {
  /** Logs what helps to find a bug. */
  debug(fields: LogFields, message: string): void;
  /** Logs what happens a few times in the life of a program. */
  info(fields: LogFields, message: string): void;
  /** Logs what may need attention. */
  warn(fields: LogFields, message: string): void;
  /** Logs what has failed. */
  error(fields: LogFields, message: string): void;
}

function nothing(): void {
  // The default logger is silent, since a library must not print.
}

/** Discards every line: the default everywhere, unless `KUBE_INFORMERS_DEBUG` is set. */
export const noopLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Returns a logger that writes each line as text: `debug cache populated name="pods" items=3`. */
export function lineLogger(write: (line: string) => void): Logger {
  const line =
    (level: keyof Logger) =>
    (fields: LogFields, message: string): void => {
      const shown = Object.entries(fields).map(([name, value]) => `${name}=${shownField(value)}`);
      write(printable([level, message, ...shown].join(' ')));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

function shownField(value: unknown): string {
  if (isError(value)) return JSON.stringify(value.message);
  return typeof value === 'object' && value !== null ? '(object)' : (JSON.stringify(value) ?? 'undefined');
}

/** The default with `KUBE_INFORMERS_DEBUG=1`: every line on stderr. */
const debugLogger = lineLogger((line) => void process.stderr.write(`kube-informers ${line}\n`));

/** Whether the program passed no logger, so that failures need another way to be seen. */
export function isDefaultLogger(logger: Logger): boolean {
  return logger === noopLogger || logger === containLogger(debugLogger);
}

/** The contained form of each logger, so that its first failure is reported once. */
const contained = new WeakMap<Logger, Logger>([[noopLogger, noopLogger]]);

/** Longest string in a field of a log line, characters. */
const mostFieldCharacters = 2048;

/** Most strings of a list in a field of a log line. */
const mostFieldStrings = 100;

/** Returns the fields with their strings shortened: objects, servers and plugins contribute to them. */
function bounded(fields: LogFields): LogFields {
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(fields)) {
    if (isError(value)) showInJson(value);
    const shown = boundedValue(value);
    if (shown !== value) (copy ??= { ...fields })[name] = shown;
  }
  return copy ?? fields;
}

/** Gives an error the form that JSON.stringify shows, which would be `{}`. */
function showInJson(error: Error): void {
  try {
    if (!('toJSON' in error))
      Reflect.defineProperty(error, 'toJSON', { value: errorJson, configurable: true });
  } catch {
    // A Proxy of someone else: its message cannot be shown, but the line can.
  }
}

/** What JSON shows of an error. */
export function errorJson(this: Error & { readonly code?: unknown }): object {
  const { name, code, message, cause } = this;
  return { name, code, message, cause: isError(cause) ? cause.message : undefined };
}

function boundedValue(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, mostFieldCharacters);
  if (!Array.isArray(value)) return value;
  const strings = value.slice(0, mostFieldStrings).map(boundedValue);
  return value.length === strings.length && strings.every((each, index) => each === value[index])
    ? value
    : strings;
}

/**
 * Returns a logger whose methods never throw, and whose rejections are handled: a line that cannot be written must not end
 * what it reports about. Long strings in fields are shortened. The first failure emits a process warning.
 *
 * Without a logger, returns `noopLogger`, or with the environment variable `KUBE_INFORMERS_DEBUG=1` one that prints on stderr.
 */
export function containLogger(logger: Logger | undefined): Logger {
  if (logger === undefined)
    return environmentFlag(process.env, 'KUBE_INFORMERS_DEBUG') ? containLogger(debugLogger) : noopLogger;
  const known = contained.get(logger);
  if (known !== undefined) return known;
  let hasWarned = false;
  const failed = (thrown: unknown): void => {
    if (hasWarned) return;
    hasWarned = true;
    process.emitWarning(printable(`a logger failed: ${asError(thrown).message}`), {
      type: 'KubeInformersWarning',
      code: 'KUBE_INFORMERS_UNHANDLED',
      detail: 'The line is lost. Further failures of this logger are not reported.',
    });
  };
  const log =
    (level: keyof Logger) =>
    (fields: LogFields, message: string): void => {
      try {
        const result: unknown = logger[level](bounded(fields), message);
        if (isThenable(result)) Promise.resolve(result).then(undefined, failed);
      } catch (thrown) {
        failed(thrown);
      }
    };
  const safe: Logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
  contained.set(safe, safe);
  // What is no logger is refused by the constructor that was given it.
  if (typeof logger === 'object' || typeof logger === 'function') contained.set(logger, safe);
  return safe;
}
