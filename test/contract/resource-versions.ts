import { expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import type { Context } from './contract.js';
import { at, names, shown, text } from './http.js';
import type { Api } from './http.js';

/** A namespace with a history: an old state, the state after changes, and a paged list from between. */
interface History {
  readonly path: string;
  /** The version at which there were c1, c2, c3, c4, c5. */
  readonly old: string;
  /** The version since which there are c1, c2, c25, c3, c5. */
  readonly now: string;
  /** A version far ahead. */
  readonly future: string;
  /** Continues after c1 and c2, at `old`. */
  readonly token: string;
}

// For a busy machine.
const long = { timeout: 60_000 };
/** The states that a list can return: names, and whether the version is the old one. */
const stateAt = { old: ['c1', 'c2', 'c3', 'c4', 'c5'], now: ['c1', 'c2', 'c25', 'c3', 'c5'] };
const changes = ['ADDED c25', 'DELETED c4', 'MODIFIED c3'];

const versions = [undefined, '', '0', 'old', 'now', 'future', 'abc'] as const;
type Version = (typeof versions)[number];
const matches = [undefined, '', 'Exact', 'NotOlderThan', 'Other'] as const;
type Match = (typeof matches)[number];

/** Limit of concurrent requests: a watch of two seconds must not spend them waiting for its turn. */
async function inTurns<T>(calls: readonly (() => Promise<T>)[], atOnce: number): Promise<T[]> {
  const results: T[] = [];
  for (let start = 0; start < calls.length; start += atOnce) {
    results.push(...(await Promise.all(calls.slice(start, start + atOnce).map((call) => call()))));
  }
  return results;
}

/** The expected response of a list: a status, or a state and its length. */
function expectedList(version: Version, match: Match, limit: number, goesOn: boolean): string {
  const asked = version ?? '';
  if (match !== undefined && match !== '') {
    if (asked === '' || goesOn || match === 'Other' || (match === 'Exact' && asked === '0')) return '422';
  }
  if (goesOn) {
    if (asked !== '' && asked !== '0') return '400';
    const rest = stateAt.old.slice(2);
    return shownList('old', asked === '0' || limit === 0 ? rest : rest.slice(0, limit));
  }
  if (asked === 'abc') return '400';
  if (asked === 'future') return '504';
  const exact = match === 'Exact' || ((match ?? '') === '' && limit > 0);
  const state = asked === 'old' && exact ? 'old' : 'now';
  // A request that accepts any version is not paged.
  return shownList(state, asked === '0' || limit === 0 ? stateAt[state] : stateAt[state].slice(0, limit));
}

function shownList(state: 'old' | 'now', items: readonly string[]): string {
  return `${state}: ${items.join(' ')}`;
}

/** The expected events of a watch of two seconds. */
function expectedWatch(
  version: Version,
  match: Match,
  initial: boolean | undefined,
  bookmarks: boolean,
): string {
  const asked = version ?? '';
  const any = asked === '' || asked === '0';
  const plain = initial === undefined && (match ?? '') === '';
  if (!plain && (initial === undefined || match !== 'NotOlderThan')) return '422';
  if (asked === 'abc') return '500';
  if (initial === true || (plain && any)) {
    if (asked === 'future') return 'ERROR 504';
    return [...stateAt.now.map((name) => `ADDED ${name}`), ...(bookmarks ? ['BOOKMARK end'] : [])].join(', ');
  }
  return asked === 'old' ? changes.join(', ') : '';
}

export function resourceVersionContract(use: () => Context): void {
  let made: Promise<History> | undefined;

  async function history(): Promise<History> {
    const { api, namespace } = use();
    made ??= makeHistory(api, `${namespace}-rv`);
    return made;
  }

  function valueOf(of: History, version: Exclude<Version, undefined>): string {
    return version === 'old' || version === 'now' || version === 'future' ? of[version] : version;
  }

  function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
    return `?${query.toString()}`;
  }

  async function listed(of: History, query: string): Promise<string> {
    const { status, json } = await use().api.get(`${of.path}${query}`);
    if (status !== 200) return String(status);
    return shownList(text(json, 'metadata.resourceVersion') === of.old ? 'old' : 'now', names(json));
  }

  async function watched(of: History, query: string): Promise<string> {
    const watch = await use().api.watch(`${of.path}${query}`);
    const { statusCode } = watch.response;
    if (statusCode !== 200) {
      watch.close();
      return String(statusCode);
    }
    // Other bookmarks follow what others write.
    const told = (await watch.rest()).filter(
      (event) => event['type'] !== 'BOOKMARK' || at(event, 'object.metadata.annotations') !== undefined,
    );
    const events = told.map((event) => {
      if (event['type'] === 'ERROR') return `ERROR ${String(at(event, 'object.code'))}`;
      if (event['type'] !== 'BOOKMARK') return shown(event);
      return 'BOOKMARK end';
    });
    // The initial state comes in any order, changes come in order.
    const isState = !events.some((event) => /^(MODIFIED|DELETED)/.test(event));
    return (isState ? events.toSorted() : events).join(', ');
  }

  test(
    'every combination of resourceVersion, resourceVersionMatch, limit and continue of a list',
    long,
    async () => {
      const of = await history();
      const asked: (() => Promise<readonly [string, string, string]>)[] = [];
      for (const version of versions) {
        for (const match of matches) {
          for (const limit of [undefined, '0', '2']) {
            for (const token of [undefined, of.token]) {
              const query = queryOf({
                resourceVersion: version === undefined ? undefined : valueOf(of, version),
                resourceVersionMatch: match,
                limit,
                continue: token,
              });
              const expected = expectedList(version, match, Number(limit ?? 0), token !== undefined);
              asked.push(async () => [query, expected, await listed(of, query)]);
            }
          }
        }
      }
      const wrong = (await inTurns(asked, 70)).filter(([, expected, found]) => expected !== found);
      expect(asked.length).toBe(7 * 5 * 3 * 2);
      expect(wrong).toEqual([]);
    },
  );

  test(
    'every combination of resourceVersion, resourceVersionMatch, sendInitialEvents and bookmarks of a watch',
    long,
    async () => {
      const of = await history();
      const refused: (() => Promise<readonly [string, string, string]>)[] = [];
      const lasting: typeof refused = [];
      for (const version of versions) {
        for (const match of matches) {
          for (const initial of [undefined, true, false]) {
            for (const bookmarks of [false, true]) {
              const query = queryOf({
                watch: 'true',
                timeoutSeconds: '2',
                resourceVersion: version === undefined ? undefined : valueOf(of, version),
                resourceVersionMatch: match,
                sendInitialEvents: initial === undefined ? undefined : String(initial),
                allowWatchBookmarks: bookmarks ? 'true' : undefined,
              });
              const expected = expectedWatch(version, match, initial, bookmarks);
              const turn = /^[45]\d\d$/.test(expected) ? refused : lasting;
              turn.push(async () => [query, expected, await watched(of, query)]);
            }
          }
        }
      }
      // Requests that are refused at once go first, so that the watches of two seconds run together.
      const wrong = [...(await inTurns(refused, 70)), ...(await inTurns(lasting, 70))].filter(
        ([, expected, found]) => expected !== found,
      );
      expect(refused.length + lasting.length).toBe(7 * 5 * 3 * 2);
      expect(wrong).toEqual([]);
    },
  );

  test.each(['', '&resourceVersionMatch=NotOlderThan', '&resourceVersionMatch=Exact'])(
    'a list waits for a version ahead of the server: resourceVersion=…%s',
    async (match) => {
      const { api } = use();
      const { path, now } = await history();
      const current = text((await api.get(path)).json, 'metadata.resourceVersion');
      const next = String(BigInt(current) + 1n);
      const waiting = api.get(`${path}?resourceVersion=${next}${match}`);
      await api.patch(`${path}/c1`, 'merge', { metadata: { annotations: { [`at-${next}`]: now } } });
      const { status, json } = await waiting;
      expect(status).toBe(200);
      expect(BigInt(text(json, 'metadata.resourceVersion'))).toBeGreaterThanOrEqual(BigInt(next));
    },
  );

  test('a watch at a version ahead of the server gets no earlier events', async () => {
    const { api } = use();
    const { path } = await history();
    const { json } = await api.get(path);
    const ahead = BigInt(text(json, 'metadata.resourceVersion')) + 3n;
    const watch = await api.watch(`${path}?watch=true&resourceVersion=${ahead}&timeoutSeconds=20`);
    const written: bigint[] = [];
    while ((written.at(-1) ?? 0n) <= ahead) {
      const changed = await api.patch(`${path}/c1`, 'merge', {
        metadata: { annotations: { n: String(written.length) } },
      });
      written.push(BigInt(text(changed.json, 'metadata.resourceVersion')));
    }
    const event = await watch.next();
    watch.close();
    expect(text(event, 'object.metadata.resourceVersion')).toBe(
      String(written.find((version) => version > ahead)),
    );
  });

  test('a get returns an object at least as new as requested, or fails', async () => {
    const { api } = use();
    const { path, old, future } = await history();
    for (const version of ['', '0', old]) {
      const { json } = await api.get(`${path}/c3?resourceVersion=${version}`);
      expect([version, at(json, 'data')]).toEqual([version, { i: 'last' }]);
    }
    expect((await api.get(`${path}/c4?resourceVersion=${old}`)).status).toBe(404);
    const ahead = await api.get(`${path}/c3?resourceVersion=${future}`);
    expect([ahead.status, ahead.headers['retry-after']]).toEqual([504, '1']);
    expect((await api.get(`${path}/c3?resourceVersion=abc`)).status).toBe(500);
  });
}

async function makeHistory(api: Api, namespace: string): Promise<History> {
  await api.post('/api/v1/namespaces', { metadata: { name: namespace } });
  const path = configMaps(namespace);
  for (const i of ['1', '2', '3', '4', '5']) await api.post(path, configMap(`c${i}`, { i }));
  const first = await api.get(`${path}?limit=2`);
  await api.post(path, configMap('c25'));
  await api.delete(`${path}/c4`);
  const last = await api.patch(`${path}/c3`, 'merge', { data: { i: 'last' } });
  const now = text(last.json, 'metadata.resourceVersion');
  return {
    path,
    old: text(first.json, 'metadata.resourceVersion'),
    now,
    future: String(BigInt(now) + 1_000_000n),
    token: text(first.json, 'metadata.continue'),
  };
}
