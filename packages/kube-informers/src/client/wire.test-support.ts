import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { RestClient } from '../rest/rest-client.js';

/** A request as the server received it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that records every request, and a client of it. */
export interface Wire extends AsyncDisposable {
  readonly rest: RestClient;
  readonly host: string;
  readonly requests: SeenRequest[];
}

/** Starts a server. `answer` may leave the response open, as a watch does; it is closed at the end of the test. */
export async function wire(
  answer: (request: SeenRequest, response: ServerResponse) => void = (_request, response) =>
    json(response, { kind: 'Answer', metadata: {} }),
): Promise<Wire> {
  const requests: SeenRequest[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const seen: SeenRequest = {
        method: message.method ?? '',
        url: message.url ?? '',
        headers: message.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(seen);
      answer(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const host = `http://127.0.0.1:${address.port}`;
  const rest = new RestClient({ host, userAgent: 'golden' });
  return {
    rest,
    host,
    requests,
    async [Symbol.asyncDispose]() {
      await rest.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Responds with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Responds with a Status. */
export function failure(response: ServerResponse, code: number, reason: string, message = reason): void {
  json(response, { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message }, code);
}
