import type { Clock } from '../../util/clock.js';
import type { Logger } from '../../util/logger.js';
import type { Random } from '../../util/random.js';
import type { Registry, ServedResource } from './registry.js';
import { selectableValues } from '../objects/kind-rules.js';
import type { RevisionLog } from '../storage/revision-log.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';

/** What every part of one server shares. */
export interface ServerContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly log: RevisionLog;
  readonly registry: Registry;
  /** How long a read waits for the revision it asks for, ms. */
  readonly freshnessTimeoutMs: number;
  /** A deleted pod that has a node is only marked, as before its kubelet acts. */
  readonly gracefulPodDeletion: boolean;
}

/** How a write is meant. */
export interface WriteOptions {
  /** Answers as if, and stores nothing. */
  readonly dryRun: boolean;
  /** Who writes, for managedFields; "" leaves them alone. */
  readonly fieldManager: string;
  /** Comes from inside this process: takes status and unfinished specs as they are. */
  readonly trusted: boolean;
  /** What becomes of fields that the schema does not know, and of fields given twice. */
  readonly fieldValidation: FieldValidation;
  /** Tells the client something about its write that does not stop it. */
  warn(text: string): void;
}

/** metav1.FieldValidation*: drop silently, drop with a warning, or refuse. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** What a write did. */
export interface WriteResult {
  readonly stored: StoredObject;
  readonly created: boolean;
  /** Set when the write also removed the object, or only pretended to: what to answer with. */
  readonly body?: ObjectBody | undefined;
}

/** The key under which an object is stored. */
export function keyOf(served: ServedResource, namespace: string, name: string): string {
  return served.resource.namespaced ? `${namespace}/${name}` : name;
}

/** Stores an object and its selectable fields. */
export function putObject(served: ServedResource, key: string, body: ObjectBody): StoredObject {
  served.customKind?.encode(body);
  const stored = served.table.put(key, body, selectableValues(served.rules, body), served.type);
  served.customKind?.wrote(stored);
  return stored;
}

/** A stored object as a resource shows it: custom ones by their definition as it is now, in the version served. */
export function seen(served: ServedResource, stored: StoredObject): StoredObject {
  return served.customKind?.view(stored) ?? stored;
}

/** A copy of a stored object, as the resource shows it, to read or change. */
export function readStored(served: ServedResource, stored: StoredObject): ObjectBody {
  return parseStored(seen(served, stored));
}
