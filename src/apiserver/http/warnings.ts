import type { ServerResponse } from 'node:http';

// filters.WithWarningRecorder: past this much text in one answer each warning is cut.
const truncateAtCharacters = 4 * 1024;
const truncatedCharacters = 256;

/** The warnings of one answer, in order. */
const recorded = new WeakMap<ServerResponse, string[]>();

/** Tells the client what it should know about a request that is served all the same: a `Warning` header, each text once. */
export function addWarning(response: ServerResponse, text: string): void {
  // A header cannot carry control characters, and what was answered cannot be added to.
  if (text === '' || response.headersSent || /\p{Cc}/u.test(text)) return;
  const texts = recorded.get(response) ?? [];
  if (texts.includes(text)) return;
  texts.push(text);
  recorded.set(response, texts);
  response.setHeader('Warning', headersOf(texts));
}

function headersOf(texts: readonly string[]): string[] {
  const lengths = texts.map((text) => Array.from(text).length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= truncateAtCharacters) return texts.map(header);
  const headers: string[] = [];
  let written = 0;
  for (const text of texts) {
    if (written >= truncateAtCharacters) break;
    const cut = Array.from(text).slice(0, truncatedCharacters);
    written += cut.length;
    headers.push(header(cut.join('')));
  }
  return headers;
}

/** Code 299, "miscellaneous persistent warning", by nobody in particular. A header's bytes are UTF-8, as Go writes them. */
function header(text: string): string {
  const quoted = `299 - "${text.replace(/["\\]/g, '\\$&')}"`;
  return Buffer.from(quoted, 'utf8').toString('latin1');
}
