/** Words of at least this length with letters and digits may be tokens. */
const minOpaque = 24;

/**
 * Redacts everything in a string that looks like a secret; for the output of other programs.
 *
 * That is: JSON web tokens, the values after `Bearer`, `token=`, `password:` and the like, passwords in URLs, PEM
 * keys, long words of letters and digits other than UUIDs, and each of `known` (of six characters or more).
 */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  let redacted = text;
  // Longest first, since one secret may contain another.
  for (const secret of known.toSorted((a, b) => b.length - a.length))
    if (secret.length >= 6) redacted = redacted.replaceAll(secret, '[redacted]');
  redacted = redacted
    .replaceAll(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
      '[redacted key]',
    )
    // Every part of a token is encoded JSON and starts like this.
    .replaceAll(/\beyJ[\w.-]{8,}/g, '[redacted token]')
    .replaceAll(/\b((?:bearer|basic)\s+)[\w.~+/=-]{8,}/gi, '$1[redacted]')
    .replaceAll(/((?:token|password|secret|key)["']?\s*[=:]\s*["']?)[^\s"',;&]{6,}/gi, '$1[redacted]')
    .replaceAll(/(\w:\/\/)[^\s/@]*@/g, '$1…@');
  return redacted.replaceAll(/[\w+=~.-]+/g, (word) => (isOpaque(word) ? '[redacted]' : word));
}

function isOpaque(word: string): boolean {
  return (
    word.length >= minOpaque &&
    /\d/.test(word) &&
    /[A-Za-z]/.test(word) &&
    !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)
  );
}

/** Returns the forms in which a secret may appear: unchanged, percent-encoded, and in base64. */
export function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    // Through the bytes: a lone surrogate has no percent-encoding.
    encodeURIComponent(bytes.toString('utf8')),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
}

/**
 * Replaces control characters other than whitespace by `U+001B` and the like (client-go's cleanANSIEscapeCodes).
 *
 * They could change the state of a terminal.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t\n\v\f\r]/gu,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** Joins several lines into one, for a message. */
export function oneLine(text: string): string {
  return text
    .split(/[\r\n\v\f]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' | ');
}
