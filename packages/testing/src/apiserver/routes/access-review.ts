import { type FieldError, asObject, at, invalidField, textAt, toJson } from '@kube-informers/schema/internal';
import { newBadRequest, newInvalid } from 'kube-informers/internal';
import type { Authorization } from '../access/authorizer.js';
import type { AccessAttributes } from '../access/users.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';
import { unstoredKind, readObject } from '../bodies/decode.js';
import type { BodyKind } from '../bodies/decode.js';
import { sendJson } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { timestamp } from '../objects/object-meta.js';
import type { ObjectBody } from '../storage/stored-object.js';
import { writeOptions } from '../write/write-options.js';

const authorizationPath = '/apis/authorization.k8s.io/v1';

type Review = (body: ObjectBody, authorization: Authorization, user: AuthenticatedUser) => unknown;

/** The reviews by the last part of their paths. */
const reviews: Readonly<Record<string, { readonly kind: BodyKind; readonly review: Review }>> = {
  [`${authorizationPath}/selfsubjectaccessreviews`]: {
    kind: unstoredKind('authorization.k8s.io', 'v1', 'SelfSubjectAccessReview'),
    review: (body, authorization, user) => {
      requireAttributes(body, 'SelfSubjectAccessReview', []);
      return decision(body, authorization, user);
    },
  },
  [`${authorizationPath}/subjectaccessreviews`]: {
    kind: unstoredKind('authorization.k8s.io', 'v1', 'SubjectAccessReview'),
    review: (body, authorization) => {
      requireAttributes(body, 'SubjectAccessReview', subjectErrors(body));
      return decision(body, authorization, subjectOf(body));
    },
  },
  [`${authorizationPath}/selfsubjectrulesreviews`]: {
    kind: unstoredKind('authorization.k8s.io', 'v1', 'SelfSubjectRulesReview'),
    review: (body, authorization, user) => {
      const namespace = textAt(body, 'spec', 'namespace');
      if (namespace === '') throw newBadRequest('no namespace on request');
      const rules = authorization.rulesOf(user, namespace);
      if (rules === undefined) return { resourceRules: [], nonResourceRules: [], incomplete: true };
      const { problems, ...found } = rules;
      const evaluationError = problems.length === 0 ? {} : { evaluationError: problems.join(', ') };
      return { ...found, incomplete: problems.length > 0, ...evaluationError };
    },
  },
  '/apis/authentication.k8s.io/v1/selfsubjectreviews': {
    kind: unstoredKind('authentication.k8s.io', 'v1', 'SelfSubjectReview'),
    review: (_body, _authorization, { name: username, uid, groups, extra }) => ({
      userInfo: {
        username,
        ...(uid === '' ? {} : { uid }),
        groups,
        ...(Object.keys(extra).length === 0 ? {} : { extra }),
      },
    }),
  },
};

const localReview = /^\/apis\/authorization\.k8s\.io\/v1\/namespaces\/([^/]+)\/localsubjectaccessreviews$/;
const localKind = unstoredKind('authorization.k8s.io', 'v1', 'LocalSubjectAccessReview');

/** Handles reviews of access; returns false for other paths. Throws 400 and 422 for a malformed review. */
export async function handleReview(
  exchange: Exchange,
  authorization: Authorization,
  user: AuthenticatedUser,
): Promise<boolean> {
  const { path } = exchange;
  const local = localReview.exec(path);
  const known = Object.hasOwn(reviews, path) ? reviews[path] : undefined;
  const kind = local === null ? known?.kind : localKind;
  if (kind === undefined) return false;
  if (exchange.method !== 'POST') throw methodNotAllowed();
  const body = await readObject(exchange, kind, writeOptions(exchange, 'CreateOptions'));
  const { metadata = {}, spec } = body;
  let status: unknown;
  if (local === null) status = await known?.review(body, authorization, user);
  else {
    if (textAt(body, 'spec', 'resourceAttributes', 'namespace') !== local[1])
      throw newBadRequest(`spec.resourceAttributes.namespace must match namespace: ${local[1] ?? ''}`);
    requireAttributes(body, 'LocalSubjectAccessReview', subjectErrors(body));
    status = await decision(body, authorization, subjectOf(body));
  }
  const { kind: name, apiVersion } = kind.resource;
  const created =
    name === 'SelfSubjectReview'
      ? { ...metadata, creationTimestamp: timestamp(exchange.clock.now()) }
      : metadata;
  const shown = spec === undefined ? {} : { spec };
  await sendJson(exchange, 201, toJson({ kind: name, apiVersion, metadata: created, ...shown, status }));
  return true;
}

async function decision(
  body: ObjectBody,
  authorization: Authorization,
  user: AuthenticatedUser,
): Promise<unknown> {
  const { allowed, reason } = await authorization.decide(attributesOf(body, user));
  return { allowed, ...(reason === '' ? {} : { reason }) };
}

function attributesOf({ spec }: ObjectBody, user: AuthenticatedUser): AccessAttributes {
  const resource = asObject(at(spec, 'resourceAttributes'));
  const of = resource ?? at(spec, 'nonResourceAttributes');
  const text = (field: string): string => textAt(of, field);
  return {
    user,
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
    path: text('path'),
  };
}

function subjectOf({ spec }: ObjectBody): AuthenticatedUser {
  const groups = at(spec, 'groups');
  // A review is about exactly the groups that it names.
  return {
    name: textAt(spec, 'user'),
    groups: Array.isArray(groups) ? groups.filter((each) => typeof each === 'string') : [],
    uid: textAt(spec, 'uid'),
    extra: {},
  };
}

function subjectErrors({ spec }: ObjectBody): FieldError[] {
  const groups = at(spec, 'groups');
  const named = textAt(spec, 'user') !== '' || (Array.isArray(groups) && groups.length > 0);
  return named ? [] : [invalidField('spec.user', '', 'at least one of user or group must be specified')];
}

/** Throws 422 unless a review has either kind of attributes. */
function requireAttributes({ spec }: ObjectBody, kind: string, errors: readonly FieldError[]): void {
  const resource = at(spec, 'resourceAttributes');
  const path = at(spec, 'nonResourceAttributes');
  const all = [...errors];
  if (resource !== undefined && path !== undefined)
    all.push(
      invalidField(
        'spec.nonResourceAttributes',
        path,
        'cannot be specified in combination with resourceAttributes',
      ),
    );
  if (resource === undefined && path === undefined)
    all.push(
      invalidField(
        'spec.resourceAttributes',
        null,
        'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    );
  if (all.length > 0) throw newInvalid({ group: 'authorization.k8s.io', kind }, '', all);
}
