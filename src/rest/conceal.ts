import { inspect } from 'node:util';

/**
 * The object itself, which is used as before; printed or written as JSON it shows its fields' names and no values. For
 * credentials and keys, as a config is soon logged. Goes along when the config around it is copied.
 */
export function conceal<T extends object>(secret: T): T {
  const shown = (): Record<string, string> =>
    Object.fromEntries(Object.keys(secret).map((field) => [field, '[redacted]']));
  return Object.defineProperties(secret, {
    [inspect.custom]: { value: shown },
    toJSON: { value: shown },
  });
}
