import { StatusError } from 'kube-informers';

/** An object that is stored in another version, and that only a webhook could convert. */
export class UndecodableError extends StatusError {
  /** The storage key of the object. */
  readonly key: string;

  constructor(key: string, revision: number, why: string) {
    const message = `object not decodable revision=${revision}: ${why}`;
    super({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 });
    this.key = key;
  }
}
