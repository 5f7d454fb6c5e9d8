type Form = Readonly<Record<string, unknown>>;

/** Values that a form is given if it does not say which, for strings with a pattern that most random texts do not have. */
const texts = ['a', 'example.com', 'https://a.example/b', '10s', '5Gi', 'v1', '0', '*/5 * * * *', ''];

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Random values of the forms in a definition (`openAPIV3Schema`). The same seed makes the same values. */
export class RandomValues {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a value of a form; it may break rules that a form cannot be asked for, such as a pattern. */
  value(form: Form): unknown {
    if (form['nullable'] === true && this.#chance(0.05)) return null;
    const { enum: allowed } = form;
    if (Array.isArray(allowed) && allowed.length > 0) return this.#oneOf(allowed as readonly unknown[]);
    if (form['x-kubernetes-int-or-string'] === true)
      return this.#chance(0.5) ? this.#whole(0, 100) : `${this.#whole(0, 100)}%`;
    switch (form['type']) {
      case 'object':
        return this.#object(form);
      case 'array':
        return this.#list(form);
      case 'integer':
        return this.#integer(form);
      case 'number':
        return this.#integer(form) + (this.#chance(0.5) ? 0 : 0.25);
      case 'boolean':
        return this.#chance(0.5);
      case 'string':
        return this.#text(form);
      default:
        // Anything: the form does not say.
        return this.#chance(0.5) ? this.word() : { [this.word()]: this.#whole(0, 9) };
    }
  }

  /** Returns some letters. */
  word(length = this.#whole(1, 8)): string {
    return Array.from({ length }, () => letters[this.#whole(0, letters.length - 1)]).join('');
  }

  #object(form: Form): Record<string, unknown> {
    const required = new Set(listIn(form, 'required'));
    const made: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(formIn(form, 'properties') ?? {}))
      if (required.has(name) || this.#chance(0.7)) made[name] = this.value(part as Form);
    const others = form['additionalProperties'];
    const isFree = others === true || form['x-kubernetes-preserve-unknown-fields'] === true;
    const each = isFree ? {} : typeof others === 'object' && others !== null ? (others as Form) : undefined;
    const least = numberIn(form, 'minProperties') ?? 0;
    const count = each === undefined ? 0 : Math.max(least, this.#whole(0, 2));
    for (let index = 0; index < count; index++) made[this.word()] = this.value(each ?? {});
    if (form['x-kubernetes-embedded-resource'] === true)
      Object.assign(made, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: this.word() } });
    return made;
  }

  #list(form: Form): unknown[] {
    const least = numberIn(form, 'minItems') ?? 0;
    const most = Math.min(numberIn(form, 'maxItems') ?? Infinity, least + 3);
    const items = formIn(form, 'items') ?? {};
    const made = Array.from({ length: this.#whole(least, most) }, () => this.value(items));
    const keys = listIn(form, 'x-kubernetes-list-map-keys');
    const type = form['x-kubernetes-list-type'];
    if (type !== 'map' && type !== 'set') return made;
    const keyOf = (item: unknown): string =>
      JSON.stringify(type === 'set' ? item : keys.map((key) => (item as Form | null)?.[String(key)]));
    return [...new Map(made.map((item) => [keyOf(item), item])).values()];
  }

  #integer(form: Form): number {
    const step = numberIn(form, 'multipleOf') ?? 1;
    let [least, most] = [numberIn(form, 'minimum'), numberIn(form, 'maximum')];
    if (least !== undefined && form['exclusiveMinimum'] === true) least += step;
    if (most !== undefined && form['exclusiveMaximum'] === true) most -= step;
    least ??= most === undefined ? 0 : most - 1000;
    most ??= least + 1000;
    return step * this.#whole(Math.ceil(least / step), Math.floor(most / step));
  }

  #text(form: Form): string {
    switch (form['format']) {
      case 'date-time':
        return `${new Date(this.#whole(0, 4_000_000_000) * 1000).toISOString().slice(0, 19)}Z`;
      case 'date':
        return new Date(this.#whole(0, 4_000_000_000) * 1000).toISOString().slice(0, 10);
      case 'byte':
        return Buffer.from(this.word()).toString('base64');
      case 'duration':
        return `${this.#whole(1, 59)}s`;
      case 'ipv4':
        return [10, 0, this.#whole(0, 255), this.#whole(0, 255)].join('.');
      case 'uri':
        return `https://${this.word()}.example/${this.word()}`;
      case 'uuid':
        return `00000000-0000-4000-8000-${String(this.#whole(0, 999_999)).padStart(12, '0')}`;
    }
    if (form['pattern'] !== undefined) return this.#oneOf(texts);
    const least = numberIn(form, 'minLength') ?? 0;
    const most = Math.min(numberIn(form, 'maxLength') ?? Infinity, least + 12);
    return this.word(this.#whole(least, most));
  }

  #oneOf<T>(values: readonly T[]): T {
    // The list is not empty.
    return values[this.#whole(0, values.length - 1)] as T;
  }

  #chance(share: number): boolean {
    return this.#next() < share;
  }

  /** A whole number of a range, both ends included. */
  #whole(least: number, most: number): number {
    return least + Math.floor(this.#next() * (Math.max(most, least) - least + 1));
  }

  /** In [0, 1): mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function numberIn(form: Form, name: string): number | undefined {
  const value = form[name];
  return typeof value === 'number' ? value : undefined;
}

function listIn(form: Form, name: string): readonly unknown[] {
  const value = form[name];
  return Array.isArray(value) ? value : [];
}

function formIn(form: Form, name: string): Form | undefined {
  const value = form[name];
  return typeof value === 'object' && value !== null ? (value as Form) : undefined;
}
