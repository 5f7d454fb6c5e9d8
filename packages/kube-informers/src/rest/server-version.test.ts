import { expect, test } from 'vitest';
import { json, network } from './fixtures/server.test-support.js';
import type { Handler } from './fixtures/server.test-support.js';
import { minorVersionOf } from './server-version.js';

const { serve, client } = network();

/** A response to `/version`, as given with `kubectl get --raw /version`. */
function answer(major: string, minor: string, gitVersion: string, more: object = {}): object {
  return { major, minor, gitVersion, goVersion: 'go1.24.4', platform: 'linux/amd64', ...more };
}

const emulates = (minor: string): object => ({
  emulationMajor: '1',
  emulationMinor: minor,
  minCompatibilityMajor: '1',
  minCompatibilityMinor: String(Number(minor) - 1),
});

test.each<[string, unknown, number | undefined]>([
  ['kube-apiserver 1.37', answer('1', '37', 'v1.37.2', emulates('37')), 37],
  ['kube-apiserver 1.37 that emulates 1.33', answer('1', '37', 'v1.37.2', emulates('33')), 33],
  ['GKE 1.34', answer('1', '34', 'v1.34.1-gke.1829001', emulates('34')), 34],
  ['GKE, older', answer('1', '16+', 'v1.16.15-gke.4901'), 16],
  ['EKS 1.34', answer('1', '34', 'v1.34.1-eks-113cf36', emulates('34')), 34],
  ['EKS, older', answer('1', '27+', 'v1.27.16-eks-2f46c53'), 27],
  ['a minor version with a provider', answer('1', '33-eks', 'v1.33.0'), 33],
  ['k3s 1.33', answer('1', '33', 'v1.33.4+k3s1', emulates('33')), 33],
  ['half an emulated version', answer('1', '35', 'v1.35.0', { emulationMinor: '34' }), 35],
  [
    'an emulated version that is empty',
    answer('1', '35', 'v1.35.0', { emulationMajor: '', emulationMinor: '' }),
    35,
  ],
  ['OpenShift 3', answer('1', '11+', 'v1.11.0+d4cacc0'), 11],
  ['another major version', answer('2', '40', 'v2.40.0'), undefined],
  ['no numbers', answer('', '', 'v0.0.0-master+$Format:%H$'), undefined],
  ['numbers that are not strings', { major: 1, minor: 34 }, undefined],
  ['something else', { kind: 'Status' }, undefined],
  ['null', null, undefined],
])('%s', (_name, given, minor) => {
  expect(minorVersionOf(given)).toBe(minor);
});

const html: Handler = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');

function refusal(code: number, reason: string): Handler {
  return (_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason }));
  };
}

function version(minor: string): Handler {
  return (_request, response) => json(response, answer('1', minor, `v1.${minor}.0`));
}

test.each<[string, Handler, boolean]>([
  ['34', version('34'), true],
  ['34+', version('34+'), true],
  ['33', version('33'), false],
  ['a refusal', refusal(403, 'Forbidden'), false],
  ['a server without the path', refusal(404, 'NotFound'), false],
  ['a proxy’s page', html, false],
])('pages come from the cache by /version, which is requested once: %s', async (_name, handler, expected) => {
  const server = await serve(handler);
  const rest = client({ host: server.url });
  expect(await Promise.all([rest.pagesFromCache(), rest.pagesFromCache()])).toEqual([expected, expected]);
  expect(await rest.pagesFromCache()).toBe(expected);
  expect(server.seen.map(({ url }) => url)).toEqual(['/version']);
});

test.each<[string, Handler]>([
  ['a failure', refusal(500, 'InternalError')],
  ['no credentials yet', refusal(401, 'Unauthorized')],
  ['a connection that breaks', (_request, response) => response.destroy()],
])(
  'a request for the version without an answer is repeated when it is needed again: %s',
  async (_name, fault) => {
    const server = await serve((request, response) => {
      if (server.seen.length === 1) fault(request, response);
      else version('36')(request, response);
    });
    const rest = client({ host: server.url });
    expect(await rest.pagesFromCache()).toBe(false);
    expect(await rest.pagesFromCache()).toBe(true);
    expect(server.seen).toHaveLength(2);
  },
);
