import { expect, test } from 'vitest';
import { acceptsGzip, negotiate, parseAccept } from './negotiation.js';
import { generateName, timestamp } from './object-meta.js';
import { compareVersions } from './registry.js';
import { parseResourcePath } from './request-info.js';
import { parseBoolean, parseInteger, resourceVersionSyntax } from './list-options.js';
import { age } from '../util/duration.js';

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
  ['/api/v1/nodes/', { resource: 'nodes', name: '', nameMissing: true }],
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
])('%s is no resource', (path) => {
  expect(parseResourcePath(path)).toBeUndefined();
});

test('versions are ordered as Kubernetes orders them', () => {
  const versions = ['v1alpha1', 'foo', 'v2', 'v1beta2', 'v1', 'v10', 'v1beta1', 'v2alpha1'];
  expect(versions.toSorted(compareVersions)).toEqual([
    'v10',
    'v2',
    'v1',
    'v1beta2',
    'v1beta1',
    'v2alpha1',
    'v1alpha1',
    'foo',
  ]);
});

test('the preferred representation that is served wins', () => {
  const json = 'application/json';
  const as = (kind: string, version = 'v1'): string => `${json};as=${kind};v=${version};g=meta.k8s.io`;
  const chosen = (header?: string): string => negotiate(header, false).as;
  expect([undefined, '', '*/*', 'application/yaml, application/json'].map(chosen)).toEqual(
    Array.from({ length: 4 }, () => 'object'),
  );
  expect(chosen(`${as('Table')},${json}`)).toBe('table');
  expect(chosen(`${json};q=0.5, ${as('Table')}`)).toBe('table');
  expect(chosen(`${as('Other')},${json}`)).toBe('object');
  expect(negotiate(as('PartialObjectMetadata', 'v1beta1'), false)).toEqual({
    as: 'partial',
    version: 'v1beta1',
  });
  expect(chosen(as('PartialObjectMetadataList'))).toBe('partialList');
  expect(chosen(`${json};as=`)).toBe('object');
  expect(() => negotiate(`${json};v=v1`, false)).toThrow(/^only the following media types are accepted/);
  // Built-in resources are routed by the header before it is read.
  expect(() => negotiate('application/*', false)).toThrow(/406: Not Acceptable/);
  expect(negotiate('application/*', true).as).toBe('object');
  expect(() => negotiate('text/html', true)).toThrow(/^only the following media types are accepted/);
});

test('clauses of an Accept header come by quality, then by precision', () => {
  const order = parseAccept('*/*, a/*;q=0.5, a/b;q=0.5, c/d;q=x, e, f/g/h');
  expect(order.map(({ type, subType }) => `${type}/${subType}`)).toEqual(['a/b', 'c/d', 'a/*', '*/*']);
});

test('gzip is taken by those who ask for it in so many words', () => {
  expect(['gzip', 'deflate, gzip', 'gzip;q=1.0', 'GZIP', '*', '', undefined].map(acceptsGzip)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a generated name keeps within a DNS label', () => {
  expect(generateName('web-', () => 0)).toBe('web-bbbbb');
  expect(generateName('x'.repeat(100), () => 0.999)).toBe(`${'x'.repeat(58)}99999`);
});

test('times are whole seconds', () => {
  expect(timestamp(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02T03:04:05Z');
});

test('numbers and booleans of a query are read as the server reads them', () => {
  expect(['true', '1', '', 'foo', '0', 'false', 'False', null].map(parseBoolean)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    undefined,
  ]);
  expect(['5', '-1', '+7', '9223372036854775807', null].map(parseInteger)).toEqual([
    5,
    -1,
    7,
    2 ** 63,
    undefined,
  ]);
  expect(() => parseInteger('')).toThrow('strconv.ParseInt: parsing "": invalid syntax');
  expect(() => parseInteger('1e3')).toThrow('strconv.ParseInt: parsing "1e3": invalid syntax');
  expect(() => parseInteger('99999999999999999999')).toThrow('value out of range');
  expect(resourceVersionSyntax('18446744073709551615')).toBeUndefined();
  expect(resourceVersionSyntax('18446744073709551616')).toBe(
    'strconv.ParseUint: parsing "18446744073709551616": value out of range',
  );
  expect(resourceVersionSyntax('-1')).toBe('strconv.ParseUint: parsing "-1": invalid syntax');
});

test.each([
  [0, '0s'],
  [119, '119s'],
  [120, '2m'],
  [200, '3m20s'],
  [600, '10m'],
  [3 * 3600 + 60, '3h1m'],
  [9 * 3600, '9h'],
  [3 * 86_400 + 3600, '3d1h'],
  [30 * 86_400, '30d'],
  [800 * 86_400, '2y70d'],
  [4000 * 86_400, '10y'],
])('%d seconds are shown as %s', (seconds, shown) => {
  const now = Date.UTC(2026, 0, 1);
  expect(age(new Date(now - seconds * 1000).toISOString(), now)).toBe(shown);
});

test('a time that is none has no age', () => {
  expect(age(undefined, 0)).toBe('<unknown>');
  expect(age('2030-01-01T00:00:00Z', 0)).toBe('<invalid>');
});
