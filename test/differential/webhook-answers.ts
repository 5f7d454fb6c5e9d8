import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../../packages/kube-informers/src/webhook/x509.js';
import type { Json, JsonFields } from './sequence.js';
import { isFields, isList, withoutNull } from './values.js';

/** Where a server under test finds its webhooks, and what it asked them. */
export interface Hooks {
  readonly url: string;
  readonly caBundle: string;
  /** Returns the reviews about an object since the last call, in an order that two servers have. */
  taken(name: string): readonly Review[];
}

/** What a webhook was asked. */
export interface Review {
  /** `mutating/00`. */
  readonly path: string;
  readonly request: JsonFields;
}

/** The webhooks of both servers: what they answer follows from what they are asked alone. */
export interface WebhookServer extends AsyncDisposable {
  hooksOf(server: string): Hooks;
}

const dayMs = 86_400_000;

export async function startWebhooks(): Promise<WebhookServer> {
  const now = Date.now();
  const { ca, cert, key } = makeCertificate({
    hosts: ['127.0.0.1'],
    notBeforeMs: now - dayMs,
    notAfterMs: now + dayMs,
  });
  const asked = new Map<string, Review[]>();
  const listening = createServer({ cert, key }, (request, response) => {
    const [, server = '', ...rest] = new URL(request.url ?? '', 'https://host').pathname.split('/');
    const path = rest.join('/');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Asked; // API servers send nothing else
      if (path !== 'convert') {
        const about = `${server} ${textOf(review.request['name'])}`;
        asked.set(about, [...(asked.get(about) ?? []), { path, request: review.request }]);
      }
      answer(path, review, response);
    });
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    hooksOf: (server) => ({
      url: `https://127.0.0.1:${port}/${server}`,
      caBundle: Buffer.from(ca).toString('base64'),
      taken(name) {
        const about = `${server} ${name}`;
        const reviews = asked.get(about) ?? [];
        asked.delete(about);
        // Mutating webhooks are called one after the other, validating ones at the same time.
        const isMutating = ({ path }: Review): boolean => path.startsWith('mutating');
        const others = reviews.filter((each) => !isMutating(each));
        return [...reviews.filter(isMutating), ...others.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
      },
    }),
    async [Symbol.asyncDispose]() {
      listening.closeAllConnections();
      listening.close();
      await once(listening, 'close');
    },
  };
}

interface Asked extends JsonFields {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: JsonFields;
}

function answer(path: string, { apiVersion, kind, request }: Asked, response: ServerResponse): void {
  const { uid = '' } = request;
  const send = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  const review = (members: JsonFields, more: JsonFields = {}): void =>
    send(200, JSON.stringify({ apiVersion, kind, response: { uid, ...members }, ...more }));
  if (path === 'convert') {
    const { objects, desiredAPIVersion = '' } = request;
    const convertedObjects = (isList(objects) ? objects : []).map((each) =>
      convertedTo(each, desiredAPIVersion),
    );
    return review({ result: { status: 'Success' }, convertedObjects });
  }
  const denied = (code: number, members: JsonFields = {}): void =>
    review({ allowed: false, status: { code, ...members } });
  if (path === 'deny') return denied(400, { message: 'the sentinel' });
  const allowed = { allowed: true };
  const patched = (operations: Json): void =>
    review({
      ...allowed,
      patchType: 'JSONPatch',
      patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
    });
  const [type = ''] = path.split('/');
  const draw = drawOf(type, path, request);
  if (type === 'validating' && draw('turn', 6) !== validating.indexOf(path)) return review(allowed);
  switch (draw('answer', type === 'mutating' ? 24 : 8)) {
    case 0:
      return review({ ...allowed, warnings: [`seen by ${path}`, 'é "quoted"'] });
    case 1:
      return denied(draw('code', 2) === 0 ? 403 : 422, { message: 'not now', reason: 'Because' });
    case 2:
      return denied(draw('code', 3) === 0 ? 200 : 409, {
        details: { causes: [{ field: 'spec.a', message: 'no' }] },
      });
    case 3:
      return denied(400, { message: `by ${path}` });
    case 4:
      return broken(draw('broken', 9), send, review);
    default:
      if (type !== 'mutating') return review(allowed);
  }
  const { object } = request;
  if (!isFields(object))
    return draw('deleted', 20) === 0 ? patched([{ op: 'add', path: '/a', value: 1 }]) : review(allowed);
  const metadata = isFields(object['metadata']) ? object['metadata'] : {};
  const parents = (name: string): Json[] =>
    isFields(metadata[name]) ? [] : [{ op: 'add', path: `/metadata/${name}`, value: {} }];
  const spec = isFields(object['spec']) ? object['spec'] : undefined;
  const label = path.replaceAll('/', '-');
  switch (draw('patch', 8)) {
    case 0:
      return patched([...parents('labels'), { op: 'add', path: `/metadata/labels/${label}`, value: 'x' }]);
    case 1:
      return patched([
        ...parents('annotations'),
        { op: 'add', path: '/metadata/annotations/a', value: label },
      ]);
    case 2:
      return object['apiVersion'] === 'v1' ||
        spec === undefined ||
        !textOf(object['kind']).startsWith('Ruled')
        ? patched([])
        : patched([{ op: 'add', path: '/spec/mode', value: draw('mode', 4) === 0 ? 'wrong' : 'b' }]);
    case 3:
      return spec?.['name'] === undefined ? review(allowed) : patched([{ op: 'remove', path: '/spec/name' }]);
    case 4:
      return object['kind'] === 'ConfigMap' && isFields(object['data'])
        ? patched([{ op: 'add', path: '/data/hook', value: path }])
        : review(allowed);
    default:
      return review(allowed);
  }
}

const validating = ['00', '01', '02', '10', '11', '12'].map((id) => `validating/${id}`);

/** Answers that are none. */
function broken(
  which: number,
  send: (status: number, text: string) => void,
  review: (members: JsonFields, more?: JsonFields) => void,
): void {
  switch (which) {
    case 0:
      return send(500, '{"a":"server error"}');
    case 1:
      return send(404, 'nothing here');
    case 2:
      return send(200, '{}');
    case 3:
      return review({ uid: 'other', allowed: true });
    case 4:
      return review({ allowed: true }, { kind: 'Other' });
    case 5:
      return review({
        allowed: true,
        patch: Buffer.from('[{"op":"add","path":"/metadata/labels","value":{"a":"1"}}]').toString('base64'),
      });
    case 6:
      return review({
        allowed: true,
        patchType: 'JSONPatch',
        patch: Buffer.from('{"no":"list"}').toString('base64'),
      });
    case 7:
      return review({
        allowed: true,
        patchType: 'JSONPatch',
        patch: Buffer.from('[{"op":"replace","path":"/not/there","value":1}]').toString('base64'),
      });
    default:
      return send(200, '{"kind":');
  }
}

/**
 * Numbers that follow from the review: of validating webhooks, which are called at the same time, at most one refuses, so they draw
 * from the same text; versions of an object share its name, tags and labels.
 */
function drawOf(type: string, path: string, request: JsonFields): (what: string, below: number) => number {
  const seen = [request['object'], request['oldObject']].map((each) => {
    if (!isFields(each)) return null;
    const { metadata, spec = {}, data = null, status = null } = each;
    const { labels = null, annotations = null } = isFields(metadata) ? withoutNull(metadata) : {};
    const { name = null, tags = null, mode = null } = isFields(spec) ? spec : {};
    return [labels, annotations, name, tags, mode, data, status];
  });
  const text = JSON.stringify(sorted([request['operation'] ?? '', request['subResource'] ?? '', seen]));
  return (what, below) => {
    const by = type === 'validating' && what === 'turn' ? type : path;
    return createHash('sha256').update(`${by} ${what} ${text}`).digest().readUInt32LE(0) % below;
  };
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([name, each]): [string, Json] => [name, sorted(each)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** `spec.size` of v1 is `spec.dimension` of v2. */
function convertedTo(object: Json, apiVersion: Json): Json {
  if (!isFields(object)) return object;
  const { spec } = object;
  const [from, to] = textOf(apiVersion).endsWith('/v2') ? ['size', 'dimension'] : ['dimension', 'size'];
  if (!isFields(spec) || spec[from] === undefined) return { ...object, apiVersion };
  const { [from]: size = null, ...rest } = spec;
  return { ...object, apiVersion, spec: { ...rest, [to]: size } };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
