import { BuiltInShapes } from './built-in-shapes.js';
import { CodegenError } from './codegen-error.js';
import { sealed } from './seal.js';
import { typeFileText } from './type-file.js';
import type { GroupVersionModel } from './type-file.js';
import type { KindModel } from './type-model.js';

/** The generated module of one group-version. */
export interface GeneratedFile {
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly string[];
  /** `example.com-v1.ts`: its name in a folder. */
  readonly fileName: string;
  readonly text: string;
}

/** Returns the modules of custom kinds, a module for each group-version; objects like built-in types import them. */
export function generateCustomTypes(kinds: readonly KindModel[]): GeneratedFile[] {
  const builtIn = new BuiltInShapes();
  return generatedAll(groupVersionsOf(kinds), builtIn);
}

/** Returns the modules of group-versions whose every type is to be declared. */
export function generateServedTypes(models: readonly GroupVersionModel[]): GeneratedFile[] {
  return generatedAll(models, undefined);
}

/** Throws CodegenError if two modules have one name: `a.b`, version `c-v1`, and `a.b-c`, version `v1`. */
function generatedAll(
  models: readonly GroupVersionModel[],
  builtIn: BuiltInShapes | undefined,
): GeneratedFile[] {
  const seen = new Map<string, GroupVersionModel>();
  for (const model of models) {
    const fileName = fileNameOf(model);
    const other = seen.get(fileName);
    if (other !== undefined) {
      const names = [other, model].map(
        ({ group, version, kinds }) => `${group}/${version} (${kinds[0]?.origin ?? 'no kinds'})`,
      );
      throw new CodegenError(
        `${names.join(' and ')} would both be written to ${fileName}; generate one of them alone`,
      );
    }
    seen.set(fileName, model);
  }
  return models.map((model) => ({
    group: model.group,
    version: model.version,
    kinds: model.kinds.map(({ kind }) => kind).toSorted(),
    fileName: fileNameOf(model),
    text: sealed(typeFileText(model, builtIn)),
  }));
}

/** Returns the name of a group-version's module in a folder. */
export function fileNameOf({ group, version }: Pick<GroupVersionModel, 'group' | 'version'>): string {
  return `${group === '' ? 'core' : group}-${version}.ts`;
}

/** Groups kinds; throws CodegenError if a resource is defined twice. */
function groupVersionsOf(kinds: readonly KindModel[]): GroupVersionModel[] {
  const models = new Map<string, GroupVersionModel & { kinds: KindModel[] }>();
  for (const kind of kinds) {
    const { group, version } = kind;
    const key = `${group}/${version}`;
    const model = models.get(key) ?? { group, version, kinds: [] };
    models.set(key, model);
    const same = model.kinds.find(({ resource }) => resource === kind.resource);
    if (same !== undefined) {
      throw new CodegenError(
        `${kind.origin}: ${kind.resource}.${group} ${version} is defined in ${same.origin}, too`,
      );
    }
    model.kinds.push(kind);
  }
  return [...models].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, model]) => model);
}
