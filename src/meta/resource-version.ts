import { KubeInformersError } from '../util/errors.js';

/** A resourceVersion is not a positive decimal number. Code: `ERR_RESOURCE_VERSION`. */
export class ResourceVersionError extends KubeInformersError {
  override readonly name = 'ResourceVersionError';

  constructor(resourceVersion: string) {
    super(
      'ERR_RESOURCE_VERSION',
      `a resourceVersion must be a decimal number above 0 without leading zeros, got ${JSON.stringify(resourceVersion)}`,
    );
  }
}

/**
 * Which of two resourceVersions of one resource is the later: -1 when `a` is older, 1 when it is newer, 0 when they are
 * the same (KEP-5504, apimachinery's resourceversion.CompareResourceVersion).
 *
 * Compares by length, then text, so that numbers of any size keep all their digits. Throws ResourceVersionError for what
 * is no version of an object, which includes "" and "0": those are words of a request.
 */
export function compareResourceVersion(a: string, b: string): -1 | 0 | 1 {
  if (!isResourceVersion(a)) throw new ResourceVersionError(a);
  if (!isResourceVersion(b)) throw new ResourceVersionError(b);
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** True for a version that an object can have, so one that `compareResourceVersion` takes. */
export function isResourceVersion(value: string): boolean {
  const length = value.length;
  if (length === 0 || value.charCodeAt(0) === 0x30) return false;
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}
