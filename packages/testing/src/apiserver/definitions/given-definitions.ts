import { type apiextensionsv1, ConfigError } from 'kube-informers';
import { shownValue } from 'kube-informers/internal';
import { isJsonObject, textAt } from '@kube-informers/schema/internal';
import { yamlDocumentsToJson } from '../json/yaml-body.js';
import type { Definitions } from '../../test-server.js';

const apiVersion = 'apiextensions.k8s.io/v1';
const kind = 'CustomResourceDefinition';

/** Returns the definitions that were given, from their YAML or as objects. Throws ConfigError `ERR_MANIFEST` for anything else. */
export async function readDefinitions(
  given: Definitions,
): Promise<apiextensionsv1.CustomResourceDefinition[]> {
  const values: readonly unknown[] =
    typeof given === 'string' ? await documentsOf(given) : Array.isArray(given) ? given : [given];
  values.forEach(requireDefinition);
  // requireDefinition has checked the kind; the server checks the rest.
  return values as apiextensionsv1.CustomResourceDefinition[];
}

async function documentsOf(text: string): Promise<unknown[]> {
  const documents = await yamlDocumentsToJson(text);
  const values = documents.map((document): unknown => {
    if ('problem' in document) throw new ConfigError('ERR_MANIFEST', document.problem);
    return JSON.parse(document.json);
  });
  // An empty document is null: between two separators, or of comments alone.
  return values.filter((value) => value !== null);
}

function requireDefinition(value: unknown): void {
  const isDefinition =
    isJsonObject(value) &&
    (value['apiVersion'] ?? apiVersion) === apiVersion &&
    (value['kind'] ?? kind) === kind &&
    textAt(value, 'metadata', 'name') !== '';
  if (!isDefinition)
    throw new ConfigError(
      'ERR_MANIFEST',
      `define takes objects of ${apiVersion}, kind ${kind}, with a name, got ${shownValue(value)}`,
    );
}
