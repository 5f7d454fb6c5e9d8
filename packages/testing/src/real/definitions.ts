import {
  type apiextensionsv1,
  type Clientset,
  defineResource,
  Discovery,
  isAlreadyExists,
  isConflict,
  isNotFound,
} from 'kube-informers';
import { systemClock } from 'kube-informers/internal';

type Definition = apiextensionsv1.CustomResourceDefinition;

const pollMs = 50;

/** Creates or replaces definitions; resolves when their kinds are served and discovered. */
export async function defineKinds(clientset: Clientset, definitions: readonly Definition[]): Promise<void> {
  for (const definition of definitions) await write(clientset, definition);
  for (const definition of definitions) {
    while (!(await isServed(clientset, definition))) await systemClock.sleep(pollMs);
  }
}

async function write(clientset: Clientset, definition: Definition): Promise<void> {
  const client = clientset.apiextensionsV1().customResourceDefinitions();
  for (;;) {
    try {
      await client.create(definition);
      return;
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    try {
      const { metadata } = await client.get(definition.metadata?.name ?? '');
      if (metadata?.deletionTimestamp === undefined) {
        const resourceVersion = metadata?.resourceVersion;
        await client.update({ ...definition, metadata: { ...definition.metadata, resourceVersion } });
        return;
      }
      // The server removes its objects first.
      await systemClock.sleep(pollMs);
    } catch (error) {
      // The server's own controllers write its status, and remove it once it is deleted.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }
}

/** True if discovery has every served version, and its objects can be listed. */
async function isServed(clientset: Clientset, { spec }: Definition): Promise<boolean> {
  const { group, names } = spec;
  const served = spec.versions.filter((version) => version.served);
  const found = await new Discovery(clientset.restClient).serverResources();
  for (const { name: version } of served) {
    const isDiscovered = found.resources.some(
      (each) => each.group === group && each.version === version && each.resource === names.plural,
    );
    if (!isDiscovered) return false;
    const resource = defineResource({
      group,
      version,
      resource: names.plural,
      kind: names.kind,
      namespaced: spec.scope === 'Namespaced',
    });
    try {
      await clientset.resource(resource).list({ limit: 1 });
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
  return true;
}
