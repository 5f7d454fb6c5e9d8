/** Fields of a log line: plain values, errors, keys. Never secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Receives log lines. The interface is pino's, so a pino logger can be used unchanged. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

function nothing(): void {
  // The default logger is silent, since a library must not print.
}

/** Discards every line: the default everywhere. */
export const noopLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
