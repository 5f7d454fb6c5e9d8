import { expect, test } from 'vitest';
import { defaultServerUrl, proxyUrlProblem } from './server-url.js';

test.each([
  ['localhost', 'http://localhost'],
  ['localhost:8080', 'http://localhost:8080'],
  ['172.27.32.110:8080', 'http://172.27.32.110:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['https://example.com', 'https://example.com'],
  ['https://example.com/', 'https://example.com'],
  ['https://example.com:6443/k8s/clusters/c-1/', 'https://example.com:6443/k8s/clusters/c-1'],
  ['https://example.com/prefix?x=1#y', 'https://example.com/prefix'],
  ['HTTPS://Example.com', 'https://example.com'],
])('TestCreateCleanWithPrefix, DefaultServerURL: %s → %s', (host, url) => {
  expect(defaultServerUrl(host, 'server')).toBe(url);
});

test('TestIsConfigTransportTLS: without a scheme it is https if TLS is configured', () => {
  expect(defaultServerUrl('localhost:6443', 'server', true)).toBe('https://localhost:6443');
  expect(defaultServerUrl('http://localhost', 'server', true)).toBe('http://localhost');
});

test.each([
  ['', 'server "": expected a URL, a host or host:port'],
  ['example.com/path', 'server (16 characters, not shown): expected a URL, a host or host:port'],
  ['https://', 'server (8 characters, not shown): expected a URL, a host or host:port'],
  ['http://a b', 'server (10 characters, not shown): expected a URL, a host or host:port'],
  ['ftp://example.com', 'server "ftp://example.com": expected scheme http or https'],
  ['host:99999', 'server "host:99999": expected a URL, a host or host:port'],
  [
    'https://me:hunter2@example.com',
    'server "https://…@example.com": expected a URL without user name and password; they belong under users',
  ],
])('refuses %j', (host, message) => {
  expect(() => defaultServerUrl(host, 'server')).toThrow(
    expect.objectContaining({ code: 'ERR_KUBECONFIG_SERVER', message }) as Error,
  );
});

test.each([
  ['http://proxy:3128', undefined],
  ['https://me:pw@proxy', undefined],
  ['socks5://me:pw@proxy:1080', undefined],
  ['socks5h://proxy', undefined],
  ['ftp://proxy', 'unsupported scheme "ftp", expected http, https or socks5'],
  ['proxy', 'expected a URL'],
])('TestProxyURL: %s', (url, problem) => {
  expect(proxyUrlProblem(url)).toBe(problem);
});
