/**
 * The parameters of a query as url.ParseQuery reads them: a part with a semicolon or a broken escape is left out, and what
 * is no UTF-8 is replaced.
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

/** The text without its escapes; undefined when one of them is broken. */
function unescape(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  if (/%(?![0-9a-fA-F]{2})/.test(spaced)) return undefined;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Escapes of bytes that are no UTF-8: read byte by byte, which replaces them.
    const bytes = Buffer.from(spaced, 'utf8').toString('latin1');
    const plain = bytes.replace(/%([0-9a-fA-F]{2})/g, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return Buffer.from(plain, 'latin1').toString('utf8');
  }
}
