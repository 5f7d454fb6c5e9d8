import { toJson } from '@kube-informers/schema/internal';
import { builtInResources } from 'kube-informers';
import type { Authorization } from '../access/authorizer.js';
import type { AuthenticatedUser } from '../http/authenticated-user.js';
import type { TokenIssuer } from '../registry/token-issuer.js';
import { handleReview } from './access-review.js';
import {
  aggregatedDocument,
  aggregatedVersion,
  entityTag,
  groupDocument,
  groupListDocument,
  resourceListDocument,
  versionsDocument,
} from '../discovery/discovery.js';
import { answer } from '../http/answer.js';
import { sendJson, sendPlainJson, sendText } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed, unknownResource } from '../http/failure.js';
import { negotiate, requireJson } from '../http/negotiation.js';
import { handleOpenApi } from './openapi-paths.js';
import { accept } from './request-parts.js';
import type { Registry } from '../registry/registry.js';

/** The router of a built-in group answers for all of its versions, and only other groups reach apiextensions. */
const builtInGroups = new Set(builtInResources.map(({ group }) => group));

/** Options of paths without a resource. */
export interface PlainPathOptions {
  readonly registry: Registry;
  readonly tokens: TokenIssuer;
  /** The server's base URL. */
  readonly url: string;
  readonly authorization: Authorization;
  /** Who asks. */
  readonly user: AuthenticatedUser;
  /** The reported Kubernetes version. */
  readonly gitVersion: string;
}

/** Handles discovery, health, version and OpenAPI. Throws StatusError for unknown paths below /api and /apis. */
export async function handlePlainPath(options: PlainPathOptions, exchange: Exchange): Promise<void> {
  const { path, method } = exchange;
  if (await handleReview(exchange, options.authorization, options.user)) return;
  if (await handleOpenApi(exchange, options.registry, options.gitVersion)) return;
  if (path === '/version' || path === '/version/') {
    if (method !== 'GET') throw methodNotAllowed();
    requireJson(accept(exchange));
    return sendPlainJson(exchange, 200, indented(versionDocument(options.gitVersion)));
  }
  const published = tokenDocument(options, exchange);
  if (published !== undefined) {
    if (method !== 'GET') throw methodNotAllowed();
    return sendPlainJson(exchange, 200, JSON.stringify(published.value), published.headers);
  }
  const document = documentOf(options, exchange);
  if (document !== undefined) {
    if (method !== 'GET') throw methodNotAllowed();
    // Aggregated discovery has its own content negotiation.
    if (document.contentType === undefined) negotiate(accept(exchange), false);
    return sendDocument(exchange, document);
  }
  const [, check, ...rest] = path.split('/');
  if ((check === 'readyz' || check === 'livez' || check === 'healthz') && rest.length <= 1) {
    const verbose = exchange.query.has('verbose');
    return sendText(exchange, 200, verbose ? `[+]ping ok\n${check} check passed\n` : 'ok');
  }
  const [, api, group = ''] = path.split('/');
  if (api === 'api' || (api === 'apis' && builtInGroups.has(group))) throw unknownResource();
  if (path === '/') return sendPlainJson(exchange, 200, indented({ paths: servedPaths(options.registry) }));
  return sendText(exchange, 404, '404 page not found\n');
}

/** How others verify the tokens of service accounts (routes/openidmetadata.go). */
function tokenDocument(
  { tokens, url }: PlainPathOptions,
  { path }: Exchange,
): { readonly value: object; readonly headers: Readonly<Record<string, string>> } | undefined {
  const headers = { 'Cache-Control': 'public, max-age=3600' };
  if (path === '/openid/v1/jwks')
    return { value: tokens.keySet(), headers: { ...headers, 'Content-Type': 'application/jwk-set+json' } };
  if (path !== '/.well-known/openid-configuration') return undefined;
  return { value: tokens.configuration(url), headers };
}

interface Document {
  readonly value: object;
  readonly contentType?: string | undefined;
  readonly tagged?: boolean | undefined;
}

function documentOf(options: PlainPathOptions, exchange: Exchange): Document | undefined {
  const { registry } = options;
  const { path, request } = exchange;
  if (path === '/api' || path === '/api/' || path === '/apis' || path === '/apis/') {
    const aggregated = aggregatedVersion(headerOf(request, 'accept'));
    const core = !path.startsWith('/apis');
    if (aggregated !== undefined) {
      return {
        value: aggregatedDocument(registry, core, aggregated),
        contentType: `application/json;g=apidiscovery.k8s.io;v=${aggregated};as=APIGroupDiscoveryList`,
        tagged: true,
      };
    }
    return {
      value: core ? versionsDocument({ host: new URL(options.url).host }) : groupListDocument(registry),
    };
  }
  const words = path.replace(/\/$/, '').split('/').slice(1);
  let value: object | undefined;
  if (words[0] === 'api' && words.length === 2) value = resourceListDocument(registry, '', words[1] ?? '');
  else if (words[0] === 'apis' && words.length === 2) value = groupDocument(registry, words[1] ?? '');
  else if (words[0] === 'apis' && words.length === 3) {
    value = resourceListDocument(registry, words[1] ?? '', words[2] ?? '');
  }
  return value === undefined ? undefined : { value };
}

async function sendDocument(exchange: Exchange, document: Document): Promise<void> {
  const text = toJson(document.value);
  const headers: Record<string, string> = {};
  if (document.contentType !== undefined) headers['Content-Type'] = document.contentType;
  if (document.tagged === true) {
    const tag = entityTag(text);
    headers['ETag'] = tag;
    headers['Vary'] = 'Accept';
    if (headerOf(exchange.request, 'if-none-match') === tag) {
      return answer(exchange, 304, { ETag: tag, 'Cache-Control': 'public', Vary: 'Accept' });
    }
  }
  await sendJson(exchange, 200, text, headers);
}

function indented(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

function versionDocument(gitVersion: string): object {
  const [major = '1', minor = '0'] = gitVersion.replace(/^v/, '').split('.');
  const emulated = {
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
  };
  return {
    major,
    minor,
    ...(Number(minor) >= 33 ? emulated : {}),
    gitVersion,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: '',
    // Go's names of it.
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}

function servedPaths(registry: Registry): string[] {
  const groups = registry
    .groups()
    .flatMap((group) => [
      `/apis/${group}`,
      ...registry.versions(group).map((version) => `/apis/${group}/${version}`),
    ]);
  return [
    '/api',
    '/api/v1',
    '/apis',
    '/apis/',
    ...groups,
    '/healthz',
    '/livez',
    '/openapi/v2',
    '/openapi/v3',
    '/readyz',
    '/version',
  ];
}
