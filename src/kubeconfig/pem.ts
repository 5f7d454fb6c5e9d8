import type { X509Certificate } from 'node:crypto';
import { builtin } from '../util/builtin.js';

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/**
 * Describes the problem with a CA bundle; undefined if at least one certificate is readable (as in Go's CertPool).
 */
export function caProblem(pem: string): string | undefined {
  // By index instead of a pattern, which would take quadratic time without an end marker.
  for (let from = pem.indexOf(begin); from !== -1; from = pem.indexOf(begin, from + 1)) {
    const to = pem.indexOf(end, from);
    if (to === -1) break;
    if (certificateOf(pem.slice(from, to + end.length)) !== undefined) return undefined;
    from = to;
  }
  return 'expected PEM with at least one certificate';
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
