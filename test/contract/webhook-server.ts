import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ca,
  server as certificate,
} from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.js';
import { at, text } from './http.js';
import type { Json } from './http.js';

/** What a webhook answers: the response of a review, or what it does with the connection. */
export type WebhookAnswer = Json | ((response: ServerResponse, review: Json) => void) | Promise<Json>;

/** A webhook of a test. */
export interface TestWebhook {
  /** The reviews that it got. */
  readonly reviews: Json[];
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
}

/** An HTTPS server with webhooks, on loopback. */
export class WebhookServer {
  readonly #server = createServer(
    { cert: certificate.cert, key: certificate.key },
    (request, response) => void this.#serve(request, response),
  );
  readonly #answers = new Map<string, (review: Json, response: ServerResponse) => Promise<void>>();
  #count = 0;

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Adds a webhook that answers each review with what `answer` returns for its request. */
  add(answer: (request: Json) => WebhookAnswer): TestWebhook {
    const path = `/hook-${this.#count++}`;
    const reviews: Json[] = [];
    this.#answers.set(path, async (review, response) => {
      reviews.push(review);
      const given = answer((review['request'] ?? {}) as Json);
      if (typeof given === 'function') given(response, review);
      else send(response, 200, reviewOf(review, await given));
    });
    const url = `https://127.0.0.1:${this.port}${path}`;
    return { reviews, clientConfig: { url, caBundle: Buffer.from(ca).toString('base64') } };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = this.#answers.get(path);
    if (answer === undefined) {
      send(response, 404, {});
      return;
    }
    await answer(JSON.parse(Buffer.concat(parts).toString()) as Json, response);
  }
}

/** A review that answers another. */
export function reviewOf(review: Json, response: Json): Json {
  const { apiVersion, kind } = review;
  return { apiVersion, kind, response: { uid: text(at(review, 'request'), 'uid'), ...response } };
}

/** Answers with JSON, and closes the connection. */
export function send(response: ServerResponse, code: number, body: unknown, type = 'application/json'): void {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(code, { 'content-type': type, connection: 'close' }).end(payload);
}

/** The response with a JSON patch. */
export function patchedBy(...operations: readonly Json[]): Json {
  return {
    allowed: true,
    patchType: 'JSONPatch',
    patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
  };
}
