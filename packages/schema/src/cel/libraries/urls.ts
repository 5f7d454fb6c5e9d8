/** `url` of Kubernetes, with the rules and messages of Go's net/url. */
import type { Overload } from '../functions.js';
import { BOOL, CelError, CelList, CelMap, CelObject, listOf, mapOf, objectType, STRING } from '../values.js';
import type { CelValue } from '../values.js';
import { goQuote } from '../../values/go-quote.js';
import { AddressProblem, parseAddress } from './addresses.js';
import { fn, method, noSuchOverload, transformsFirst } from './define.js';

export const URL_TYPE = objectType('kubernetes.URL');

/** Go parses bytes: in this file each character of a text is a byte, until it leaves. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Why a text is not a URL, in Go's words. */
class Problem {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The characters that a part of a URL may have unescaped. */
const plain = {
  path: /[a-zA-Z0-9\-_.~$&+,/:;=@]/,
  host: /[a-zA-Z0-9\-_.~!$&'()*+,;=:[\]<>"]/,
  user: /[a-zA-Z0-9\-_.~$&+,;=]/,
  query: /[a-zA-Z0-9\-_.~]/,
  fragment: /[a-zA-Z0-9\-_.~$&+,/:;=?@!()*]/,
};

type Mode = keyof typeof plain | 'zone';

function isPlain(char: string, mode: Mode): boolean {
  return plain[mode === 'zone' ? 'host' : mode].test(char);
}

function escape(text: string, mode: Mode): string {
  return Array.from(text, (char) =>
    isPlain(char, mode) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** The bytes of a character that the escape cuts off are quoted as bytes. */
function quoteEscape(code: string): string {
  const text = textOf(code);
  if (!text.includes('\ufffd')) return goQuote(text);
  const shown = Array.from(code, (char) =>
    char < '\u0080' ? goQuote(char).slice(1, -1) : `\\x${char.charCodeAt(0).toString(16)}`,
  );
  return `"${shown.join('')}"`;
}

function unescape(text: string, mode: Mode): string | Problem {
  const inHost = mode === 'host' || mode === 'zone';
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '%') {
      const code = text.slice(i, i + 3);
      const byte = /^%[0-9a-fA-F]{2}$/.test(code) ? Number.parseInt(code.slice(1), 16) : undefined;
      const decoded = String.fromCharCode(byte ?? 0);
      const refused =
        byte === undefined ||
        // Only bytes that are not ASCII may be escaped in a host, and in a zone what could stand there anyway.
        (code !== '%25' &&
          ((mode === 'host' && byte < 0x80) ||
            (mode === 'zone' && byte !== 0x20 && !isPlain(decoded, mode))));
      if (refused) return new Problem(`invalid URL escape ${quoteEscape(code)}`);
      result += decoded;
      i += 2;
    } else if (char === '+') result += mode === 'query' ? ' ' : '+';
    else if (inHost && char < '\u0080' && !isPlain(char, mode)) {
      return new Problem(`invalid character ${goQuote(char)} in host name`);
    } else result += char;
  }
  return result;
}

/** True if an escaped path or fragment may stay as it is. */
function isEscaped(text: string, mode: 'path' | 'fragment'): boolean {
  return Array.from(text).every((char) => /[!$&'()*+,;=:@[\]%]/.test(char) || isPlain(char, mode));
}

/** The escaped form of a path or fragment: as it was written, if that is valid. */
function escaped(value: string, raw: string, mode: 'path' | 'fragment'): string {
  return isEscaped(raw, mode) && unescape(raw, mode) === value ? raw : escape(value, mode);
}

interface Parts {
  readonly scheme: string;
  /** What follows the scheme, if that is no path: `a@example.com` in `mailto:a@example.com`. */
  readonly opaque: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly path: string;
  readonly rawPath: string;
  /** With its `?`. */
  readonly query: string;
  /** True if it has a host, which may be empty: `file:///a`. */
  readonly hasHost: boolean;
}

function parse(text: string, asRequest: boolean): Parts | Problem {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(text)) return new Problem('net/url: invalid control character in URL');
  if (text === '' && asRequest) return new Problem('empty url');
  const none = {
    scheme: '',
    opaque: '',
    user: undefined,
    host: '',
    path: '',
    rawPath: '',
    query: '',
    hasHost: false,
  };
  if (text === '*') return { ...none, path: '*', rawPath: '*' };
  if (text.startsWith(':')) return new Problem('missing protocol scheme');
  const written = /^([a-zA-Z][a-zA-Z0-9+\-.]*):/.exec(text)?.[1];
  const scheme = written?.toLowerCase() ?? '';
  const behind = written === undefined ? text : text.slice(written.length + 1);
  const mark = behind.includes('?') ? behind.indexOf('?') : behind.length;
  const query = behind.slice(mark);
  let rest = behind.slice(0, mark);
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...none, scheme, opaque: rest, query };
    if (asRequest) return new Problem('invalid URI for request');
    if (rest.split('/')[0]?.includes(':') === true) {
      return new Problem('first path segment in URL cannot contain colon');
    }
  }
  let authority: { readonly user: string | undefined; readonly host: string } | Problem = {
    user: undefined,
    host: '',
  };
  const hasHost = (scheme !== '' || (!asRequest && !rest.startsWith('///'))) && rest.startsWith('//');
  if (hasHost) {
    const slash = rest.indexOf('/', 2);
    const end = slash < 0 ? rest.length : slash;
    authority = parseAuthority(scheme, rest.slice(2, end));
    if (authority instanceof Problem) return authority;
    rest = rest.slice(end);
  }
  const path = unescape(rest, 'path');
  if (path instanceof Problem) return path;
  return { ...none, ...authority, scheme, path, rawPath: rest, query, hasHost };
}

function parseAuthority(
  scheme: string,
  authority: string,
): { user: string | undefined; host: string } | Problem {
  const at = authority.lastIndexOf('@');
  const host = parseHost(scheme, authority.slice(at + 1));
  if (host instanceof Problem) return host;
  if (at < 0) return { user: undefined, host };
  const user = authority.slice(0, at);
  if (!/^[a-zA-Z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return new Problem('net/url: invalid userinfo');
  const colon = user.indexOf(':');
  const escapedParts: string[] = [];
  for (const part of colon < 0 ? [user] : [user.slice(0, colon), user.slice(colon + 1)]) {
    const decoded = unescape(part, 'user');
    if (decoded instanceof Problem) return decoded;
    escapedParts.push(escape(decoded, 'user'));
  }
  return { user: escapedParts.join(':'), host };
}

function isOptionalPort(text: string): boolean {
  return /^(:\d*)?$/.test(text);
}

function portProblem(port: string): Problem {
  return new Problem(`invalid port ${goQuote(textOf(port))} after host`);
}

function parseHost(scheme: string, host: string): string | Problem {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return new Problem('invalid IP-literal');
  if (bracket === 0) return parseIpLiteral(host);
  // Some databases list several hosts with ports; HTTP allows one colon.
  const colon = /^https?$/.test(scheme) ? host.indexOf(':') : host.lastIndexOf(':');
  if (colon >= 0 && !isOptionalPort(host.slice(colon))) return portProblem(host.slice(colon));
  return unescape(host, 'host');
}

function parseIpLiteral(host: string): string | Problem {
  const close = host.lastIndexOf(']');
  if (close < 0) return new Problem("missing ']' in host");
  const port = host.slice(close + 1);
  if (!isOptionalPort(port)) return portProblem(port);
  const name = host.slice(1, close);
  const zoneAt = name.includes('%25') ? name.indexOf('%25') : name.length;
  const address = unescape(name.slice(0, zoneAt), 'host');
  if (address instanceof Problem) return address;
  const zone = unescape(name.slice(zoneAt), 'zone');
  if (zone instanceof Problem) return zone;
  const parsed = parseAddress(textOf(address + zone));
  if (parsed instanceof AddressProblem) return new Problem(`invalid host: ${parsed.message}`);
  if (parsed.bytes.length === 4) return new Problem('invalid IP-literal');
  return `[${address}${zone}]${port}`;
}

/** net/url.ParseRequestURI: why a text is not an absolute URL or path; undefined if it is one. */
export function requestUriProblem(text: string): string | undefined {
  const bytes = bytesOf(text);
  const parsed = parse(bytes, true);
  return parsed instanceof Problem ? `parse ${goQuote(text)}: ${parsed.reason}` : undefined;
}

// net/url reads no query with more parameters.
const maxParameters = 10_000;

export class UrlValue extends CelObject {
  readonly type = URL_TYPE;
  readonly #parts: Parts;
  /** Escaped, with its `#`. */
  readonly #fragment: string;

  constructor(parts: Parts, fragment: string) {
    super();
    this.#parts = parts;
    this.#fragment = fragment;
  }

  get scheme(): string {
    return textOf(this.#parts.scheme);
  }

  get host(): string {
    return textOf(this.#parts.host);
  }

  get hostname(): string {
    return this.host.slice(0, this.#portAt).replace(/^\[(.*)\]$/s, '$1');
  }

  get port(): string {
    return this.host.slice(this.#portAt + 1);
  }

  get #portAt(): number {
    const colon = this.host.lastIndexOf(':');
    return colon >= 0 && isOptionalPort(this.host.slice(colon)) ? colon : this.host.length;
  }

  get escapedPath(): string {
    const { path, rawPath } = this.#parts;
    return path === '*' ? '*' : textOf(escaped(path, rawPath, 'path'));
  }

  /** The values of each name. Pairs that are malformed are left out. */
  get query(): CelMap {
    const values = new Map<string, string[]>();
    const pairs = this.#parts.query.slice(1).split('&');
    for (const pair of pairs.length > maxParameters ? [] : pairs) {
      if (pair === '' || pair.includes(';')) continue;
      const equals = pair.includes('=') ? pair.indexOf('=') : pair.length;
      const name = unescape(pair.slice(0, equals), 'query');
      const value = unescape(pair.slice(equals + 1), 'query');
      if (name instanceof Problem || value instanceof Problem) continue;
      values.set(textOf(name), [...(values.get(textOf(name)) ?? []), textOf(value)]);
    }
    return CelMap.of(Array.from(values, ([name, list]) => [name, CelList.of(list)] as const));
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof UrlValue ? String(this) === String(other) : noSuchOverload;
  }

  override toString(): string {
    const { scheme, opaque, user, host, query, hasHost } = this.#parts;
    let text = scheme === '' ? '' : `${scheme}:`;
    if (opaque !== '') text += opaque;
    else {
      const path = bytesOf(this.escapedPath);
      if (user !== undefined || host !== '')
        text += `//${user === undefined ? '' : `${user}@`}${escape(host, 'host')}`;
      else if (scheme !== '' && hasHost && path !== '') text += '//';
      text += path;
    }
    return textOf(text + query + this.#fragment);
  }
}

function url(text: string): UrlValue | CelError {
  const problem = (reason: string) =>
    new CelError(`URL parse error during conversion from string: ${reason}`);
  const refused = requestUriProblem(text);
  if (refused !== undefined) return problem(refused);
  const bytes = bytesOf(text);
  const hash = bytes.includes('#') ? bytes.indexOf('#') : bytes.length;
  const before = bytes.slice(0, hash);
  const parts = parse(before, false);
  if (parts instanceof Problem) return problem(`parse ${goQuote(textOf(before))}: ${parts.reason}`);
  const rawFragment = bytes.slice(hash + 1);
  const fragment = unescape(rawFragment, 'fragment');
  if (fragment instanceof Problem) return problem(`parse ${goQuote(text)}: ${fragment.reason}`);
  return new UrlValue(parts, fragment === '' ? '' : `#${escaped(fragment, rawFragment, 'fragment')}`);
}

export const urls: readonly Overload[] = [
  fn('url', 'string_to_url', [STRING], URL_TYPE, url, transformsFirst),
  fn('isURL', 'is_url_string', [STRING], BOOL, (text: string) => requestUriProblem(text) === undefined),
  method('getScheme', 'url_get_scheme', [URL_TYPE], STRING, (value: UrlValue) => value.scheme),
  method('getHost', 'url_get_host', [URL_TYPE], STRING, (value: UrlValue) => value.host),
  method('getHostname', 'url_get_hostname', [URL_TYPE], STRING, (value: UrlValue) => value.hostname),
  method('getPort', 'url_get_port', [URL_TYPE], STRING, (value: UrlValue) => value.port),
  method(
    'getEscapedPath',
    'url_get_escaped_path',
    [URL_TYPE],
    STRING,
    (value: UrlValue) => value.escapedPath,
  ),
  method(
    'getQuery',
    'url_get_query',
    [URL_TYPE],
    mapOf(STRING, listOf(STRING)),
    (value: UrlValue) => value.query,
  ),
];
