// Generated from k8s.io/api 0.37.2 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

/** A reference to an object that a token is bound to. */
export interface BoundObjectReference {
  /** kind of the referent. */
  kind?: string | undefined;
  /** apiVersion is API version of the referent. */
  apiVersion?: string | undefined;
  /** name of the referent. */
  name?: string | undefined;
  /** uid of the referent. */
  uid?: string | undefined;
}

/** Contains the user information that the kube-apiserver has about the user making this request. Since Kubernetes 1.28. */
export interface SelfSubjectReview {
  /** API group and version. */
  apiVersion?: 'authentication.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'SelfSubjectReview' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** status is filled in by the server with the user attributes. */
  status?: SelfSubjectReviewStatus | undefined;
}

/** Status of a SelfSubjectReview. */
export interface SelfSubjectReviewStatus {
  /** A set of attributes belonging to the user making this request. */
  userInfo?: UserInfo | undefined;
}

/** Requests a token for a given service account. */
export interface TokenRequest {
  /** API group and version. */
  apiVersion?: 'authentication.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'TokenRequest' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds information about the request being evaluated */
  spec?: TokenRequestSpec | undefined;
  /** status is filled in by the server and indicates whether the token can be authenticated. */
  status?: TokenRequestStatus | undefined;
}

/** Spec of a TokenRequest. */
export interface TokenRequestSpec {
  /** audiences are the intendend audiences of the token. */
  audiences?: string[] | null | undefined;
  /** The requested duration of validity of the request. */
  expirationSeconds?: number | null | undefined;
  /** A reference to an object that the token will be bound to. */
  boundObjectRef?: BoundObjectReference | null | undefined;
  /** A map of well-known keys to string-slice values. */
  attestations?: { [key: string]: string[] } | undefined;
}

/** Status of a TokenRequest. */
export interface TokenRequestStatus {
  /** The opaque bearer token. */
  token?: string | undefined;
  /** The time of expiration of the returned token. */
  expirationTimestamp?: metav1.Time | undefined;
}

/** Attempts to authenticate a token to a known user. Since Kubernetes 1.6. */
export interface TokenReview {
  /** API group and version. */
  apiVersion?: 'authentication.k8s.io/v1' | undefined;
  /** Kind of the object. */
  kind?: 'TokenReview' | undefined;
  /** Standard object metadata. */
  metadata?: metav1.ObjectMeta | undefined;
  /** Holds information about the request being evaluated */
  spec: TokenReviewSpec;
  /** status is filled in by the server and indicates whether the request can be authenticated. */
  status?: TokenReviewStatus | undefined;
}

/** Spec of a TokenReview. */
export interface TokenReviewSpec {
  /** The opaque bearer token. */
  token: string;
  /** A list of the identifiers that the resource server presented with the token identifies as. */
  audiences?: string[] | undefined;
}

/** Status of a TokenReview. */
export interface TokenReviewStatus {
  /** Indicates that the token was associated with a known user. */
  authenticated?: boolean | undefined;
  /** The UserInfo associated with the provided token. */
  user?: UserInfo | undefined;
  /** audiences are audience identifiers chosen by the authenticator that are compatible with both the TokenReview and token. */
  audiences?: string[] | undefined;
  /** Indicates that the token couldn't be checked */
  error?: string | undefined;
}

/** User info. */
export interface UserInfo {
  /** The name that uniquely identifies this user among all active users. */
  username?: string | undefined;
  /** A unique value that identifies this user across time. */
  uid?: string | undefined;
  /** The names of groups this user is a part of. */
  groups?: string[] | undefined;
  /** extra is any additional information provided by the authenticator. */
  extra?: { [key: string]: string[] } | undefined;
}
