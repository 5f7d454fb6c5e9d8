import type { WarningHandler } from './config.js';
import { requireFunction, requireNumber } from '../util/require.js';

/** One warning of a `Warning` header (RFC 7234, 5.5). */
export interface Warning {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

/**
 * Parses the warnings of a response's `Warning` headers, in order; a header may contain several.
 *
 * As in apimachinery, parsing of a header stops at the first invalid warning without an error: the request itself
 * succeeded.
 */
export function parseWarnings(header: string | readonly string[] | undefined): Warning[] {
  const found: Warning[] = [];
  for (const value of typeof header === 'string' ? [header] : (header ?? [])) {
    let rest = utf8(value).trim();
    while (rest !== '') {
      const match = warningPattern.exec(rest);
      if (match === null) break;
      const [whole, code = '', agent = '', quoted = ''] = match;
      rest = rest.slice(whole.length);
      const text = quoted.replaceAll(/\\([\s\S])/g, '$1');
      if (/\p{Cc}/u.test(agent + text)) break;
      found.push({ code: Number(code), agent, text });
    }
  }
  return found;
}

// code agent "text" ["date"], then a comma or the end.
const warningPattern = /^(\d{3}) ([^\s"]+) "((?:[^"\\]|\\[\s\S])*)"(?:\s*"[^"]*")?\s*(?:,\s*|$)/;

/** Node decodes a header's bytes as latin1; Go's servers write UTF-8. */
function utf8(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}

/**
 * Returns a handler that passes each text on once (client-go's WarningWriterOptions.Deduplicate).
 *
 * Remembers only the last `remembered` texts, so that long-running processes do not grow.
 */
export function deduplicateWarnings(handler: WarningHandler, remembered = 1000): WarningHandler {
  requireFunction('handler of deduplicateWarnings', handler);
  requireNumber('remembered of deduplicateWarnings', remembered);
  const seen = new Set<string>();
  return (warning) => {
    if (seen.has(warning.text)) return;
    seen.add(warning.text);
    if (seen.size > remembered) {
      for (const oldest of seen) {
        seen.delete(oldest);
        break;
      }
    }
    handler(warning);
  };
}
