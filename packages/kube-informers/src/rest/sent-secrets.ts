import { isBytes, isObject } from '../util/type-checks.js';
import { mapErrorTexts } from './redactor.js';
import type { RestRequest } from './request.js';

/** Longest text that is searched, characters; the rest of a longer one is left out. */
const maxTextLength = 16 * 1024;

/** Parts of a value are found from this length on, characters; a shorter value as a whole. */
const partLength = 8;

/** Shorter values are not replaced: they may be part of any word. */
const minLength = 4;

const secretPath = /\/api\/v1\/namespaces\/[^/]+\/secrets(?:\/|$)/;

/** Members of a Secret that have none of its data. */
const openMembers: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'type', 'immutable']);

/**
 * Returns the error of a request without the data of a Secret that it sent: a server quotes what it cannot read, and what it refuses.
 *
 * Only messages are changed, since programs decide by the other fields of a Status.
 */
export function withoutSentSecret(
  { path, body }: Pick<RestRequest, 'path' | 'body'>,
  error: unknown,
): unknown {
  if (body === undefined || !secretPath.test(path)) return error;
  const values = sentValues(body).flatMap(spellings);
  return mapErrorTexts(error, (text, field) => (field === 'message' ? textWithout(values, text) : text));
}

/** The data in a Secret, in a part of one, or in the operations of a JSON patch. */
function sentValues(body: object | string): readonly string[] {
  const text = typeof body === 'string' ? body : isBytes(body) ? Buffer.from(body).toString() : undefined;
  if (text === undefined) return valuesIn(body);
  try {
    return valuesIn(JSON.parse(text));
  } catch {
    // YAML, or not valid: all but the kind and the keys may be data.
    return text
      .replaceAll(/^(?:apiVersion|kind|type|immutable):.*$/gm, '')
      .replaceAll(/^ *(?:- +)*["']?[\w./-]+["']?:(?:[ \t]|$)/gm, '')
      .split('\n')
      .map((line) => line.trim().replace(/^["']|["']$/g, ''));
  }
}

function valuesIn(root: unknown): string[] {
  const found = (Array.isArray(root) ? root : [root]).flatMap((part: unknown): unknown[] => {
    if (!isObject(part)) return [part];
    const { path } = part;
    if (typeof path === 'string' && 'op' in part) return path.startsWith('/metadata') ? [] : [part['value']];
    return Object.entries(part).flatMap(([name, value]) => (openMembers.has(name) ? [] : [value]));
  });
  const texts: string[] = [];
  // The list grows while it is read.
  for (const value of found) {
    if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) found.push(each);
    else if (['string', 'number', 'bigint'].includes(typeof value)) texts.push(String(value));
  }
  return texts;
}

/** A value as it is, within a string of JSON, in base64 and read from base64. */
function spellings(value: string): readonly string[] {
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('base64'),
    Buffer.from(value, 'base64').toString(),
  ];
}

/** Takes time proportional to the length of the text and the values: each part of the text is looked up in a table. */
function textWithout(values: readonly string[], whole: string): string {
  const text = whole.slice(0, maxTextLength);
  const isSecret = new Uint8Array(text.length);
  for (let length = minLength; length <= partLength; length++) {
    const sent = values.filter((value) => Math.min(value.length, partLength) === length);
    if (sent.length === 0) continue;
    const places = new Map<string, number[]>();
    for (let at = 0; at + length <= text.length; at++) {
      const part = text.slice(at, at + length);
      const known = places.get(part);
      if (known === undefined) places.set(part, [at]);
      else known.push(at);
    }
    for (const value of sent) {
      for (let at = 0; at + length <= value.length; at++) {
        const part = value.slice(at, at + length);
        for (const place of places.get(part) ?? []) isSecret.fill(1, place, place + length);
        places.delete(part);
      }
    }
  }
  let shown = '';
  for (let at = 0; at < text.length;) {
    const end = isSecret.indexOf(1 - (isSecret[at] ?? 0), at);
    const next = end === -1 ? text.length : end;
    shown += isSecret[at] === 1 ? '[redacted]' : text.slice(at, next);
    at = next;
  }
  return whole.length > text.length ? `${shown} …` : shown;
}
