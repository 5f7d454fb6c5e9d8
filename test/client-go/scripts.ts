// What a server answers to an informer, recorded as rounds: a snapshot, and the watches that follow it. The same script is read
// with a list and with a watch-list, whose stream begins with the snapshot and goes on as the first watch of the round.

export interface ConfigMap {
  readonly name: string;
  readonly version: number;
  readonly uid: string;
}

export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: ConfigMap }
  | { readonly type: 'BOOKMARK'; readonly version: number }
  | { readonly type: 'ERROR'; readonly code: number }
  /** A line as it is, such as one that is not valid JSON. */
  | { readonly type: 'LINE'; readonly text: string };

/** A response without objects. */
export interface Refusal {
  readonly code: number;
  readonly retryAfterSeconds?: number;
}

export interface Watch {
  readonly events: readonly WatchEvent[];
  /**
   * `never`; `end`: with the last chunk of a response, as at the server's timeout; `cut`: the connection breaks between two lines;
   * `torn`: it breaks within the next line.
   */
  readonly ends: 'never' | 'end' | 'cut' | 'torn';
}

export interface Round {
  /** Responses to the requests for a snapshot that come first. */
  readonly before?: readonly Refusal[];
  readonly items: readonly ConfigMap[];
  readonly version: number;
  /** In a watch-list, the stream breaks before the bookmark that ends the snapshot; the next one has all of it. */
  readonly cutBeforeBookmark?: boolean;
  /** A refusal is what a watch is answered with; a watch-list, which is open by then, ends before it. */
  readonly watches: readonly (Watch | Refusal)[];
}

export interface Script {
  readonly name: string;
  readonly rounds: readonly Round[];
  /** What our handler is called with where that differs on purpose: docs/from-client-go.md says why. */
  readonly ours?: Readonly<Record<string, readonly string[] | undefined>>;
}

export const isRefusal = (answer: Watch | Refusal): answer is Refusal => 'code' in answer;

const map = (name: string, version: number, uid = `uid-of-${name}`): ConfigMap => ({ name, version, uid });
const added = (name: string, version: number, uid?: string): WatchEvent => ({
  type: 'ADDED',
  object: map(name, version, uid),
});
const modified = (name: string, version: number, uid?: string): WatchEvent => ({
  type: 'MODIFIED',
  object: map(name, version, uid),
});
const deleted = (name: string, version: number): WatchEvent => ({
  type: 'DELETED',
  object: map(name, version),
});
const bookmark = (version: number): WatchEvent => ({ type: 'BOOKMARK', version });
const error = (code: number): WatchEvent => ({ type: 'ERROR', code });

/** Both informers are over when they have received this object. */
const lastly = (version: number, ...events: WatchEvent[]): Watch => ({
  events: [...events, added('end', version)],
  ends: 'never',
});
const watch = (ends: Watch['ends'], ...events: WatchEvent[]): Watch => ({ events, ends });

const three = [map('a', 2), map('b', 3), map('c', 4)];

export const scripts: readonly Script[] = [
  {
    name: 'objects that are added, changed and deleted',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [
          lastly(20, added('d', 11), modified('a', 12), deleted('b', 13), bookmark(14), modified('d', 15)),
        ],
      },
    ],
  },
  {
    name: 'an empty snapshot',
    rounds: [{ items: [], version: 10, watches: [lastly(20, added('a', 11))] }],
  },
  {
    name: 'a watch that is cut between two events',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [watch('cut', modified('a', 11), added('d', 12)), lastly(20, deleted('d', 13))],
      },
    ],
  },
  {
    name: 'a watch that is cut within an event',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [watch('torn', modified('a', 11)), lastly(20, deleted('b', 12))],
      },
    ],
  },
  {
    name: 'a watch that ends at its timeout, after a bookmark',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [watch('end', modified('a', 11), bookmark(15)), lastly(20, modified('b', 16))],
      },
    ],
  },
  {
    name: 'a watch that ends without a bookmark',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [watch('end', modified('a', 11), modified('a', 12)), lastly(20, modified('b', 16))],
      },
    ],
  },
  {
    name: 'the last event is repeated after a cut',
    ours: { 'default/b': ['add default/b 3 initial', 'delete default/b 12'] },
    rounds: [
      {
        items: three,
        version: 10,
        watches: [
          watch('cut', modified('a', 11), deleted('b', 12)),
          lastly(20, deleted('b', 12), modified('a', 13), modified('a', 13)),
        ],
      },
    ],
  },
  {
    name: 'ADDED of a known object, MODIFIED and DELETED of unknown ones',
    ours: { 'default/y': undefined },
    rounds: [
      {
        items: three,
        version: 10,
        watches: [lastly(20, added('a', 11), modified('x', 12), deleted('y', 13), deleted('x', 14))],
      },
    ],
  },
  {
    name: 'an object that is deleted and created anew within a watch',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [lastly(20, deleted('a', 11), added('a', 12, 'another'), modified('a', 13, 'another'))],
      },
    ],
  },
  {
    name: 'objects that are deleted, changed and added while the history was lost',
    rounds: [
      { items: three, version: 10, watches: [watch('end', modified('a', 11), error(410))] },
      {
        items: [map('a', 15), map('c', 4), map('d', 16)],
        version: 20,
        watches: [lastly(30, deleted('c', 21))],
      },
    ],
  },
  {
    name: 'everything is deleted while the history was lost',
    rounds: [
      { items: three, version: 10, watches: [watch('end', error(410))] },
      { items: [], version: 20, watches: [lastly(30)] },
    ],
  },
  {
    name: 'a watch that is refused with 410',
    rounds: [
      { items: three, version: 10, watches: [watch('end', modified('a', 11)), { code: 410 }] },
      { items: [map('a', 11), map('b', 12)], version: 20, watches: [lastly(30)] },
    ],
  },
  {
    name: 'a snapshot that is refused with 410 after the history was lost',
    rounds: [
      { items: three, version: 10, watches: [watch('end', modified('a', 11), error(410))] },
      { before: [{ code: 410 }], items: [map('a', 12), map('b', 3)], version: 20, watches: [lastly(30)] },
    ],
  },
  {
    name: 'a snapshot that is refused with 429 and Retry-After',
    rounds: [
      { before: [{ code: 429, retryAfterSeconds: 1 }], items: three, version: 10, watches: [lastly(20)] },
    ],
  },
  {
    name: 'a snapshot that is refused with 500',
    rounds: [
      { before: [{ code: 500 }], items: three, version: 10, watches: [lastly(20, modified('a', 11))] },
    ],
  },
  {
    name: 'a watch that is refused with 429 and Retry-After',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [
          watch('end', modified('a', 11)),
          { code: 429, retryAfterSeconds: 1 },
          lastly(20, modified('a', 12)),
        ],
      },
    ],
  },
  {
    name: 'an event that says 500',
    rounds: [
      { items: three, version: 10, watches: [watch('end', modified('a', 11), error(500))] },
      { items: [map('a', 12), map('b', 3)], version: 20, watches: [lastly(30)] },
    ],
  },
  {
    name: 'a line that is not valid JSON',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [watch('end', modified('a', 11), { type: 'LINE', text: 'upstream connect error' })],
      },
      {
        items: [map('a', 12), map('b', 3), map('c', 4)],
        version: 20,
        watches: [lastly(30, modified('c', 21))],
      },
    ],
  },
  {
    name: 'the history is lost twice',
    rounds: [
      { items: three, version: 10, watches: [watch('end', error(410))] },
      {
        items: [map('a', 12), map('b', 3)],
        version: 20,
        watches: [watch('end', modified('b', 21), error(410))],
      },
      { items: [map('b', 25), map('e', 26)], version: 30, watches: [lastly(40, modified('e', 31))] },
    ],
  },
  {
    name: 'the first bookmark is lost, and the stream is cut',
    rounds: [
      { cutBeforeBookmark: true, items: three, version: 10, watches: [lastly(20, modified('a', 11))] },
    ],
  },
  {
    name: 'an object that was created anew while the history was lost',
    rounds: [
      { items: three, version: 10, watches: [watch('end', error(410))] },
      { items: [map('a', 15, 'another'), map('b', 3), map('c', 4)], version: 20, watches: [lastly(30)] },
    ],
  },
  {
    name: 'a snapshot that is older than what was seen',
    rounds: [
      {
        items: three,
        version: 10,
        watches: [watch('end', modified('a', 15), deleted('b', 16), added('d', 17), error(410))],
      },
      {
        items: three,
        version: 12,
        watches: [lastly(30, modified('a', 15), deleted('b', 16), added('d', 17), modified('d', 18))],
      },
    ],
  },
];
