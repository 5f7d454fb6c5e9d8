import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyPairProblem } from '../rest/tls.js';
import { makeCertificate } from './x509.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

const notBeforeMs = Date.UTC(2026, 10, 1);
const notAfterMs = Date.UTC(2027, 1, 1);
const hosts = ['hooks.shop.svc', 'hooks.shop.svc.cluster.local', '127.0.0.1', '::1', '2001:db8::7:0:1'];

test('a made certificate is for its hosts and its time, and belongs to its key', () => {
  const { ca, cert, key } = makeCertificate({ hosts, notBeforeMs, notAfterMs });
  const certificate = new X509Certificate(cert);
  const authority = new X509Certificate(ca);
  expect(keyPairProblem(cert, key)).toBeUndefined();
  expect(certificate.verify(authority.publicKey)).toBe(true);
  expect(certificate.checkIssued(authority)).toBe(true);
  expect([authority.ca, certificate.ca]).toEqual([true, false]);
  expect(certificate.checkHost('hooks.shop.svc')).toBe('hooks.shop.svc');
  expect(certificate.checkHost('other.shop.svc')).toBeUndefined();
  for (const address of hosts.slice(2)) expect(certificate.checkIP(address)).toBe(address);
  expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
  expect(Date.parse(certificate.validFrom)).toBe(notBeforeMs);
  expect(Date.parse(certificate.validTo)).toBe(notAfterMs);
});

test('two certificates have other authorities, names and serial numbers', () => {
  const [one, two] = [1, 2].map(() => makeCertificate({ hosts, notBeforeMs, notAfterMs }));
  const serials = [one, two].flatMap((each) =>
    [each?.ca ?? '', each?.cert ?? ''].map((pem) => new X509Certificate(pem).serialNumber),
  );
  expect(new Set(serials).size).toBe(4);
  const [first, second] = [one, two].map((each) => new X509Certificate(each?.ca ?? ''));
  expect(first?.subject).not.toBe(second?.subject);
  expect(new X509Certificate(one?.cert ?? '').checkIssued(second as X509Certificate)).toBe(false);
});

test('a time from 2050 on is written in full', () => {
  const { cert } = makeCertificate({
    hosts: ['a'],
    notBeforeMs: Date.UTC(2049, 11, 31),
    notAfterMs: Date.UTC(2050, 0, 1),
  });
  expect(new X509Certificate(cert).validTo).toContain('2050');
});

test.runIf(hasOpenssl)('openssl verifies made certificates strictly, and reads each part of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'x509-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): string => {
    const { stdout, stderr, status } = spawnSync('openssl', args, { encoding: 'utf8' });
    expect(stderr, args.join(' ')).toBe('');
    expect(status).toBe(0);
    return stdout;
  };
  for (let round = 0; round < 20; round++) {
    const made = makeCertificate({ hosts, notBeforeMs, notAfterMs });
    for (const [name, pem] of Object.entries(made)) writeFileSync(file(name), pem);
    const at = String((notBeforeMs + notAfterMs) / 2000);
    expect(
      openssl(
        'verify',
        '-x509_strict',
        '-purpose',
        'sslserver',
        '-attime',
        at,
        '-verify_hostname',
        'hooks.shop.svc',
        '-CAfile',
        file('ca'),
        file('cert'),
      ),
    ).toContain('OK');
  }
  const text = openssl('x509', '-in', file('cert'), '-noout', '-text');
  for (const part of [
    'Version: 3',
    'ecdsa-with-SHA256',
    'NIST CURVE: P-256',
    'TLS Web Server Authentication',
    'X509v3 Basic Constraints: critical',
    'CA:FALSE',
    'Digital Signature',
    'DNS:hooks.shop.svc, DNS:hooks.shop.svc.cluster.local, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:2001:DB8:0:0:0:7:0:1',
  ])
    expect(text).toContain(part);
  const authority = openssl('x509', '-in', file('ca'), '-noout', '-text');
  for (const part of ['CA:TRUE, pathlen:0', 'Certificate Sign, CRL Sign', 'X509v3 Subject Key Identifier'])
    expect(authority).toContain(part);
  expect(openssl('pkey', '-in', file('key'), '-noout', '-text')).toContain('P-256');
});
