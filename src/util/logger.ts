/** Fields of a log line: plain values, errors, keys. Never secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where log lines go. The shape is pino's, so a pino logger fits as it is. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

function nothing(): void {
  // A logger that hears nothing: the default, since a library must not print.
}

/** Drops every line: the default everywhere. */
export const noopLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
