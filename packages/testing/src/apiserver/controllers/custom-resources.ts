import {
  type JsonObject,
  asObject,
  at,
  bundleProblem,
  objectsOf,
  textAt,
  toJson,
} from '@kube-informers/schema/internal';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError, type Timer } from 'kube-informers';
import { asError, setTurn } from 'kube-informers/internal';
import { putObject } from '../registry/context.js';
import type { ServerContext } from '../registry/context.js';
import { conditionOf, decideNames, isTrue, setCondition } from '../definitions/definition-names.js';
import type { Condition } from '../definitions/definition-names.js';
import { customVersions } from '../custom/custom-kind.js';
import type { CustomVersion } from '../custom/custom-kind.js';
import { deleteLeft, removeObject } from '../write/delete.js';
import type { WebhookClient } from '../webhooks/webhook-client.js';
import { cleanupFinalizer } from '../definitions/definition-rules.js';
import { metadataOf, timestamp } from '../objects/object-meta.js';
import type { PrinterColumn, ServedResource } from '../registry/registry.js';
import type { ResourceTable } from '../storage/resource-table.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';

/** Serves the resources of CustomResourceDefinitions: apiextensions' controllers in one class. */
export class CustomResources {
  readonly #context: ServerContext;
  readonly #definitions: ServedResource;
  readonly #endWatches: (table: ResourceTable) => void;
  readonly #webhooks: WebhookClient;
  /** What is served of each definition, by name: JSON of everything it depends on. */
  readonly #served = new Map<string, string>();
  /** The version in which each object was stored. */
  readonly #writtenIn = new WeakMap<StoredObject, string>();
  #scheduled: Timer | undefined;

  constructor(
    context: ServerContext,
    definitions: ServedResource,
    endWatches: (table: ResourceTable) => void,
    webhooks: WebhookClient,
  ) {
    this.#webhooks = webhooks;
    this.#context = context;
    this.#definitions = definitions;
    this.#endWatches = endWatches;
  }

  /** Processes the definitions in the next turn of the event loop. */
  schedule(): void {
    this.#scheduled ??= setTurn(() => {
      this.#scheduled = undefined;
      this.#syncAll();
    });
  }

  /** Processes pending definitions immediately. */
  settle(): void {
    if (this.#scheduled === undefined) return;
    this.#scheduled.cancel();
    this.#scheduled = undefined;
    this.#syncAll();
  }

  #syncAll(): void {
    for (const stored of this.#definitions.table.all()) {
      try {
        this.#sync(stored);
      } catch (thrown) {
        // A definition that cannot be served must not affect the others, nor end the program.
        const fields = { definition: stored.name, err: asError(thrown) };
        this.#context.logger.error(fields, 'a CustomResourceDefinition failed');
      }
    }
  }

  #sync(stored: StoredObject): void {
    const body = parseStored(stored);
    if (metadataOf(body).deletionTimestamp !== undefined) this.#remove(stored, body);
    else this.#establish(stored, body);
  }

  #establish(stored: StoredObject, body: ObjectBody): void {
    this.#decideNames(stored, body);
    if (isTrue(body, 'NamesAccepted') && !isTrue(body, 'Established')) {
      const bundle = textAt(body, 'spec', 'conversion', 'webhook', 'clientConfig', 'caBundle');
      const next = bundle === '' || bundleProblem(bundle) === undefined ? established : wrongBundle;
      const before = conditionOf(body, 'Established');
      if (before?.['status'] !== next.status || before['reason'] !== next.reason)
        this.#write(stored, body, next);
    }
    if (isTrue(body, 'Established')) this.#serve(stored, body);
  }

  #decideNames(stored: StoredObject, body: ObjectBody): void {
    const accepted = at(body, 'status', 'acceptedNames');
    if (isDeepStrictEqual(at(body, 'spec', 'names'), accepted)) return;
    const others = this.#definitions.table
      .all()
      .filter(({ key }) => key !== stored.key)
      .map(parseStored);
    const { acceptedNames, namesAccepted } = decideNames(body, others);
    const before = conditionOf(body, 'NamesAccepted');
    const same =
      before?.['status'] === namesAccepted.status &&
      before['reason'] === namesAccepted.reason &&
      before['message'] === namesAccepted.message;
    if (same && isDeepStrictEqual(accepted, acceptedNames)) return;
    const now = timestamp(this.#context.clock.now());
    setCondition(body, namesAccepted, now);
    body['status'] = { ...asObject(body['status']), acceptedNames };
    if (!isTrue(body, 'Established')) setCondition(body, notEstablished(namesAccepted), now);
    putObject(this.#definitions, stored.key, body);
  }

  #write(stored: StoredObject, body: ObjectBody, condition: Condition): void {
    setCondition(body, condition, timestamp(this.#context.clock.now()));
    putObject(this.#definitions, stored.key, body);
  }

  /** Registers the served versions, and removes those no longer served. */
  #serve(stored: StoredObject, body: ObjectBody): void {
    const { registry, log } = this.#context;
    const names = asObject(at(body, 'status', 'acceptedNames')) ?? {};
    const { uid, deletionTimestamp } = metadataOf(body);
    const state = toJson([uid, deletionTimestamp, body['spec'], names]);
    if (this.#served.get(stored.name) === state) return;
    let versions: CustomVersion[];
    try {
      versions = customVersions(body, names, this.#writtenIn, this.#webhooks);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      // Only an in-process write can create such a definition.
      const message = 'custom resource definition cannot be served';
      this.#context.logger.warn({ name: stored.name, err: error }, message);
      return;
    }
    const known = this.#served.has(stored.name);
    this.#served.set(stored.name, state);
    registry.remove(stored.name);
    const listKind = textAt(names, 'listKind');
    for (const { resource, rules, kind, version } of versions) {
      registry.add(resource, { rules, kind, listKind, columns: columnsOf(version) });
    }
    // Watches start again with the current definition, but stay open for the deletions while it is terminating.
    if (known && deletionTimestamp === undefined) this.#endWatches(log.table(stored.name));
  }

  #remove(stored: StoredObject, body: ObjectBody): void {
    if (!isTrue(body, 'Terminating') && this.#served.has(stored.name)) {
      this.#write(stored, body, {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionInProgress',
        message: 'CustomResource deletion is in progress',
      });
      // From now on without creates.
      this.#serve(stored, body);
    }
    if (!this.#removeInstances(stored)) return;
    const metadata = metadataOf(body);
    const left = (metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
    if (left.length === metadata.finalizers?.length) return;
    if (isTrue(body, 'Terminating')) {
      const now = timestamp(this.#context.clock.now());
      setCondition(
        body,
        {
          type: 'Terminating',
          status: 'False',
          reason: 'InstanceDeletionCompleted',
          message: 'removed all instances',
        },
        now,
      );
    }
    if (left.length === 0) {
      delete metadata.finalizers;
      const marked = this.#definitions.table.get(stored.key) ?? stored;
      this.#context.logger.debug({ name: stored.name }, 'custom resource definition removed');
      removeObject(this.#context, this.#definitions, marked);
    } else {
      metadata.finalizers = left;
      putObject(this.#definitions, stored.key, body);
    }
  }

  /** Deletes the objects, then stops serving them. Returns false while finalizers hold some of them. */
  #removeInstances(stored: StoredObject): boolean {
    const { registry, log } = this.#context;
    const served = [...registry.all()].find(({ id }) => id === stored.name);
    if (served === undefined) return true;
    for (const object of served.table.all()) {
      deleteLeft(this.#context, served, object);
    }
    if (served.table.size > 0) return false;
    registry.remove(stored.name);
    this.#served.delete(stored.name);
    this.#endWatches(served.table);
    log.dropTable(stored.name);
    return true;
  }
}

const established: Condition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
};
const wrongBundle: Condition = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
};

function notEstablished(names: Condition): Condition {
  return names.status === 'True'
    ? {
        type: 'Established',
        status: 'False',
        reason: 'Installing',
        message: 'the initial names have been accepted',
      }
    : {
        type: 'Established',
        status: 'False',
        reason: 'NotAccepted',
        message: 'not all names are accepted',
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
