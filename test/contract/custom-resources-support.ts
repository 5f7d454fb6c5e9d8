import { expect } from 'vitest';
import type { Answer, Api } from './http.js';
import { at, text } from './http.js';

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A definition of one kind in a group; `extra` goes into its spec. */
export function definitionOf(
  group: string,
  plural: string,
  kind: string,
  versions: readonly unknown[],
  extra: object = {},
): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Namespaced', names: { plural, kind }, versions, ...extra },
  };
}

/** The one version of a definition. */
export function version(schema: object, extra: object = {}): object {
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...extra };
}

/** Waits with a watch until the definition is in the wanted state, and returns it. */
export async function until(
  api: Api,
  name: string,
  resourceVersion: string,
  wanted: (definition: unknown) => boolean,
): Promise<unknown> {
  const selector = `fieldSelector=metadata.name%3D${name}`;
  const watch = await api.watch(`${definitions}?watch=true&${selector}&resourceVersion=${resourceVersion}`);
  try {
    for (;;) {
      const event = await watch.next();
      if (event === undefined) throw new Error(`the watch ended before ${name} was as wanted`);
      if (wanted(at(event, 'object'))) return at(event, 'object');
    }
  } finally {
    watch.close();
  }
}

/** The status of a definition's condition; "" without the condition. */
export function condition(definition: unknown, type: string): string {
  const conditions = at(definition, 'status.conditions');
  if (!Array.isArray(conditions)) return '';
  return text(
    conditions.find((item) => at(item, 'type') === type),
    'status',
  );
}

/** Creates a definition, and waits until its objects are served at `path`. */
export async function define(api: Api, definition: object | string, path: string): Promise<void> {
  const created = await api.post(definitions, definition);
  expect([created.status, created.json['message']]).toEqual([201, undefined]);
  const name = text(created.json, 'metadata.name');
  const version = text(created.json, 'metadata.resourceVersion');
  await until(api, name, version, (object) => condition(object, 'Established') === 'True');
  // Served a moment later: a real server's handlers follow by a watch of their own.
  await eventually(api, path, (answer) => answer.status === 200);
}

/** Repeats the request until the response is as wanted; the test's timeout is the limit. */
export async function eventually(
  api: Api,
  path: string,
  wanted: (answer: Answer) => boolean,
): Promise<Answer> {
  for (;;) {
    const answer = await api.get(path);
    if (wanted(answer)) return answer;
  }
}

/** The causes of a 422, as `field: message`; sorted, because a real server checks fields in any order. */
export function causes(answer: Answer): string[] {
  const found = at(answer.json, 'details.causes');
  if (!Array.isArray(found)) return [text(answer.json, 'message')];
  return found.map((cause) => `${text(cause, 'field')}: ${text(cause, 'message')}`).toSorted();
}

/** The texts of the response's warnings. */
export function warnings(answer: Answer): string[] {
  const { warning } = answer.headers;
  const header = Array.isArray(warning) ? warning.join(', ') : (warning ?? '');
  return [...header.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map((match) =>
    (match[1] ?? '').replace(/\\(["\\])/g, '$1'),
  );
}
