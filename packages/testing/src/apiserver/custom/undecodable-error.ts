import { StatusError } from 'kube-informers';

/** An object that is stored in another version, and that the webhook did not convert. */
export class UndecodableError extends StatusError {
  /** The storage key of the object. */
  readonly key: string;

  constructor(key: string, revision: number, why: string) {
    const message = `object not decodable revision=${revision}: ${why}`;
    super({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 });
    this.key = key;
  }
}

/** An object that the webhook has not converted yet: once it has, what met the object can be tried again. */
export class NotConvertedError extends UndecodableError {
  /** Has the webhook convert it. Rejects with the reason if it does not. */
  readonly convert: () => Promise<void>;
  /** Drops what was converted. Called at the end of what met the object. */
  readonly forget: (() => void) | undefined;

  constructor(key: string, revision: number, convert: () => Promise<void>, forget?: () => void) {
    super(key, revision, 'not converted yet');
    this.convert = convert;
    this.forget = forget;
  }
}

/** Does what reads objects in another version, and again whenever it has met one that had to be converted first. */
export async function withConversions<T>(act: () => T | Promise<T>): Promise<T> {
  const met: NotConvertedError[] = [];
  try {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof NotConvertedError)) throw error;
        met.push(error);
        await error.convert();
      }
    }
  } finally {
    for (const each of met) each.forget?.();
  }
}
