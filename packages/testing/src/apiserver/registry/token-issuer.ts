import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Who issues the tokens of service accounts, and for whom by default. */
export const tokenIssuer = 'https://kubernetes.default.svc.cluster.local';

const algorithm = 'ES256';

/** Signs the tokens of service accounts, and publishes the key that verifies them. */
export class TokenIssuer {
  #made: { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly id: string } | undefined;

  /** Returns a JWT with these claims. */
  sign(claims: object): string {
    const { privateKey, id } = this.#key();
    const text = `${encoded({ alg: algorithm, kid: id })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }

  /** GET /openid/v1/jwks. */
  keySet(): object {
    const { publicKey, id } = this.#key();
    const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
    return { keys: [{ use: 'sig', kty, kid: id, crv, alg: algorithm, x, y }] };
  }

  /** GET /.well-known/openid-configuration, of a server at this URL. */
  configuration(url: string): object {
    return {
      issuer: tokenIssuer,
      jwks_uri: `${url}/openid/v1/jwks`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [algorithm],
    };
  }

  /** Made when it is first needed: most tests use no tokens. */
  #key(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly id: string } {
    if (this.#made !== undefined) return this.#made;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const der = publicKey.export({ type: 'spki', format: 'der' });
    this.#made = { privateKey, publicKey, id: createHash('sha256').update(der).digest('base64url') };
    return this.#made;
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
