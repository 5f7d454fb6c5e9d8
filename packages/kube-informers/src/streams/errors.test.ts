import { expect, test } from 'vitest';
import { asStatusError } from '../meta/errors.js';
import { newForbidden, newStatus } from '../meta/status.js';
import { withRemedy } from './errors.js';

const configMaps = { group: '', resource: 'configmaps' };
const inShop = 'in API group "" in the namespace "shop"';

test.each([
  ['a quota', newForbidden(configMaps, 'a', 'exceeded quota: q, requested: count/configmaps=1')],
  [
    'a namespace that is being deleted',
    newForbidden(
      configMaps,
      'a',
      'unable to create new content in namespace shop because it is being terminated',
    ),
  ],
  [
    'a policy',
    newForbidden(
      configMaps,
      'a',
      "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no User \"x\" here",
    ),
  ],
  [
    'a webhook that has the words of the authorizer',
    newStatus({
      code: 403,
      reason: 'Forbidden',
      message: `admission webhook "w" denied the request: forbidden: User "a" cannot patch resource "configmaps" ${inShop}`,
    }),
  ],
  [
    'a definition that is being deleted',
    newStatus({
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'create not allowed while custom resource definition is terminating',
    }),
  ],
  [
    'impersonation',
    newForbidden(
      { group: '', resource: 'users' },
      'jane',
      `User "a" cannot impersonate resource "users" ${inShop}`,
    ),
  ],
  [
    'another resource',
    newForbidden({ group: '', resource: 'pods' }, 'a', `User "a" cannot patch resource "pods" ${inShop}`),
  ],
  ['an error that is no answer', new Error('refused')],
])('the refusal of %s gets no advice', (_what, error) => {
  expect(withRemedy(error, 'patch and create', 'configmaps')).toBe(error);
});

test('a refusal of the authorizer comes first, then the verbs that are needed', () => {
  const error = newForbidden(configMaps, 'a', `User "a" cannot patch resource "configmaps" ${inShop}`);
  expect(asStatusError(withRemedy(error, 'patch and create', 'configmaps'))?.message).toBe(
    `${error.message}; the user of this client needs a Role with the verbs patch and create of configmaps`,
  );
});

test('a stream that may not be created is refused without a reason, and gets the advice', () => {
  const error = newForbidden({ group: '', resource: 'pods' }, 'web', '');
  expect(error.message).toBe('pods "web" is forbidden: ');
  expect(asStatusError(withRemedy(error, 'get and create', 'pods/exec'))?.message).toBe(
    'pods "web" is forbidden; the user of this client needs a Role with the verbs get and create of pods/exec',
  );
});
