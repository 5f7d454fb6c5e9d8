import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMaps } from './contract.js';
import { Api } from './http.js';
import type { Target } from './http.js';

/** A server whose watches last one to two seconds without a timeoutSeconds (kube-apiserver's --min-request-timeout). */
export function watchTimeoutSuite(
  title: string,
  start: () => Promise<{ readonly target: Target; stop(): Promise<void> }>,
): void {
  describe(title, () => {
    let server: { readonly target: Target; stop(): Promise<void> } | undefined;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(async () => {
      await server?.stop();
    });

    test.each(['', '&timeoutSeconds=0', '&timeout=1h'])(
      'a watch ends cleanly by itself, not before its minimum time: watch=true%s',
      async (query) => {
        if (server === undefined) throw new Error('the server did not start');
        const began = performance.now();
        const watch = await new Api(server.target).watch(`${configMaps('default')}?watch=true${query}`);
        expect(watch.response.statusCode).toBe(200);
        expect(await watch.rest()).toEqual([]);
        expect(watch.response.complete).toBe(true);
        expect(performance.now() - began).toBeGreaterThan(990);
      },
    );
  });
}
