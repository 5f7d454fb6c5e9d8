import { isDeepStrictEqual } from 'node:util';
import type { Json, Sample } from './objects.js';
import { mutated, mutationsOf } from './mutations.js';
import type { Mutation } from './mutations.js';

/** Sends a request to a server; answers with the status code and the body. */
export type Send = (
  method: string,
  path: string,
  body?: Json,
) => Promise<{ readonly code: number; readonly body: Json }>;

/** What a server makes of an object: the object that it would store, or why it refuses it. */
export interface Outcome {
  readonly code: number;
  readonly reason?: unknown;
  readonly causes?: readonly string[];
  readonly message?: unknown;
  readonly object?: Json;
}

/** A sample's change, by POST or PUT. */
export interface Case {
  readonly sample: Sample;
  readonly verb: 'POST' | 'PUT';
  readonly mutation: Mutation | undefined;
}

export function casesOf(sample: Sample): Case[] {
  const mutations = [undefined, ...mutationsOf(sample)];
  return (['POST', 'PUT'] as const).flatMap((verb) =>
    mutations.map((mutation) => ({ sample, verb, mutation })),
  );
}

/** Runs a case as a dry run. The sample that a PUT replaces has to exist. */
export async function outcomeOf(
  send: Send,
  { sample, verb, mutation }: Case,
  resourceVersion?: string,
): Promise<Outcome> {
  const object = mutation === undefined ? sample.object : mutated(sample.object, mutation);
  const path = verb === 'POST' ? sample.path : `${sample.path}/${sample.id}`;
  const named = withMetadata(object, verb === 'POST' ? { name: 'new' } : { resourceVersion });
  const { code, body } = await send(verb, `${path}?dryRun=All`, named);
  if (code < 300) return { code, object: withoutChance(body, object) };
  const { reason, message, details } = body;
  const causes = (details as { readonly causes?: readonly Json[] } | undefined)?.causes;
  if (causes === undefined) return { code, reason, message };
  return {
    code,
    reason,
    causes: causes.map(
      ({ field, reason: why, message: text }) => `${String(field)}: ${String(why)}: ${String(text)}`,
    ),
  };
}

function withMetadata(object: Json, fields: Json): Json {
  return { ...object, metadata: { ...(object['metadata'] as Json | undefined), ...fields } };
}

const chance = new Set(['uid', 'creationTimestamp', 'resourceVersion', 'managedFields']);

/** Removes what differs from run to run. */
function withoutChance(object: Json, asked: Json): Json {
  const metadata = { ...(object['metadata'] as Json) };
  const uid = metadata['uid'] as string;
  for (const field of chance) delete metadata[field];
  const rest = { ...object, metadata };
  // A job's selector and labels have its uid.
  const known = JSON.parse(JSON.stringify(rest).replaceAll(uid, '(uid)')) as Json;
  return object['kind'] === 'Service' ? withoutAddresses(known, asked) : known;
}

/** Removes the addresses and ports that a server has picked. */
function withoutAddresses(service: Json, asked: Json): Json {
  const spec = { ...(service['spec'] as Json) };
  const given = (asked['spec'] ?? {}) as Json;
  for (const field of ['clusterIP', 'clusterIPs', 'healthCheckNodePort'])
    if (spec[field] !== undefined && !isDeepStrictEqual(spec[field], given[field]) && spec[field] !== 'None')
      spec[field] = '(picked)';
  const ports = spec['ports'] as Json[] | undefined;
  const givenPorts = (given['ports'] ?? []) as Json[];
  spec['ports'] = ports?.map((port, index) =>
    port['nodePort'] === undefined || port['nodePort'] === givenPorts[index]?.['nodePort']
      ? port
      : { ...port, nodePort: '(picked)' },
  );
  return { ...service, spec };
}
