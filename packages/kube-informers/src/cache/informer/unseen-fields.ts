import type { FieldMask } from '../../meta/field-mask.js';
import type { KnownFields, ObjectType } from '../../meta/wire-format.js';
import { isDefaultLogger } from '../../util/logger.js';
import type { Logger } from '../../util/logger.js';
import { nearestName } from '../../util/known-options.js';
import { isObject } from '../../util/type-checks.js';
import { printable } from '../../util/shown.js';
import { fieldsOf } from '../../wire/json-format.js';

/** Objects that have to have `spec`, in a first list, before a member that none has of it is reported. */
const leastObjects = 10;

/** What most kinds have; a new object has no status. */
const usualMembers = ['metadata', 'spec', 'status', 'data'];

/** A path in `fields` that no object has had so far. */
interface UnseenPath {
  readonly names: readonly string[];
  /** Objects that have its first name. */
  withFirst: number;
  /** True if an object has its first two names. */
  hasSecond: boolean;
}

/** The informer that is looked at. */
export interface MaskedInformer {
  readonly name: string;
  readonly mask: FieldMask | undefined;
  readonly type: ObjectType | undefined;
  readonly logger: Logger;
}

/**
 * Warns once, after the first list, about names in `fields` that look wrong because no object of it has them.
 *
 * A field may be absent from all objects, so a correct name must not be reported: of a built-in kind, only what this version does
 * not know is; of another kind, a first or second name (`spek`, `spec.sise`) that none of at least ten objects has, and in the
 * metadata an unknown name. An empty list tells nothing.
 */
export class UnseenFields {
  readonly #informer: MaskedInformer;
  #paths: readonly UnseenPath[];
  #objects = 0;

  constructor(informer: MaskedInformer) {
    this.#informer = informer;
    this.#paths = (informer.mask?.paths ?? []).map((names) => ({ names, withFirst: 0, hasSecond: false }));
  }

  /** Looks at an object, until the first list is complete. */
  see(object: unknown): void {
    if (this.#paths.length === 0) return;
    this.#objects++;
    let isFound = false;
    for (const path of this.#paths) {
      const depth = depthOf(object, path.names, 0);
      if (depth > 0) path.withFirst++;
      if (depth > 1) path.hasSecond = true;
      isFound ||= depth === path.names.length;
    }
    if (isFound) this.#paths = this.#paths.filter(({ names }) => depthOf(object, names, 0) < names.length);
  }

  /** The first list is complete. */
  listed(): void {
    const paths = this.#paths;
    this.#paths = [];
    if (paths.length === 0 || this.#objects === 0) return;
    const { type, logger } = this.#informer;
    fieldsOf(type)
      .then((known) => {
        // Several paths may begin with the same wrong name.
        const wrong = new Map<string, string | undefined>();
        for (const path of paths) {
          const found = wrongName(path, this.#objects, known);
          if (found !== undefined) wrong.set(...found);
        }
        for (const [path, meant] of wrong) this.#warn(path, meant);
      })
      .catch((error: unknown) => logger.debug({ err: error }, 'the fields of a kind could not be loaded'));
  }

  #warn(path: string, meant: string | undefined): void {
    const { name, logger } = this.#informer;
    logger.warn({ informer: name, field: path, meant }, 'no object has a field that is named in fields');
    if (!isDefaultLogger(logger)) return;
    process.emitWarning(
      printable(
        `informer ${name} keeps the field ${path}, which no object of its first list has${meant === undefined ? '' : `: did you mean ${meant}?`}`,
      ),
      {
        type: 'KubeInformersWarning',
        code: 'KUBE_INFORMERS_UNHANDLED',
        detail: 'Check its name in the option fields. This warning is not repeated.',
      },
    );
  }
}

/** Returns the path as far as its first name that looks wrong, and what was probably meant. */
function wrongName(
  { names, withFirst, hasSecond }: UnseenPath,
  objects: number,
  known: KnownFields,
): [path: string, meant: string | undefined] | undefined {
  const wrongAt = (at: number, others: readonly string[]): [string, string | undefined] => {
    const nearest = nearestName(names[at] ?? '', others);
    const before = names.slice(0, at);
    return [names.slice(0, at + 1).join('.'), nearest && [...before, nearest].join('.')];
  };
  const dotted = names.findIndex((name) => name.includes('.'));
  if (dotted !== -1 && known.unknownIn(names.flatMap((name) => name.split('.'))) === undefined) {
    const path = (names[dotted] ?? '').split('.');
    return [names.slice(0, dotted + 1).join('.'), `{ ${path.join(': { ')}: true${' }'.repeat(path.length)}`];
  }
  const unknown = known.unknownIn(names);
  if (unknown !== undefined) return wrongAt(unknown.at, unknown.names);
  const [first = ''] = names;
  if (known.isComplete || first === 'metadata') return undefined;
  if (withFirst === 0)
    return objects < leastObjects || usualMembers.includes(first) ? undefined : wrongAt(0, usualMembers);
  return names.length > 1 && !hasSecond && withFirst >= leastObjects ? wrongAt(1, []) : undefined;
}

/** Returns how many names of a path lead to something; in a list, in any of its items. */
function depthOf(value: unknown, names: readonly string[], at: number): number {
  if (at === names.length) return at;
  if (Array.isArray(value))
    return value.reduce<number>((most, item) => Math.max(most, depthOf(item, names, at)), at);
  const name = names[at] ?? '';
  return isObject(value) && Object.hasOwn(value, name) ? depthOf(value[name], names, at + 1) : at;
}
