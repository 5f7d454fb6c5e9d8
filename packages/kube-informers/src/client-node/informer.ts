/** The object was created, or matches the selector now. */
export const ADD = 'add';
/** The type of `ADD`. */
export type ADD = typeof ADD;
/** The object has changed. */
export const UPDATE = 'update';
/** The type of `UPDATE`. */
export type UPDATE = typeof UPDATE;
/** Stands for `add`, `update` and `delete` together. */
export const CHANGE = 'change';
/** The type of `CHANGE`. */
export type CHANGE = typeof CHANGE;
/** The object was deleted, or no longer matches the selector. */
export const DELETE = 'delete';
/** The type of `DELETE`. */
export type DELETE = typeof DELETE;
/** A list or a watch is about to be requested. */
export const CONNECT = 'connect';
/** The type of `CONNECT`. */
export type CONNECT = typeof CONNECT;
/** A request failed; the informer repeats it. */
export const ERROR = 'error';
/** The type of `ERROR`. */
export type ERROR = typeof ERROR;

/** The part of client-node's KubernetesObject that an informer reads. */
export interface ClientNodeObject {
  /** Group and version. */
  apiVersion?: string | undefined;
  /** Kind of the object. */
  kind?: string | undefined;
  /** Its name and version. */
  metadata?:
    | {
        /** Name of the object. */
        name?: string | undefined;
        /** Namespace; undefined for an object of the cluster. */
        namespace?: string | undefined;
        /** Version of the object. */
        resourceVersion?: string | undefined;
      }
    | undefined;
}

/** The part of client-node's KubernetesListObject that an informer reads. */
export interface ClientNodeList<T extends ClientNodeObject> {
  /** Group and version. */
  apiVersion?: string | undefined;
  /** Kind of the list. */
  kind?: string | undefined;
  /** Its version. */
  metadata?:
    | {
        /** Version of the list: the watch begins there. */
        resourceVersion?: string | undefined;
      }
    | undefined;
  /** The objects. */
  items: T[];
}

/** Called with an object that was added, updated or deleted. */
export type ObjectCallback<T extends ClientNodeObject> = (obj: T) => void;
/** Called with an error, or without an argument for `connect`. */
// client-node declares `any`: handlers annotate the parameter with whatever type they expect.
// oxlint-disable-next-line typescript/no-explicit-any
export type ErrorCallback = (err?: any) => void;
/** Called with a list and its version. */
export type ListCallback<T extends ClientNodeObject> = (list: T[], ResourceVersion: string) => void;
/** Lists the objects: with a list, as since client-node 1.0, or with `{ body: list }`, as before. */
export type ListPromise<T extends ClientNodeObject> = () => Promise<
  | ClientNodeList<T>
  | {
      /** The list. */
      readonly body: ClientNodeList<T>;
    }
>;

/** client-node's Informer: events of objects. */
export interface Informer<T extends ClientNodeObject> {
  /** Adds a callback for the events of objects. */
  on(verb: ADD | UPDATE | DELETE | CHANGE, cb: ObjectCallback<T>): void;
  /** Adds a callback for errors or connections. */
  on(verb: ERROR | CONNECT, cb: ErrorCallback): void;
  /** Removes a callback of the events of objects. */
  off(verb: ADD | UPDATE | DELETE | CHANGE, cb: ObjectCallback<T>): void;
  /** Removes a callback of errors or connections. */
  off(verb: ERROR | CONNECT, cb: ErrorCallback): void;
  /** Starts the informer. */
  start(): Promise<void>;
  /** Stops it. */
  stop(): Promise<void>;
}

/** client-node's ObjectCache: the objects as of the last event. */
export interface ObjectCache<T> {
  /** Returns an object; undefined if there is none of that name. */
  get(name: string, namespace?: string): T | undefined;
  /** Returns the objects of a namespace; of all namespaces without one. */
  list(namespace?: string): ReadonlyArray<T>;
}
