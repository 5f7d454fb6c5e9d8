import { describe, expect, test } from 'vitest';
import { baseUrl, encodeQuery, requestUrl } from './request.js';

describe('baseUrl', () => {
  test.each([
    ['https://10.0.0.1:6443', 'https://10.0.0.1:6443'],
    ['https://10.0.0.1:6443/', 'https://10.0.0.1:6443'],
    ['https://rancher.example.com/k8s/clusters/c-1/', 'https://rancher.example.com/k8s/clusters/c-1'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://example.com:443', 'https://example.com'],
  ])('%s', (host, expected) => {
    expect(baseUrl(host)).toBe(expected);
  });

  test.each([
    ['10.0.0.1:6443', '"10.0.0.1:6443"'],
    ['', '""'],
    ['ftp://x', '"ftp://x"'],
    ['https://x?y=1', '"https://x/…"'],
    ['https://x#y', '"https://x/…"'],
  ])('refuses %j', (host, shown) => {
    expect(() => baseUrl(host)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining(`got ${shown}`) }),
    );
  });

  test('rejects a host that is not a string, and hints at a missing await', () => {
    expect(() => baseUrl(undefined)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.stringContaining('await') }),
    );
  });

  test('rejects a password without showing it', () => {
    expect(() => baseUrl('https://bob:hunter2@x')).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION', message: expect.not.stringContaining('hunter2') }),
    );
  });
});

describe('requestUrl', () => {
  test('keeps the path prefix of the host and the escapes of the path', () => {
    expect(requestUrl('https://h/k8s', '/api/v1/nodes/a%3Ab', { limit: 5 })).toBe(
      'https://h/k8s/api/v1/nodes/a%3Ab?limit=5',
    );
  });

  test.each([
    '',
    'api',
    '//evil/api',
    '/api?x=1',
    '/api#x',
    '/api/../secrets',
    '/api/./v1',
    '/api/%2e%2E/x',
    '/a b',
    '/a\\b',
  ])('rejects the path %j', (path) => {
    expect(() => requestUrl('https://h', path, undefined)).toThrow(
      expect.objectContaining({ code: 'ERR_OPTION' }),
    );
  });
});

describe('encodeQuery', () => {
  test('writes ListOptions by their wire names, without undefined and empty values', () => {
    expect(
      encodeQuery({
        labelSelector: 'app in (a,b),!c',
        fieldSelector: '',
        watch: true,
        allowWatchBookmarks: false,
        resourceVersion: '0',
        timeoutSeconds: 300,
        sendInitialEvents: false,
        continue: 'a+b/c=',
      }),
    ).toBe(
      'labelSelector=app+in+%28a%2Cb%29%2C%21c&watch=true&allowWatchBookmarks=false&resourceVersion=0&timeoutSeconds=300&sendInitialEvents=false&continue=a%2Bb%2Fc%3D',
    );
  });

  test('is empty without options', () => {
    expect(encodeQuery(undefined)).toBe('');
    expect(encodeQuery({ limit: undefined })).toBe('');
  });
});
