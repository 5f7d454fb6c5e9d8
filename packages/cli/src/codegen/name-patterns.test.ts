import { expect, test } from 'vitest';
import { nameMatcher } from './name-patterns.js';

const resources = [
  { resource: 'pods', group: '' },
  { resource: 'events', group: '' },
  { resource: 'events', group: 'events.k8s.io' },
  { resource: 'pods', group: 'metrics.k8s.io' },
];

test.each<[readonly string[], readonly string[]]>([
  [[], ['pods.', 'events.', 'events.events.k8s.io', 'pods.metrics.k8s.io']],
  [['pods'], ['pods.']],
  [['pods.'], ['pods.']],
  [['/pods'], ['pods.']],
  [['events'], ['events.']],
  [['events.events.k8s.io'], ['events.events.k8s.io']],
  [['metrics.k8s.io/pods'], ['pods.metrics.k8s.io']],
  [['*.k8s.io'], ['events.events.k8s.io', 'pods.metrics.k8s.io']],
  [['p*s'], ['pods.']],
  [
    ['pods', 'events.*'],
    ['pods.', 'events.', 'events.events.k8s.io'],
  ],
])('%j selects %j', (patterns, expected) => {
  const named = nameMatcher(patterns);
  const found = resources.filter(named.matches);
  expect(found.map(({ resource, group }) => `${resource}.${group}`)).toEqual(expected);
  expect(named.unmatched()).toEqual([]);
});

test.each(['pod', 'po', 'Pods', 'metrics.k8s.io', 'deployments', ''])('%j selects nothing', (pattern) => {
  const named = nameMatcher([pattern]);
  expect(resources.filter(named.matches)).toEqual([]);
  expect(named.unmatched()).toEqual([pattern]);
});
