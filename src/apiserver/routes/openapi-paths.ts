import { entityTag } from '../discovery/discovery.js';
import { openApiIndex, openApiV2, openApiV3 } from '../discovery/openapi.js';
import { openApiProtobuf } from '../discovery/openapi-protobuf.js';
import { answer } from '../http/answer.js';
import { sendBytes, sendJson } from '../http/answer.js';
import { headerOf } from '../http/exchange.js';
import type { Exchange } from '../http/exchange.js';
import { methodNotAllowed } from '../http/failure.js';
import { parseAccept } from '../http/negotiation.js';
import type { JsonObject } from '../json/json-fields.js';
import type { Registry } from '../registry/registry.js';

/** The older name and the one that answers carry; kubectl up to 1.28 asks by the older. */
const protobufTypes = [
  'com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'com.github.proto-openapi.spec.v2.v1.0+protobuf',
] as const;

/** Answers a path below /openapi; false for one that is not there. */
export async function handleOpenApi(
  exchange: Exchange,
  registry: Registry,
  gitVersion: string,
): Promise<boolean> {
  const [root, version, ...rest] = exchange.path.replace(/\/$/, '').split('/').slice(1);
  if (root !== 'openapi') return false;
  if (version === 'v2' && rest.length === 0) {
    requireGet(exchange);
    await sendDocument(exchange, openApiV2(registry, gitVersion), protobufTypes);
    return true;
  }
  if (version !== 'v3') return false;
  if (rest.length === 0) {
    requireGet(exchange);
    await sendJson(exchange, 200, JSON.stringify(openApiIndex(registry)));
    return true;
  }
  const document = openApiV3(registry, rest, gitVersion);
  if (document === undefined) return false;
  requireGet(exchange);
  // The real server has protobuf here, too; no known client asks for that alone.
  await sendDocument(exchange, document, []);
  return true;
}

function requireGet({ method }: Exchange): void {
  if (method !== 'GET') throw methodNotAllowed();
}

/** Sends a document as JSON or protobuf, whichever the client prefers; 406 without a body for other formats. */
async function sendDocument(
  exchange: Exchange,
  document: JsonObject,
  protobuf: readonly string[],
): Promise<void> {
  const format = formatOf(headerOf(exchange.request, 'accept'), protobuf);
  if (format === undefined) return answer(exchange, 406, { Vary: 'Accept' });
  const text = JSON.stringify(document);
  // The same tag for both formats, which `Vary` keeps apart.
  const headers = { ETag: entityTag(text), Vary: 'Accept' };
  if (matches(headerOf(exchange.request, 'if-none-match'), headers.ETag))
    return answer(exchange, 304, { ...headers, 'Cache-Control': 'no-cache, private' });
  if (format === 'json') return sendJson(exchange, 200, text, headers);
  const type = `application/${protobufTypes[1]}`;
  return sendBytes(exchange, 200, openApiProtobuf(document), { 'Content-Type': type, ...headers });
}

/** The first clause of an Accept header that can be served: kube-openapi's handler. */
function formatOf(accept: string | undefined, protobuf: readonly string[]): 'json' | 'protobuf' | undefined {
  for (const { type, subType } of parseAccept(accept ?? '*/*')) {
    if (type !== 'application' && type !== '*') continue;
    if (subType === 'json' || subType === '*') return 'json';
    if (protobuf.includes(subType)) return 'protobuf';
  }
  return undefined;
}

/** True when an If-None-Match header names the tag. */
function matches(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const given = part.trim().replace(/^W\//, '');
    return given === tag || given === '*';
  });
}
