import { expect, test } from 'vitest';
import { policyErrors } from './admission-policies.js';
import { webhookErrors } from './webhook-configurations.js';

const hook = {
  name: 'a.b.example.com',
  clientConfig: { url: 'https://a.example.com' },
  admissionReviewVersions: ['v3'],
  sideEffects: 'Some',
  matchConditions: [{ name: 'a', expression: 'unknown' }],
};
const fields = (errors: ReturnType<typeof webhookErrors>): string[] => errors.map(({ field }) => field);

test('an update of webhooks may keep what is stored and new ones must not have', () => {
  const stored = { webhooks: [hook, hook] };
  const never = (): boolean => false;
  expect(fields(webhookErrors(stored, undefined, never))).toEqual([
    'webhooks[0].sideEffects',
    'webhooks[0].matchConditions[0].expression',
    'webhooks[0].admissionReviewVersions',
    'webhooks[1].sideEffects',
    'webhooks[1].matchConditions[0].expression',
    'webhooks[1].admissionReviewVersions',
    'webhooks[1].name',
  ]);
  expect(webhookErrors(stored, stored, never)).toEqual([]);
  const changed = { webhooks: [hook, { ...hook, matchConditions: [{ name: 'b', expression: 'unknown' }] }] };
  expect(fields(webhookErrors(changed, stored, never))).toEqual([
    'webhooks[0].matchConditions[0].expression',
    'webhooks[1].matchConditions[0].expression',
  ]);
});

test('an update of a policy may keep its match conditions', () => {
  const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
  const policy = (expression: string, paramKind?: object): { readonly spec: object } => ({
    spec: {
      matchConstraints: { resourceRules: [rule] },
      matchConditions: [{ name: 'a', expression: 'unknown' }],
      validations: [{ expression }],
      paramKind,
    },
  });
  const stored = policy('true');
  expect(fields(policyErrors(stored))).toEqual(['spec.matchConditions[0].expression']);
  expect(policyErrors(policy('false'), stored)).toEqual([]);
  expect(fields(policyErrors(policy('true', { apiVersion: 'v1', kind: 'Pod' }), stored))).toEqual([
    'spec.matchConditions[0].expression',
  ]);
});
