import { describe, expect, test } from 'vitest';
import { Manager, onSignals } from 'kube-informers/controller';
import { Clientset } from 'kube-informers';
import { registerWithPrometheus } from 'kube-informers/metrics';
import { RestClient } from 'kube-informers/rest';
import { failureOf } from './expect-error.test-support.js';

// These tests are about values that the types refuse.
const wrong = (value: unknown): never => value as never;
const host = 'http://127.0.0.1:1';
const manager = (options: object): unknown => new Manager(new Clientset({ host }), wrong(options));
const impersonating = (impersonate: unknown): unknown =>
  new RestClient({ host, impersonate: wrong(impersonate) });
const later = (part: unknown): unknown => new Manager(new Clientset({ host })).add(wrong(part));
const runnable = { name: 'a', run: () => Promise.resolve() };

describe('a part of a wrong type is refused by its name before anything is started', () => {
  test.each<[string, () => unknown, string]>([
    [
      'a controller',
      () => manager({ controllers: [null] }),
      'a controller of a Manager must be a Controller or',
    ],
    [
      'a controller that is a runnable',
      () => manager({ controllers: [runnable] }),
      'a controller of a Manager',
    ],
    [
      'a wrapped controller',
      () => manager({ controllers: [{ controller: 5 }] }),
      'a controller of a Manager',
    ],
    ['a runnable', () => manager({ runnables: [null] }), 'name of a runnable must be a string, as in {'],
    ['a runnable without run', () => manager({ runnables: [{ name: 'a' }] }), 'must have the methods run'],
    [
      'a function that is added',
      () => later(async () => undefined),
      "name of a runnable must be a string, as in { name: 'warm-up', run: async ({ signal }) => … }, got function",
    ],
    ['a part that is added', () => later(null), 'name of a runnable must be a string'],
    ['a controller that is added', () => later({ controller: {} }), 'a controller of a Manager'],
    ['a signal', () => onSignals({ signals: wrong([15]) }), 'signals of onSignals must be names of signals'],
    [
      'a group',
      () => impersonating({ userName: 'a', groups: [5] }),
      'groups of impersonate of a RestConfig must be',
    ],
    [
      'extra',
      () => impersonating({ userName: 'a', extra: [] }),
      'extra of impersonate of a RestConfig must be',
    ],
    [
      'a value of extra',
      () => impersonating({ userName: 'a', extra: { scopes: 'view' } }),
      '"scopes" in extra of impersonate of a RestConfig must be an array, got string',
    ],
    [
      'the registry of metrics',
      () => registerWithPrometheus(wrong(5), {}),
      'registry of registerWithPrometheus must have the methods',
    ],
    [
      'an option beside a RestClient',
      () => new Clientset(new RestClient({ host }), { maxRetries: 1 }),
      'maxRetries of a client must be passed to the RestClient',
    ],
  ])('%s', async (_what, make, message) => {
    const error = await failureOf(make);
    expect(error).toMatchObject({ code: 'ERR_OPTION', message: expect.stringContaining(message) as string });
  });
});
