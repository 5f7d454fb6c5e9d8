import { Agent, request } from 'node:http';
import { ApiServer } from '@kube-informers/testing';
import { coreV1, appsV1 } from '../../../packages/kube-informers/src/resources/index.js';
import {
  duplicateFields,
  jsonSyntaxProblem,
} from '../../../packages/testing/src/apiserver/json/json-syntax.js';
import { depthProblem } from '../../../packages/testing/src/apiserver/json/json-depth.js';
import { isJsonObject } from '@kube-informers/schema/internal';
import { yamlToJson } from '../../../packages/testing/src/apiserver/json/yaml-body.js';
import { fieldSetFrom } from '../../../packages/testing/src/apiserver/managedfields/field-set.js';
import { atomOfType, untypedDeduced } from '../../../packages/testing/src/apiserver/managedfields/schema.js';
import { TypedError, TypedValue } from '../../../packages/testing/src/apiserver/managedfields/typed-value.js';
import {
  applyJsonPatch,
  PatchApplyError,
  PatchSyntaxError,
} from '../../../packages/testing/src/apiserver/patch/json-patch.js';
import { applyMergePatch } from '../../../packages/testing/src/apiserver/patch/merge-patch.js';
import {
  applyStrategicMergePatch,
  StrategicPatchError,
} from '../../../packages/testing/src/apiserver/patch/strategic-merge-patch.js';
import { ProtobufError } from '../../../packages/testing/src/apiserver/types/protobuf-reader.js';
import {
  decodeProtobuf,
  openEnvelope,
} from '../../../packages/testing/src/apiserver/types/decode-protobuf.js';
import { decodeTyped } from '../../../packages/schema/src/values/decode-typed.js';
import { typeOfKind } from '../../../packages/testing/src/apiserver/types/type-table.js';
import type { StructType } from '../../../packages/schema/src/values/api-type.js';
import { objectText } from '../object-texts.js';
import { difference } from '../../hostile-json.test-support.js';
import { expectThat, outcomeOf, parameterOf, shown, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';

const service =
  '{"kind":"Service","apiVersion":"v1","metadata":{"name":"s","namespace":"default","labels":{"a":"b"}},"spec":{"ports":[{"name":"a","port":1,"protocol":"TCP"},{"name":"b","port":2,"protocol":"TCP"}]}}';
const deployment =
  '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"d","namespace":"default"},"spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i","env":[{"name":"E","value":"1"}]}]}}}}';
const configMap =
  '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","namespace":"default"},"data":{"a":"1"}}';
const definition =
  '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"as.b.c"},"spec":{"group":"b.c","names":{"plural":"as","kind":"A"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","x-kubernetes-preserve-unknown-fields":true},"a":{"type":"string","pattern":"^a+$"}}}}}]}}';
const bodies = [service, deployment, configMap];
const patches = [
  '{"data":{"c":"3","a":null}}',
  '[{"op":"add","path":"/data/d","value":"4"},{"op":"test","path":"/kind","value":"ConfigMap"},{"op":"move","from":"/data/d","path":"/data/e"},{"op":"copy","from":"/data","path":"/data/f"},{"op":"remove","path":"/metadata/labels"}]',
  '{"spec":{"ports":[{"port":2,"name":"b"},{"$patch":"delete","port":1}],"$setElementOrder/ports":[{"port":2}],"$retainKeys":["ports"]}}',
  '{"metadata":{"$deleteFromPrimitiveList/finalizers":["a"],"finalizers":["b"]}}',
];
const words = [
  '"$patch":"delete"', '"$patch":"replace"', '"$retainKeys":[', '"$setElementOrder/ports":', '"$deleteFromPrimitiveList/', '{"op":"add","path":"', '{"op":"copy","from":"","path":"/a"}', '/-', '~1', '~0',
  '"__proto__":', '"metadata":', '"spec":', '"ports":[', '"labels":{', '"managedFields":[', '"fieldsV1":{"f:data":{}}', '\n---\n', '!!binary ', '<<: *a', '"apiVersion":"v1",', '"kind":', 'k8s\0',
]; // prettier-ignore

const unexpected = { PatchSyntaxError, PatchApplyError, StrategicPatchError, ProtobufError } as const;

function isRefusal(error: unknown): boolean {
  return Object.values(unexpected).some((type) => error instanceof type);
}

function parsed(text: string): unknown {
  return outcomeOf(
    () => JSON.parse(text) as unknown,
    (error) => error instanceof SyntaxError,
  );
}

/** RFC 7396 as it is written, and without the nulls in the objects of a new list. */
function mergedBySpecification(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return isJsonObject(target) ? patch : withoutNulls(patch);
  const result = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, mergedBySpecification(result.get(name), value));
  }
  return Object.fromEntries(result);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isJsonObject(value) ? mergedBySpecification({}, value) : value;
}

/** The four kinds of patch as functions: they refuse in their own words, and never change what they patch. */
export function patchesTarget(): FuzzTarget {
  const types = [typeOfKind('', 'v1', 'Service'), typeOfKind('apps', 'v1', 'Deployment'), undefined];
  return {
    seeds: [0, 1, 2].flatMap((base) => [...patches, ...bodies].map((patch) => withParameter(base, patch))),
    words,
    generate: (chance) => withParameter(chance.between(0, 3), objectText(chance)),
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const before = bodies[parameter % 3] ?? configMap;
      const type = types[parameter % 3];
      const target = JSON.parse(before) as Record<string, unknown>;
      const patch = parsed(rest.toString());
      // The server refuses deep ones beforehand.
      if (patch === undefined || depthProblem(patch) !== undefined) return;
      outcomeOf(() => applyJsonPatch(target, patch), isRefusal);
      const merged = applyMergePatch(target, patch);
      const problem = difference(merged, mergedBySpecification(target, patch));
      expectThat(problem === undefined || problem.includes(': keys '), `merge patch: ${String(problem)}`);
      if (isJsonObject(patch)) {
        outcomeOf(() => applyStrategicMergePatch(target, patch, type), isRefusal);
        applied(target, patch, type);
      }
      expectThat(JSON.stringify(target) === before, 'the target was changed');
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
  };
}

function applied(
  target: Record<string, unknown>,
  patch: Record<string, unknown>,
  type: StructType | undefined,
): void {
  const atom = type === undefined ? untypedDeduced : atomOfType(type);
  const typed = (value: unknown): TypedValue | undefined =>
    outcomeOf(
      () => new TypedValue(value, atom, 'v1').validate(),
      (error) => error instanceof TypedError,
    );
  // The server validates both first.
  const [live, config] = [typed(target), typed(patch)];
  if (live === undefined || config === undefined) return;
  const merged = live.merge(config);
  const { modified, removed } = config.compare(merged);
  expectThat(modified.isEmpty && removed.isEmpty, `merged, but not applied: ${shown(modified.toFields())}`);
  const fields = config.toFieldSet();
  const again = fieldSetFrom(fields.toFields());
  expectThat(fields.difference(again).isEmpty, `lost fields: ${shown(fields.difference(again).toFields())}`);
  merged.removeItems(fields);
}

/** Bodies as the server reads them: JSON, YAML, protobuf, by the types of the kinds. */
export function bodiesTarget(): FuzzTarget {
  const kinds = [['', 'v1', 'Service'], ['apps', 'v1', 'Deployment'], ['', 'v1', 'Pod'], ['apiextensions.k8s.io', 'v1', 'CustomResourceDefinition']] as const; // prettier-ignore
  const types = kinds
    .map(([group, version, kind]) => typeOfKind(group, version, kind))
    .filter((type) => type !== undefined);
  const yaml =
    'apiVersion: v1\nkind: &a ConfigMap\nmetadata: {name: x}\ndata:\n  e: "5"\n  f: *a\n  g: yes\n  h: 2001-01-01\n  <<: {x: y}\n';
  return {
    seeds: [...bodies, yaml, definition].map((text) => withParameter(0, text)),
    words,
    generate: (chance) => withParameter(chance.between(0, 100), objectText(chance)),
    async run(input) {
      const { parameter, rest } = parameterOf(input);
      const type = types[parameter % types.length];
      if (type === undefined) throw new Error('a type is missing from the table');
      outcomeOf(() => decodeProtobuf(type, rest), isRefusal);
      outcomeOf(
        () => decodeProtobuf(type, openEnvelope(Buffer.concat([Buffer.from('k8s\0'), rest])).raw),
        isRefusal,
      );
      const text = rest.toString();
      const value = parsed(text);
      if (value === undefined)
        expectThat(jsonSyntaxProblem(text) !== '', 'no problem reported for invalid JSON');
      else duplicateFields(text);
      if (isJsonObject(value) && depthProblem(value) === undefined) {
        const { value: written, problem } = decodeTyped(type, value);
        if (problem === undefined) {
          const again = decodeTyped(type, written);
          const differs = difference(again.value, written);
          expectThat(
            again.problem === undefined && differs === undefined,
            `read again: ${again.problem ?? differs}`,
          );
        }
      }
      const read = await yamlToJson(text);
      if ('json' in read) JSON.parse(read.json);
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
  };
}

const ns = '/api/v1/namespaces/default';
const json = 'application/json';
const routes: readonly (readonly [method: string, path: string, type: string, good: string])[] = [
  ['POST', `${ns}/configmaps?dryRun=All`, json, configMap],
  ['POST', `${ns}/configmaps?fieldValidation=Strict&dryRun=All`, 'application/yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\n'],
  ['POST', `${ns}/services?dryRun=All`, 'application/vnd.kubernetes.protobuf', 'k8s\0\n\r\n\u0002v1\u0012\u0007Service'],
  ['POST', '/apis/apps/v1/namespaces/default/deployments?dryRun=All', json, deployment],
  ['POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All', json, definition],
  ['POST', '/apis/b.c/v1/namespaces/default/as', json, '{"apiVersion":"b.c/v1","kind":"A","metadata":{"generateName":"a-"},"a":"a","spec":{"b":[1]}}'],
  ['PUT', `${ns}/configmaps/x`, json, configMap],
  ['PUT', '/apis/apps/v1/namespaces/default/deployments/d/scale', json, '{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"d","namespace":"default"},"spec":{"replicas":2}}'],
  ['PUT', '/apis/apps/v1/namespaces/default/deployments/d/status', json, deployment],
  ['PATCH', `${ns}/configmaps/x`, 'application/merge-patch+json', patches[0] ?? ''],
  ['PATCH', `${ns}/configmaps/x`, 'application/json-patch+json', patches[1] ?? ''],
  ['PATCH', `${ns}/services/s`, 'application/strategic-merge-patch+json', patches[2] ?? ''],
  ['PATCH', '/apis/apps/v1/namespaces/default/deployments/d', 'application/strategic-merge-patch+json', '{"spec":{"template":{"spec":{"containers":[{"name":"c","env":[{"name":"F","value":"2"}]}]}}}}'],
  ['PATCH', '/apis/apps/v1/namespaces/default/deployments/d?fieldManager=m&force=true', 'application/apply-patch+yaml', deployment],
  ['PATCH', `${ns}/services/s?fieldManager=n`, 'application/apply-patch+yaml', service],
  ['DELETE', `${ns}/configmaps/none`, json, '{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u"}}'],
  ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', json, '{"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{"resourceAttributes":{"verb":"get"}}}'],
  ['GET', `${ns}/configmaps`, '', 'limit=1&labelSelector=a%3Db,c%20in%20(d)&fieldSelector=metadata.name%3Dx&resourceVersion=0&resourceVersionMatch=NotOlderThan&continue=eyJ'],
  ['GET', '/api/v1/pods', '', 'watch=true&timeoutSeconds=0&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan'],
]; // prettier-ignore

/** Requests that one server answers: what one leaves behind must not harm the next. */
const requestsPerServer = 200;

/** The embedded server over HTTP: every request is answered, and no answer is a failure inside. */
export function serverTarget(): FuzzTarget {
  const failures: unknown[] = [];
  const agent = new Agent({ keepAlive: true });
  let server: ApiServer | undefined;
  let requests = 0;
  return {
    seeds: routes.map(([, , , good], index) => withParameter(index, good)),
    words: [
      ...words,
      'limit=',
      '&watch=',
      '&resourceVersion=',
      'resourceVersionMatch=Exact',
      'continue=',
      '%00',
      '%ff',
    ],
    generate: (chance) =>
      withParameter(
        chance.between(0, routes.length),
        objectText(chance, ['ConfigMap', 'Service', 'Deployment', 'A']),
      ),
    async run(input) {
      if (requests++ % requestsPerServer === 0) {
        await server?.stop();
        server = await startServer(failures);
      }
      const { parameter, rest } = parameterOf(input);
      const [method, path, type] = routes[parameter % routes.length] ?? ['GET', '/', '', ''];
      const query = method === 'GET' ? `?${rest.toString('latin1').replaceAll(/[^!-~]/g, '+')}` : '';
      const answer = await send(agent, server?.port ?? 0, {
        method,
        path: path + query,
        type,
        body: method === 'GET' ? undefined : rest,
      });
      const found = failures.splice(0);
      expectThat(found.length === 0, `logged ${shown(found.map(String))}`);
      const { status, body } = answer;
      expectThat(
        status < 500 || (status === 500 && !body.includes('InternalError')),
        `${status} ${body.slice(0, 300)}`,
      );
      expectThat(!/\bat .*\.[tj]s:\d+/.test(body), `a stack: ${body.slice(0, 300)}`);
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
    async close() {
      agent.destroy();
      await server?.stop();
    },
  };
}

async function startServer(failures: unknown[]): Promise<ApiServer> {
  const ignore = (): void => undefined;
  const server = await ApiServer.start({
    freshnessTimeoutMs: 1,
    minRequestTimeoutSeconds: 0.001,
    requestLogLimit: 10,
    logger: {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (fields) => void failures.push(fields['err'] ?? fields),
    },
  });
  // The bodies are good ones, written above.
  await server.create(coreV1.configMaps, JSON.parse(configMap) as Parameters<typeof server.create>[1]);
  await server.create(coreV1.services, JSON.parse(service) as Parameters<typeof server.create>[1]);
  await server.create(appsV1.deployments, JSON.parse(deployment) as Parameters<typeof server.create>[1]);
  const agent = new Agent();
  await send(agent, server.port, {
    method: 'POST',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    type: json,
    body: Buffer.from(definition),
  });
  agent.destroy();
  return server;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer | undefined;
}

function send(
  agent: Agent,
  port: number,
  { method, path, type, body }: Sent,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'Content-Type': type, 'Content-Length': body.length };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
      // A watch may be long: its head has come, and that is enough.
      if (/watch=/.test(path)) setTimeout(() => response.destroy(), 20).unref();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
