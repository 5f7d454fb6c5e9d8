import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { KubernetesObject } from 'kube-informers';
import type { RealApiServer } from '@kube-informers/testing';

/** What the API server asks: an AdmissionReview or a ConversionReview. */
interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: ReviewRequest;
}

/** An admission has one object, a conversion several. */
export interface ReviewRequest {
  readonly uid: string;
  readonly object?: KubernetesObject;
  readonly objects?: readonly KubernetesObject[];
  readonly desiredAPIVersion?: string;
}

export interface Webhook extends AsyncDisposable {
  readonly url: string;
  readonly caBundle: string;
}

/** A webhook of an API server, on the server's own certificate, which is for 127.0.0.1. Without an answer the server waits. */
export async function webhook(
  server: RealApiServer,
  answer: (request: ReviewRequest) => object | undefined | Promise<object | undefined>,
): Promise<Webhook> {
  const cert = await readFile(join(server.folder, 'certificates/apiserver.crt'));
  const key = await readFile(join(server.folder, 'certificates/apiserver.key'));
  const listening = createServer({ cert, key }, (request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const review = JSON.parse(text) as Review; // kube-apiserver sends nothing else
      void respond(review, response);
    });
  });
  const respond = async ({ apiVersion, kind, request }: Review, response: ServerResponse): Promise<void> => {
    const given = await answer(request);
    if (given === undefined) return;
    const body = { apiVersion, kind, response: { uid: request.uid, ...given } };
    // Without an open connection to the server, a test leaves nothing.
    const headers = { 'content-type': 'application/json', connection: 'close' };
    response.writeHead(200, headers).end(JSON.stringify(body));
  };
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `https://127.0.0.1:${(listening.address() as AddressInfo).port}/`,
    caBundle: cert.toString('base64'),
    [Symbol.asyncDispose]: async () => {
      listening.closeAllConnections();
      listening.close();
      await once(listening, 'close');
    },
  };
}
