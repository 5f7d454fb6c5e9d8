import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../util/errors.js';
import { defineResource } from '../meta/resource.js';
import type { Resource } from '../meta/resource.js';
import { dnsSubdomainProblems } from '../meta/validation.js';
import { putObject } from './context.js';
import type { ServerContext } from './context.js';
import { deleteObject, plainDelete, removeObject } from './delete.js';
import { commonRules } from './kinds/built-in-kinds.js';
import { cleanupFinalizer } from './kinds/definition-rules.js';
import { asObject, at, objectsOf, textAt } from './kinds/json-fields.js';
import type { JsonObject } from './kinds/json-fields.js';
import type { KindRules } from './kinds/kind-rules.js';
import { metadataOf, timestamp } from './object-meta.js';
import type { PrinterColumn, ServedResource } from './registry.js';
import { parseStored } from './storage/stored-object.js';
import type { ObjectBody, StoredObject } from './storage/stored-object.js';

/** Serves what CustomResourceDefinitions define: apiextensions' controllers in one. */
export class CustomResources {
  readonly #context: ServerContext;
  readonly #definitions: ServedResource;
  #scheduled: NodeJS.Immediate | undefined;

  constructor(context: ServerContext, definitions: ServedResource) {
    this.#context = context;
    this.#definitions = definitions;
  }

  /** Looks after the definitions in the next turn of the event loop. */
  schedule(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      for (const stored of this.#definitions.table.all()) this.#sync(stored);
    });
  }

  stop(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
  }

  #sync(stored: StoredObject): void {
    const body = parseStored(stored);
    if (metadataOf(body).deletionTimestamp !== undefined) this.#remove(stored, body);
    else this.#establish(stored, body);
  }

  #establish(stored: StoredObject, body: ObjectBody): void {
    try {
      this.#serve(body);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.#context.logger.warn(
        { name: stored.name, err: error },
        'custom resource definition cannot be served',
      );
      return;
    }
    const before = asObject(body['status']) ?? {};
    const established = objectsOf(before['conditions']).some(
      ({ type, status }) => type === 'Established' && status === 'True',
    );
    const names = at(body, 'spec', 'names');
    if (established && isDeepStrictEqual(before['acceptedNames'], names)) return;
    const lastTransitionTime = timestamp(this.#context.clock.now());
    body['status'] = {
      ...before,
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'True',
          lastTransitionTime,
          reason: 'NoConflicts',
          message: 'no conflicts found',
        },
        {
          type: 'Established',
          status: 'True',
          lastTransitionTime,
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
      acceptedNames: names,
    };
    putObject(this.#definitions, stored.key, body);
  }

  /** Registers the served versions, and takes back those that are served no longer. */
  #serve(body: ObjectBody): void {
    const { registry } = this.#context;
    const group = textAt(body, 'spec', 'group');
    const plural = textAt(body, 'spec', 'names', 'plural');
    const versions = objectsOf(at(body, 'spec', 'versions')).filter((version) => version['served'] === true);
    const resources = versions.map((version) => describe(body, version));
    registry.remove(`${plural}.${group}`);
    const listKind = textAt(body, 'spec', 'names', 'listKind');
    versions.forEach((version, index) => {
      const resource = resources[index];
      if (resource !== undefined)
        registry.add(resource, { rules: rulesOf(version), listKind, columns: columnsOf(version) });
    });
  }

  #remove(stored: StoredObject, body: ObjectBody): void {
    const { registry, log } = this.#context;
    const served = [...registry.all()].find(({ id }) => id === stored.name);
    if (served !== undefined) {
      for (const object of served.table.all()) {
        deleteObject(this.#context, served, object.namespace, object.name, plainDelete);
      }
      // Objects with finalizers hold the definition, too.
      if (served.table.size > 0) return;
      registry.remove(stored.name);
      log.dropTable(stored.name);
    }
    const metadata = metadataOf(body);
    const left = (metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
    if (left.length === 0) removeObject(this.#context, this.#definitions, stored);
    else if (left.length !== metadata.finalizers?.length) {
      metadata.finalizers = left;
      putObject(this.#definitions, stored.key, body);
    }
  }
}

function describe(body: ObjectBody, version: JsonObject): Resource {
  const names = at(body, 'spec', 'names');
  const subresources = asObject(version['subresources']) ?? {};
  return defineResource({
    group: textAt(body, 'spec', 'group'),
    version: textAt(version, 'name'),
    resource: textAt(names, 'plural'),
    kind: textAt(names, 'kind'),
    singular: textAt(names, 'singular'),
    namespaced: textAt(body, 'spec', 'scope') === 'Namespaced',
    shortNames: textsOf(at(names, 'shortNames')),
    categories: textsOf(at(names, 'categories')),
    subresources: Object.keys(subresources),
  });
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function rulesOf(version: JsonObject): KindRules {
  const selectable: Record<string, (body: ObjectBody) => string> = {};
  for (const field of objectsOf(version['selectableFields'])) {
    const path = textAt(field, 'jsonPath').replace(/^\./, '');
    selectable[path] = (body) => textAt(body, ...path.split('.'));
  }
  return {
    ...commonRules,
    hasGeneration: true,
    hasStatus: asObject(version['subresources'])?.['status'] !== undefined,
    unconditionalUpdate: false,
    nameProblems: dnsSubdomainProblems,
    selectableFields: selectable,
  };
}

function columnsOf(version: JsonObject): PrinterColumn[] {
  return objectsOf(version['additionalPrinterColumns']).map((column) => {
    const jsonPath = textAt(column, 'jsonPath');
    const priority = column['priority'];
    return {
      name: textAt(column, 'name'),
      type: textAt(column, 'type'),
      format: textAt(column, 'format'),
      description:
        textAt(column, 'description') ||
        `Custom resource definition column (in JSONPath format): ${jsonPath}`,
      priority: typeof priority === 'number' ? priority : 0,
      jsonPath,
    };
  });
}
