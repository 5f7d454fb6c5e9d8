import { builtin } from './builtin.js';

/** Compares in a time that does not reveal how much of the string was right. */
export function sameText(given: string, expected: string): boolean {
  const { createHash, timingSafeEqual } = builtin('node:crypto');
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Returns the host and port of an Origin header; "" for an invalid one, such as `null`. */
export function originHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}

/** True for an address that only programs of this machine reach: `localhost`, 127.0.0.0/8, `::1`, also as IPv4 in IPv6. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127\./.test(host);
}

// Names that cannot be registered publicly: of this machine, its network, or a cluster.
const localDomains = /(^|\.)(localhost|internal|local|test|svc)\.?$/;

/** True if a Host header has an address, a name without a dot, or a name in a domain outside the public DNS. */
export function isLocalName(hostHeader: string): boolean {
  const name = hostName(hostHeader);
  return !name.includes('.') || builtin('node:net').isIP(name) !== 0 || localDomains.test(name);
}

/** Returns the host of a Host header: `[::1]:80` → `::1`, `LocalHost:80` → `localhost`. */
export function hostName(hostHeader: string): string {
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|([^:]*))/.exec(hostHeader) ?? [];
  return (inBrackets ?? plain ?? '').toLowerCase();
}
