/** Longest name that is made from a path; longer ones are cut and numbered. */
const maxNameLength = 120;

/** Words that cannot name a constant or an import. */
const reserved: ReadonlySet<string> = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package private ' +
    'protected public return static super switch this throw true try typeof undefined var void while with yield ' +
    // Names of a CommonJS module.
    'exports module require ' +
    // Names of types.
    'any bigint boolean never number object string symbol unknown'
  ).split(' '),
);

/** Returns the part of a type's name for one field: `targetRef` → `TargetRef`, `x-y` → `XY`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, maxNameLength);
}

/** Returns the name of one item of a list: `containers` → `container`; with `Item` where English has no rule. */
export function singularOf(name: string): string {
  if (/series$/i.test(name)) return `${name}Item`;
  if (/ies$/i.test(name) && name.length > 4) return `${name.slice(0, -3)}y`;
  if (/(?:ss|x|zz|tch|nch|sh)es$/i.test(name)) return name.slice(0, -2);
  if (/[^sui]s$/i.test(name) && name.length > 3) return name.slice(0, -1);
  return `${name}Item`;
}

/** Returns the name of a resource's constant: `certificaterequests` of CertificateRequest → `certificateRequests`. */
export function constantName(resource: string, kind: string): string {
  const start = kind.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (capitals) => capitals.toLowerCase());
  const lower = start.toLowerCase();
  let same = 0;
  while (same < lower.length && lower[same] === resource[same]) same++;
  const words = (start.slice(0, same) + resource.slice(same)).split(/[^A-Za-z0-9]+/);
  const [first = '', ...others] = words;
  const name = first + others.map(pascalCase).join('');
  const usable = /^[A-Za-z]/.test(name) ? name : `resource${pascalCase(name)}`;
  return reserved.has(usable) ? `${usable}Resource` : usable;
}

/** Names that are used in one file; each is given once. */
export class UniqueNames {
  readonly #used = new Set<string>(reserved);
  /** The number to try next for each name that is taken. */
  readonly #next = new Map<string, number>();

  /** True if the name is not used yet. */
  isFree(name: string): boolean {
    return !this.#used.has(name);
  }

  /** Returns the first free one of the names, or the first with a number; it is used from then on. */
  take(...wanted: readonly [string, ...string[]]): string {
    const name = wanted.find((each) => this.isFree(each)) ?? this.#numbered(wanted[0]);
    this.#used.add(name);
    return name;
  }

  #numbered(name: string): string {
    let number = this.#next.get(name) ?? 2;
    while (!this.isFree(`${name}${number}`)) number++;
    this.#next.set(name, number + 1);
    return `${name}${number}`;
  }
}

/** Returns the name of a type by its path, cut if it is very long. */
export function pathName(parts: readonly string[]): string {
  const name = parts.map(pascalCase).join('');
  return name.length > maxNameLength ? name.slice(0, maxNameLength) : name;
}
