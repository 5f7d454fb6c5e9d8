import { describe, expect, test } from 'vitest';
import { bypassesProxy, proxyFor } from './config.js';

const server = new URL('https://api.example.com:6443');

describe('proxyFor', () => {
  test.each([
    ['https://api.example.com', { HTTPS_PROXY: 'http://p:3128', HTTP_PROXY: 'http://q' }, 'http://p:3128'],
    ['http://api.example.com', { HTTPS_PROXY: 'http://p:3128', HTTP_PROXY: 'http://q' }, 'http://q'],
    ['https://api.example.com', { https_proxy: 'http://p' }, 'http://p'],
    ['https://api.example.com', { HTTPS_PROXY: 'http://p', https_proxy: 'http://q' }, 'http://p'],
    ['https://api.example.com', { HTTPS_PROXY: '', https_proxy: 'http://q' }, 'http://q'],
    ['https://api.example.com', { HTTP_PROXY: 'http://p' }, undefined],
    ['https://api.example.com', { ALL_PROXY: 'http://p' }, undefined],
    ['https://api.example.com', { HTTPS_PROXY: 'p.example.com:3128' }, 'http://p.example.com:3128'],
    ['https://api.example.com', { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.com' }, undefined],
    ['https://api.example.com', { HTTPS_PROXY: 'http://p', no_proxy: 'example.com' }, undefined],
    ['https://localhost:6443', { HTTPS_PROXY: 'http://p' }, undefined],
  ])('%s with %j: %j', (url, env, expected) => {
    expect(proxyFor(new URL(url), undefined, env)?.origin).toBe(expected);
  });

  test('a configured proxy applies to every server; "" means none', () => {
    const env = { HTTPS_PROXY: 'http://env', NO_PROXY: '*' };
    expect(proxyFor(server, 'https://p:1', env)?.origin).toBe('https://p:1');
    expect(proxyFor(new URL('https://127.0.0.1'), 'http://p', env)?.origin).toBe('http://p');
    expect(proxyFor(server, '', { HTTPS_PROXY: 'http://env' })).toBeUndefined();
  });

  test.each(['socks4://p:1080', 'ftp://p', 'http://', 'http://:1'])('refuses %j', (url) => {
    expect(() => proxyFor(server, url, {})).toThrow(
      expect.objectContaining({ code: 'ERR_PROXY_URL', message: expect.stringContaining('proxy-url') }),
    );
    expect(() => proxyFor(server, undefined, { HTTPS_PROXY: url })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('HTTPS_PROXY') }),
    );
  });

  test('errors do not contain the password', () => {
    expect(() => proxyFor(server, 'socks4://bob:hunter2@p', {})).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});

describe("NO_PROXY, with the cases of Go's httpproxy", () => {
  test.each([
    ['https://example.com', 'example.com', true],
    ['https://a.example.com', 'example.com', true],
    ['https://notexample.com', 'example.com', false],
    ['https://a.example.com', '.example.com', true],
    ['https://example.com', '.example.com', false],
    ['https://a.example.com', '*.example.com', true],
    ['https://example.com', '*.example.com', false],
    ['https://EXAMPLE.com', 'Example.COM', true],
    ['https://example.com', 'other.com, example.com ,x', true],
    ['https://example.com', '*', true],
    ['https://example.com', '', false],
    ['https://example.com', ',,', false],
    ['https://example.com:6443', 'example.com:6443', true],
    ['https://example.com', 'example.com:443', true],
    ['http://example.com', 'example.com:80', true],
    ['https://example.com', 'example.com:6443', false],
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3:6443', '10.1.2.3:6443', true],
    ['https://10.1.2.3', '10.1.2.3:6443', false],
    ['https://10.1.2.3', '10.0.0.0/99', false],
    ['https://10.1.2.3', 'nonsense/8', false],
    ['https://[fd00::1]', 'fd00::/8', true],
    ['https://[fd00::1]', 'fd00::1', true],
    ['https://[fd00::1]:6443', '[fd00::1]:6443', true],
    ['https://[fe00::1]', 'fd00::/8', false],
    ['https://10.example.com', '10.0.0.0/8', false],
    ['https://localhost', '', true],
    ['https://127.0.0.1', '', true],
    ['https://127.9.9.9:6443', '', true],
    ['https://[::1]:6443', '', true],
  ])('%s with %j: %j', (url, noProxy, expected) => {
    expect(bypassesProxy(new URL(url), noProxy)).toBe(expected);
  });
});

test('rejects a proxy password with an invalid percent escape immediately, without showing it', () => {
  const find = (): unknown => proxyFor(new URL('https://one'), 'http://me:hunter100%@proxy:3128', {});
  expect(find).toThrow('proxy-url must have its user and password percent-encoded ("%25" for "%")');
  expect(find).not.toThrow('hunter');
});
