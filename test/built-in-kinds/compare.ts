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

/** Runs a case as a dry run. The object that a PUT replaces has to exist. */
export async function outcomeOf(
  send: Send,
  { sample, verb, mutation }: Case,
  resourceVersion?: string,
): Promise<Outcome> {
  const object = mutation === undefined ? sample.object : mutated(sample.object, mutation);
  const path = verb === 'POST' ? sample.path : `${sample.path}/sample`;
  const named = withMetadata(object, verb === 'POST' ? { name: 'new' } : { resourceVersion });
  const { code, body } = await send(verb, `${path}?dryRun=All`, named);
  if (code < 300) return { code, object: withoutChance(body) };
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
function withoutChance(object: Json): Json {
  const metadata = { ...(object['metadata'] as Json | undefined) };
  for (const field of chance) delete metadata[field];
  return { ...object, metadata };
}
