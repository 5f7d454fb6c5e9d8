import { expect, test } from 'vitest';
import { parseResourcePath } from './request-info.js';

test.each([
  ['/api/v1/pods', { group: '', version: 'v1', resource: 'pods', namespace: '', name: '' }],
  [
    '/api/v1/namespaces/a/pods/b/status',
    { resource: 'pods', namespace: 'a', name: 'b', subresource: 'status' },
  ],
  ['/api/v1/namespaces', { resource: 'namespaces', namespace: '', name: '' }],
  ['/api/v1/namespaces/a', { resource: 'namespaces', namespace: '', name: 'a' }],
  ['/api/v1/namespaces/a/status', { resource: 'namespaces', name: 'a', subresource: 'status' }],
  ['/api/v1/namespaces/a/finalize', { resource: 'namespaces', name: 'a', subresource: 'finalize' }],
  ['/api/v1/watch/namespaces/a/pods/b', { resource: 'pods', namespace: 'a', name: 'b', watch: true }],
  ['/apis/apps/v1/namespaces/a/deployments', { group: 'apps', resource: 'deployments', namespace: 'a' }],
  ['/apis/apps/v1/deployments/a%20b', { resource: 'deployments', name: 'a b' }],
  ['/api/v1/nodes/', { resource: 'nodes', name: '' }],
  ['/api/v1/nodes/a/status/', { resource: 'nodes', name: 'a', subresource: 'status' }],
])('%s is read', (path, parts) => {
  expect(parseResourcePath(path)).toMatchObject(parts);
});

test.each([
  '/',
  '/api',
  '/api/v1',
  '/apis/apps',
  '/apis/apps/v1',
  '/version',
  '//api/v1/pods',
  '/api/v1/%zz',
  '/apis//v1/pods',
  '/api/v1/nodes//status',
])('%s is not a resource', (path) => {
  expect(parseResourcePath(path)).toBeUndefined();
});
