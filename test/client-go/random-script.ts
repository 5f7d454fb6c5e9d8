import type { ConfigMap, Refusal, Round, Script, Watch, WatchEvent } from './scripts.js';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A history of six objects with random faults; the last round has none, and its watch ends with all that there is. */
export function randomScript(seed: number): { readonly script: Script; readonly objects: Outcome } {
  const random = mulberry32(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const world = new Map<string, ConfigMap>();
  let version = 1;
  let created = 0;

  /** One change, as its event. */
  function change(): WatchEvent {
    version += 1 + below(3);
    const name = names[below(names.length)] ?? 'a';
    const known = world.get(name);
    if (known === undefined) {
      const object = { name, version, uid: `uid-${++created}` };
      world.set(name, object);
      return { type: 'ADDED', object };
    }
    const object = { ...known, version };
    if (below(3) === 0) {
      world.delete(name);
      return { type: 'DELETED', object };
    }
    world.set(name, object);
    return { type: 'MODIFIED', object };
  }

  function changes(most: number): WatchEvent[] {
    return Array.from({ length: below(most + 1) }, () =>
      below(6) === 0 ? { type: 'BOOKMARK', version } : change(),
    );
  }

  function watch(): Watch | Refusal {
    if (below(6) === 0) return { code: below(2) === 0 ? 429 : 500 };
    const ends = ['end', 'cut', 'torn'] as const;
    return { events: changes(5), ends: ends[below(3)] ?? 'end' };
  }

  function round(): Round {
    // What happens while nobody watches.
    changes(5);
    const codes = [429, 500, 410];
    const code = codes[below(3)];
    const before = below(4) === 0 && code !== undefined ? [{ code }] : [];
    const [items, at] = [[...world.values()], version];
    const watches = Array.from({ length: below(2) }, watch);
    const lost: Watch = { events: [...changes(3), { type: 'ERROR', code: 410 }], ends: 'end' };
    return { before, items, version: at, cutBeforeBookmark: below(5) === 0, watches: [...watches, lost] };
  }

  changes(8);
  // client-go's backoff doubles at each fault.
  const rounds = Array.from({ length: 1 + below(2) }, round);
  changes(5);
  const last = { items: [...world.values()], version };
  const events = changes(8);
  const end = { name: 'end', version: ++version, uid: 'uid-end' };
  world.set('end', end);
  const script = {
    name: `seed ${seed}`,
    rounds: [
      ...rounds,
      { ...last, watches: [{ events: [...events, { type: 'ADDED', object: end }], ends: 'never' }] },
    ],
  } satisfies Script;
  const objects = Object.fromEntries(
    [...world.values()].map((object) => [`default/${object.name}`, String(object.version)]),
  );
  return { script, objects };
}

/** Versions by key. */
type Outcome = Readonly<Record<string, string>>;

/** The entries of a story that bring a version older than an earlier one of that object. */
export function goesBack(story: readonly string[]): string[] {
  const newest = new Map<string, number>();
  return story.filter((entry) => {
    const [what, key = '', versions = ''] = entry.split(' ');
    const version = Number(versions.split('→').at(-1));
    const before = newest.get(key) ?? 0;
    newest.set(key, Math.max(before, version));
    // A deletion that was not seen has the last known object.
    return what !== 'delete' && version < before;
  });
}

/** A small generator of random numbers in [0, 1) with a seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
