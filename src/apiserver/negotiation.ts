import { notAcceptable, unknownTransformation } from './failure.js';

/** How an answer is written. */
export type Representation = 'object' | 'partial' | 'table';

const served = ['application/json'];

/** One clause of an Accept header. */
interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The clauses of an Accept header, the preferred ones first. */
export function parseAccept(header: string | undefined): Clause[] {
  if (header === undefined || header.trim() === '') return [{ type: '*/*', parameters: new Map() }];
  const clauses = header.split(',').map((text, index) => {
    const [type = '', ...rest] = text.split(';').map((part) => part.trim());
    const parameters = new Map<string, string>();
    for (const parameter of rest) {
      const equals = parameter.indexOf('=');
      if (equals > 0) {
        const value = parameter.slice(equals + 1).replace(/^"(.*)"$/, '$1');
        parameters.set(parameter.slice(0, equals).toLowerCase(), value);
      }
    }
    const quality = Number(parameters.get('q') ?? '1');
    return { type: type.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 0, index };
  });
  return clauses
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.index - b.index);
}

function isJson(type: string): boolean {
  return type === 'application/json' || type === '*/*' || type === 'application/*';
}

/** Chooses how to answer for a resource. Throws 406 when nothing the client takes is served. */
export function negotiate(accept: string | undefined, list: boolean): Representation {
  let transformed = false;
  for (const { type, parameters } of parseAccept(accept)) {
    if (!isJson(type)) continue;
    const as = parameters.get('as');
    if (as === undefined) return 'object';
    transformed = true;
    if (parameters.get('g') !== 'meta.k8s.io') continue;
    const version = parameters.get('v');
    if (version !== 'v1' && version !== 'v1beta1') continue;
    if (as === 'Table') return 'table';
    if (as === 'PartialObjectMetadata' || (as === 'PartialObjectMetadataList' && list)) return 'partial';
  }
  throw transformed ? unknownTransformation(served) : notAcceptable(served);
}

/** True when the client can take a gzip body. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '')
    .split(',')
    .some((part) => /^\s*(gzip|\*)\s*(;\s*q\s*=\s*(?!0(\.0*)?\s*$)\S+)?\s*$/i.test(part));
}

/** The media type of a Content-Type header, without its parameters. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
