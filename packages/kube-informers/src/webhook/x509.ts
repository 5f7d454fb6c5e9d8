import type { KeyObject } from 'node:crypto';
import { builtin } from '../util/builtin.js';

/*
 * Makes X.509 certificates (RFC 5280) of ECDSA with P-256 and SHA-256. Node signs and makes keys, but writes no certificates; a
 * library for them is larger than the rest of this entry. `openssl` and kube-apiserver judge them in the tests.
 */

/** A certificate for hosts, its key, and the certificate of the authority that has signed it. All are PEM. */
export interface MadeCertificate {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** What a certificate is for. */
export interface CertificateRequest {
  /** DNS names and addresses of the server. */
  readonly hosts: readonly string[];
  /** Milliseconds since the epoch; a certificate has whole seconds. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** What the common name of each authority begins with. */
export const authorityName = 'kube-informers webhook CA';

/**
 * Makes a certificate and an authority for it alone. The key of the authority is forgotten, so nobody can sign another one.
 */
export function makeCertificate({ hosts, notBeforeMs, notAfterMs }: CertificateRequest): MadeCertificate {
  const { generateKeyPairSync, randomBytes } = builtin('node:crypto');
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Authorities of different times must not be taken for each other.
  const issuer = name(`${authorityName} ${randomBytes(4).toString('hex')}`);
  const validity = sequence(time(notBeforeMs), time(notAfterMs));
  const authorityId = keyId(authority.publicKey);
  const signed = (subject: Buffer, key: KeyObject, extensions: readonly Buffer[]): string =>
    sign(
      sequence(
        explicit(0, integer(Buffer.of(2))), // version 3
        integer(serialNumber(randomBytes(16))),
        ecdsaWithSha256,
        issuer,
        validity,
        subject,
        key.export({ type: 'spki', format: 'der' }),
        explicit(
          3,
          sequence(...extensions, extension('2.5.29.14', octets(keyId(key))), issuedBy(authorityId)),
        ),
      ),
      authority.privateKey,
    );
  return {
    ca: signed(issuer, authority.publicKey, [
      extension('2.5.29.19', sequence(boolean(true), integer(Buffer.of(0))), true), // basicConstraints: an authority of servers
      extension('2.5.29.15', bits(1, 0x06), true), // keyUsage: keyCertSign, cRLSign
    ]),
    cert: signed(name('kube-informers webhook'), own.publicKey, [
      extension('2.5.29.19', sequence(), true),
      extension('2.5.29.15', bits(7, 0x80), true), // keyUsage: digitalSignature
      extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))), // extKeyUsage: serverAuth
      extension('2.5.29.17', sequence(...hosts.map(alternativeName))),
    ]),
    key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function sign(content: Buffer, key: KeyObject): string {
  const signature = builtin('node:crypto').sign('sha256', content, key);
  const text = sequence(content, ecdsaWithSha256, tagged(0x03, Buffer.of(0), signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${(text.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Positive and at most 20 bytes, as section 4.1.2.2 asks. */
function serialNumber(random: Buffer): Buffer {
  return Buffer.concat([Buffer.of(((random[0] ?? 0) & 0x7f) | 0x40), random.subarray(1)]);
}

/** RFC 7093, section 2, method 1: of the key's bits, which are the last 65 bytes of its SubjectPublicKeyInfo. */
function keyId(key: KeyObject): Buffer {
  const point = key.export({ type: 'spki', format: 'der' }).subarray(-65);
  return builtin('node:crypto').createHash('sha256').update(point).digest().subarray(0, 20);
}

function issuedBy(authorityId: Buffer): Buffer {
  return extension('2.5.29.35', sequence(tagged(0x80, authorityId)));
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));
}

function name(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(commonName)))));
}

/** A dNSName, or an iPAddress in bytes. */
function alternativeName(host: string): Buffer {
  const address = addressBytes(host);
  return address === undefined ? tagged(0x82, Buffer.from(host)) : tagged(0x87, address);
}

function addressBytes(host: string): Buffer | undefined {
  const version = builtin('node:net').isIP(host);
  if (version === 0) return undefined;
  if (version === 4) return Buffer.from(host.split('.').map(Number));
  // A URL has the eight groups without their zeros; only `::` stands for several.
  const [left = '', right] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (part = ''): number[] =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16));
  const [first, last] = [groups(left), groups(right)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

/** Until 2049 as UTCTime, as section 4.1.2.5 asks. */
function time(epochMs: number): Buffer {
  const text = `${new Date(epochMs).toISOString().replace(/[-:T]|\..*/g, '')}Z`;
  return text < '2050' ? tagged(0x17, Buffer.from(text.slice(2))) : tagged(0x18, Buffer.from(text));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function explicit(tag: number, content: Buffer): Buffer {
  return tagged(0xa0 | tag, content);
}

function octets(content: Buffer): Buffer {
  return tagged(0x04, content);
}

function bits(unused: number, byte: number): Buffer {
  return tagged(0x03, Buffer.of(unused, byte));
}

function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.of(value ? 0xff : 0));
}

/** Of bytes whose first bit is 0, and whose first byte is not, unless it is the only one. */
function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const inBase128 = (value: number): number[] => {
    const digits = [value & 0x7f];
    for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  };
  return tagged(0x06, Buffer.from([40 * first + second, ...rest].flatMap(inBase128)));
}

/** A tag, the length, and the content (X.690, section 8.1). */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const lengthBytes: number[] = [];
  for (let left = length; left > 0; left >>= 8) lengthBytes.unshift(left & 0xff);
  const head = length < 0x80 ? [length] : [0x80 | lengthBytes.length, ...lengthBytes];
  return Buffer.concat([Buffer.of(tag, ...head), ...parts]);
}

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
