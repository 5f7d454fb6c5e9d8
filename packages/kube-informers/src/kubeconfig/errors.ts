import { shownKey } from '../util/shown.js';
import { isError } from '../util/type-checks.js';
import { KubeInformersError } from '../util/errors.js';

/**
 * Credentials are currently unavailable: an exec plugin failed, a token file is unreadable, an identity provider
 * refused.
 *
 * Retrying later may succeed. The message never contains a token, a key or a plugin's stdout.
 *
 * docs/error-codes.md explains its codes.
 */
export class CredentialsError extends KubeInformersError {
  override readonly name = 'CredentialsError';
}

/** Lists the allowed names at the end of a message: `expected one of "a", "b"`. */
export function expectedOneOf(names: Iterable<string>, what: string): string {
  const all = [...names].toSorted();
  if (all.length === 0) return `there are no ${what}`;
  const shown = all.slice(0, 20).map(shownKey).join(', ');
  return all.length > 20
    ? `expected one of ${shown} and ${all.length - 20} more`
    : `expected one of ${shown}`;
}

/** Describes a problem with a file; unusual failures by their code. */
export function fileProblem(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return `may not be read (${code})`;
    case 'EISDIR':
      return 'is a directory, expected a file';
    case 'EFBIG':
      return isError(error) ? error.message : 'is too large';
    default:
      return `could not be read (${code ?? 'unknown reason'})`;
  }
}

/** Returns the `code` of a Node error. */
export function errorCode(error: unknown): string | undefined {
  return isError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** True if a string is valid in an HTTP header: no control characters, which Node and Go reject. */
export function isHeaderValue(value: string): boolean {
  // eslint-disable-next-line no-control-regex -- the pattern matches control characters
  return !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value);
}
