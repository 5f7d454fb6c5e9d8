import { isError } from '../util/realm.js';
import { KubeInformersError } from '../util/errors.js';

/**
 * Credentials could not be had now: an exec plugin failed, a token file is unreadable, an identity provider refused.
 * Asking again later may help.
 *
 * Codes: `ERR_TOKEN_FILE`, `ERR_EXEC_NOT_FOUND`, `ERR_EXEC_RELATIVE`, `ERR_EXEC_POLICY`, `ERR_EXEC_START`, `ERR_EXEC_FAILED`, `ERR_EXEC_OUTPUT`,
 * `ERR_EXEC_API_VERSION`, `ERR_EXEC_CERTIFICATE`, `ERR_EXEC_INTERACTIVE`, `ERR_OIDC_TOKEN`, `ERR_OIDC_REFRESH`,
 * `ERR_OIDC_DISCOVERY`, `ERR_CLIENT_NODE`. The message never holds a token, a key or what a plugin printed on stdout.
 */
export class CredentialsError extends KubeInformersError {
  override readonly name = 'CredentialsError';
}

/** Names to choose from, for the end of a message: `expected one of "a", "b"`. */
export function expectedOneOf(names: Iterable<string>, what: string): string {
  const all = [...names].toSorted();
  if (all.length === 0) return `there are no ${what}`;
  const shown = all
    .slice(0, 20)
    .map((name) => JSON.stringify(name))
    .join(', ');
  return all.length > 20
    ? `expected one of ${shown} and ${all.length - 20} more`
    : `expected one of ${shown}`;
}

/** What went wrong with a file, in words; the code of an unusual failure as it is. */
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

/** The `code` of a Node error. */
export function errorCode(error: unknown): string | undefined {
  return isError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * True for a text that may stand in an HTTP header: no line break and no other control character, which Node and Go
 * refuse alike.
 */
export function isHeaderValue(value: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value);
}
