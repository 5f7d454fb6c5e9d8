import { describe, expect, test } from 'vitest';
import { requireCredentials, requireRestConfig } from './config.js';
import { credentialHeaders, impersonationHeaders, mediaType } from './request.js';

describe('impersonationHeaders', () => {
  test('TestImpersonationRoundTripper: user, uid, groups and extra', () => {
    expect(
      impersonationHeaders({
        userName: 'user',
        uid: '123',
        groups: ['one', 'two'],
        extra: { first: ['A', 'a'], Second: ['B'] },
      }),
    ).toEqual({
      'impersonate-user': 'user',
      'impersonate-uid': '123',
      'impersonate-group': ['one', 'two'],
      'impersonate-extra-first': ['A', 'a'],
      'impersonate-extra-Second': ['B'],
    });
  });

  test('TestImpersonationRoundTripper: keys of extra are percent-encoded where a header name could not hold them', () => {
    const keys = Object.keys(
      impersonationHeaders({
        userName: 'u',
        extra: { 'example.com/a b': ['1'], ಠ_ಠ: ['1'], '100%': ['1'], none: [] },
      }),
    );
    expect(keys).toEqual([
      'impersonate-user',
      'impersonate-extra-example.com%2Fa%20b',
      'impersonate-extra-%E0%B2%A0_%E0%B2%A0',
      'impersonate-extra-100%25',
    ]);
  });

  test('values are sent as UTF-8', () => {
    expect(impersonationHeaders({ userName: 'jürgen' })).toEqual({
      'impersonate-user': Buffer.from('jürgen').toString('latin1'),
    });
  });

  test('without a name of the user it is rejected, since the request would have the own rights of the program', () => {
    expect(impersonationHeaders(undefined)).toEqual({});
    for (const userName of ['', ' ', undefined as never])
      for (const more of [{}, { uid: '1' }, { groups: ['g'] }, { extra: { a: ['b'] } }])
        expect(() => impersonationHeaders({ userName, ...more })).toThrow(
          expect.objectContaining({ code: 'ERR_OPTION' }),
        );
  });
});

test('credentials become the Authorization header', () => {
  expect(credentialHeaders({ authorization: 'Bearer x' })).toEqual({ authorization: 'Bearer x' });
  expect(credentialHeaders({})).toEqual({});
  expect(credentialHeaders(undefined)).toEqual({});
});

test('a media type is compared without its parameters', () => {
  expect(mediaType('Application/JSON; charset=utf-8')).toBe('application/json');
  expect(mediaType(['text/html', 'x'])).toBe('text/html');
  expect(mediaType(undefined)).toBe('');
});

test.each([
  {},
  { authorization: undefined },
  { authorization: '' },
  { authorization: ' ' },
  { authorization: 'Bearer ' },
])('credentials of nobody are rejected: %j', (credentials) => {
  expect(() => requireRestConfig('config', { host: 'https://a', credentials })).toThrow(
    /^(authorization of )?credentials of config must have a token, password or certificate, got none; /,
  );
  if (credentials.authorization !== undefined)
    expect(() => requireCredentials('what a provider returns', credentials)).toThrow('must have a token');
});
