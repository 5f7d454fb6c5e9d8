import type { ServerResponse } from 'node:http';

// filters.WithWarningRecorder: above this much text in a response each warning is truncated.
const truncateAtCharacters = 4 * 1024;
const truncatedCharacters = 256;

/** The warnings of a response, in order; `full` if no further warning can change its headers. */
interface Recorded {
  readonly texts: Set<string>;
  full: boolean;
}

const recorded = new WeakMap<ServerResponse, Recorded>();

/** Adds a `Warning` header to a response; each text once. */
export function addWarning(response: ServerResponse, text: string): void {
  const warnings = recorded.get(response) ?? { texts: new Set(), full: false };
  // A body can have a hundred thousand unknown fields: ignored warnings must be cheap.
  if (warnings.full || warnings.texts.has(text)) return;
  // Headers cannot contain control characters, and cannot be added after they were sent.
  if (text === '' || response.headersSent || /\p{Cc}/u.test(text)) return;
  warnings.texts.add(text);
  recorded.set(response, warnings);
  const { headers, full } = headersOf([...warnings.texts]);
  warnings.full = full;
  response.setHeader('Warning', headers);
}

function headersOf(texts: readonly string[]): { readonly headers: string[]; readonly full: boolean } {
  const lengths = texts.map((text) => Array.from(text).length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= truncateAtCharacters) return { headers: texts.map(header), full: false };
  const headers: string[] = [];
  let written = 0;
  for (const text of texts) {
    if (written >= truncateAtCharacters) break;
    const cut = Array.from(text).slice(0, truncatedCharacters);
    written += cut.length;
    headers.push(header(cut.join('')));
  }
  return { headers, full: written >= truncateAtCharacters };
}

/** Formats a warning with code 299 and no agent. A header's bytes are UTF-8, as Go writes them. */
function header(text: string): string {
  const quoted = `299 - "${text.replace(/["\\]/g, '\\$&')}"`;
  return Buffer.from(quoted, 'utf8').toString('latin1');
}
