import { StatusError } from '../../meta/errors.js';
import { mapStatusTexts } from '../../meta/status-shape.js';
import type { Unstructured } from '../call-options.js';

/** Shorter texts are not replaced: they may be part of any word. */
const leastCharacters = 4;

/** Returns the server's error without the data of a Secret: for a wrong type, a server quotes what it was sent. */
export function withoutSecretValues(
  { kind, apiVersion, data, stringData }: Unstructured,
  error: unknown,
): unknown {
  if (kind !== 'Secret' || apiVersion !== 'v1' || !(error instanceof StatusError)) return error;
  const values = [...new Set(textsIn([data, stringData]))].toSorted((a, b) => b.length - a.length);
  const status = mapStatusTexts(error.status, (text) =>
    values.reduce((shown, value) => shown.replaceAll(value, '[redacted]'), text),
  );
  return new StatusError(status, { cause: error.cause });
}

function textsIn(root: unknown): string[] {
  const found = [root];
  const texts: string[] = [];
  // The list grows while it is read.
  for (const value of found) {
    if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) found.push(each);
    else if (['string', 'number', 'bigint'].includes(typeof value) && String(value).length >= leastCharacters)
      texts.push(String(value));
  }
  return texts;
}
