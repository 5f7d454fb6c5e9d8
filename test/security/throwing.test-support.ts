/** Throws at one use of the objects that it wraps: each property read and each call is a use. */
export class Trap {
  readonly #wrapped = new WeakMap<object, object>();
  readonly #thrown: () => unknown;
  #uses = 0;
  #throwAt = Infinity;

  /** `thrown` returns what is thrown. */
  constructor(thrown: () => unknown) {
    this.#thrown = thrown;
  }

  /** Arms the trap for the n-th use from now; `Infinity` for none. */
  arm(throwAt: number): void {
    this.#uses = 0;
    this.#throwAt = throwAt;
  }

  /** True if it has thrown since it was armed. */
  get sprung(): boolean {
    return this.#uses >= this.#throwAt;
  }

  /** Returns the object, whose members, and the objects that its methods return, are in the trap. */
  wrap<T>(value: T): T {
    // The proxies and copies have the members of what they stand for.
    return this.#wrap(value) as T;
  }

  #use(): void {
    if (++this.#uses === this.#throwAt) throw this.#thrown();
  }

  #wrap(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.#wrap(item));
    if (typeof value !== 'object' || value === null || !isInstance(value)) return value;
    const known = this.#wrapped.get(value);
    if (known !== undefined) return known;
    const methods = new Map<PropertyKey, unknown>();
    const proxy = new Proxy(value, {
      get: (target, name) => {
        this.#use();
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return this.#wrap(member);
        if (!methods.has(name))
          methods.set(name, (...parameters: unknown[]) => {
            this.#use();
            return this.#wrap(Reflect.apply(member, target, parameters));
          });
        return methods.get(name);
      },
    });
    this.#wrapped.set(value, proxy);
    return proxy;
  }
}

/** True for an object with methods other than a platform's signal; data is passed on as it is. */
function isInstance(value: object): boolean {
  if (value instanceof AbortSignal) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype !== null && prototype !== Object.prototype) ||
    Object.values(value).some((member) => typeof member === 'function')
  );
}
