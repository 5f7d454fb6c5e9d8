import { shownValue } from '../util/shown.js';
import { KubeInformersError } from '../util/errors.js';

/** A resourceVersion is not a positive decimal number. Code: `ERR_RESOURCE_VERSION`. */
export class ResourceVersionError extends KubeInformersError {
  override readonly name = 'ResourceVersionError';

  /** An error for a resourceVersion that is not a positive decimal number. */
  constructor(resourceVersion: string) {
    super(
      'ERR_RESOURCE_VERSION',
      `a resourceVersion must be a decimal number above 0 without leading zeros, got ${shownValue(resourceVersion)}`,
    );
  }
}

/**
 * Compares two resourceVersions of one resource: -1 if `a` is older, 1 if it is newer, 0 if they are equal.
 *
 * See KEP-5504 and apimachinery's resourceversion.CompareResourceVersion. Compares by length, then as strings, so
 * that large numbers keep all their digits. Throws ResourceVersionError for anything that is not an object's version,
 * including "" and "0", which have a meaning only in requests.
 */
export function compareResourceVersion(a: string, b: string): -1 | 0 | 1 {
  if (typeof a !== 'string' || !isResourceVersion(a)) throw new ResourceVersionError(a);
  if (typeof b !== 'string' || !isResourceVersion(b)) throw new ResourceVersionError(b);
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** True for a valid version of an object, which `compareResourceVersion` accepts. */
export function isResourceVersion(value: string): boolean {
  const length = value.length;
  if (length === 0 || value.charCodeAt(0) === 0x30) return false;
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}
