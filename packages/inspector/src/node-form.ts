import type { Answer, Exchange, Responder } from './exchange.js';
import { pathBelow } from './path.js';

/** The parts of Node's IncomingMessage that the handler reads; Express and Fastify's raw requests have them, too. */
export interface NodeRequest {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The connection. */
  readonly socket: {
    /** Address of the client. */
    readonly remoteAddress?: string | undefined;
  };
}

/** The parts of Node's ServerResponse that the handler uses. */
export interface NodeResponse {
  /** Sends status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends text; false means that the client reads too slowly. */
  write(text: string): boolean;
  /** Ends the response. */
  end(text?: string): unknown;
  /** Adds a listener for `drain` or `close`. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  /** Closes the connection. */
  destroy?(): unknown;
  /** True after `writeHead`. */
  readonly headersSent?: boolean | undefined;
  /** True after the connection has closed. */
  readonly destroyed?: boolean | undefined;
}

/** Answers the request; never rejects. */
export async function respondToNode(
  responder: Responder,
  request: NodeRequest,
  prefix: string,
  response: NodeResponse,
): Promise<void> {
  try {
    // Without a listener, an error of the connection would end the program.
    response.on('error', (error) => responder.failed(error));
    const answer = await responder.respond(() => exchangeOfNode(request, prefix));
    // The framework may have answered meanwhile, when its own time limit ran out.
    if (response.headersSent === true || response.destroyed === true) return;
    writeToNode(answer, request.method ?? 'GET', response);
  } catch (thrown) {
    responder.failed(thrown);
    disconnect(response, responder);
  }
}

/** Returns the request as an Exchange. */
function exchangeOfNode(request: NodeRequest, prefix: string): Exchange {
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

/** Ends a response that could not be written, so that its client does not wait for it. */
function disconnect(response: NodeResponse, responder: Responder): void {
  try {
    response.destroy?.();
  } catch (thrown) {
    responder.failed(thrown);
  }
}

function writeToNode({ status, headers, body }: Answer, method: string, response: NodeResponse): void {
  response.writeHead(status, headers);
  if (method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body);
  else {
    const stream = body({ write: (text) => response.write(text), end: () => void response.end() });
    try {
      response.on('drain', () => stream.drained());
      response.on('close', () => stream.closed());
    } catch (thrown) {
      stream.closed();
      throw thrown;
    }
  }
}
