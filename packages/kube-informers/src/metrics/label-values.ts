import type { InformerState } from '../cache/reflector/reflector-status.js';

/** What an informer may be doing. */
export const informerPhases = [
  'waiting',
  'connecting',
  'listing',
  'streaming',
  'watching',
  'probing',
  'backingOff',
  'absent',
  'stopped',
] as const satisfies readonly InformerState['phase'][];

/** The status code of a response, or `<error>` without one; `other` for a number outside 100 to 599. */
export function knownStatus(code: string): string {
  return code === '<error>' || /^[1-5]\d\d$/.test(code) ? code : 'other';
}

/**
 * A status code, or a code of Node, undici or this library such as `ECONNRESET`; `other` for any other text, which a program's
 * own source may throw.
 */
export function knownCode(code: string): string {
  return /^(?:[1-5]\d\d|(?:ERR_|UND_ERR_|E)[A-Z0-9_]{2,50})$/.test(code) ? code : 'other';
}
