import type { Resource } from '../../meta/resource.js';
import { KubeInformersError } from '../../util/errors.js';
import type { Unstructured } from '../call-options.js';
import type { FieldChange } from '../../util/json-values.js';

/** What `Clientset.apply` and `Clientset.delete` report of each object. */
export interface ManifestTarget {
  /** Its resource; undefined for a kind that the server does not have, and for what is not an object. */
  readonly resource: Resource<Unstructured> | undefined;
  /** Its namespace; undefined for a cluster-scoped object. */
  readonly namespace: string | undefined;
  /** Its name; "" for what is not an object. */
  readonly name: string;
  /** For messages, with the place in the text: `deployments.apps "web" in namespace shop (web.yaml, document 1, line 1)`. */
  readonly description: string;
}

/** An object that could not be applied or deleted. */
export interface ManifestFailure extends ManifestTarget {
  /** The server refused the object, or it was not tried. */
  readonly outcome: 'failed';
  /** Why, and what to do. */
  readonly reason: string;
  /** The error of the server, if there is one. */
  readonly error: Error;
}

/** The result of one object of `Clientset.apply`. */
export type ApplyResult = ApplySuccess | ManifestFailure;

/** The result of an object that was applied or pruned. */
export type ApplySuccess = AppliedManifest | UncomparedManifest | PrunedManifest;

/** An object of the set that was deleted, since the manifests no longer have it. */
export interface PrunedManifest extends ManifestTarget {
  /** Its resource. */
  readonly resource: Resource<Unstructured>;
  /** It was deleted, or would be in a dry run. Its finalizers may keep it for a time. */
  readonly outcome: 'pruned';
  /** The object as it was. */
  readonly object: Unstructured;
  /** One change, of the whole object to nothing. */
  readonly changes: readonly FieldChange[];
}

/** The result of one object of `Clientset.delete`. */
export type DeleteResult = DeletedManifest | ManifestFailure;

/** An object that is gone, or is being deleted. */
export interface DeletedManifest extends ManifestTarget {
  /** `absent` if it did not exist. With finalizers an object that was `deleted` stays for a time: see `waitFor`. */
  readonly outcome: 'deleted' | 'absent';
}

/** An object that was applied. */
export interface AppliedManifest extends ManifestTarget {
  /** Its resource. */
  readonly resource: Resource<Unstructured>;
  /**
   * What this call did: `unchanged` if every field kept its value, even if the server now records another owner. `terminating`: it was
   * applied to an object that is being deleted, and goes away with it.
   */
  readonly outcome: 'created' | 'configured' | 'unchanged' | 'terminating';
  /** The object as the server stores it, or would store it in a dry run. */
  readonly object: Unstructured;
  /** What this call changed, without metadata that the server sets. May contain a Secret's data. */
  readonly changes: readonly FieldChange[];
}

/** An object that was applied by a client that may not read it. */
export interface UncomparedManifest extends ManifestTarget {
  /** Its resource. */
  readonly resource: Resource<Unstructured>;
  /** It was applied; whether that changed anything is not known. */
  readonly outcome: 'applied';
  /** The object as the server stores it, or would store it in a dry run. */
  readonly object: Unstructured;
  /** Not known. */
  readonly changes?: undefined;
}

/** What a call does if an object failed: it rejects with ManifestsError, which has all results, or resolves with them. */
export type OnManifestFailure = 'reject' | 'collect';

/** Failed objects in the message; all are in `results`. */
const shownFailures = 10;

/**
 * Some objects of `Clientset.apply` or `delete` failed. The others were applied or deleted.
 *
 * Code: `ERR_MANIFESTS`. `cause` is the error of the failed object, or an AggregateError of several.
 */
export class ManifestsError<
  R extends ApplyResult | DeleteResult = ApplyResult | DeleteResult,
> extends KubeInformersError {
  override readonly name = 'ManifestsError';
  /** The results of all objects, in the order in which they were tried. */
  readonly results: readonly R[];

  /** The error of a call with these results, of which at least one has failed. */
  constructor(call: 'apply' | 'delete', results: readonly R[]) {
    const failures = results.filter((result): result is R & ManifestFailure => result.outcome === 'failed');
    const reasons = failures
      .slice(0, shownFailures)
      .map(({ description, reason }) =>
        reason.startsWith(description) ? reason : `${description}: ${reason}`,
      );
    const more = failures.length - reasons.length;
    super(
      'ERR_MANIFESTS',
      `${call} failed for ${failures.length} of ${results.length} objects: ${reasons.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
      {
        cause:
          failures.length === 1 ? failures[0]?.error : new AggregateError(failures.map(({ error }) => error)),
      },
    );
    this.results = results;
  }
}
