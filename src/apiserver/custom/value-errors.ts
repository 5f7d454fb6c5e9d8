import { invalidField } from '../../meta/field-error.js';
import type { FieldError } from '../../meta/field-error.js';

const noField = '<nil>';

/** Where in an object a validation is, as its errors say it. `root` is the field that the whole value is, "" for an object. */
export class ValueErrors {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** The whole path of a value, for an error of its own. */
  field(path: string): string {
    const own = path.replace(/^\./, '');
    if (own === '') return this.#root === '' ? noField : this.#root;
    return this.#root === '' ? own : `${this.#root}.${own}`;
  }

  /** An error that the server tells of the whole object, whose text names the value. */
  general(text: string): FieldError {
    return invalidField(this.#root === '' ? noField : this.#root, '', text);
  }

  /** An error of a value that breaks a rule. */
  invalid(path: string, value: unknown, text: string): FieldError {
    return invalidField(this.field(path), value ?? '', `${path} in body ${text}`);
  }
}
