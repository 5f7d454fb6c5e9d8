import { ConfigError } from '../util/errors.js';
import { shownKey, shownUrl, shownWord } from '../util/shown.js';
import { fileProblem, isHeaderValue } from './errors.js';
import type { ReadFile } from '../util/text-file.js';
import { caProblem, keyPairProblem } from '../rest/tls.js';
import type { Selection } from './select.js';
import { proxyUrlProblem } from './server-url.js';
import type { KubeConfigCluster, KubeConfigUser } from './types.js';

interface Problem {
  readonly code: string;
  readonly message: string;
}

/**
 * Checks everything that can be known before the first request.
 *
 * These are client-go's ConfirmUsable and the checks that client-go makes when it builds the transport. All findings
 * go into one ConfigError; its code is theirs if they agree, else `ERR_KUBECONFIG_INVALID`.
 */
export async function confirmUsable(selection: Selection, readFile: ReadFile): Promise<void> {
  const problems = [
    ...(await clusterProblems(selection.clusterName, selection.cluster, readFile)),
    ...(await userProblems(selection.userName, selection.user, readFile)),
    ...namespaceProblems(selection),
  ];
  const first = problems[0];
  if (first === undefined) return;
  const code = problems.every((problem) => problem.code === first.code)
    ? first.code
    : 'ERR_KUBECONFIG_INVALID';
  throw new ConfigError(code, problems.map((problem) => problem.message).join('; '));
}

async function clusterProblems(
  name: string,
  cluster: KubeConfigCluster,
  readFile: ReadFile,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const add = (message: string, code = 'ERR_KUBECONFIG_CLUSTER'): void => {
    problems.push({ code, message: `cluster ${shownKey(name)}${from(cluster.origin)}: ${message}` });
  };
  const { certificateAuthority: file, certificateAuthorityData: data } = cluster;
  if (cluster.server === '') add('server is missing, expected the URL of the API server');
  if (cluster.proxyUrl !== undefined) {
    const problem = proxyUrlProblem(cluster.proxyUrl);
    if (problem !== undefined) add(`proxy-url ${shownUrl(cluster.proxyUrl)}: ${problem}`);
  }
  if (file !== undefined && data !== undefined)
    add('certificate-authority and certificate-authority-data are both given, expected one of them');
  if ((file !== undefined || data !== undefined) && cluster.insecureSkipTlsVerify)
    add(
      'insecure-skip-tls-verify is true and a certificate-authority is given, expected one of them',
      'ERR_KUBECONFIG_INSECURE',
    );
  const ca = await pem(file, data, 'certificate-authority', readFile, add);
  const problem = ca === undefined ? undefined : caProblem(ca);
  if (problem !== undefined)
    add(
      data === undefined
        ? `certificate-authority ${String(file)}: ${problem}`
        : `certificate-authority-data: ${problem}`,
      'ERR_KUBECONFIG_CERTIFICATE',
    );
  return problems;
}

async function userProblems(name: string, user: KubeConfigUser, readFile: ReadFile): Promise<Problem[]> {
  const problems: Problem[] = [];
  const add = (message: string, code = 'ERR_KUBECONFIG_USER'): void => {
    problems.push({ code, message: `user ${shownKey(name)}${from(user.origin)}: ${message}` });
  };
  methodProblems(user, add);
  execProblems(user, add);
  if (
    user.impersonate === undefined &&
    (user.impersonateUid ?? user.impersonateGroups ?? user.impersonateUserExtra) !== undefined
  )
    add('as-uid, as-groups or as-user-extra without as: expected the user to impersonate');
  await certificateProblems(user, readFile, add);
  return problems;
}

function methodProblems(user: KubeConfigUser, add: (message: string, code?: string) => void): void {
  const basic = user.username !== undefined || user.password !== undefined;
  if (basic && (user.token ?? user.tokenFile) !== undefined)
    add('more than one authentication method: found token and basicAuth, expected one of them');
  if (user.token !== undefined && !isHeaderValue(user.token))
    add('token contains a line break or another control character, expected one line');
  if (user.authProvider === undefined) return;
  if (user.exec !== undefined) add('auth-provider and exec are both given, expected one of them');
  if (user.authProvider.name === 'oidc') return;
  const removed = ['gcp', 'azure', 'openstack'].includes(user.authProvider.name);
  add(
    `auth-provider ${shownKey(user.authProvider.name)} ` +
      (removed
        ? 'was removed from Kubernetes clients in 1.26, expected an exec plugin instead'
        : 'is unknown, expected "oidc" or an exec plugin'),
    'ERR_AUTH_PROVIDER',
  );
}

/** Supported API versions of exec plugins (client-go's exec.apiVersions). */
const execApiVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
const interactiveModes = ['Never', 'IfAvailable', 'Always'];

function execProblems(user: KubeConfigUser, add: (message: string, code?: string) => void): void {
  const exec = user.exec;
  if (exec === undefined) return;
  const oneOf = (values: readonly string[]): string =>
    `expected ${values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (exec.command === '') add('exec.command is missing, expected a command', 'ERR_EXEC_CONFIG');
  if (!execApiVersions.includes(exec.apiVersion))
    add(`exec.apiVersion is ${shownWord(exec.apiVersion)}, ${oneOf(execApiVersions)}`, 'ERR_EXEC_CONFIG');
  else if (!interactiveModes.includes(exec.interactiveMode))
    add(
      `exec.interactiveMode is ${shownWord(exec.interactiveMode)}, ${oneOf(interactiveModes)}`,
      'ERR_EXEC_CONFIG',
    );
  if (exec.env.some((variable) => variable.name === ''))
    add('exec.env has an entry without a name, expected a name for each', 'ERR_EXEC_CONFIG');
  // Node rejects these in spawn with an error that quotes the value.
  const texts = [exec.command, ...exec.args, ...exec.env.flatMap(({ name, value }) => [name, value])];
  if (texts.some((text) => text.includes('\0')))
    add('exec has a NUL character in command, args or env, expected none', 'ERR_EXEC_CONFIG');
}

async function certificateProblems(
  user: KubeConfigUser,
  readFile: ReadFile,
  add: (message: string, code?: string) => void,
): Promise<void> {
  if ((user.clientCertificate ?? user.clientCertificateData) === undefined) return;
  if (user.clientCertificate !== undefined && user.clientCertificateData !== undefined)
    add('client-certificate and client-certificate-data are both given, expected one of them');
  if (user.clientKey !== undefined && user.clientKeyData !== undefined)
    add('client-key and client-key-data are both given, expected one of them');
  if ((user.clientKey ?? user.clientKeyData) === undefined) {
    add('a client certificate without its key: expected client-key or client-key-data');
    return;
  }
  const cert = await pem(
    user.clientCertificate,
    user.clientCertificateData,
    'client-certificate',
    readFile,
    add,
  );
  const key = await pem(user.clientKey, user.clientKeyData, 'client-key', readFile, add);
  if (cert === undefined || key === undefined) return;
  const problem = keyPairProblem(cert, key);
  if (problem !== undefined) add(`client certificate: ${problem}`, 'ERR_KUBECONFIG_CERTIFICATE');
}

function namespaceProblems({ namespace, contextName }: Selection): Problem[] {
  if (/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace)) return [];
  return [
    {
      code: 'ERR_KUBECONFIG_CONTEXT',
      message: `namespace ${shownKey(namespace)} of context ${shownKey(contextName)}: expected a DNS label`,
    },
  ];
}

/** Returns the PEM, data before file; undefined without either, or if the file cannot be read (reported). */
async function pem(
  file: string | undefined,
  data: string | undefined,
  field: string,
  readFile: ReadFile,
  add: (message: string, code?: string) => void,
): Promise<string | undefined> {
  if (data !== undefined || file === undefined) return data;
  try {
    return await readFile(file);
  } catch (error) {
    add(`${field} ${file} ${fileProblem(error)}`, 'ERR_KUBECONFIG_FILE');
    return undefined;
  }
}

function from(origin: string | undefined): string {
  return origin === undefined ? '' : ` in ${origin}`;
}
