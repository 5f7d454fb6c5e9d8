// Generated from k8s.io/api 0.36.4 by scripts/kubernetes-api/generate.mjs; do not edit.
// The comments are those of its authors, shortened (Apache License 2.0).
import type * as metav1 from '../../meta/meta-v1.js';

export interface BoundObjectReference {
  /** kind of the referent. */
  kind?: string;
  /** apiVersion is API version of the referent. */
  apiVersion?: string;
  /** name of the referent. */
  name?: string;
  /** uid of the referent. */
  uid?: string;
}

/** Contains the user information that the kube-apiserver has about the user making this request. Since Kubernetes 1.28. */
export interface SelfSubjectReview {
  apiVersion?: 'authentication.k8s.io/v1';
  kind?: 'SelfSubjectReview';
  metadata?: metav1.ObjectMeta;
  /** status is filled in by the server with the user attributes. */
  status?: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  /** A set of attributes belonging to the user making this request. */
  userInfo?: UserInfo;
}

export interface TokenRequest {
  apiVersion?: 'authentication.k8s.io/v1';
  kind?: 'TokenRequest';
  metadata?: metav1.ObjectMeta;
  /** Holds information about the request being evaluated */
  spec?: TokenRequestSpec;
  /** status is filled in by the server and indicates whether the token can be authenticated. */
  status?: TokenRequestStatus;
}

export interface TokenRequestSpec {
  /** audiences are the intendend audiences of the token. */
  audiences?: string[] | null;
  /** The requested duration of validity of the request. */
  expirationSeconds?: number | null;
  /** A reference to an object that the token will be bound to. */
  boundObjectRef?: BoundObjectReference | null;
}

export interface TokenRequestStatus {
  /** The opaque bearer token. */
  token?: string;
  /** The time of expiration of the returned token. */
  expirationTimestamp?: metav1.Time;
}

/** Attempts to authenticate a token to a known user. Since Kubernetes 1.6. */
export interface TokenReview {
  apiVersion?: 'authentication.k8s.io/v1';
  kind?: 'TokenReview';
  metadata?: metav1.ObjectMeta;
  /** Holds information about the request being evaluated */
  spec: TokenReviewSpec;
  /** status is filled in by the server and indicates whether the request can be authenticated. */
  status?: TokenReviewStatus;
}

export interface TokenReviewSpec {
  /** The opaque bearer token. */
  token: string;
  /** A list of the identifiers that the resource server presented with the token identifies as. */
  audiences?: string[];
}

export interface TokenReviewStatus {
  /** Indicates that the token was associated with a known user. */
  authenticated?: boolean;
  /** The UserInfo associated with the provided token. */
  user?: UserInfo;
  /** audiences are audience identifiers chosen by the authenticator that are compatible with both the TokenReview and token. */
  audiences?: string[];
  /** Indicates that the token couldn't be checked */
  error?: string;
}

export interface UserInfo {
  /** The name that uniquely identifies this user among all active users. */
  username?: string;
  /** A unique value that identifies this user across time. */
  uid?: string;
  /** The names of groups this user is a part of. */
  groups?: string[];
  /** extra is any additional information provided by the authenticator. */
  extra?: { [key: string]: string[] };
}
