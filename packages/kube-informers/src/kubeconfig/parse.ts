import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { shownKey, shownWord } from '../util/shown.js';
import { ConfigError } from '../util/errors.js';
import { Fields } from './fields.js';
import type {
  KubeConfigAuthProvider,
  KubeConfigCluster,
  KubeConfigContents,
  KubeConfigContext,
  KubeConfigExec,
  KubeConfigUser,
} from './types.js';
import { parseYaml } from './yaml-text.js';

/**
 * Name of the cluster extension whose content is passed to exec plugins (client-go's clientcmd, clusterExtensionKey).
 */
const execExtension = 'client.authentication.k8s.io/exec';

/**
 * Parses a kubeconfig, YAML or JSON.
 *
 * `origin` is its file: errors name it, and relative paths are resolved against its folder. As in client-go: unknown
 * fields are ignored, only the first YAML document counts, the last value of a repeated key wins, and an empty string
 * is an empty config. Throws ConfigError `ERR_KUBECONFIG_PARSE`; its message contains the position, never the text
 * there, which may be secret.
 */
export async function parseKubeConfig(text: string, origin?: string): Promise<KubeConfigContents> {
  const where = origin ?? 'kubeconfig';
  const parsed = await parseYaml(text);
  if ('problem' in parsed) throw new ConfigError('ERR_KUBECONFIG_PARSE', `${where} ${parsed.problem}`);
  const fields = Fields.of(where, parsed.value ?? {}, 'a mapping with clusters, contexts and users');
  const kind = fields.string('kind');
  const apiVersion = fields.string('apiVersion');
  if (kind !== '' && kind !== 'Config')
    throw new ConfigError(
      'ERR_KUBECONFIG_PARSE',
      `${where} is not a kubeconfig: kind is ${shownWord(kind)}, expected "Config"`,
    );
  if (apiVersion !== '' && apiVersion !== 'v1')
    throw new ConfigError(
      'ERR_KUBECONFIG_PARSE',
      `${where} is not a kubeconfig: apiVersion is ${shownWord(apiVersion)}, expected "v1"`,
    );
  return {
    currentContext: fields.string('current-context'),
    clusters: named(fields, 'clusters', 'cluster', (entry) => cluster(entry, origin)),
    users: named(fields, 'users', 'user', (entry) => user(entry, origin)),
    contexts: named(fields, 'contexts', 'context', (entry) => context(entry, origin)),
  };
}

/** Converts a list of `{name, <key>: …}` to a map; a repeated name is an error, as in client-go. */
function named<T>(
  fields: Fields,
  list: string,
  key: string,
  convert: (entry: Fields) => T,
): ReadonlyMap<string, T> {
  const entries = new Map<string, T>();
  for (const item of fields.list(list)) {
    const name = item.string('name');
    if (entries.has(name))
      throw new ConfigError(
        'ERR_KUBECONFIG_PARSE',
        `${item.path}.name: ${shownKey(name)} is repeated in ${list}, expected unique names`,
      );
    entries.set(name, convert(item.child(key)));
  }
  return entries;
}

function cluster(fields: Fields, origin: string | undefined): KubeConfigCluster {
  return {
    origin,
    relativePaths: relativePaths({ 'certificate-authority': fields.string('certificate-authority') }, origin),
    server: fields.string('server'),
    tlsServerName: fields.optionalString('tls-server-name'),
    insecureSkipTlsVerify: fields.boolean('insecure-skip-tls-verify'),
    certificateAuthority: path(fields.optionalString('certificate-authority'), origin),
    certificateAuthorityData: fields.base64('certificate-authority-data'),
    proxyUrl: fields.optionalString('proxy-url'),
    disableCompression: fields.boolean('disable-compression'),
    execConfig: fields
      .list('extensions')
      .find((extension) => extension.string('name') === execExtension)
      ?.raw('extension'),
  };
}

function user(fields: Fields, origin: string | undefined): KubeConfigUser {
  const groups = fields.strings('as-groups');
  const extra = fields.stringLists('as-user-extra');
  const command = fields.has('exec') ? fields.child('exec').string('command') : '';
  return {
    origin,
    relativePaths: relativePaths(
      {
        'client-certificate': fields.string('client-certificate'),
        'client-key': fields.string('client-key'),
        tokenFile: fields.string('tokenFile'),
        'exec.command': command.includes(sep) ? command : '',
      },
      origin,
    ),
    clientCertificate: path(fields.optionalString('client-certificate'), origin),
    clientCertificateData: fields.base64('client-certificate-data'),
    clientKey: path(fields.optionalString('client-key'), origin),
    clientKeyData: fields.base64('client-key-data'),
    token: fields.optionalString('token'),
    tokenFile: path(fields.optionalString('tokenFile'), origin),
    username: fields.optionalString('username'),
    password: fields.optionalString('password'),
    impersonate: fields.optionalString('as'),
    impersonateUid: fields.optionalString('as-uid'),
    impersonateGroups: groups.length === 0 ? undefined : groups,
    impersonateUserExtra: Object.keys(extra).length === 0 ? undefined : extra,
    exec: fields.has('exec') ? exec(fields.child('exec'), origin) : undefined,
    authProvider: fields.has('auth-provider') ? authProvider(fields.child('auth-provider')) : undefined,
  };
}

function context(fields: Fields, origin: string | undefined): KubeConfigContext {
  return {
    origin,
    cluster: fields.string('cluster'),
    user: fields.string('user'),
    namespace: fields.string('namespace'),
  };
}

function exec(fields: Fields, origin: string | undefined): KubeConfigExec {
  const apiVersion = fields.string('apiVersion');
  const command = fields.string('command');
  const mode = fields.string('interactiveMode');
  return {
    apiVersion,
    // A command without a separator is looked up in PATH, so it is not a path yet.
    command: command.includes(sep) ? (path(command, origin) ?? '') : command,
    args: fields.strings('args'),
    env: fields.list('env').map((entry) => ({ name: entry.string('name'), value: entry.string('value') })),
    installHint: fields.string('installHint'),
    provideClusterInfo: fields.boolean('provideClusterInfo'),
    // client-go's SetDefaults_ExecConfig: v1 requires the field, earlier versions do not have it.
    interactiveMode: mode === '' && /\/v1(alpha1|beta1)$/.test(apiVersion) ? 'IfAvailable' : mode,
  };
}

function authProvider(fields: Fields): KubeConfigAuthProvider {
  return { name: fields.string('name'), config: fields.stringMap('config') };
}

/** Returns those of the fields that contain a relative path; undefined without such fields. */
function relativePaths(
  fields: Readonly<Record<string, string>>,
  origin: string | undefined,
): Readonly<Record<string, string>> | undefined {
  const found = Object.entries(fields).filter(([, value]) => value !== '' && !isAbsolute(value));
  return origin === undefined || found.length === 0 ? undefined : Object.fromEntries(found);
}

function path(reference: string | undefined, origin: string | undefined): string | undefined {
  if (reference === undefined || origin === undefined || isAbsolute(reference)) return reference;
  return join(dirname(resolve(origin)), reference);
}
