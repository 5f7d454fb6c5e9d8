import { expect, test } from 'vitest';
import { acceptsGzip, negotiate, parseAccept } from './negotiation.js';

test('the most preferred supported representation wins', () => {
  const json = 'application/json';
  const as = (kind: string, version = 'v1'): string => `${json};as=${kind};v=${version};g=meta.k8s.io`;
  const chosen = (header?: string): string => negotiate(header, false).as;
  expect([undefined, '', '*/*', 'application/json, application/yaml'].map(chosen)).toEqual(
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
  // Built-in resources are routed by the header before it is parsed.
  expect(() => negotiate('application/*', false)).toThrow(/406: Not Acceptable/);
  expect(negotiate('application/*', true).as).toBe('object');
  expect(() => negotiate('text/html', true)).toThrow(/^only the following media types are accepted/);
});

test('clauses of an Accept header are sorted by quality, then by precision', () => {
  const order = parseAccept('*/*, a/*;q=0.5, a/b;q=0.5, c/d;q=x, e, f/g/h');
  expect(order.map(({ type, subType }) => `${type}/${subType}`)).toEqual(['a/b', 'c/d', 'a/*', '*/*']);
});

test('gzip must be requested explicitly', () => {
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
