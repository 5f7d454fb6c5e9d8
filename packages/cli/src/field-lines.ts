import type * as Yaml from 'yaml';

/** Longer paths are followed this far. */
const mostPathCharacters = 2000;

/** Where a value is written. */
interface Place {
  readonly line: number;
  readonly node: unknown;
}

/** Finds the lines of an object's fields in the YAML or JSON that it was read from. */
export class FieldLines {
  readonly #yaml: typeof Yaml;
  readonly #document: Yaml.Document;
  readonly #counter: Yaml.LineCounter;
  readonly #linesBefore: number;
  readonly #keys = new Map<Yaml.YAMLMap, ReadonlyMap<string, Place>>();
  /** What each alias stands for. */
  readonly #targets = new Map<Yaml.Alias, Yaml.Node>();

  /** `text` is one document that could be read; it begins at line `firstLine` of its file. */
  constructor(yaml: typeof Yaml, text: string, firstLine: number) {
    this.#yaml = yaml;
    this.#counter = new yaml.LineCounter();
    this.#linesBefore = firstLine - 1;
    this.#document = yaml.parseDocument(text, {
      schema: 'failsafe',
      version: '1.1',
      merge: true,
      resolveKnownTags: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: this.#counter,
    });
    const anchors = new Map<string, Yaml.Node>();
    yaml.visit(this.#document, {
      Node: (_key, node) => {
        if (yaml.isAlias(node)) {
          const target = anchors.get(node.source);
          if (target !== undefined) this.#targets.set(node, target);
        } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
      },
    });
    // Now, so that mappings that merge others, which merge others, are not recursive later.
    yaml.visit(this.#document, {
      Map: (_key, node) => {
        if (node.items.some(isMerge)) this.#keysOf(node);
      },
    });
  }

  /**
   * Returns the line of a field, `spec.containers[0].image`; of the nearest one around it if it is absent. Of a field that is
   * written more than once, that is the last, which counts.
   *
   * `items` leads to the object: the indexes of the items of lists, of the outer one first.
   */
  lineOf(items: readonly number[], field: string): number {
    const { contents } = this.#document;
    let place: Place = { line: this.#lineAt(contents, this.#linesBefore + 1), node: contents };
    let rest = '';
    for (const index of items) rest += `.items[${index}]`;
    place = this.#follow(place, rest);
    return this.#follow(place, field.slice(0, mostPathCharacters)).line;
  }

  #follow(from: Place, path: string): Place {
    let place = from;
    let rest = path;
    for (let step = this.#step(place, rest); step !== undefined; step = this.#step(place, rest))
      [place, rest] = step;
    return place;
  }

  /** Returns the place of the first part of a path, and the rest; undefined where it ends. */
  #step({ node, line }: Place, path: string): [Place, string] | undefined {
    const { isMap, isSeq } = this.#yaml;
    const target = this.#target(node);
    if (isSeq(target)) {
      const [part, index] = /^\[(\d{1,9})\]/.exec(path) ?? [];
      const item = index === undefined ? undefined : target.items[Number(index)];
      if (part === undefined || item === undefined) return undefined;
      return [{ line: this.#lineAt(item, line), node: item }, path.slice(part.length)];
    }
    if (!isMap(target)) return undefined;
    const keys = this.#keysOf(target);
    // Keys may have dots and brackets themselves: the longest that is there counts.
    const start = /^[.[]/.test(path) ? 1 : 0;
    const isBracket = path.startsWith('[');
    for (let end = path.length; end > start; end--) {
      const next = path.charAt(end);
      if (isBracket ? next !== ']' : next !== '' && next !== '.' && next !== '[') continue;
      const place = keys.get(path.slice(start, end));
      if (place !== undefined) return [place, path.slice(isBracket ? end + 1 : end)];
    }
    return undefined;
  }

  /** The keys of a mapping, with those that it merges. */
  #keysOf(map: Yaml.YAMLMap): ReadonlyMap<string, Place> {
    const { isMap, isScalar, isSeq } = this.#yaml;
    const known = this.#keys.get(map);
    if (known !== undefined) return known;
    const keys = new Map<string, Place>();
    this.#keys.set(map, keys);
    for (const pair of map.items) {
      const { key, value } = pair;
      if (isMerge(pair)) {
        // Where it is merged counts, and of several in a list, the first.
        for (const each of isSeq(value) ? value.items.toReversed() : [value]) {
          const merged = this.#target(each);
          if (isMap(merged)) for (const [name, place] of this.#keysOf(merged)) keys.set(name, place);
        }
      } else if (isScalar(key)) keys.set(String(key.value), { line: this.#lineAt(key, 0), node: value });
    }
    return keys;
  }

  #target(node: unknown): unknown {
    return this.#yaml.isAlias(node) ? this.#targets.get(node) : node;
  }

  #lineAt(node: unknown, otherwise: number): number {
    const offset = (node as Yaml.Node | null | undefined)?.range?.[0];
    return offset === undefined ? otherwise : this.#linesBefore + this.#counter.linePos(offset).line;
  }
}

/** The parser makes a symbol of `<<`. */
function isMerge({ key }: Yaml.Pair): boolean {
  return typeof (key as { readonly value?: unknown } | null)?.value === 'symbol';
}
