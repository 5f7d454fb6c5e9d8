import { X509Certificate } from 'node:crypto';
import { type FieldError, invalidField, requiredField } from '../values/field-error.js';
import { asObject, textAt, type JsonObject } from '../values/json-fields.js';
import { dns1035LabelProblems, dnsSubdomainProblems } from '../values/names.js';

/** Where a webhook is, and which reviews it takes (apiserver's util/webhook/validation.go). */

/** True if a webhook at this host, `127.0.0.1:8080`, may have an http:// URL. An API server allows none. */
export type AllowsHttp = (host: string) => boolean;

/** Validates where a webhook is. */
export function clientConfigErrors(config: JsonObject, field: string, allowsHttp: AllowsHttp): FieldError[] {
  const url = config['url'] ?? undefined;
  const service = asObject(config['service']);
  if ((url === undefined) === (service === undefined))
    return [requiredField(field, 'exactly one of url or service is required')];
  if (service === undefined) return urlErrors(textAt(config, 'url'), `${field}.url`, allowsHttp);
  return serviceErrors(service, `${field}.service`);
}

function urlErrors(text: string, field: string, allowsHttp: AllowsHttp): FieldError[] {
  const form = '; desired format: https://host[/path]';
  const [, scheme = '', host = '', query = '', fragment = ''] =
    /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  const errors: FieldError[] = [];
  if (scheme !== 'https' && !(scheme === 'http' && allowsHttp(host)))
    errors.push(invalidField(field, scheme, `'https' is the only allowed URL scheme${form}`));
  if (host === '') errors.push(invalidField(field, host, `host must be specified${form}`));
  const at = host.lastIndexOf('@');
  if (at !== -1)
    errors.push(invalidField(field, host.slice(0, at), 'user information is not permitted in the URL'));
  if (fragment !== '') errors.push(invalidField(field, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') errors.push(invalidField(field, query, 'query parameters are not permitted in the URL'));
  return errors;
}

function serviceErrors(service: JsonObject, field: string): FieldError[] {
  // The server confuses the two: without a name it asks for a namespace.
  const errors: FieldError[] = [
    ...(textAt(service, 'namespace') === '' ? [requiredField(`${field}.name`)] : []),
    ...(textAt(service, 'name') === '' ? [requiredField(`${field}.namespace`)] : []),
  ];
  const port = service['port'] ?? 443;
  if (!(typeof port === 'number' && port >= 1 && port <= 65_535)) {
    const why = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalidField(`${field}.port`, port, why));
  }
  const path = textAt(service, 'path');
  if (path === '' || path === '/') return errors;
  const wrong = (why: string): void => void errors.push(invalidField(`${field}.path`, path, why));
  if (path === '//') wrong('segment[0] may not be empty');
  else {
    if (!path.startsWith('/')) wrong("must start with a '/'");
    path
      .slice(1)
      .replace(/\/$/, '')
      .split('/')
      .forEach((step, index) => {
        if (step === '') wrong(`segment[${index}] may not be empty`);
        else for (const problem of dnsSubdomainProblems(step)) wrong(`segment[${index}]: ${problem}`);
      });
  }
  return errors;
}

/** Returns why a caBundle, in base64, has no certificate; undefined if it has one. */
export function bundleProblem(base64: string): string | undefined {
  const load = 'unable to load root certificates:';
  let rest = Buffer.from(base64, 'base64').toString('latin1');
  let problem = 'no valid certificate authority data seen';
  while (rest !== '') {
    const [begin, type] = /-----BEGIN ([^\n-]+)-----\r?\n/.exec(rest) ?? [];
    const start = begin === undefined ? -1 : rest.indexOf(begin);
    const end = `-----END ${type ?? ''}-----`;
    const stop = start === -1 ? -1 : rest.indexOf(end, start);
    if (stop === -1) return `${load} unable to parse bytes as PEM block`;
    const block = rest.slice(start, stop + end.length);
    rest = rest.slice(stop + end.length).replace(/^\s+/, '');
    if (type !== 'CERTIFICATE') continue;
    if (isCertificate(block)) return undefined;
    problem = 'failed to parse certificate: x509: malformed certificate';
  }
  return `${load} ${problem}`;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    // OpenSSL says only that it is none.
    return false;
  }
}

/** Validates the versions of reviews that a webhook takes. `required` is the message if there are none. */
export function reviewVersionErrors(
  value: unknown,
  field: string,
  { required, requiresKnown }: { readonly required: string; readonly requiresKnown: boolean },
): FieldError[] {
  const versions: unknown[] = Array.isArray(value) ? value : [];
  if (versions.length === 0) return [requiredField(field, required)];
  const seen = new Set<unknown>();
  const errors: FieldError[] = versions.flatMap((version, index) => {
    if (seen.has(version)) return [invalidField(`${field}[${index}]`, version, 'duplicate version')];
    seen.add(version);
    return dns1035LabelProblems(String(version)).map((problem) =>
      invalidField(`${field}[${index}]`, version, problem),
    );
  });
  if (requiresKnown && !hasKnownVersion(versions))
    errors.push(invalidField(field, versions, 'must include at least one of v1, v1beta1'));
  return errors;
}

/** True if a list of review versions has one that the server can send. */
export function hasKnownVersion(versions: unknown): boolean {
  return Array.isArray(versions) && versions.some((version) => version === 'v1' || version === 'v1beta1');
}
