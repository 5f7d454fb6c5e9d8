/**
 * Takes out of a text what looks like a secret: JSON web tokens, what follows `Bearer`, `token=`, `password:` and the
 * like, PEM keys, and each of `known` (of six characters or more). For what another program said.
 */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  let redacted = text
    .replaceAll(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
      '[redacted key]',
    )
    .replaceAll(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[redacted token]')
    .replaceAll(/\b((?:bearer|basic)\s+)[\w.~+/=-]{8,}/gi, '$1[redacted]')
    .replaceAll(/((?:token|password|secret|key)["']?\s*[=:]\s*["']?)[^\s"',;&]{6,}/gi, '$1[redacted]');
  for (const secret of known) if (secret.length >= 6) redacted = redacted.replaceAll(secret, '[redacted]');
  return redacted;
}

/**
 * The text without what would put a terminal into a strange state: control characters other than white space are
 * written as `U+001B` (client-go's cleanANSIEscapeCodes).
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t\n\v\f\r]/gu,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** Several lines as one, for a message. */
export function oneLine(text: string): string {
  return text
    .split(/[\r\n\v\f]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' | ');
}
