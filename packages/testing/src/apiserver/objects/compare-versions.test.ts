import { expect, test } from 'vitest';
import { compareVersions } from './compare-versions.js';

test('orders versions as Kubernetes does', () => {
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
