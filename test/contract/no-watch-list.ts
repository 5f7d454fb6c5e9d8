import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMap, configMaps } from './contract.js';
import { Api, at, shown } from './http.js';
import type { Target } from './http.js';

/** A server with the feature gate WatchList off, which makes clients fall back. */
export function noWatchListSuite(
  title: string,
  start: () => Promise<{ readonly target: Target; stop(): Promise<void> }>,
): void {
  describe(title, () => {
    let server: { readonly target: Target; stop(): Promise<void> } | undefined;
    const path = configMaps('default');

    beforeAll(async () => {
      server = await start();
      await new Api(server.target).post(path, configMap('a'));
    });
    afterAll(async () => {
      await server?.stop();
    });

    function use(): Api {
      if (server === undefined) throw new Error('the server did not start');
      return new Api(server.target);
    }

    test('sendInitialEvents is refused', async () => {
      const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
      const { status, json } = await use().get(`${path}?${query}&allowWatchBookmarks=true`);
      expect([status, json['reason']]).toEqual([422, 'Invalid']);
      expect(at(json, 'details.causes')).toEqual([
        {
          reason: 'FieldValueForbidden',
          message:
            'Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
          field: 'sendInitialEvents',
        },
      ]);
    });

    test.each(['', '&resourceVersion=0'])(
      'a watch without a version begins with the current state, without a bookmark after it: watch=true%s',
      async (version) => {
        const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=1${version}`;
        const watch = await use().watch(`${path}?${query}&fieldSelector=metadata.name%3Da`);
        expect((await watch.rest()).map(shown)).toEqual(['ADDED a']);
      },
    );
  });
}
