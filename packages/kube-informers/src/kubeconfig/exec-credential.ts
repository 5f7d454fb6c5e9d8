import { conceal } from '../rest/redactor.js';
import type { Credentials, TlsConfig } from '../rest/config.js';
import { jsonText } from '../util/json.js';
import { shownKey, shownWord } from '../util/shown.js';
import { CredentialsError, isHeaderValue } from './errors.js';
import { keyPairProblem } from '../rest/tls.js';
import { bearer } from './token-file.js';
import type { KubeConfigCluster } from './types.js';
import { parseYaml } from './yaml-text.js';

/** The cluster information passed to a plugin (client.authentication.k8s.io Cluster). */
export interface ExecCluster {
  readonly server: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
  readonly config: unknown;
}

/**
 * Returns the cluster as a plugin sees it (rest.ConfigToExecCluster): the server's URL as it was written.
 *
 * `ca` is PEM, read from its file.
 */
export function execCluster(
  cluster: KubeConfigCluster,
  tls: TlsConfig | undefined,
  ca: string | undefined,
): ExecCluster {
  return {
    server: cluster.server,
    ...(tls?.serverName === undefined ? {} : { 'tls-server-name': tls.serverName }),
    ...(cluster.insecureSkipTlsVerify ? { 'insecure-skip-tls-verify': true } : {}),
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(cluster.proxyUrl === undefined ? {} : { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.disableCompression ? { 'disable-compression': true } : {}),
    config: cluster.execConfig ?? null,
  };
}

/** Returns the value of KUBERNETES_EXEC_INFO. */
export function execInfo(apiVersion: string, interactive: boolean, cluster: ExecCluster | undefined): string {
  return jsonText({
    kind: 'ExecCredential',
    apiVersion,
    spec: { ...(cluster === undefined ? {} : { cluster }), interactive },
  });
}

/** The credentials that a plugin returned. */
export interface ExecResult {
  readonly credentials: Credentials;
  /** Milliseconds since the epoch; undefined: valid until the server answers 401. */
  readonly expiresAtMs: number | undefined;
}

/**
 * Parses a plugin's stdout, JSON or YAML.
 *
 * Throws CredentialsError `ERR_EXEC_OUTPUT`, `ERR_EXEC_API_VERSION` or `ERR_EXEC_CERTIFICATE`. The message names the
 * command, the problem and what was expected, but never quotes the output, which may be secret.
 */
export async function parseExecCredential(
  stdout: string,
  command: string,
  apiVersion: string,
): Promise<ExecResult> {
  const bad = (message: string, code = 'ERR_EXEC_OUTPUT'): CredentialsError =>
    new CredentialsError(code, `exec plugin ${shownKey(command)} ${message}`);
  const output = mapping(await parse(stdout));
  if (output === undefined)
    throw bad(
      `printed ${Buffer.byteLength(stdout)} bytes that are neither a JSON object nor a YAML mapping, expected an ExecCredential of ${apiVersion}`,
    );
  if (output['kind'] !== 'ExecCredential')
    throw bad(`printed kind ${shownWord(output['kind'])}, expected "ExecCredential"`);
  if (output['apiVersion'] !== apiVersion)
    throw bad(
      `returned apiVersion ${shownWord(output['apiVersion'])}, expected "${apiVersion}", which the kubeconfig asks for`,
      'ERR_EXEC_API_VERSION',
    );
  const status = mapping(output['status']);
  if (status === undefined) throw bad('returned no status, expected one with a token or a certificate');

  const field = (name: string): string => {
    const value = status[name] ?? '';
    if (typeof value !== 'string')
      throw bad(`returned a status.${name} of type ${typeof value}, expected a string`);
    return value;
  };
  const token = field('token');
  const cert = field('clientCertificateData');
  const key = field('clientKeyData');
  if (token === '' && cert === '' && key === '')
    throw bad('returned neither a token nor a certificate, expected status.token or a certificate and key');
  if ((cert === '') !== (key === ''))
    throw bad(
      `returned only ${cert === '' ? 'clientKeyData' : 'clientCertificateData'}, expected certificate and key`,
      'ERR_EXEC_CERTIFICATE',
    );
  if (!isHeaderValue(token))
    throw bad('returned a token with a line break or another control character, expected one line');
  const problem = cert === '' ? undefined : keyPairProblem(cert, key);
  if (problem !== undefined) throw bad(`returned a client certificate: ${problem}`, 'ERR_EXEC_CERTIFICATE');

  const expiration = field('expirationTimestamp');
  const expiresAtMs = expiration === '' ? undefined : rfc3339(expiration);
  if (expiresAtMs !== undefined && Number.isNaN(expiresAtMs))
    throw bad('returned an invalid expirationTimestamp, expected RFC 3339 (2026-01-02T03:04:05Z)');
  return {
    credentials: conceal({
      ...(token === '' ? {} : bearer(token)),
      ...(cert === '' ? {} : { clientCertificate: { cert, key } }),
    }),
    expiresAtMs,
  };
}

/** Returns undefined for invalid text, which the caller reports. */
async function parse(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const parsed = await parseYaml(text);
    return 'value' in parsed ? parsed.value : undefined;
  }
}

function mapping(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? // The checks above make it a record.
      (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function rfc3339(text: string): number {
  return /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : NaN;
}
