import { describe, expect, test } from 'vitest';
import {
  isAlreadyExists,
  isConflict,
  isNotFound,
  isTooLargeResourceVersion,
  isUnexpectedServerError,
  suggestsClientDelay,
} from './errors.js';
import type { StatusError } from './errors.js';
import { type FieldError, FieldErrorType, invalidField } from './field-error.js';
import {
  newAlreadyExists,
  newApplyConflict,
  newBadRequest,
  newConflict,
  newForbidden,
  newGenerateNameConflict,
  newGenericServerResponse,
  newInternalError,
  newInvalid,
  newMethodNotSupported,
  newNotAcceptable,
  newNotFound,
  newRequestEntityTooLarge,
  newResourceExpired,
  newStatus,
  newServiceUnavailable,
  newTimeout,
  newTooLargeResourceVersion,
  newTooManyRequests,
  newUnauthorized,
  newUnsupportedMediaType,
} from './status.js';

function requiredField(field: string, detail = ''): FieldError {
  return { type: FieldErrorType.Required, field, detail };
}

const pods = { group: '', resource: 'pods' };
const deployments = { group: 'apps', resource: 'deployments' };

/** The members in which failures differ. */
function answer({ status, message }: StatusError) {
  const { kind, apiVersion, metadata, status: outcome, ...rest } = status;
  expect({ kind, apiVersion, metadata, outcome }).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    outcome: 'Failure',
  });
  expect(status.message).toBe(message);
  return rest;
}

test('is serialised exactly as by the real server (1.37)', () => {
  expect(JSON.stringify(newNotFound(deployments, 'x').status)).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"deployments.apps \\"x\\" not found","reason":"NotFound","details":{"name":"x","group":"apps","kind":"deployments"},"code":404}',
  );
  expect(JSON.stringify(newTooLargeResourceVersion('99999999', '7', 1).status)).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Timeout: Too large resource version: 99999999, current: 7","reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1},"code":504}',
  );
  expect(
    JSON.stringify(
      newInvalid({ group: '', kind: 'Namespace' }, '', [
        requiredField('metadata.name', 'name or generateName is required'),
      ]).status,
    ),
  ).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Namespace \\"\\" is invalid: metadata.name: Required value: name or generateName is required","reason":"Invalid","details":{"kind":"Namespace","causes":[{"reason":"FieldValueRequired","message":"Required value: name or generateName is required","field":"metadata.name"}]},"code":422}',
  );
  expect(JSON.stringify(newUnauthorized().status)).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Unauthorized","reason":"Unauthorized","code":401}',
  );
  expect(JSON.stringify(newGenericServerResponse({ code: 404, verb: 'GET' }).status)).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the server could not find the requested resource","reason":"NotFound","details":{},"code":404}',
  );
});

describe('each failure has its message, reason, code and details', () => {
  test.each<[StatusError, number, string, string, object?]>([
    [newNotFound(pods, 'web'), 404, 'NotFound', 'pods "web" not found', { name: 'web', kind: 'pods' }],
    [
      newAlreadyExists(pods, 'web'),
      409,
      'AlreadyExists',
      'pods "web" already exists',
      { name: 'web', kind: 'pods' },
    ],
    [
      newGenerateNameConflict(pods, 'web-x', 1),
      409,
      'AlreadyExists',
      'pods "web-x" already exists, the server was not able to generate a unique name for the object',
      { name: 'web-x', kind: 'pods', retryAfterSeconds: 1 },
    ],
    [
      newConflict(deployments, 'web'),
      409,
      'Conflict',
      'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
      { name: 'web', group: 'apps', kind: 'deployments' },
    ],
    [
      newConflict(pods, 'web', 'it is bound'),
      409,
      'Conflict',
      'Operation cannot be fulfilled on pods "web": it is bound',
      { name: 'web', kind: 'pods' },
    ],
    [
      newApplyConflict(
        [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field: '.data.x' }],
        'Apply failed',
      ),
      409,
      'Conflict',
      'Apply failed',
      {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field: '.data.x' }],
      },
    ],
    [newResourceExpired('too old'), 410, 'Expired', 'too old'],
    [newBadRequest('no'), 400, 'BadRequest', 'no'],
    [newUnauthorized('not you'), 401, 'Unauthorized', 'not you'],
    [
      newForbidden(pods, 'web', 'User "eve" cannot get it'),
      403,
      'Forbidden',
      'pods "web" is forbidden: User "eve" cannot get it',
      { name: 'web', kind: 'pods' },
    ],
    [
      newForbidden(deployments, '', 'no'),
      403,
      'Forbidden',
      'deployments.apps is forbidden: no',
      { group: 'apps', kind: 'deployments' },
    ],
    [newForbidden(undefined, '', 'no'), 403, 'Forbidden', 'forbidden: no', {}],
    [
      newMethodNotSupported(deployments, 'delete'),
      405,
      'MethodNotAllowed',
      'delete is not supported on resources of kind "deployments.apps"',
      { group: 'apps', kind: 'deployments' },
    ],
    [
      newNotAcceptable(['application/json', 'application/yaml']),
      406,
      'NotAcceptable',
      'only the following media types are accepted: application/json, application/yaml',
    ],
    [
      newUnsupportedMediaType(['application/json']),
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: application/json',
    ],
    [
      newRequestEntityTooLarge('limit is 3145728'),
      413,
      'RequestEntityTooLarge',
      'Request entity too large: limit is 3145728',
    ],
    [newTooManyRequests('later', 5), 429, 'TooManyRequests', 'later', { retryAfterSeconds: 5 }],
    [newTooManyRequests('later', 0), 429, 'TooManyRequests', 'later', {}],
    [
      newInternalError('disk full'),
      500,
      'InternalError',
      'Internal error occurred: disk full',
      { causes: [{ message: 'disk full' }] },
    ],
    [newServiceUnavailable('down'), 503, 'ServiceUnavailable', 'down'],
    [newTimeout('slow', 3), 504, 'Timeout', 'Timeout: slow', { retryAfterSeconds: 3 }],
  ])('%s', (error, code, reason, message, details) => {
    expect(answer(error)).toEqual({ code, reason, message, ...(details === undefined ? {} : { details }) });
  });

  test('predicates recognise them', () => {
    expect(isNotFound(newNotFound(pods, 'x'))).toBe(true);
    expect(isConflict(newConflict(pods, 'x'))).toBe(true);
    expect(isConflict(newAlreadyExists(pods, 'x'))).toBe(false);
    expect(isTooLargeResourceVersion(newTooLargeResourceVersion('9', '1', 1))).toBe(true);
    expect(
      suggestsClientDelay(
        newStatus({ code: 500, reason: 'ServerTimeout', message: 'try again', details: {} }),
      ),
    ).toBe(0);
  });

  test('an expired list has a continue token', () => {
    const { status } = newResourceExpired('too old', 'token');
    expect(status.metadata).toEqual({ continue: 'token' });
  });
});

describe('TestNewInvalid', () => {
  const kind = { group: 'apps', kind: 'Deployment' };
  test('one error', () => {
    expect(
      answer(newInvalid(kind, 'web', [invalidField('spec.replicas', -1, 'must not be negative')])),
    ).toEqual({
      code: 422,
      reason: 'Invalid',
      message: 'Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must not be negative',
      details: {
        name: 'web',
        group: 'apps',
        kind: 'Deployment',
        causes: [
          {
            reason: 'FieldValueInvalid',
            message: 'Invalid value: -1: must not be negative',
            field: 'spec.replicas',
          },
        ],
      },
    });
  });

  test('several are joined in brackets, each with a cause', () => {
    const error = newInvalid(kind, 'web', [requiredField('a'), requiredField('b')]);
    expect(error.message).toBe('Deployment.apps "web" is invalid: [a: Required value, b: Required value]');
    expect(error.status.details?.causes).toHaveLength(2);
  });

  test('none', () => {
    const error = newInvalid(kind, 'web', []);
    expect(error.message).toBe('Deployment.apps "web" is invalid');
    expect(error.status.details).toEqual({ name: 'web', group: 'apps', kind: 'Deployment' });
  });
});

describe('a response that is not a Status', () => {
  const upstream = 'upstream connect error';
  test.each<[number, string, string, string]>([
    [400, 'GET', 'BadRequest', 'the server rejected our request for an unknown reason'],
    [401, 'GET', 'Unauthorized', 'the server has asked for the client to provide credentials'],
    [403, 'GET', 'Forbidden', upstream],
    [404, 'GET', 'NotFound', 'the server could not find the requested resource'],
    [405, 'GET', 'MethodNotAllowed', 'the server does not allow this method on the requested resource'],
    [406, 'GET', 'NotAcceptable', upstream],
    [409, 'POST', 'AlreadyExists', 'the server reported a conflict'],
    [409, 'PUT', 'Conflict', 'the server reported a conflict'],
    [415, 'POST', 'UnsupportedMediaType', upstream],
    [422, 'POST', 'Invalid', 'the server rejected our request due to an error in our request'],
    [
      429,
      'GET',
      'TooManyRequests',
      'the server has received too many requests and has asked us to try again later',
    ],
    [
      500,
      'GET',
      'InternalError',
      'an error on the server ("upstream connect error") has prevented the request from succeeding',
    ],
    [
      502,
      'GET',
      'InternalError',
      'an error on the server ("upstream connect error") has prevented the request from succeeding',
    ],
    [503, 'GET', 'ServiceUnavailable', 'the server is currently unable to handle the request'],
    [
      504,
      'GET',
      'Timeout',
      'the server was unable to return a response in the time allotted, but may still be processing the request',
    ],
    [302, 'GET', '', 'the server responded with the status code 302 but did not return more information'],
    [418, 'GET', '', 'the server responded with the status code 418 but did not return more information'],
  ])('%i to %s', (code, verb, reason, message) => {
    const error = newGenericServerResponse({ code, verb, serverMessage: upstream });
    expect(error).toMatchObject({ message, reason, statusCode: code });
    expect(Object.hasOwn(error.status, 'reason')).toBe(reason !== '');
  });

  test('names the request if it is known', () => {
    const message = 'the server could not find the requested resource';
    const response = { code: 404, verb: 'GET', resource: deployments };
    expect(newGenericServerResponse({ ...response, name: 'web' }).message).toBe(
      `${message} (get deployments.apps web)`,
    );
    expect(newGenericServerResponse(response).message).toBe(`${message} (get deployments.apps)`);
  });

  test('an empty 406 has its own message', () => {
    for (const serverMessage of ['', 'unknown', undefined]) {
      expect(newGenericServerResponse({ code: 406, verb: 'GET', serverMessage }).message).toBe(
        'the server was unable to respond with a content type that the client supports',
      );
    }
  });

  test('keeps the body and the wait, and is marked as unexpected', () => {
    const error = newGenericServerResponse({
      code: 503,
      verb: 'GET',
      resource: pods,
      serverMessage: '<html>',
      retryAfterSeconds: 4,
      unexpected: true,
    });
    expect(isUnexpectedServerError(error)).toBe(true);
    expect(suggestsClientDelay(error)).toBe(4);
    expect(error.status.details).toEqual({
      kind: 'pods',
      causes: [{ reason: 'UnexpectedServerResponse', message: '<html>' }],
      retryAfterSeconds: 4,
    });
    expect(isAlreadyExists(newGenericServerResponse({ code: 409, verb: 'POST' }))).toBe(true);
  });
});
