import { expect, test } from 'vitest';
import { abortCallbacks } from '../util/signal.js';
import { newScene, website } from './controller.test-support.js';

test('a signal first used after the end of its run is already aborted', async () => {
  const { sites, controller, factory, clock } = newScene();
  const term = new AbortController();
  const contexts: { readonly signal: AbortSignal }[] = [];
  const running = controller({ reconcile: (context) => void contexts.push(context) });
  factory.start();
  void running.run({ fence: { signal: term.signal, assertValid: () => undefined } });
  sites.add(website('a'));
  await clock.advance(100);
  const before = abortCallbacks(term.signal);
  expect(contexts.map(({ signal }) => (signal.reason as { code?: string }).code)).toEqual(['ERR_RUN_OVER']);
  expect(abortCallbacks(term.signal)).toBe(before);
});
