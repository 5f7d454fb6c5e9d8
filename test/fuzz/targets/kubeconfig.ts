import { parse } from 'yaml';
import { KubeInformersError } from '../../../packages/kube-informers/src/util/errors.js';
import { loadConfig } from '../../../packages/kube-informers/src/kubeconfig/load-config.js';
import { expectThat } from '../target.js';
import type { FuzzTarget } from '../target.js';

const yaml = `apiVersion: v1
kind: Config
preferences: {}
current-context: "it"
clusters:
- name: it
  cluster: &cluster
    server: https://example.com:6443/prefix
    tls-server-name: api
    proxy-url: http://me:hunter2hunter2@proxy:3128
- name: other
  cluster: {<<: *cluster, insecure-skip-tls-verify: no}
contexts:
- name: it
  context: {cluster: it, user: 'it', namespace: default}
users:
- name: it
  user:
    token: |-
      hunter2hunter2
    as: somebody
    as-user-extra: {scopes: [a, b]}
`;
const plugin = `current-context: a
clusters: [{name: a, cluster: {server: "https://h"}}]
contexts: [{name: a, context: {cluster: a, user: a}}]
users:
- name: a
  user:
    exec: {apiVersion: client.authentication.k8s.io/v1, command: x, args: [], env: [{name: A, value: hunter2}], interactiveMode: Never}
`;
const oidc = `current-context: a
clusters: [{name: a, cluster: {server: "https://h"}}]
contexts: [{name: a, context: {cluster: a, user: a}}]
users:
- name: a
  user: {auth-provider: {name: oidc, config: {idp-issuer-url: "https://idp", client-id: me, refresh-token: hunter2hunter2}}}
`;
const json = JSON.stringify({
  'current-context': 'it',
  clusters: [{ name: 'it', cluster: { server: 'https://example.com', 'proxy-url': 'http://p:1' } }],
  contexts: [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
  users: [{ name: 'it', user: { token: 'hunter2hunter2', tokenFile: '/t' } }],
});

const codes = /^ERR_(KUBECONFIG_[A-Z]+|EXEC_CONFIG|AUTH_PROVIDER|NOT_IN_CLUSTER|TOKEN_FILE|PROXY_URL)$/;

const secret = 'hunter2';
const nameKeys: readonly string[] = ['current-context', 'name', 'user', 'cluster', 'namespace'];

/** True if a mutation has moved the secret into a name, which messages quote. */
function isInName(text: string): boolean {
  const values: unknown[] = [parse(text, { logLevel: 'silent' })];
  const seen = new Set<unknown>();
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, member] of Object.entries(value)) {
      if (nameKeys.includes(key) && typeof member === 'string' && member.includes(secret)) return true;
      values.push(member ?? null);
    }
  }
  return false;
}

/** A kubeconfig of any text: a config, or an error of this library without secrets and in one line. */
export function kubeconfigTarget(): FuzzTarget {
  return {
    seeds: [yaml, plugin, oidc, json].map((text) => Buffer.from(text)),
    words: [
      'clusters:', 'users:', 'contexts:', '- name: ', 'cluster: {', 'server: ', 'token: ', 'exec: ', '\n  ', '\n    ', '- ', ': ', '&a ', '*a', '<<: ', '!!binary ', '!!set ', '!x ', '|\n', '>-\n', '---\n',
      '...\n', '%YAML 1.1\n', '# ', '? ', '.inf', '1e999', '2001-01-01', '\t', 'certificate-authority-data: ', 'client-key-data: ', 'proxy-url: ', 'tls-server-name: ', 'insecure-skip-tls-verify: yes',
    ], // prettier-ignore
    async run(input) {
      const text = Buffer.from(input).toString();
      const readFile = async (path: string): Promise<string> => {
        if (path === '/k') return text;
        throw Object.assign(new Error('not there'), { code: 'ENOENT' });
      };
      try {
        const config = await loadConfig({ kubeconfig: '/k', env: {}, readFile });
        expectThat(/^https?:/.test(config.host ?? ''), 'the host is not a URL');
      } catch (error) {
        if (!(error instanceof KubeInformersError)) throw error;
        expectThat(codes.test(error.code), `code ${error.code}`);
        expectThat(!error.message.includes('\n'), `message ${error.message}`);
        expectThat(!error.message.includes(secret) || isInName(text), `message ${error.message}`);
      }
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
  };
}
