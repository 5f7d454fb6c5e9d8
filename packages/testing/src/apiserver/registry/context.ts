import type { Clock, Logger, Random } from 'kube-informers';
import type { TokenIssuer } from './token-issuer.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';
import type { Registry, ServedResource } from './registry.js';
import { selectableValues } from '../objects/kind-rules.js';
import type { RevisionLog } from '../storage/revision-log.js';
import { withConversions } from '../custom/undecodable-error.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';

/** The state shared by all parts of one server. */
export interface ServerContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly log: RevisionLog;
  readonly registry: Registry;
  /** How long a read waits for the requested revision, ms. */
  readonly freshnessTimeoutMs: number;
  /** Keys of the pods that a deletion has marked and nothing has removed yet, with the end of their grace period, ms. */
  readonly terminatingPods: Map<string, number>;
  readonly tokens: TokenIssuer;
}

/** Options of a write. */
export interface WriteOptions {
  /** Computes the response without storing anything. */
  readonly dryRun: boolean;
  /** The writer in managedFields; "" leaves them unchanged. */
  readonly fieldManager: string;
  /** True for in-process writes: status and incomplete specs are accepted unchanged. */
  readonly trusted: boolean;
  /** Treatment of unknown and repeated fields. */
  readonly fieldValidation: FieldValidation;
  /** Checks what the user writes; undefined for in-process writes. */
  readonly guard?: WriteGuard | undefined;
  /** Asks webhooks; undefined if there are none, and for in-process writes. */
  readonly admission?: WriteAdmission | undefined;
  /** Who writes; undefined in process. */
  readonly user: AuthenticatedUser | undefined;
  /** Adds a warning to the response. */
  warn(text: string): void;
}

/** Throws a 403 for an object that its writer may not store; `old` is undefined for a new one. */
export type WriteGuard = (served: ServedResource, body: ObjectBody, old: ObjectBody | undefined) => void;

/** What a request does, as webhooks name it. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** What a write changes. */
export interface AdmittedChange {
  readonly operation: Operation;
  /** Undefined for a deletion. */
  readonly object: ObjectBody | undefined;
  /** Undefined for a new object. */
  readonly old: ObjectBody | undefined;
}

/** Asks the webhooks about one request. */
export interface WriteAdmission {
  /** Returns the object as the mutating webhooks changed it. Throws what they refuse it with. */
  mutate(change: AdmittedChange): Promise<ObjectBody>;
  /** Throws what the validating webhooks refuse a change with. */
  validate(change: AdmittedChange): Promise<void>;
}

/** The object of a write was changed while webhooks were asked: the write begins again. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/** metav1.FieldValidation*: ignore, warn, or reject. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** The result of a write. */
export interface WriteResult {
  readonly stored: StoredObject;
  readonly created: boolean;
  /** The object for the response, if the write also removed the object or was a dry run. */
  readonly body?: ObjectBody | undefined;
}

/** Returns the storage key of an object. */
export function storageKey(served: ServedResource, namespace: string, name: string): string {
  return served.resource.namespaced ? `${namespace}/${name}` : name;
}

/** Has the webhook convert a stored object for a version, if it must. */
export async function ready(served: ServedResource, objects: Iterable<StoredObject>): Promise<void> {
  const { customKind } = served;
  if (customKind?.byWebhook !== true) return;
  const waiting = [...objects].filter((stored) => !customKind.canView(stored)).values();
  const convertNext = async (): Promise<void> => {
    for (const stored of waiting) await withConversions(() => customKind.view(stored));
  };
  await Promise.all(Array.from({ length: maxConversions }, convertNext));
}

// Conversions of one list at a time.
const maxConversions = 8;

/** Stores the changed metadata of an object, which needs no conversion of the rest. */
export function putMetadata(served: ServedResource, stored: StoredObject, body: ObjectBody): StoredObject {
  const { customKind } = served;
  if (customKind?.byWebhook !== true || customKind.isStorage) return putObject(served, stored.key, body);
  const before = parseStored(stored);
  const { labels, annotations } = before.metadata ?? {};
  before.metadata = {
    ...body.metadata,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const next = served.table.put(stored.key, before, stored.fields, served.type);
  customKind.wrote(next, stored);
  return next;
}

/** Stores an object and its selectable fields. */
export function putObject(served: ServedResource, key: string, body: ObjectBody): StoredObject {
  const { form } = served;
  if (form !== undefined) return putObject(form.stored, key, form.toStored(body));
  served.customKind?.encode(body);
  const stored = served.table.put(key, body, selectableValues(served.rules, body), served.type);
  served.customKind?.wrote(stored);
  return stored;
}

/**
 * Returns a stored object as a resource presents it: custom ones by their current definition, in the served version.
 */
export function seen(served: ServedResource, stored: StoredObject): StoredObject {
  if (served.form !== undefined) return served.form.view(stored);
  return served.customKind?.view(stored) ?? stored;
}

/** Returns a copy of a stored object, as the resource presents it, to read or change. */
export function readStored(served: ServedResource, stored: StoredObject): ObjectBody {
  return parseStored(seen(served, stored));
}
