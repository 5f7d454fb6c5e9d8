import { runSequence } from './duel.js';
import type { Difference, Servers } from './duel.js';
import type { Schema, TestedResource } from './resources.js';
import type { Json, Operation, Sequence } from './sequence.js';
import { isFields, isList } from './values.js';

const maxRuns = 600;

/** Removes operations and parts of their bodies while the difference stays; returns what is left of both. */
export async function shrink(
  servers: Servers,
  sequence: Sequence,
  difference: Difference,
): Promise<{ sequence: Sequence; difference: Difference }> {
  let best = { sequence: upTo(sequence, difference), difference };
  let runs = 0;
  for (let smaller = true; smaller;) {
    smaller = false;
    for (const candidate of candidates(best.sequence, servers.resources)) {
      if (++runs > maxRuns) return best;
      const found = await runSequence(servers, candidate);
      if (found?.signature !== best.difference.signature) continue;
      best = { sequence: upTo(candidate, found), difference: found };
      smaller = true;
      break;
    }
  }
  return best;
}

function upTo(sequence: Sequence, { at }: Difference): Sequence {
  return { ...sequence, operations: sequence.operations.slice(0, at + 1) };
}

/** Sequences that are a bit smaller, the smallest first. */
function* candidates(
  { resource, operations }: Sequence,
  resources: readonly TestedResource[],
): Iterable<Sequence> {
  const tested = resources.find((of) => of.resource === resource);
  for (let at = 0; at < operations.length - 1; at++)
    yield { resource, operations: operations.filter((_operation, index) => index !== at) };
  for (const [at, operation] of operations.entries())
    for (const smaller of smallerOperations(operation, (version) => {
      return tested?.validated === false ? tested.versions[version] : undefined;
    }))
      yield { resource, operations: operations.map((other, index) => (index === at ? smaller : other)) };
}

/** `schemaOf` returns the schema to which bodies must keep, if they must. */
function* smallerOperations(
  operation: Operation,
  schemaOf: (version: string) => Schema | undefined,
): Iterable<Operation> {
  if (operation.verb === 'tick') return;
  const { query = {}, ...whole } = operation;
  for (const name of Object.keys(query)) {
    if (name === 'fieldManager' && operation.verb === 'apply') continue;
    const { [name]: _gone, ...others } = query;
    yield { ...whole, query: others };
  }
  for (const name of ['resourceVersion', 'uid', 'managedFields'] as const) {
    const { [name]: given, ...others } = operation;
    if (given !== undefined) yield others;
  }
  if (operation.body === undefined) return;
  const schema = schemaOf(operation.version);
  for (const body of smallerValues(operation.body, schema)) yield { ...operation, body };
}

/** With a schema: values that still have what it requires. */
function* smallerValues(value: Json, schema: Schema | undefined): Iterable<Json> {
  if (schema?.enum !== undefined) return;
  if (isFields(value)) {
    for (const name of Object.keys(value)) {
      if (schema?.required?.includes(name) === true) continue;
      const { [name]: _gone, ...others } = value;
      yield others;
    }
    for (const [name, child] of Object.entries(value)) {
      const of = schema?.properties?.[name] ?? schema?.additionalProperties;
      for (const smaller of smallerValues(child, of)) yield { ...value, [name]: smaller };
    }
  }
  if (isList(value)) {
    if (value.length > (schema?.minItems ?? 0))
      for (const at of value.keys()) yield value.filter((_item, index) => index !== at);
    for (const [at, child] of value.entries())
      for (const smaller of smallerValues(child, schema?.items))
        yield value.map((item, index) => (index === at ? smaller : item));
  }
}
