import { describe, expect, test } from 'vitest';
import { defineResource, resourceName } from '../meta/resource.js';
import type { ResourceDefinition } from '../meta/resource.js';
import { findResource, nearNames } from './discovery.js';

const define = (
  group: string,
  version: string,
  resource: string,
  kind: string,
  more: Partial<ResourceDefinition> = {},
) => defineResource({ group, version, resource, kind, namespaced: true, ...more });

// In order of priority, as discovery returns them.
const resources = [
  define('', 'v1', 'pods', 'Pod', { shortNames: ['po'] }),
  define('', 'v1', 'events', 'Event', { shortNames: ['ev'] }),
  define('', 'v1', 'endpoints', 'Endpoints', { shortNames: ['ep'], singular: 'endpoints' }),
  define('events.k8s.io', 'v1', 'events', 'Event', { shortNames: ['ev'] }),
  define('apps', 'v1', 'deployments', 'Deployment', { shortNames: ['deploy'] }),
  define('autoscaling', 'v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', { shortNames: ['hpa'] }),
  define('autoscaling', 'v1', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', { shortNames: ['hpa'] }),
  define('storage.k8s.io', 'v1', 'storageclasses', 'StorageClass', { shortNames: ['sc'] }),
  define('metrics.k8s.io', 'v1beta1', 'pods', 'PodMetrics', { singular: 'pod' }),
  define('example.com', 'v1', 'machines', 'Box', { singular: 'machine', shortNames: ['pod', 'mc'] }),
];

test.for<[string, string]>([
  ['pods', 'pods.v1'],
  ['pod', 'pods.v1'],
  ['po', 'pods.v1'],
  ['Pod', 'pods.v1'],
  ['PODS', 'pods.v1'],
  ['pods.v1.', 'pods.v1'],
  ['pods.v1', 'pods.v1'],
  ['endpoints', 'endpoints.v1'],
  ['ev', 'events.v1'],
  ['events.events.k8s.io', 'events.v1.events.k8s.io'],
  ['ev.events.k8s.io', 'events.v1.events.k8s.io'],
  ['events.v1.events.k8s.io', 'events.v1.events.k8s.io'],
  ['deploy.apps', 'deployments.v1.apps'],
  ['deployments.apps', 'deployments.v1.apps'],
  ['deployments.v1.apps', 'deployments.v1.apps'],
  ['deploy.v1.apps', 'deployments.v1.apps'],
  ['Deployment.v1.apps', 'deployments.v1.apps'],
  ['hpa', 'horizontalpodautoscalers.v2.autoscaling'],
  ['HorizontalPodAutoscaler', 'horizontalpodautoscalers.v2.autoscaling'],
  ['hpa.v1.autoscaling', 'horizontalpodautoscalers.v1.autoscaling'],
  ['horizontalpodautoscalers.autoscal', 'horizontalpodautoscalers.v2.autoscaling'],
  ['storageclass.storage', 'storageclasses.v1.storage.k8s.io'],
  ['sc.storage', 'storageclasses.v1.storage.k8s.io'],
  ['pods.metrics.k8s.io', 'pods.v1beta1.metrics.k8s.io'],
  ['PodMetrics', 'pods.v1beta1.metrics.k8s.io'],
  ['podmetrics.metrics.k8s.io', 'pods.v1beta1.metrics.k8s.io'],
  ['Box', 'machines.v1.example.com'],
  ['Box.example.com', 'machines.v1.example.com'],
  ['pod.example.com', 'machines.v1.example.com'],
])('%s is %s', ([asked, expected]) => {
  const found = findResource(resources, asked);
  expect(found === undefined ? undefined : resourceName(found)).toBe(expected);
});

test.for([
  '',
  '.',
  'podz',
  'pods.apps',
  'pods.v2.',
  'deployments.v2.apps',
  'Box.other.com',
  'pods/x',
  '.v1.apps',
])('%j is nothing', (asked) => {
  expect(findResource(resources, asked)).toBeUndefined();
});

test('among short names the group of higher priority wins, and a full name wins over a short name', () => {
  const reversed = resources.toReversed();
  expect(findResource(reversed, 'ev')?.group).toBe('events.k8s.io');
  expect(findResource(reversed, 'pod')?.group).toBe('metrics.k8s.io');
});

describe('TestReplaceAliases', () => {
  test('hpa-priority: among resources with the same short name the first wins', () => {
    const both = [
      define('autoscaling', 'v1', 'superhorizontalpodautoscalers', 'Super', { shortNames: ['hpa'] }),
      define('autoscaling', 'v1', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
        shortNames: ['hpa'],
      }),
    ];
    expect(findResource(both, 'hpa')?.resource).toBe('superhorizontalpodautoscalers');
  });

  test('resource-override: a short name belongs to its group', () => {
    const both = [
      define('foo', 'v1', 'deployments', 'Deployment', { shortNames: ['dpl'] }),
      define('extension', 'v1beta1', 'deployments', 'Deployment', { shortNames: ['deploy'] }),
    ];
    expect(findResource(both, 'dpl')?.group).toBe('foo');
    expect(findResource(both, 'deploy')?.group).toBe('extension');
  });

  test.for(['pods', 'pod'])(
    'resource-match-preferred: %s is not a short name of a different resource',
    (name) => {
      const poddlers = define('acme.com', 'v1', 'poddlers', 'Poddler', { shortNames: ['pods', 'pod'] });
      expect(findResource([poddlers, ...resources], name)?.group).toBe('');
    },
  );
});

test.for([
  ['podz', ['pods']],
  ['deploymets', ['deployments']],
  ['deploymetn.apps', ['deployments']],
  ['machin', ['machines']],
  ['storageclasss', ['storageclasses']],
  ['quux', []],
] as const)('near %s: %o', ([asked, expected]) => {
  expect(nearNames(resources, asked)).toEqual(expected);
});
