import { FieldSet } from './field-set.js';
import type { FieldPath } from './field-set.js';
import { equalValues, reconciled, TypedError, withNamedFields } from './typed-value.js';
import type { Comparison, TypedValue } from './typed-value.js';

/** The fields that a manager owns, in one version. */
export interface VersionedSet {
  readonly set: FieldSet;
  readonly version: string;
  /** True if they were applied, false if they were updated. */
  readonly applied: boolean;
}

/** Who owns what, by the identifier of the manager. */
export type Managers = Map<string, VersionedSet>;

/** Converts objects between the versions of their kind. */
export interface Converter {
  /** Throws MissingVersionError if the kind has no such version, TypedError if the object cannot be converted. */
  convert(object: TypedValue, version: string): TypedValue;
}

/** A version that the kind does not have, or no longer. */
export class MissingVersionError extends TypedError {}

/** A changed field that another manager owns. */
export interface Conflict {
  readonly manager: string;
  readonly path: FieldPath;
}

export class ConflictError extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(`${conflicts.length} conflicts`);
    this.conflicts = conflicts;
  }
}

/** Returns the fields that an endpoint does not change, in one version; undefined if there are none. */
export type ResetFields = (version: string) => FieldSet | undefined;

/** The result of an apply; `object` is undefined if nothing changed. */
export interface Applied {
  readonly object: TypedValue | undefined;
  readonly managers: Managers;
}

/** Merges configurations into objects, and keeps account of who owns which fields. */
export class Updater {
  readonly #converter: Converter;
  readonly #resetFields: ResetFields;

  constructor(converter: Converter, resetFields: ResetFields) {
    this.#converter = converter;
    this.#resetFields = resetFields;
  }

  /** Returns the owners after `live` has become `object` in a request of `manager`: it owns what has changed. */
  update(live: TypedValue, object: TypedValue, managers: Managers, manager: string): Managers {
    const { version } = object;
    const { left, comparison } = this.#changed(live, object, this.#reconciled(live, managers), manager, true);
    const before = left.get(manager)?.set ?? new FieldSet();
    const changed = before.difference(comparison.removed).union(comparison.modified).union(comparison.added);
    const set = this.#filtered(changed, version);
    if (set.isEmpty) left.delete(manager);
    else left.set(manager, { set, version, applied: false });
    return left;
  }

  /**
   * Applies a configuration: merges it into `live`, and removes what the manager applied before, but not now.
   *
   * Throws ConflictError for changed fields of others, unless forced.
   */
  apply(live: TypedValue, config: TypedValue, managers: Managers, manager: string, force: boolean): Applied {
    const { version } = config;
    const before = this.#reconciled(live, managers);
    const last = before.get(manager);
    const set = this.#filtered(config.toFieldSet(), version);
    before.set(manager, { set, version, applied: true });
    const merged = within('failed to merge config', () => live.merge(config));
    const object = within('failed to prune fields', () => this.#pruned(merged, before, version, last));
    const { left } = this.#changed(live, object, before, manager, force);
    return { object: equalValues(live.value, object.value) ? undefined : object, managers: left };
  }

  /** Removes changed and removed fields from the sets of all managers but `manager`, or throws ConflictError. */
  #changed(
    live: TypedValue,
    object: TypedValue,
    managers: Managers,
    manager: string,
    force: boolean,
  ): { readonly left: Managers; readonly comparison: Comparison } {
    const comparison = this.#compared(live, object, object.version);
    const versions = new Map([[object.version, comparison]]);
    const left: Managers = new Map();
    const conflicts: Conflict[] = [];
    for (const [other, owned] of managers) {
      if (other === manager) {
        left.set(other, owned);
        continue;
      }
      const changes = versions.get(owned.version) ?? this.#comparedIn(live, object, owned.version);
      // Its version no longer exists.
      if (changes === undefined) continue;
      versions.set(owned.version, changes);
      const lost = owned.set.intersection(changes.modified.union(changes.added));
      if (!force) lost.forEach((path) => conflicts.push({ manager: other, path }));
      const set = owned.set.difference(lost).difference(changes.removed);
      if (!set.isEmpty) left.set(other, { ...owned, set });
    }
    if (conflicts.length > 0) throw new ConflictError(conflicts);
    if (left.get(manager)?.set.isEmpty === true) left.delete(manager);
    return { left, comparison };
  }

  #comparedIn(live: TypedValue, object: TypedValue, version: string): Comparison | undefined {
    const before = this.#converted(live, version, 'failed to convert old object');
    const after = this.#converted(object, version, 'failed to convert new object');
    return before === undefined || after === undefined ? undefined : this.#compared(before, after, version);
  }

  #compared(live: TypedValue, object: TypedValue, version: string): Comparison {
    const { removed, modified, added } = live.compare(object);
    return {
      removed: this.#filtered(removed, version),
      modified: this.#filtered(modified, version),
      added: this.#filtered(added, version),
    };
  }

  #filtered(set: FieldSet, version: string): FieldSet {
    const reset = this.#resetFields(version);
    return reset === undefined ? set : set.recursiveDifference(reset);
  }

  /** Returns an object in another version; undefined if the kind does not have it. */
  #converted(object: TypedValue, version: string, problem = ''): TypedValue | undefined {
    try {
      return this.#converter.convert(object, version);
    } catch (error) {
      if (error instanceof MissingVersionError) return undefined;
      throw problem === '' ? error : wrapped(problem, error);
    }
  }

  /** Removes fields and items that the manager applied last time but not now, and that no one else owns. */
  #pruned(
    merged: TypedValue,
    managers: Managers,
    version: string,
    last: VersionedSet | undefined,
  ): TypedValue {
    if (last === undefined || last.set.isEmpty) return merged;
    const before = this.#converted(
      merged,
      last.version,
      'failed to convert merged object to last applied version',
    );
    if (before === undefined) return merged;
    const removed = before.removeItems(withNamedFields(last.set, before.type));
    const owned = within('failed add back owned items', () =>
      this.#withOwned(before, removed, last.version, managers),
    );
    const complete = within('failed add back dangling items', () => this.#withDangling(before, owned, last));
    return this.#converter.convert(complete, version);
  }

  /** Adds back removed fields and items that a manager owns, or that the new configuration has. */
  #withOwned(merged: TypedValue, pruned: TypedValue, version: string, managers: Managers): TypedValue {
    const owned = new Map<string, FieldSet>();
    for (const manager of managers.values()) {
      const set = owned.get(manager.version);
      owned.set(manager.version, set === undefined ? manager.set : set.union(manager.set));
    }
    // Its own version first: the conversion to another one may need a removed field.
    const order = [...owned].sort(([a], [b]) => Number(b === version) - Number(a === version));
    let result = pruned;
    for (const [version, set] of order) {
      const before = this.#converted(
        merged,
        version,
        `failed to convert merged object at version ${version}`,
      );
      const after = this.#converted(result, version, `failed to convert pruned object at version ${version}`);
      if (before === undefined || after === undefined) continue;
      const { type } = before;
      const kept = withNamedFields(after.toFieldSet(), type).union(withNamedFields(set, type));
      result = before.removeItems(withNamedFields(before.toFieldSet(), type).difference(kept));
    }
    return result;
  }

  /** Adds back removed fields and items that the manager did not own. */
  #withDangling(merged: TypedValue, pruned: TypedValue, last: VersionedSet): TypedValue {
    const after = this.#converted(
      pruned,
      last.version,
      'failed to convert pruned object to last applied version',
    );
    if (after === undefined) return merged;
    const { type } = merged;
    const gone = withNamedFields(merged.toFieldSet(), type).difference(
      withNamedFields(after.toFieldSet(), type),
    );
    return merged.removeItems(gone.intersection(withNamedFields(last.set, type)));
  }

  /** Returns the sets as they are under the current schemas, without those of versions that no longer exist. */
  #reconciled(live: TypedValue, managers: Managers): Managers {
    const result: Managers = new Map();
    for (const [manager, owned] of managers) {
      const object = this.#converted(live, owned.version);
      if (object === undefined) continue;
      result.set(manager, { ...owned, set: reconciled(owned.set, object.type) ?? owned.set });
    }
    return result;
  }
}

/** Returns an error whose message also has its context. */
function wrapped(problem: string, error: unknown): unknown {
  return error instanceof TypedError
    ? new TypedError(`${problem}: ${error.message}`, { cause: error })
    : error;
}

function within<T>(problem: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw wrapped(problem, error);
  }
}
