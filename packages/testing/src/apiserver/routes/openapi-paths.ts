import { type JsonObject, toJson } from '@kube-informers/schema/internal';
import { entityTag } from '../discovery/discovery.js';
import { openApiIndex, openApiV2, openApiV3 } from '../discovery/openapi.js';
import { openApiProtobuf } from '../discovery/openapi-protobuf.js';
import { answer } from '../http/answer.js';
import { sendBytes, sendPlainJson, sendText } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { parseAccept } from '../http/negotiation.js';
import type { Registry } from '../registry/registry.js';

/** The older content type and the one in responses; kubectl up to 1.28 requests the older one. */
const protobufTypes = [
  'com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'com.github.proto-openapi.spec.v2.v1.0+protobuf',
] as const;

/** Handles a path below /openapi; returns false for an unknown one. */
export async function handleOpenApi(
  exchange: Exchange,
  registry: Registry,
  gitVersion: string,
): Promise<boolean> {
  const [root, version, ...rest] = exchange.path.split('/').slice(1);
  if (root !== 'openapi') return false;
  if (version === 'v2' && rest.length === 0) {
    requireGet(exchange);
    await sendDocument(exchange, openApiV2(registry, gitVersion), protobufTypes);
    return true;
  }
  if (version !== 'v3') return false;
  if (rest.length === 0) {
    requireGet(exchange);
    // As JSON, but the server names no type, and Go guesses one.
    sendText(exchange, 200, JSON.stringify(openApiIndex(registry)));
    return true;
  }
  const document = openApiV3(registry, rest, gitVersion);
  if (document === undefined) {
    answer(exchange, 404, {});
    return true;
  }
  requireGet(exchange);
  // The real server supports protobuf here too; no known client requires it.
  await sendDocument(exchange, document, []);
  return true;
}

function requireGet({ method }: Exchange): void {
  if (method !== 'GET') throw methodNotAllowed();
}

/** Sends a document as JSON or protobuf by the client's preference; 406 without a body for other formats. */
async function sendDocument(
  exchange: Exchange,
  document: JsonObject,
  protobuf: readonly string[],
): Promise<void> {
  const format = formatOf(headerOf(exchange.request, 'accept'), protobuf);
  if (format === undefined) return answer(exchange, 406, { Vary: 'Accept' });
  const text = toJson(document);
  // The same ETag for both formats, which `Vary` distinguishes.
  const headers = { ETag: entityTag(text), Vary: 'Accept' };
  if (matches(headerOf(exchange.request, 'if-none-match'), headers.ETag))
    return answer(exchange, 304, { ...headers, 'Cache-Control': 'no-cache, private' });
  if (format === 'json') return sendPlainJson(exchange, 200, text, headers);
  const type = `application/${protobufTypes[1]}`;
  return sendBytes(exchange, 200, openApiProtobuf(document), { 'Content-Type': type, ...headers });
}

/** Returns the first supported clause of an Accept header, as kube-openapi's handler does. */
function formatOf(accept: string | undefined, protobuf: readonly string[]): 'json' | 'protobuf' | undefined {
  for (const { type, subType } of parseAccept(accept ?? '*/*')) {
    if (type !== 'application' && type !== '*') continue;
    if (subType === 'json' || subType === '*') return 'json';
    if (protobuf.includes(subType)) return 'protobuf';
  }
  return undefined;
}

/** True if an If-None-Match header contains the ETag. */
function matches(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const given = part.trim().replace(/^W\//, '');
    return given === tag || given === '*';
  });
}
