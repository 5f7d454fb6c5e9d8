import { badRequest } from './failure.js';

/** Where a paged list goes on: kube-apiserver's token, readable by both. */
export interface ContinueToken {
  /** The snapshot's revision; -1: go on at the newest state (the inconsistent continuation after a compaction). */
  readonly revision: number;
  /** The first key wanted, below the list's prefix. */
  readonly start: string;
}

/** storage.EncodeContinue. `start` is the key after the last one, below the list's prefix. */
export function encodeContinue(token: ContinueToken): string {
  const json = JSON.stringify({ v: 'meta.k8s.io/v1', rv: token.revision, start: token.start });
  return Buffer.from(json, 'utf8').toString('base64url');
}

/** storage.DecodeContinue. Throws 400 for what is no token of this server's kind. */
export function decodeContinue(text: string): ContinueToken {
  const wrong = (why: string): Error => badRequest(`invalid continue token: continue key is not valid${why}`);
  const illegal = /[^A-Za-z0-9_-]/.exec(text);
  if (illegal !== null) throw wrong(`: illegal base64 data at input byte ${illegal.index}`);
  let token: { v?: unknown; rv?: unknown; start?: unknown };
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) throw new SyntaxError('not an object');
    token = parsed;
  } catch (cause) {
    // The text is the client's: what is wrong with it is the answer.
    throw wrong(`: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (token.v !== 'meta.k8s.io/v1') {
    throw wrong(
      `: server does not recognize this encoded version ${typeof token.v === 'string' ? token.v : ''}`,
    );
  }
  if (typeof token.rv !== 'number' || !Number.isSafeInteger(token.rv) || token.rv === 0) {
    throw wrong(': incorrect encoded start resourceVersion (version meta.k8s.io/v1)');
  }
  if (typeof token.start !== 'string' || token.start === '') {
    throw wrong(': encoded start key empty (version meta.k8s.io/v1)');
  }
  const start = token.start.startsWith('/') ? token.start.slice(1) : token.start;
  if (start.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw wrong(`: ${token.start}`);
  }
  return { revision: token.rv, start };
}
