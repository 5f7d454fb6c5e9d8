import type { FieldError } from 'kube-informers';
import { invalidField } from 'kube-informers/internal';

const noField = '<nil>';

/** Creates validation errors with their paths. `root` is the path of the whole value, "" for an object. */
export class ValueErrors {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the full path of a value. */
  field(path: string): string {
    const own = path.replace(/^\./, '');
    if (own === '') return this.#root === '' ? noField : this.#root;
    return this.#root === '' ? own : `${this.#root}.${own}`;
  }

  /** Creates an error for the whole object, whose message names the value. */
  general(text: string): FieldError {
    return invalidField(this.#root === '' ? noField : this.#root, '', text);
  }

  /** Creates an error for an invalid value. */
  invalid(path: string, value: unknown, text: string): FieldError {
    return invalidField(this.field(path), value ?? '', `${path} in body ${text}`);
  }
}
