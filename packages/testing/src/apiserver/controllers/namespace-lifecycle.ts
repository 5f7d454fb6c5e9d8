import { asError, setTurn } from 'kube-informers/internal';
import type { ServerContext } from '../registry/context.js';
import { putObject } from '../registry/context.js';
import { deleteLeft, removeObject } from '../write/delete.js';
import { asObject } from '@kube-informers/schema/internal';
import { metadataOf } from '../objects/object-meta.js';
import type { ServedResource } from '../registry/registry.js';
import { parseStored } from '../storage/stored-object.js';
import type { StoredObject } from '../storage/stored-object.js';

/** The namespaces of every cluster. */
export const systemNamespaces: readonly string[] = [
  'default',
  'kube-system',
  'kube-public',
  'kube-node-lease',
];

/** The namespace controller: empties namespaces that are being deleted, then removes them. */
export class NamespaceLifecycle {
  readonly #context: ServerContext;
  #scheduled = false;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /** Processes terminating namespaces in the next turn of the event loop. */
  schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTurn(() => {
      this.#scheduled = false;
      this.#run();
    });
  }

  #run(): void {
    const { registry } = this.#context;
    const namespaces = registry.find('', 'v1', 'namespaces');
    if (namespaces === undefined) return;
    const leaving = namespaces.table
      .all()
      .filter((stored) => stored.fields['status.phase'] === 'Terminating');
    for (const stored of leaving) {
      try {
        if (this.#empty(stored.name)) this.#finalize(namespaces, stored);
      } catch (thrown) {
        // One namespace must not affect the others, nor end the program.
        const fields = { namespace: stored.name, err: asError(thrown) };
        this.#context.logger.error(fields, 'emptying a namespace failed');
      }
    }
  }

  #finalize(namespaces: ServedResource, stored: StoredObject): void {
    const body = parseStored(stored);
    body['spec'] = { ...asObject(body['spec']) };
    delete asObject(body['spec'])?.['finalizers'];
    const finalized = putObject(namespaces, stored.key, body);
    if ((metadataOf(body).finalizers ?? []).length === 0) removeObject(this.#context, namespaces, finalized);
  }

  /** Deletes the content of the namespace; returns true when it is empty. */
  #empty(namespace: string): boolean {
    let left = 0;
    for (const served of this.#context.registry.namespaced()) {
      const range = { prefix: `${namespace}/`, start: '' };
      for (const stored of served.table.all(range)) {
        deleteLeft(this.#context, served, stored);
        if (served.table.get(stored.key) !== undefined) left++;
      }
    }
    return left === 0;
  }
}
