import { describe, expect, test } from 'vitest';
import { prepareWatchListOptions } from 'kube-informers/cache';
import type { ListOptions } from 'kube-informers';

function expectedFor(resourceVersion?: string): ListOptions {
  return {
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    resourceVersionMatch: 'NotOlderThan',
    watch: true,
    allowWatchBookmarks: true,
    sendInitialEvents: true,
  };
}

const notOlderThan = { resourceVersionMatch: 'NotOlderThan' };
const exact = { resourceVersionMatch: 'Exact' };

describe('TestPrepareWatchListOptionsFromListOptions', () => {
  test.each<[string, ListOptions, ListOptions | undefined]>([
    ['can: RVM=unset, RV=unset, Limit=unset, Continuation=unset', {}, expectedFor()],
    ['can: RVM=unset, RV=0, Limit=unset, Continuation=unset', { resourceVersion: '0' }, expectedFor('0')],
    [
      'can: RVM=unset, RV=100, Limit=unset, Continuation=unset',
      { resourceVersion: '100' },
      expectedFor('100'),
    ],
    [
      'legacy, can: RVM=unset, RV=0, Limit=4, Continuation=unset',
      { resourceVersion: '0', limit: 4 },
      expectedFor('0'),
    ],
    [
      "can't: RVM=unset, RV=0, Limit=unset, Continuation=FakeToken",
      { resourceVersion: '0', continue: 'FakeToken' },
      undefined,
    ],
    ["can't: RVM=NotOlderThan, RV=unset, Limit=unset, Continuation=unset", notOlderThan, undefined],
    [
      'can: RVM=NotOlderThan, RV=0, Limit=unset, Continuation=unset',
      { ...notOlderThan, resourceVersion: '0' },
      expectedFor('0'),
    ],
    [
      'can: RVM=NotOlderThan, RV=100, Limit=unset, Continuation=unset',
      { ...notOlderThan, resourceVersion: '100' },
      expectedFor('100'),
    ],
    [
      'legacy, can: RVM=NotOlderThan, RV=0, Limit=4, Continuation=unset',
      { ...notOlderThan, resourceVersion: '0', limit: 4 },
      expectedFor('0'),
    ],
    [
      "can't: RVM=NotOlderThan, RV=0, Limit=unset, Continuation=FakeToken",
      { ...notOlderThan, resourceVersion: '0', continue: 'FakeToken' },
      undefined,
    ],
    ["can't: RVM=Exact, RV=unset, Limit=unset, Continuation=unset", exact, undefined],
    [
      "can't: RVM=Exact, RV=0, Limit=unset, Continuation=unset",
      { ...exact, resourceVersion: '0' },
      undefined,
    ],
    [
      "can't: RVM=Exact, RV=100, Limit=unset, Continuation=unset",
      { ...exact, resourceVersion: '100' },
      undefined,
    ],
    [
      "can't: RVM=Exact, RV=0, Limit=4, Continuation=unset",
      { ...exact, resourceVersion: '0', limit: 4 },
      undefined,
    ],
    [
      "can't: RVM=Exact, RV=0, Limit=unset, Continuation=FakeToken",
      { ...exact, resourceVersion: '0', continue: 'FakeToken' },
      undefined,
    ],
    // Beyond client-go's table: the rest of its rules.
    ["can't: a page of a consistent list", { limit: 4 }, undefined],
    ["can't: a page at a resourceVersion", { resourceVersion: '100', limit: 4 }, undefined],
    ["can't: already a watch-list, without its match", { sendInitialEvents: true }, undefined],
    ["can't: an unknown match", { resourceVersion: '5', resourceVersionMatch: 'Newest' }, undefined],
    [
      'can: selectors and timeouts go along',
      { labelSelector: 'a=b', fieldSelector: 'c=d', timeoutSeconds: 7 },
      { labelSelector: 'a=b', fieldSelector: 'c=d', timeoutSeconds: 7, ...expectedFor() },
    ],
  ])('%s', (_name, options, expected) => {
    const given = { ...options };
    expect(prepareWatchListOptions(options)).toStrictEqual(expected);
    expect(options).toEqual(given);
  });
});
