import type { X509Certificate } from 'node:crypto';
import { builtin } from '../util/builtin.js';

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/** What is wrong with a CA bundle, or undefined: it holds at least one certificate that can be read (as Go's CertPool). */
export function caProblem(pem: string): string | undefined {
  // By index, not by a pattern: one that looks for an end from every beginning takes quadratic time.
  for (let from = pem.indexOf(begin); from !== -1; from = pem.indexOf(begin, from + 1)) {
    const to = pem.indexOf(end, from);
    if (to === -1) break;
    if (certificateOf(pem.slice(from, to + end.length)) !== undefined) return undefined;
    from = to;
  }
  return 'expected PEM with at least one certificate';
}

/** What is wrong with a client certificate and its key, or undefined. The text says nothing of what stands in them. */
export function keyPairProblem(cert: string, key: string): string | undefined {
  const certificate = certificateOf(cert);
  if (certificate === undefined) return 'the certificate is not PEM that can be read, expected a certificate';
  let matches: boolean;
  try {
    matches = certificate.checkPrivateKey(builtin('node:crypto').createPrivateKey(key));
  } catch {
    // OpenSSL's reason says nothing that helps and might quote the key.
    return 'the key is not PEM that can be read, expected an unencrypted private key';
  }
  return matches ? undefined : 'the key does not belong to the certificate, expected a matching pair';
}

function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new (builtin('node:crypto').X509Certificate)(pem);
  } catch {
    // Not a certificate: that is the answer.
    return undefined;
  }
}
