import { noAcceptedType } from './failure.js';
import { newNotAcceptable } from 'kube-informers/internal';

/** The form of a response: the object itself, or the transformation in `as=`, in a version of meta.k8s.io. */
export interface Representation {
  readonly as: 'object' | 'partial' | 'partialList' | 'table';
  readonly version: 'v1' | 'v1beta1';
  /** Whether it is protobuf, which only objects themselves can be. */
  readonly protobuf?: boolean;
  /** Whether it is YAML. */
  readonly yaml?: boolean;
}

/** The object itself. */
export const asObject: Representation = { as: 'object', version: 'v1' };

/** The media type of protobuf. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

const jsonTypes = ['application/json'];
const yamlType = 'application/yaml';
const textTypes = [...jsonTypes, yamlType];
const allTypes = [...textTypes, protobufType];
const transformations: Readonly<Record<string, Representation['as']>> = {
  Table: 'table',
  PartialObjectMetadata: 'partial',
  PartialObjectMetadataList: 'partialList',
};

/** One clause of an Accept header. */
interface Clause {
  readonly type: string;
  readonly subType: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Chooses the representation for a resource. Throws 406 if the client accepts none.
 *
 * Built-in resources are first routed by the Accept header, more strictly than it is parsed: media types must be
 * spelled out, or match any type. `protobuf` is whether the response can be protobuf.
 */
export function negotiate(header: string | undefined, custom: boolean, protobuf = false): Representation {
  const served = protobuf && !custom ? allTypes : textTypes;
  const accept = header ?? '';
  if (accept === '') return asObject;
  if (!custom && !isRouted(accept, served)) throw noAcceptedType(served);
  for (const clause of parseAccept(accept)) {
    const representation = representationOf(clause, served);
    if (representation !== undefined) return representation;
  }
  throw newNotAcceptable(served);
}

/** Throws 406 if the client does not accept JSON, the only form of a response. */
export function requireJson(header: string | undefined): void {
  if (header !== undefined && header !== '' && !isRouted(header, jsonTypes)) throw noAcceptedType(jsonTypes);
}

/** Throws 406 for a watch whose events would be YAML, which has no form of a stream. */
export function requireStream({ yaml }: Representation, custom: boolean): void {
  if (yaml !== true) return;
  throw newNotAcceptable(
    (custom ? jsonTypes : [...jsonTypes, protobufType]).map((type) => `${type};stream=watch`),
  );
}

/** True if a response to this Accept header that is not protobuf is to be YAML. */
export function prefersYaml(header: string | undefined): boolean {
  if (header?.includes('yaml') !== true) return false;
  for (const clause of parseAccept(header)) {
    const representation = representationOf(clause, textTypes);
    if (representation !== undefined) return representation.yaml === true;
  }
  return false;
}

/** True if a response to this Accept header, such as a Status, is to be protobuf. */
export function prefersProtobuf(header: string | undefined): boolean {
  if (header?.includes(protobufType) !== true) return false;
  return (
    parseAccept(header).map((clause) => representationOf(clause, allTypes)?.protobuf === true)[0] === true
  );
}

/** go-restful's Route.matchesAccept. */
function isRouted(accept: string, served: readonly string[]): boolean {
  return accept.split(',').some((part) => {
    const type = part.split(';')[0]?.replace(/^ +| +$/g, '') ?? '';
    return type === '*/*' || served.includes(type);
  });
}

/**
 * Returns a clause's representation if it is supported (acceptMediaTypeOptions,
 * RequestScope.AllowsMediaTypeTransform).
 */
function representationOf(
  { type, subType, parameters }: Clause,
  served: readonly string[],
): Representation | undefined {
  const isJson = type === 'application' && (subType === 'json' || subType === '*');
  const yaml = served.includes(yamlType) && `${type}/${subType}` === yamlType;
  const protobuf = served.includes(protobufType) && `${type}/${subType}` === protobufType;
  if (!isJson && !yaml && !protobuf && !(type === '*' && subType === '*')) return undefined;
  const format = yaml ? { yaml } : {};
  const stream = parameters.get('stream');
  if (stream !== undefined && stream !== 'watch') return undefined;
  const serverVersion = parameters.get('sv');
  if (serverVersion !== undefined && serverVersion !== 'v1') return undefined;
  const [as, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name));
  if (as === undefined && group === undefined && version === undefined)
    return protobuf ? { ...asObject, protobuf } : { ...asObject, ...format };
  if (protobuf) return undefined;
  const transformation =
    as !== undefined && Object.hasOwn(transformations, as) ? transformations[as] : undefined;
  if (transformation === undefined || group !== 'meta.k8s.io') return undefined;
  return version === 'v1' || version === 'v1beta1' ? { as: transformation, version, ...format } : undefined;
}

/** Parses an Accept header (goautoneg.ParseAccept): preferred and more precise clauses first. */
export function parseAccept(header: string): Clause[] {
  const clauses: Clause[] = [];
  for (const part of header.split(',')) {
    const clause = parseClause(part.trim());
    if (clause === undefined) continue;
    // An insertion sort, as Go uses for short slices: the comparison is not a strict order.
    let at = clauses.length;
    for (let left = clauses[at - 1]; left !== undefined && isBefore(clause, left); left = clauses[at - 1])
      at--;
    clauses.splice(at, 0, clause);
  }
  return clauses;
}

function isBefore(a: Clause, b: Clause): boolean {
  return (
    a.quality > b.quality || (a.type !== '*' && b.type === '*') || (a.subType !== '*' && b.subType === '*')
  );
}

function parseClause(text: string): Clause | undefined {
  const [media = '', ...rest] = text.split(';');
  const [type = '', subType = '', ...more] = media.split('/').map((word) => word.trim());
  if (more.length > 0 || (subType === '' && type !== '*')) return undefined;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of rest) {
    const [name = '', value = '', ...extra] = parameter.split('=');
    if (value === '' || extra.length > 0) continue;
    if (name.trim() === 'q') quality = Number.isFinite(Number(value)) ? Number(value) : 0;
    else parameters.set(name.trim(), value.trim());
  }
  return { type, subType: subType === '' ? '*' : subType, quality, parameters };
}

/** True if the client accepts gzip by apiserver's rules: the plain word, without a quality. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((part) => part.trim() === 'gzip');
}

/** Returns the media type of a Content-Type header, without parameters. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
