import type { TlsOptions } from './http/tls.js';

/** Returns a kubeconfig with one context, `embedded`, for the server at `url`. */
export function kubeconfigText(
  url: string,
  access: { readonly token: string | undefined; readonly tls: TlsOptions | undefined },
): string {
  const { token, tls } = access;
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    '- name: embedded',
    '  cluster:',
    `    server: ${url}`,
    `    ${trust(tls)}`,
    'contexts:',
    '- name: embedded',
    '  context:',
    '    cluster: embedded',
    '    namespace: default',
    '    user: embedded',
    'current-context: embedded',
    'users:',
    '- name: embedded',
    // A JSON string is valid YAML.
    ...(token === undefined ? ['  user: {}'] : ['  user:', `    token: ${JSON.stringify(token)}`]),
    '',
  ].join('\n');
}

/** Returns the TLS line. Some clients (client-node, kubernetes-fluent-client) require it for plain HTTP. */
function trust(tls: TlsOptions | undefined): string {
  if (tls === undefined) return 'insecure-skip-tls-verify: true';
  const authority = Buffer.from(tls.ca ?? tls.cert, 'utf8').toString('base64');
  return `certificate-authority-data: ${authority}`;
}
