import { isDeepStrictEqual } from 'node:util';
import {
  type FieldError,
  type JsonObject,
  asObject,
  at,
  childOf,
  invalidField,
  objectsOf,
  textAt,
} from '@kube-informers/schema/internal';
import { newInvalid } from 'kube-informers/internal';
import { serverError } from '../http/failure.js';
import { metadataOf } from '../objects/object-meta.js';
import type { Change } from '../storage/resource-table.js';
import { parseStored } from '../storage/stored-object.js';
import type { ObjectBody } from '../storage/stored-object.js';

// kubeadm's range of services, 10.96.0.0/12, and kube-apiserver's range of node ports.
const firstAddress = 0x0a_60_00_00;
const addressCount = 2 ** 20;
const firstPort = 30_000;
const lastPort = 32_767;

/** Values that are in use, and the service that uses each. */
class Pool<T> {
  readonly #owners = new Map<T, string>();
  readonly #value: (index: number) => T;
  readonly #size: number;
  #next: number;

  constructor(size: number, first: number, value: (index: number) => T) {
    this.#size = size;
    this.#next = first;
    this.#value = value;
  }

  /** Returns a free value; undefined if there is none. `taken` are values of the service that asks. */
  free(taken: ReadonlySet<T>): T | undefined {
    for (let tries = 0; tries < this.#size; tries++) {
      const value = this.#value(this.#next);
      this.#next = (this.#next + 1) % this.#size;
      if (!this.#owners.has(value) && !taken.has(value)) return value;
    }
    return undefined;
  }

  isTaken(value: T, key: string): boolean {
    return (this.#owners.get(value) ?? key) !== key;
  }

  replace(key: string, before: Iterable<T>, after: Iterable<T>): void {
    for (const value of before) if (this.#owners.get(value) === key) this.#owners.delete(value);
    for (const value of after) this.#owners.set(value, key);
  }
}

/** Gives services their addresses and node ports, as kube-apiserver does with a single stack of IPv4. */
export class ServiceAddresses {
  // 0 is the network's address, 1 that of the service `kubernetes`.
  readonly #addresses = new Pool(addressCount, 2, addressAt);
  readonly #ports = new Pool(lastPort - firstPort + 1, 0, (index) => firstPort + index);

  /** Notes what a stored service uses. */
  changed({ type, current, previous }: Change): void {
    const before = previous === undefined ? undefined : used(parseStored(previous));
    const after = type === 'DELETED' ? undefined : used(parseStored(current));
    this.#addresses.replace(current.key, before?.addresses ?? [], after?.addresses ?? []);
    this.#ports.replace(current.key, before?.ports ?? [], after?.ports ?? []);
  }

  /**
   * Fills in the addresses and ports of a new or changed service. Throws the server's 422 for those that another service
   * has, unless the write is `trusted`.
   */
  assign(body: ObjectBody, old: ObjectBody | undefined, trusted: boolean): void {
    const spec = childOf(body, 'spec');
    if (old !== undefined) keepAssigned(spec, asObject(old['spec']) ?? {});
    syncAddresses(spec, asObject(old?.['spec']));
    if (needsAddress(spec)) this.#assignAddress(spec, asObject(old?.['spec']));
    if (needsPorts(spec)) this.#assignPorts(spec);
    const { name = '', namespace = '' } = metadataOf(body);
    const missing = trusted ? [] : missingFamilies(spec);
    const errors = trusted || missing.length > 0 ? missing : this.#conflicts(spec, `${namespace}/${name}`);
    if (errors.length > 0) throw newInvalid({ group: '', kind: 'Service' }, name, errors);
    if (old !== undefined) dropOfOtherTypes(spec, asObject(old['spec']) ?? {});
  }

  #assignAddress(spec: JsonObject, before: JsonObject | undefined): void {
    if (textAt(spec, 'clusterIP') === '') {
      const address = this.#addresses.free(new Set());
      if (address === undefined)
        throw serverError('Internal error occurred: failed to allocate a serviceIP: range is full');
      const [family] = Array.isArray(spec['ipFamilies']) ? (spec['ipFamilies'] as unknown[]) : [];
      // Only in a trusted write: this server has no IPv6.
      const own = family === 'IPv6' ? inIPv6(address) : address;
      spec['clusterIP'] = own;
      spec['clusterIPs'] = [own];
    }
    const both = isForAnyFamily(spec);
    spec['ipFamilyPolicy'] ??= before?.['ipFamilyPolicy'] ?? (both ? 'RequireDualStack' : 'SingleStack');
    spec['ipFamilies'] ??=
      both && spec['ipFamilyPolicy'] !== 'SingleStack'
        ? ['IPv4', 'IPv6']
        : [textAt(spec, 'clusterIP').includes(':') ? 'IPv6' : 'IPv4'];
  }

  #assignPorts(spec: JsonObject): void {
    const { ports } = used({ spec });
    // One node port serves the same port of several protocols.
    const shared = new Map<unknown, Map<unknown, unknown>>();
    const give = (): number => {
      const port = this.#ports.free(ports);
      if (port === undefined)
        throw serverError('Internal error occurred: failed to allocate a nodePort: range is full');
      ports.add(port);
      return port;
    };
    for (const port of objectsOf(spec['ports'])) {
      let protocols = shared.get(port['port']);
      if (protocols === undefined) shared.set(port['port'], (protocols = new Map()));
      const others = [...protocols].filter(([protocol]) => protocol !== port['protocol']);
      port['nodePort'] ||= others.length > 0 && !protocols.has(port['protocol']) ? others[0]?.[1] : give();
      protocols.set(port['protocol'], port['nodePort']);
    }
    if (needsHealthCheckPort(spec)) spec['healthCheckNodePort'] ||= give();
  }

  #conflicts(spec: JsonObject, key: string): FieldError[] {
    const errors: FieldError[] = [];
    const addresses = spec['clusterIPs'];
    for (const address of used({ spec }).addresses) {
      if (!this.#addresses.isTaken(address, key)) continue;
      const why = `failed to allocate IP ${address}: provided IP is already allocated`;
      errors.push(invalidField('spec.clusterIPs', addresses, why));
    }
    for (const [index, port] of objectsOf(spec['ports']).entries()) {
      const field = `spec.ports[${index}].nodePort`;
      const value = port['nodePort'];
      if (typeof value !== 'number' || value === 0) continue;
      if (value < firstPort || value > lastPort) {
        const why = `provided port is not in the valid range. The range of valid ports is ${firstPort}-${lastPort}`;
        errors.push(invalidField(field, value, why));
      } else if (this.#ports.isTaken(value, key))
        errors.push(invalidField(field, value, 'provided port is already allocated'));
    }
    return errors;
  }
}

/** `fd00::a60:10` of 10.96.0.16. */
function inIPv6(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `fd00::${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** A headless service without a selector may have endpoints of both families. */
function isForAnyFamily(spec: JsonObject): boolean {
  return spec['clusterIP'] === 'None' && Object.keys(asObject(spec['selector']) ?? {}).length === 0;
}

/** registry/core/service/storage/alloc.go: a service may ask for the families of the cluster, which here is IPv4 alone. */
function missingFamilies(spec: JsonObject): FieldError[] {
  if (!needsAddress(spec) || isForAnyFamily(spec)) return [];
  const errors: FieldError[] = [];
  const policy = spec['ipFamilyPolicy'];
  if (policy === 'RequireDualStack')
    errors.push(
      invalidField('spec.ipFamilyPolicy', policy, 'this cluster is not configured for dual-stack services'),
    );
  const families: unknown = spec['ipFamilies'];
  for (const [index, family] of (Array.isArray(families) ? families : []).entries())
    if (family !== 'IPv4')
      errors.push(invalidField(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
  return errors;
}

function addressAt(index: number): string {
  const value = firstAddress + index;
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
}

/** What a service occupies. */
function used(body: ObjectBody): { readonly addresses: Set<string>; readonly ports: Set<number> } {
  const spec = asObject(body['spec']) ?? {};
  const addresses = new Set<string>();
  if (Array.isArray(spec['clusterIPs'])) {
    for (const address of spec['clusterIPs'] as unknown[])
      if (typeof address === 'string' && address !== 'None') addresses.add(address);
  }
  const ports = new Set<number>();
  for (const port of [
    ...objectsOf(spec['ports']).map((item) => item['nodePort']),
    spec['healthCheckNodePort'],
  ])
    if (typeof port === 'number' && port !== 0) ports.add(port);
  return { addresses, ports };
}

function needsAddress(spec: JsonObject): boolean {
  return spec['type'] !== 'ExternalName';
}

function needsPorts(spec: JsonObject): boolean {
  if (spec['type'] === 'NodePort') return true;
  return spec['type'] === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false;
}

function needsHealthCheckPort(spec: JsonObject): boolean {
  return spec['type'] === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local';
}

/** Keeps what was assigned and an update leaves out. */
function keepAssigned(spec: JsonObject, before: JsonObject): void {
  if (needsAddress(spec) && needsAddress(before) && !Array.isArray(spec['clusterIPs'])) {
    if (textAt(spec, 'clusterIP') === '' && before['clusterIP'] !== undefined)
      spec['clusterIP'] = before['clusterIP'];
    if (spec['clusterIP'] === before['clusterIP'])
      for (const field of ['clusterIPs', 'ipFamilyPolicy', 'ipFamilies'])
        if (before[field] !== undefined) spec[field] ??= before[field];
  }
  if (needsPorts(spec) && needsPorts(before)) {
    const same = new Map(objectsOf(before['ports']).map((port) => [portKey(port), port['nodePort']]));
    const taken = used({ spec }).ports;
    for (const port of objectsOf(spec['ports'])) {
      const kept = same.get(portKey(port));
      if (!port['nodePort'] && typeof kept === 'number' && !taken.has(kept)) port['nodePort'] = kept;
    }
  }
  if (needsHealthCheckPort(spec) && needsHealthCheckPort(before))
    spec['healthCheckNodePort'] ||= before['healthCheckNodePort'];
}

function portKey(port: JsonObject): string {
  return `${textAt(port, 'protocol')} ${textAt(port, 'port')}`;
}

/** `clusterIP` and `clusterIPs` say the same: the one that a client changed decides. */
function syncAddresses(spec: JsonObject, before: JsonObject | undefined): void {
  const address = textAt(spec, 'clusterIP');
  const addresses = Array.isArray(spec['clusterIPs']) ? (spec['clusterIPs'] as unknown[]) : [];
  if (before === undefined) {
    if (address !== '' && addresses.length === 0) spec['clusterIPs'] = [address];
    return;
  }
  const changed = address !== textAt(before, 'clusterIP');
  if (!changed || !isDeepStrictEqual(addresses, at(before, 'clusterIPs') ?? [])) return;
  if (address === '') delete spec['clusterIPs'];
  else spec['clusterIPs'] = [address, ...addresses.slice(1)];
}

/** Drops what the type of a changed service does not use, unless the update sets it anew. */
function dropOfOtherTypes(spec: JsonObject, before: JsonObject): void {
  const drop = (fields: readonly string[]): void => {
    for (const field of fields) if (isDeepStrictEqual(spec[field], before[field])) delete spec[field];
  };
  if (needsAddress(before) && !needsAddress(spec)) {
    drop(['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']);
  }
  if (needsPorts(before) && !needsPorts(spec)) {
    const ports = new Map(objectsOf(before['ports']).map((port) => [portKey(port), port['nodePort']]));
    for (const port of objectsOf(spec['ports']))
      if (port['nodePort'] === ports.get(portKey(port))) delete port['nodePort'];
  }
  const published = (of: JsonObject): boolean => of['type'] === 'NodePort' || of['type'] === 'LoadBalancer';
  if (published(before) && !published(spec)) drop(['externalTrafficPolicy']);
  if (needsHealthCheckPort(before) && !needsHealthCheckPort(spec)) drop(['healthCheckNodePort']);
  if (before['type'] === 'LoadBalancer' && spec['type'] !== 'LoadBalancer')
    drop(['allocateLoadBalancerNodePorts', 'loadBalancerClass']);
}
