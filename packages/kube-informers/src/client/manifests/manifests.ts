import type { Unstructured } from '../call-options.js';
import type { ManifestDocument, ReadManifestsOptions } from './read-manifests.js';

/**
 * Reads the objects of a YAML or JSON text of one or more documents, as kubectl does.
 *
 * Empty documents are left out, and the items of a `List` take its place, also in another `List`. Values are those of kubectl: `0644` is octal, `yes` and `on`
 * are true. JSON objects may follow one another without a separator. An object keeps the place where it was read for the messages of `Clientset.apply`, unless it is copied.
 *
 * Rejects with ConfigError `ERR_MANIFEST`, which names file, document and line, for invalid YAML and for a document that is not an
 * object with apiVersion, kind and metadata.name. The message does not quote the text.
 */
export async function readManifests(
  text: string,
  options: ReadManifestsOptions = {},
): Promise<Unstructured[]> {
  // Loaded by the programs that need it.
  const read = await import('./read-manifests.js');
  return read.readManifests(text, options);
}

/** As `readDocuments` of read-manifests.ts. */
export async function* readDocuments(text: string): AsyncGenerator<ManifestDocument> {
  const read = await import('./read-manifests.js');
  yield* read.readDocuments(text);
}
