/**
 * Parses a query as url.ParseQuery does.
 *
 * Parts with a semicolon or an invalid escape are left out, and invalid UTF-8 is replaced.
 */
export function parseQuery(text: string): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const part of text.split('&')) {
    if (part === '' || part.includes(';')) continue;
    const equals = part.indexOf('=');
    const name = unescape(equals === -1 ? part : part.slice(0, equals));
    const value = unescape(equals === -1 ? '' : part.slice(equals + 1));
    if (name !== undefined && value !== undefined) parameters.append(name, value);
  }
  return parameters;
}

/** Decodes the escapes of a string; undefined if one is invalid. */
function unescape(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  if (/%(?![0-9a-fA-F]{2})/.test(spaced)) return undefined;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Escaped bytes that are not UTF-8: decode byte by byte, which replaces them.
    const bytes = Buffer.from(spaced, 'utf8').toString('latin1');
    const plain = bytes.replace(/%([0-9a-fA-F]{2})/g, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return Buffer.from(plain, 'latin1').toString('utf8');
  }
}
