import { expect, test } from 'vitest';
import { FakeSource } from '../../../../testing/src/fake-source.js';
import { settle } from '../../../../testing/src/fake-clock.js';
import type { FakeRequest } from '../../../../testing/src/fake-lister-watcher.js';
import { StatusError } from '../../meta/errors.js';
import type { Pod } from './reflector.test-support.js';
import { contents, expired, pod, rig, scripted, status, track } from './reflector.test-support.js';

const names = Array.from({ length: 7 }, (_, index) => `pod-${index}`);
const content = Object.fromEntries(names.map((name, index) => [name, String(index + 10)]));
const tooLong = new StatusError(status(413, 'RequestEntityTooLarge'));

/** A source of seven pods; `fails` decides about each request. */
function source(
  options: ConstructorParameters<typeof FakeSource<Pod>>[0] = {},
  fails: (request: FakeRequest) => Error | undefined = () => undefined,
): FakeSource<Pod> {
  return new FakeSource<Pod>({
    firstResourceVersion: 10,
    objects: names.map((name) => pod(name)),
    pagesFromCache: true,
    intercept: (request) => {
      const error = fails(request);
      if (error !== undefined) throw error;
    },
    ...options,
  });
}

/** The requests in short: `list "" by 3`, `page by 3`, `stream`, `watch 16`. */
function asked({ requests }: FakeSource<Pod>): string[] {
  return requests.map(({ verb, options }) => {
    if (options.sendInitialEvents === true) return 'stream';
    if (verb === 'watch') return `watch ${options.resourceVersion}`;
    const by = `by ${options.limit ?? 'all'}`;
    return options.continue === undefined ? `list "${options.resourceVersion ?? ''}" ${by}` : `page ${by}`;
  });
}

const isPage = ({ options }: FakeRequest): boolean => options.continue !== undefined;

test.each<[string, ReturnType<typeof source>, string[]]>([
  [
    'a server that serves pages from its cache',
    source(),
    ['list "" by 3', 'page by 3', 'page by 3', 'watch 16'],
  ],
  ['an older or unknown one', source({ pagesFromCache: false }), ['list "0" by 3', 'watch 16']],
])('lists in pages by default: %s', async (_name, pods, requests) => {
  const { reflector, signal, store } = rig(pods, { pageSize: 3, useWatchList: undefined });
  track(reflector.run({ signal }));
  await settle();
  expect(asked(pods)).toEqual(requests);
  expect(contents(store)).toEqual(content);
});

test('a relist brings the newest state, in pages', async () => {
  const pods = source();
  const { reflector, signal, store, clock } = rig(pods, { pageSize: 3, useWatchList: undefined });
  track(reflector.run({ signal }));
  await settle();
  pods.deleteDropped('pod-3');
  pods.resetWatch();
  await clock.advance(2000);
  expect(asked(pods).slice(-3)).toEqual(['list "" by 3', 'page by 3', 'watch 17']);
  expect(Object.keys(contents(store))).toEqual(names.filter((name) => name !== 'pod-3'));
});

test.each<[string, StatusError, (request: FakeRequest) => boolean]>([
  ['expired between pages', expired, isPage],
  ['too long', tooLong, ({ options }) => options.limit !== undefined],
])('pages that fail twice are replaced by a watch-list: %s', async (_name, error, meets) => {
  const pods = source({}, (request) => (request.verb === 'list' && meets(request) ? error : undefined));
  const { reflector, signal, store, faults } = rig(pods, { pageSize: 3, useWatchList: undefined });
  track(reflector.run({ signal }));
  await settle();
  expect(asked(pods).filter((request) => request.startsWith('list'))).toEqual([
    'list "" by 3',
    'list "" by 3',
  ]);
  expect(asked(pods).at(-1)).toBe('stream');
  expect(faults).toEqual([`list ${error.statusCode}`, `list ${error.statusCode}`]);
  expect(contents(store)).toEqual(content);
});

test.each<[string, Parameters<typeof source>[0], string]>([
  ['a server without watch-lists', { watchList: false }, 'list "" by all'],
  ['a source without watch-lists', { watchListUnsupported: true }, 'list "" by all'],
  ['an older server', { pagesFromCache: false, watchCache: false }, 'list "0" by all'],
])('without a watch-list, everything is listed at once: %s', async (_name, options, whole) => {
  const pods = source(options, (request) => (isPage(request) ? expired : undefined));
  const { reflector, signal, store } = rig(pods, { pageSize: 3, useWatchList: undefined });
  track(reflector.run({ signal }));
  await settle();
  expect(asked(pods).slice(-2)).toEqual([whole, 'watch 16']);
  expect(contents(store)).toEqual(content);
});

test('pages that expire once are listed again', async () => {
  let expires = true;
  const pods = source({}, (request) => {
    if (!isPage(request) || !expires) return undefined;
    expires = false;
    return expired;
  });
  const { reflector, signal, store, faults } = rig(pods, { pageSize: 3, useWatchList: undefined });
  track(reflector.run({ signal }));
  await settle();
  expect(asked(pods)).toEqual([
    'list "" by 3',
    'page by 3',
    'list "" by 3',
    'page by 3',
    'page by 3',
    'watch 16',
  ]);
  expect(faults).toEqual(['list 410']);
  expect(contents(store)).toEqual(content);
});

test('a source that does not say how to list in two seconds delays its list no longer', async () => {
  const scriptedSource = scripted();
  let signal: AbortSignal | undefined;
  const silent = Object.assign(scriptedSource, {
    pagesFromCache: (call?: { readonly signal?: AbortSignal | undefined }) => {
      signal = call?.signal;
      return new Promise<boolean>(() => undefined);
    },
  });
  const { reflector, signal: stop, clock, faults } = rig(silent);
  track(reflector.run({ signal: stop }));
  await clock.advance(1999);
  expect(silent.lists).toEqual([]);
  await clock.advance(1);
  expect(silent.lists).toEqual([{ limit: 500, resourceVersion: '0' }]);
  expect(signal?.aborted).toBe(true);
  expect(faults).toEqual([]);
});

test.each([
  () => Promise.reject(new Error('cannot say')),
  () => Promise.resolve('yes' as unknown as boolean),
])(
  'a source that cannot say how to list is listed as an unknown server, without a report',
  async (pagesFromCache) => {
    const failing = Object.assign(scripted(), { pagesFromCache });
    const { reflector, signal, faults } = rig(failing);
    track(reflector.run({ signal }));
    await settle();
    expect(failing.lists).toEqual([{ limit: 500, resourceVersion: '0' }]);
    expect(faults).toEqual([]);
  },
);
