import { jsonTypeOf } from '@kube-informers/schema/internal';
import { newBadRequest } from 'kube-informers/internal';
import { jsonSyntaxProblem } from '../json/json-syntax.js';

/** The position of a paged list: kube-apiserver's token format. */
export interface ContinueToken {
  /** The list's revision; -1: continue at the newest state (the inconsistent continuation after a compaction). */
  readonly revision: number;
  /** The first key wanted, relative to the list's prefix. */
  readonly start: string;
}

/** storage.EncodeContinue. `start` is the key after the last one, relative to the list's prefix. */
export function encodeContinue(token: ContinueToken): string {
  const json = JSON.stringify({ v: 'meta.k8s.io/v1', rv: token.revision, start: token.start });
  return Buffer.from(json, 'utf8').toString('base64url');
}

/** storage.DecodeContinue. Throws 400 for an invalid token. */
export function decodeContinue(text: string): ContinueToken {
  const { v, rv, start: key } = readToken(decodeBase64(text));
  if (v !== 'meta.k8s.io/v1') throw wrong(`: server does not recognize this encoded version ${v}`);
  if (rv === 0) throw wrong(': incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  if (key === '') throw wrong(': encoded start key empty (version meta.k8s.io/v1)');
  const start = key.startsWith('/') ? key.slice(1) : key;
  // path.Clean must not change it, or a client could leave its prefix. A lone "/" is clean.
  if (start !== '' && start.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw wrong(`: ${key}`);
  }
  return { revision: rv, start };
}

function wrong(why: string): Error {
  return newBadRequest(`invalid continue token: continue key is not valid${why}`);
}

/** base64.RawURLEncoding.DecodeString. */
function decodeBase64(text: string): Buffer {
  const illegal = /[^A-Za-z0-9_-]/.exec(text);
  if (illegal !== null) throw wrong(`: illegal base64 data at input byte ${illegal.index}`);
  // A single remaining character does not encode a byte.
  if (text.length % 4 === 1) throw wrong(`: illegal base64 data at input byte ${text.length - 1}`);
  return Buffer.from(text, 'base64url');
}

/** Decodes a token, with Go's zero values for missing fields. Worded as in encoding/json. */
function readToken(bytes: Buffer): { readonly v: string; readonly rv: number; readonly start: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString('utf8'));
  } catch {
    // The response describes the client's mistake. encoding/json reports bytes, not characters.
    throw wrong(`: ${jsonSyntaxProblem(bytes.toString('latin1'))}`);
  }
  if (parsed === null) return { v: '', rv: 0, start: '' };
  if (typeof parsed !== 'object' || Array.isArray(parsed)) {
    throw wrong(`: json: cannot unmarshal ${jsonTypeOf(parsed)} into Go value of type storage.continueToken`);
  }
  const { v = null, rv = null, start = null } = parsed as Readonly<Record<string, unknown>>;
  return { v: textField('v', v), rv: integerField(rv), start: textField('start', start) };
}

function textField(name: string, value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  throw wrong(
    `: json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field continueToken.${name} of type string`,
  );
}

function integerField(value: unknown): number {
  if (value === null) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  const found = typeof value === 'number' ? `number ${value}` : jsonTypeOf(value);
  throw wrong(`: json: cannot unmarshal ${found} into Go struct field continueToken.rv of type int64`);
}
