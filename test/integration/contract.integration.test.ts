import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { contractSuite } from '../contract/contract.js';
import { at, text } from '../contract/http.js';
import type { Target } from '../contract/http.js';

/** The current context of the kubeconfig that KUBECONFIG names: a server with its authority inline and a token. */
function target(): Target {
  const path = process.env['KUBECONFIG'];
  if (path === undefined || path === '') throw new Error('KUBECONFIG must name a kubeconfig file');
  const config: unknown = parse(readFileSync(path, 'utf8'));
  const named = (list: string, name: string): unknown => {
    const entries = at(config, list);
    return Array.isArray(entries) ? entries.find((entry) => at(entry, 'name') === name) : undefined;
  };
  const context = named('contexts', text(config, 'current-context'));
  const cluster = named('clusters', text(context, 'context.cluster'));
  const user = named('users', text(context, 'context.user'));
  const ca = text(cluster, 'cluster.certificate-authority-data');
  return {
    baseUrl: text(cluster, 'cluster.server'),
    token: text(user, 'user.token') || undefined,
    ca: ca === '' ? undefined : Buffer.from(ca, 'base64').toString('utf8'),
  };
}

contractSuite('the real API server keeps the contract', async () => ({
  target: target(),
  stop: () => Promise.resolve(),
}));
