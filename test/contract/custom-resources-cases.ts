import { readFileSync } from 'node:fs';

/** The server's response to a value of a field: the stored value, or the sorted causes of a 422; and unknown fields. */
export interface ValueRow {
  readonly given: unknown;
  readonly becomes?: unknown;
  readonly refused?: readonly string[];
  readonly unknown?: readonly string[];
}

/** The server's response to a definition: the sorted causes of a 422, and warnings. */
interface DefinitionRow {
  readonly refused?: readonly string[];
  readonly warnings?: readonly string[];
}

/** The responses of kube-apiserver 1.37, recorded: one line of the file for each. */
interface Cases {
  /** A schema with a field for each rule that a schema can have for a value. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Values by field. */
  readonly values: Readonly<Record<string, readonly ValueRow[]>>;
  /** Schemas of the one version of a definition. */
  readonly schemas: readonly (DefinitionRow & { readonly schema: unknown })[];
  /** Lists of versions of a definition. */
  readonly versions: readonly (DefinitionRow & { readonly versions: readonly unknown[] })[];
}

// The file is the recorded data; the contract checks each row against a server.
export const cases = JSON.parse(
  readFileSync(new URL('./custom-resources-cases.json', import.meta.url), 'utf8'),
) as Cases;
