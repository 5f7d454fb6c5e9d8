/** Why a key runs. */
export type Cause =
  /** An event of an object that no run of this controller caused. */
  | {
      readonly kind: 'event';
      readonly event: 'add' | 'update' | 'delete' | 'initial list';
      readonly object: string;
    }
  | { readonly kind: 'resync'; readonly object: string }
  /** An event of what a run of this controller wrote. */
  | { readonly kind: 'ownWrite'; readonly write: string }
  /** The run before failed. */
  | { readonly kind: 'retry'; readonly message: string }
  /** The run before was stopped with the controller. */
  | { readonly kind: 'stopped' }
  /** The program, or a source of its own, added the key. */
  | { readonly kind: 'enqueued'; readonly by: string };

export type CauseKind = Cause['kind'];

/** Returns a cause as the options of a queue's `add`. */
export function addOf(cause: Cause): { readonly kind: CauseKind; readonly reason: string } {
  return { kind: cause.kind, reason: reasonOf(cause) };
}

/** Returns the sentence for people. */
function reasonOf(cause: Cause): string {
  switch (cause.kind) {
    case 'event':
      return `${cause.event} of ${cause.object}`;
    case 'resync':
      return `resync of ${cause.object}`;
    case 'ownWrite':
      return `own write: ${cause.write}`;
    case 'retry':
      return `error: ${cause.message}`;
    case 'stopped':
      return 'the run before was stopped';
    case 'enqueued':
      return cause.by;
  }
}

/** True if only own writes triggered a run, apart from resyncs, which change nothing. */
export function isOnlyOwn(kinds: readonly CauseKind[]): boolean {
  return kinds.includes('ownWrite') && kinds.every((kind) => kind === 'ownWrite' || kind === 'resync');
}

/** True if nothing but the failure of the run before triggered a run. */
export function isOnlyRetry(kinds: readonly CauseKind[]): boolean {
  return kinds.every((kind) => kind === 'retry');
}
