import { formatFieldError } from '@kube-informers/schema/internal';
import { describe, expect, test } from 'vitest';
import { builtInResources } from '../../../../kube-informers/src/resources/index.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { declaredProblems, withDeclared } from './declared-validation.js';

/** What the declared rules find in a write of `Kind.group/version`. */
function found(id: string, body: ObjectBody, old?: ObjectBody, subresource = ''): string[] {
  const resource = builtInResources.find(({ kind, group, version }) => `${kind}.${group}/${version}` === id);
  if (resource === undefined) throw new Error(`no resource ${id}`);
  return declaredProblems(resource, body, old, subresource).map(formatFieldError);
}

const role = 'Role.rbac.authorization.k8s.io/v1';
const slice = 'EndpointSlice.discovery.k8s.io/v1';
const autoscaler = 'HorizontalPodAutoscaler.autoscaling/v2';

describe('declared rules', () => {
  test.each<readonly [string, ObjectBody, readonly string[]]>([
    [role, { rules: [{ verbs: ['get'] }, {}] }, ['rules[1].verbs: Required value']],
    ['CronJob.batch/v1', { spec: {} }, ['spec.schedule: Required value']],
    [
      autoscaler,
      { spec: { minReplicas: -1, maxReplicas: -1 } },
      [
        'spec.minReplicas: Invalid value: -1: must be greater than or equal to 0',
        'spec.maxReplicas: Invalid value: -1: must be greater than or equal to 1',
      ],
    ],
    [
      slice,
      { addressType: 'Name' },
      ['addressType: Unsupported value: "Name": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      slice,
      { addressType: 'IPv4', endpoints: [{ addresses: Array.from({ length: 101 }, String) }] },
      ['endpoints[0].addresses: Too many: 101: must have at most 100 items'],
    ],
    [
      slice,
      { addressType: 'IPv4', endpoints: [{ addresses: [] }] },
      ['endpoints[0].addresses: Required value'],
    ],
    [
      'NetworkPolicy.networking.k8s.io/v1',
      { spec: { ingress: [{ from: [{ ipBlock: {} }] }] } },
      ['spec.ingress[0].from[0].ipBlock.cidr: Required value'],
    ],
  ])('of a new %s %j', (id, body, problems) => {
    expect(found(id, body)).toEqual(problems);
  });

  test('a field that may not change', () => {
    expect(found(slice, { addressType: 'IPv6' }, { addressType: 'IPv4' })).toEqual([
      'addressType: Invalid value: null: field is immutable',
    ]);
  });

  test('what did not change is not validated again', () => {
    const old = { rules: [{ apiGroups: [''], resources: ['pods'] }] };
    expect(found(role, structuredClone(old), old)).toEqual([]);
    expect(found(role, { rules: [...old.rules, {}] }, old)).toEqual([
      'rules[0].verbs: Required value',
      'rules[1].verbs: Required value',
    ]);
  });

  test('writes of a subresource are validated only where the kind says so', () => {
    expect(found(role, { rules: [{}] }, undefined, 'status')).toEqual([]);
    expect(found('CronJob.batch/v1', { spec: {} }, undefined, 'status')).toEqual([
      'spec.schedule: Required value',
    ]);
  });
});

test('a declared problem replaces the same one of other validation, and is last', () => {
  const required = { type: 'FieldValueRequired', field: 'a', detail: 'other text', covered: true } as const;
  const other = { type: 'FieldValueRequired', field: 'b', detail: '' } as const;
  const declared = { type: 'FieldValueRequired', field: 'a', detail: '', beta: true } as const;
  expect(withDeclared([required, other], [declared])).toEqual([other, declared]);
  expect(withDeclared([required, other], [{ ...declared, beta: false }])).toHaveLength(3);
});
