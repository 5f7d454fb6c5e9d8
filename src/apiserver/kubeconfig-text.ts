import type { TlsOptions } from './http/tls.js';

/** The text of a kubeconfig with one context, `embedded`, for the server at `url`. */
export function kubeconfigText(
  url: string,
  access: { readonly token: string | undefined; readonly tls: TlsOptions | undefined },
): string {
  const { token, tls } = access;
  const authority =
    tls === undefined ? undefined : Buffer.from(tls.ca ?? tls.cert, 'utf8').toString('base64');
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    '- name: embedded',
    '  cluster:',
    `    server: ${url}`,
    ...(authority === undefined ? [] : [`    certificate-authority-data: ${authority}`]),
    'contexts:',
    '- name: embedded',
    '  context:',
    '    cluster: embedded',
    '    namespace: default',
    '    user: embedded',
    'current-context: embedded',
    'users:',
    '- name: embedded',
    // A quoted JSON string is YAML, too.
    ...(token === undefined ? ['  user: {}'] : ['  user:', `    token: ${JSON.stringify(token)}`]),
    '',
  ].join('\n');
}
