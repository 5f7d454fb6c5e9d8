/** `ip` and `cidr` of Kubernetes, with the rules and messages of Go's net/netip. */
import { add as plus, fixed, scale, stringTraversalFactor } from '../functions.js';
import type { Overload } from '../functions.js';
import { BOOL, CelError, CelObject, INT, opaqueType, STRING } from '../values.js';
import type { CelValue } from '../values.js';
import { goQuote } from '../../values/go-quote.js';
import { argument, fn, method, noSuchOverload, readCost, readsFirst } from './define.js';
import type { Costs } from './define.js';

export const IP = opaqueType('net.IP');
export const CIDR = opaqueType('net.CIDR');

/** An address: 4 or 16 bytes. */
type Bytes = readonly number[];

/** Why a text is not an address, in Go's words. */
export class AddressProblem {
  readonly message: string;
  constructor(text: string, reason: string, at = '') {
    this.message = `ParseAddr(${goQuote(text)}): ${reason}${at === '' ? '' : ` (at ${goQuote(at)})`}`;
  }
}

/** Reads `text` from `from` to `to`. */
function parseV4(text: string, from = 0, to = text.length): number[] | AddressProblem {
  const fields: number[] = [];
  const part = text.slice(from, to);
  let value = 0;
  let digits = 0;
  for (let i = 0; i < part.length; i++) {
    const char = part.charAt(i);
    if (char >= '0' && char <= '9') {
      if (digits === 1 && value === 0)
        return new AddressProblem(text, 'IPv4 field has octet with leading zero');
      value = value * 10 + Number(char);
      digits++;
      if (value > 255) return new AddressProblem(text, 'IPv4 field has value >255');
    } else if (char !== '.') return new AddressProblem(text, 'unexpected character', part.slice(i));
    else {
      if (digits === 0 || i === part.length - 1) {
        return new AddressProblem(text, 'IPv4 field must have at least one digit', part.slice(i));
      }
      if (fields.length === 3) return new AddressProblem(text, 'IPv4 address too long');
      fields.push(value);
      value = 0;
      digits = 0;
    }
  }
  if (fields.length < 3) return new AddressProblem(text, 'IPv4 address too short');
  return [...fields, value];
}

function parseV6(text: string, zone: string): number[] | AddressProblem {
  const end = zone === '' ? text.length : text.length - zone.length - 1;
  const bytes: number[] = [];
  /** Where `::` stands in `bytes`. */
  let gap = -1;
  let at = 0;
  const problem = (reason: string) => new AddressProblem(text, reason, text.slice(at, end));
  if (text.startsWith('::') && end >= 2) {
    gap = 0;
    at = 2;
  }
  while (bytes.length < 16 && !(at === end && gap === bytes.length)) {
    const digits = /^[0-9a-fA-F]*/.exec(text.slice(at, Math.min(end, at + 5)))?.[0] ?? '';
    if (digits.length > 4) return problem('each group must have 4 or less digits');
    if (digits === '') return problem('each colon-separated field must have at least one digit');
    if (at + digits.length < end && text[at + digits.length] === '.') {
      if (gap < 0 && bytes.length !== 12) {
        return problem('embedded IPv4 address must replace the final 2 fields of the address');
      }
      if (bytes.length > 12) {
        return problem('too many hex fields to fit an embedded IPv4 at the end of the address');
      }
      const last = parseV4(text, at, end);
      if (last instanceof AddressProblem) return last;
      bytes.push(...last);
      at = end;
      break;
    }
    const group = Number.parseInt(digits, 16);
    bytes.push(group >> 8, group & 0xff);
    at += digits.length;
    if (at === end) break;
    if (text[at] !== ':') return problem('unexpected character, want colon');
    if (at + 1 === end) return problem('colon must be followed by more characters');
    at++;
    if (text[at] !== ':') continue;
    if (gap >= 0) return problem('multiple :: in address');
    gap = bytes.length;
    at++;
  }
  if (at < end) return problem('trailing garbage after address');
  if (bytes.length === 16) {
    return gap < 0 ? bytes : new AddressProblem(text, 'the :: must expand to at least one field of zeros');
  }
  if (gap < 0) return new AddressProblem(text, 'address string too short');
  const zeros = Array.from({ length: 16 - bytes.length }, () => 0);
  return [...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)];
}

/** netip.ParseAddr. */
export function parseAddress(
  text: string,
): { readonly bytes: Bytes; readonly zone: string } | AddressProblem {
  const first = /[.:%]/.exec(text)?.[0];
  if (first === undefined) return new AddressProblem(text, 'unable to parse IP');
  if (first === '%') return new AddressProblem(text, 'missing IPv6 address');
  const percent = first === '.' ? -1 : text.indexOf('%');
  const zone = percent < 0 ? '' : text.slice(percent + 1);
  if (percent >= 0 && zone === '') return new AddressProblem(text, 'zone must be a non-empty string');
  const bytes = first === '.' ? parseV4(text) : parseV6(text, zone);
  return bytes instanceof AddressProblem ? bytes : { bytes, zone };
}

/** True for `::ffff:1.2.3.4`. */
function isMapped(bytes: Bytes): boolean {
  return bytes.length === 16 && bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 0xff));
}

function addressText(bytes: Bytes): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0)).toString(16),
  );
  // The first of the longest runs of at least two zeros becomes `::`.
  let [start, length] = [0, 1];
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (groups[end] === '0') end++;
    if (end - i > length) [start, length] = [i, end - i];
  }
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}

export class IpValue extends CelObject {
  readonly type = IP;
  readonly bytes: Bytes;
  constructor(bytes: Bytes) {
    super();
    this.bytes = bytes;
  }
  override get size(): number {
    return this.bytes.length;
  }
  equals(other: CelValue): boolean | CelError {
    return other instanceof IpValue ? String(this) === String(other) : noSuchOverload;
  }
  override toString(): string {
    return addressText(this.bytes);
  }
}

export class CidrValue extends CelObject {
  readonly type = CIDR;
  readonly bytes: Bytes;
  /** The length of the prefix. */
  readonly bits: number;
  constructor(bytes: Bytes, bits: number) {
    super();
    this.bytes = bytes;
    this.bits = bits;
  }
  override get size(): number {
    return Math.ceil(this.bits / 8);
  }
  equals(other: CelValue): boolean | CelError {
    return other instanceof CidrValue ? String(this) === String(other) : noSuchOverload;
  }
  override toString(): string {
    return `${addressText(this.bytes)}/${this.bits}`;
  }
  /** True if `bytes` begin with the first `bits` bits. */
  contains(bytes: Bytes, bits = this.bits): boolean {
    const theirs = masked(bytes, bits);
    return (
      theirs.length === this.bytes.length && masked(this.bytes, bits).every((byte, i) => byte === theirs[i])
    );
  }
}

function masked(bytes: Bytes, bits: number): Bytes {
  return bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * index))) & 0xff);
}

function parseIp(text: string): IpValue | CelError {
  const parsed = parseAddress(text);
  if (parsed instanceof AddressProblem) {
    return new CelError(
      `IP Address ${goQuote(text)} parse error during conversion from string: ${parsed.message}`,
    );
  }
  if (parsed.zone !== '') return new CelError(`IP address ${goQuote(text)} with zone value is not allowed`);
  if (isMapped(parsed.bytes)) return mappedError(text);
  return new IpValue(parsed.bytes);
}

function mappedError(text: string): CelError {
  return new CelError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
}

/** netip.ParsePrefix, without addresses that map IPv4. */
function parsePrefix(text: string): CidrValue | CelError {
  const problem = (reason: string) =>
    new CelError(
      `network address parse error during conversion from string: netip.ParsePrefix(${goQuote(text)}): ${reason}`,
    );
  const slash = text.lastIndexOf('/');
  if (slash < 0) return problem("no '/'");
  const address = parseAddress(text.slice(0, slash));
  if (address instanceof AddressProblem) return problem(address.message);
  const { bytes, zone } = address;
  if (zone !== '') return problem('IPv6 zones cannot be present in a prefix');
  const digits = text.slice(slash + 1);
  if (!/^(\d|[1-9]\d+)$/.test(digits) || BigInt(digits) >= 2n ** 63n)
    return problem(`bad bits after slash: ${goQuote(digits)}`);
  if (Number(digits) > 8 * bytes.length) return problem('prefix length out of range');
  return isMapped(bytes) ? mappedError(text) : new CidrValue(bytes, Number(digits));
}

function cidr(text: string): CidrValue | CelError {
  const parsed = parsePrefix(text);
  if (parsed instanceof CidrValue) return parsed;
  return new CelError(`network address parse error during conversion from string: ${parsed.message}`);
}

function containsIp(network: CidrValue, address: CelValue): boolean | CelError {
  const ip = typeof address === 'string' ? parseIp(address) : address;
  // A text that is no address gives this error and not its own.
  return ip instanceof IpValue ? network.contains(ip.bytes) : noSuchOverload;
}

function containsCidr(network: CidrValue, inner: CelValue): boolean | CelError {
  const other = typeof inner === 'string' ? cidr(inner) : inner;
  if (other instanceof CelError) return other;
  if (!(other instanceof CidrValue)) return noSuchOverload;
  return network.bits <= other.bits && network.contains(other.bytes);
}

function startsWith(bytes: Bytes, ...prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

function isLinkLocalUnicast({ bytes }: IpValue): boolean {
  return bytes.length === 4
    ? startsWith(bytes, 169, 254)
    : bytes[0] === 0xfe && ((bytes[1] ?? 0) & 0xc0) === 0x80;
}

function isLinkLocalMulticast({ bytes }: IpValue): boolean {
  return bytes.length === 4
    ? startsWith(bytes, 224, 0, 0)
    : bytes[0] === 0xff && ((bytes[1] ?? 0) & 0x0f) === 2;
}

function isLoopback(ip: IpValue): boolean {
  return ip.bytes.length === 4 ? ip.bytes[0] === 127 : String(ip) === '::1';
}

function isUnspecified({ bytes }: IpValue): boolean {
  return bytes.every((byte) => byte === 0);
}

function isGlobalUnicast(ip: IpValue): boolean {
  const [first = 0] = ip.bytes;
  const isMulticast = ip.bytes.length === 4 ? (first & 0xf0) === 0xe0 : first === 0xff;
  if (String(ip) === '255.255.255.255') return false;
  return !isUnspecified(ip) && !isLoopback(ip) && !isMulticast && !isLinkLocalUnicast(ip);
}

const readsTwice: Costs = {
  cost: ([text]) => readCost(text, 2),
  estimate: (args) => ({ cost: scale(argument(args, 0).size, 2 * stringTraversalFactor) }),
};

/** Compares up to `extra` more times than twice, and may read a text. */
function containsCosts(network: boolean, text: boolean): Costs {
  return {
    cost: ([cidrValue, other]) => {
      const base = readCost(cidrValue, 2) + (network ? readCost(cidrValue) + 1 : 0);
      return base + (text ? readCost(other) : 0);
    },
    estimate: (args) => {
      const bytes = { min: 4, max: 16 };
      let cost = scale({ min: 8, max: 32 }, stringTraversalFactor);
      if (network) cost = plus(plus(cost, scale(bytes, stringTraversalFactor)), fixed(1));
      // The size of a text is taken as a cost, which is the same numbers.
      if (text) cost = plus(cost, scale(argument(args, 1).size, stringTraversalFactor));
      return { cost };
    },
  };
}

export const ip: readonly Overload[] = [
  fn('ip', 'string_to_ip', [STRING], IP, parseIp, readsFirst),
  fn('isIP', 'is_ip', [STRING], BOOL, (text: string) => parseIp(text) instanceof IpValue, readsFirst),
  fn(
    'ip.isCanonical',
    'ip_is_canonical',
    [STRING],
    BOOL,
    (text: string) => {
      const parsed = parseIp(text);
      return parsed instanceof CelError ? parsed : String(parsed) === text;
    },
    readsTwice,
  ),
  fn('string', 'ip_to_string', [IP], STRING, (value: IpValue) => String(value)),
  method('family', 'ip_family', [IP], INT, (value: IpValue) => (value.bytes.length === 4 ? 4n : 6n)),
  method('isUnspecified', 'ip_is_unspecified', [IP], BOOL, isUnspecified),
  method('isLoopback', 'ip_is_loopback', [IP], BOOL, isLoopback),
  method('isLinkLocalMulticast', 'ip_is_link_local_multicast', [IP], BOOL, isLinkLocalMulticast),
  method('isLinkLocalUnicast', 'ip_is_link_local_unicast', [IP], BOOL, isLinkLocalUnicast),
  method('isGlobalUnicast', 'ip_is_global_unicast', [IP], BOOL, isGlobalUnicast),
];

export const cidrs: readonly Overload[] = [
  fn('cidr', 'string_to_cidr', [STRING], CIDR, cidr, readsFirst),
  fn(
    'isCIDR',
    'is_cidr',
    [STRING],
    BOOL,
    (text: string) => parsePrefix(text) instanceof CidrValue,
    readsFirst,
  ),
  fn('string', 'cidr_to_string', [CIDR], STRING, (value: CidrValue) => String(value)),
  method(
    'containsIP',
    'cidr_contains_ip_string',
    [CIDR, STRING],
    BOOL,
    containsIp,
    containsCosts(false, true),
  ),
  method('containsIP', 'cidr_contains_ip_ip', [CIDR, IP], BOOL, containsIp, containsCosts(false, false)),
  method(
    'containsCIDR',
    'cidr_contains_cidr_string',
    [CIDR, STRING],
    BOOL,
    containsCidr,
    containsCosts(true, true),
  ),
  method('containsCIDR', 'cidr_contains_cidr', [CIDR, CIDR], BOOL, containsCidr, containsCosts(true, false)),
  method('ip', 'cidr_ip', [CIDR], IP, (value: CidrValue) => new IpValue(value.bytes)),
  method('prefixLength', 'cidr_prefix_length', [CIDR], INT, (value: CidrValue) => BigInt(value.bits)),
  method(
    'masked',
    'cidr_masked',
    [CIDR],
    CIDR,
    (value: CidrValue) => new CidrValue(masked(value.bytes, value.bits), value.bits),
  ),
];
