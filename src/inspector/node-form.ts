import type { Answer, Exchange } from './exchange.js';
import { pathBelow } from './path.js';

/** The parts of Node's IncomingMessage that the handler reads; Express and Fastify's raw requests have them, too. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The parts of Node's ServerResponse that the handler uses. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(text: string): boolean;
  end(text?: string): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Returns the request as an Exchange. */
export function exchangeOfNode(request: NodeRequest, prefix: string): Exchange {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  return {
    method: request.method ?? 'GET',
    path: pathBelow(path, prefix),
    query: new URLSearchParams(query),
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : (value?.join(', ') ?? '');
    },
    remoteAddress: request.socket.remoteAddress,
  };
}

/** Writes the answer. */
export function writeToNode({ status, headers, body }: Answer, method: string, response: NodeResponse): void {
  response.writeHead(status, headers);
  if (method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body);
  else {
    const stream = body({ write: (text) => response.write(text), end: () => void response.end() });
    response.on('drain', () => stream.drained());
    response.on('close', () => stream.closed());
  }
}
