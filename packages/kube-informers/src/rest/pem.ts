import type { X509Certificate } from 'node:crypto';
import { builtin } from '../util/builtin.js';

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/**
 * Returns the certificates of a CA bundle one by one, without those that cannot be read (as in Go's CertPool).
 *
 * OpenSSL ignores everything after the first that it cannot read.
 */
export function readableCertificates(pem: string): string[] {
  const found: string[] = [];
  for (const part of pem.split(end).slice(0, -1)) {
    const from = part.lastIndexOf(begin);
    const certificate = part.slice(from) + end;
    if (from !== -1 && certificateOf(certificate) !== undefined) found.push(certificate);
  }
  return found;
}

/** Describes the problem with a CA bundle; undefined if at least one certificate is readable. */
export function caProblem(pem: string): string | undefined {
  return readableCertificates(pem).length > 0 ? undefined : 'expected PEM with at least one certificate';
}

/** Describes the problem with a client certificate and its key; undefined if they are valid. Never quotes them. */
export function keyPairProblem(cert: string, key: string): string | undefined {
  const certificate = certificateOf(cert);
  if (certificate === undefined) return 'the certificate is not valid PEM, expected a certificate';
  let matches: boolean;
  try {
    matches = certificate.checkPrivateKey(builtin('node:crypto').createPrivateKey(key));
  } catch {
    // OpenSSL's reason is not helpful and might quote the key.
    return 'the key is not valid PEM, expected an unencrypted private key';
  }
  return matches ? undefined : 'the key does not belong to the certificate, expected a matching pair';
}

function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new (builtin('node:crypto').X509Certificate)(pem);
  } catch {
    // Not a certificate.
    return undefined;
  }
}
