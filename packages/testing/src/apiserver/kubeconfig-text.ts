/** Returns a kubeconfig with one context of this name for the server at `url`. `authority` is PEM; undefined for plain HTTP. */
export function kubeconfigText(
  name: string,
  url: string,
  access: {
    readonly token: string | undefined;
    /** User to act as. */
    readonly as?: string | undefined;
    readonly authority: string | undefined;
  },
): string {
  const { token, as, authority } = access;
  const user = [
    // A JSON string is valid YAML.
    ...(token === undefined ? [] : [`    token: ${JSON.stringify(token)}`]),
    ...(as === undefined ? [] : [`    as: ${JSON.stringify(as)}`]),
  ];
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `- name: ${name}`,
    '  cluster:',
    `    server: ${url}`,
    `    ${trust(authority)}`,
    'contexts:',
    `- name: ${name}`,
    '  context:',
    `    cluster: ${name}`,
    '    namespace: default',
    `    user: ${name}`,
    `current-context: ${name}`,
    'users:',
    `- name: ${name}`,
    ...(user.length === 0 ? ['  user: {}'] : ['  user:', ...user]),
    '',
  ].join('\n');
}

/** Returns the TLS line. Some clients (client-node, kubernetes-fluent-client) require it for plain HTTP. */
function trust(authority: string | undefined): string {
  if (authority === undefined) return 'insecure-skip-tls-verify: true';
  return `certificate-authority-data: ${Buffer.from(authority, 'utf8').toString('base64')}`;
}
