/** A kind of a generated module, as its descriptor has it. */
export interface ModuleKind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
}

/** The first fields of a descriptor, as `typeFileText` writes them. */
const descriptor =
  /\(\{\r?\n {2}group: '([^'\n]*)',\r?\n {2}version: '([^'\n]*)',\r?\n {2}resource: '([^'\n]*)',\r?\n {2}kind: '([^'\n]*)',\r?\n/g;

/** Returns the kinds of a generated module, read from its descriptors. */
export function moduleKindsIn(text: string): ModuleKind[] {
  return [...text.matchAll(descriptor)].map(([, group = '', version = '', resource = '', kind = '']) => ({
    group,
    version,
    resource,
    kind,
  }));
}
