import { expect, test } from 'vitest';
import { Clientset } from '../../kube-informers/src/client/clientset.js';
import { SharedInformerFactory } from '../../kube-informers/src/factories/shared-informer-factory.js';
import type { RestConfig } from '../../kube-informers/src/rest/config.js';
import type { ProgramIdentity } from './options.js';
import { readProgram } from './read-program.js';
import { Subjects } from './subjects.js';

function identity(
  given: ProgramIdentity,
  env: NodeJS.ProcessEnv,
  config: Partial<RestConfig> = {},
): ProgramIdentity {
  const clientset = new Clientset({ host: 'https://10.0.0.1:6443', ...config });
  const subjects = new Subjects([new SharedInformerFactory(clientset)], []);
  const { name, version, pod, namespace, cluster } = readProgram(given, subjects, env);
  subjects.close();
  return { name, version, pod, namespace, cluster };
}

const kubeconfig = { user: 'jane', context: 'prod' };

test('in a Pod it has the name of the Pod, its namespace and the API server', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', HOSTNAME: 'web-7d9', npm_package_name: 'web' };
  expect(identity({}, { ...env, npm_package_version: '1.4.0' }, { namespace: 'shop' })).toEqual({
    name: 'web',
    version: '1.4.0',
    pod: 'web-7d9',
    namespace: 'shop',
    cluster: '10.0.0.1:6443',
  });
  expect(
    identity({}, { ...env, POD_NAME: 'web-0', POD_NAMESPACE: 'test' }, { namespace: 'shop' }),
  ).toMatchObject({
    pod: 'web-0',
    namespace: 'test',
  });
});

test('outside a Pod it has the context of the kubeconfig and no Pod', () => {
  const shown = identity({}, { HOSTNAME: 'laptop' }, { kubeconfig, namespace: 'shop' });
  expect(shown).toMatchObject({ pod: undefined, namespace: undefined, cluster: 'prod (10.0.0.1:6443)' });
  expect(shown.name).not.toBe('');
});

test('what the program says comes first', () => {
  const given = { name: 'operator', version: '2', pod: 'a', namespace: 'b', cluster: 'c' };
  const env = { npm_package_name: 'web', POD_NAME: 'web-0', KUBERNETES_SERVICE_HOST: '10.0.0.1' };
  expect(identity(given, env, { kubeconfig })).toEqual(given);
});
