import { onAbort } from 'kube-informers/internal';
import { failedAnswer } from './exchange.js';
import type { Answer, Exchange, OpenStream, Responder } from './exchange.js';
import { pathBelow } from './path.js';

/** How much of a stream may wait for a slow browser, in bytes, before writing pauses. */
const streamBufferBytes = 64 * 1024;

/** Answers the request; never rejects. */
export async function respondToFetch(
  responder: Responder,
  request: Request,
  info: unknown,
  prefix: string,
): Promise<Response> {
  try {
    return responseOf(await responder.respond(() => exchangeOfFetch(request, info, prefix)), request);
  } catch (thrown) {
    responder.failed(thrown);
    const { status, headers } = failedAnswer();
    return new Response(null, { status, headers });
  }
}

/** Returns the request as an Exchange. `info` is what the server passes beside it: see `addressOf`. */
function exchangeOfFetch(request: Request, info: unknown, prefix: string): Exchange {
  const { pathname, searchParams } = new URL(request.url);
  return {
    method: request.method,
    path: pathBelow(pathname, prefix),
    query: searchParams,
    // A Request made by a framework may lack the header; its URL was built from it.
    header: (name) => request.headers.get(name) ?? (name === 'host' ? new URL(request.url).host : ''),
    remoteAddress: addressOf(request, info),
  };
}

function responseOf({ status, headers, body }: Answer, request: Request): Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  if (typeof body === 'string') return new Response(body, { status, headers });
  const encoder = new TextEncoder();
  let stream: OpenStream | undefined;
  const closed = (): void => stream?.closed();
  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = body({
          write(text) {
            controller.enqueue(encoder.encode(text));
            return (controller.desiredSize ?? 0) > 0;
          },
          end: () => controller.close(),
        });
      },
      pull: () => stream?.drained(),
      cancel: closed,
    },
    { highWaterMark: streamBufferBytes, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  onAbort(request.signal, closed);
  return new Response(readable, { status, headers });
}

/**
 * Returns the caller's address: Deno passes `{ remoteAddr: { hostname } }`, Bun a server with `requestIP`, Hono on Node
 * `{ incoming: { socket } }`; a program may pass `{ remoteAddress }`.
 */
function addressOf(request: Request, info: unknown): string | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  // Only members of these shapes are read, and only strings are used.
  const given = info as {
    readonly remoteAddress?: unknown;
    readonly remoteAddr?: { readonly hostname?: unknown };
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
    readonly requestIP?: (request: Request) => { readonly address?: unknown } | null;
  };
  const found = [
    given.remoteAddress,
    given.remoteAddr?.hostname,
    given.incoming?.socket?.remoteAddress,
    typeof given.requestIP === 'function' ? given.requestIP(request)?.address : undefined,
  ];
  return found.find((each): each is string => typeof each === 'string');
}
