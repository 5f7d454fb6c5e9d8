import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  declaredProblems,
  withDeclared,
} from '../../packages/testing/src/apiserver/kinds/declared-validation.js';
import { applyJsonPatch } from '../../packages/testing/src/apiserver/patch/json-patch.js';
import { applyMergePatch } from '../../packages/testing/src/apiserver/patch/merge-patch.js';
import { duplicateFields, floatsAsTexts } from '../../packages/testing/src/apiserver/json/json-syntax.js';
import { sortedJson } from '@kube-informers/schema/internal';
import { yamlDocumentsToJson } from '../../packages/testing/src/apiserver/json/yaml-body.js';

import { MemoryIndexer } from '../../packages/kube-informers/src/cache/stores/indexer.js';
import { brief, changesBetween } from '../../packages/cli/src/changes.js';
import { TextTable } from '../../packages/cli/src/text-table.js';
import { parseDiscovery, parseResourceList } from '../../packages/kube-informers/src/client/discovery.js';
import { linesOf } from '../../packages/kube-informers/src/streams/log-lines.js';
import { definitionOf, generate, withSpec } from '../../packages/cli/src/codegen/codegen.test-support.js';
import { generateServedTypes } from '../../packages/cli/src/codegen/generate.js';
import { UniqueNames } from '../../packages/cli/src/codegen/names.js';
import { servedTypes } from '../../packages/cli/src/codegen/served-types.js';
import { extractApply } from '../../packages/kube-informers/src/controller/objects/extract-apply.js';
import { setCondition } from '../../packages/kube-informers/src/controller/objects/conditions.js';
import { prefers } from '../../packages/inspector/src/accept.js';
import { cellsOf, columnsOf } from '../../packages/inspector/src/columns.js';
import { concealSecret } from '../../packages/inspector/src/conceal-secrets.js';
import { differenceOf } from '../../packages/inspector/src/diff.js';
import { listIndexes, listObjects, objectsQuery } from '../../packages/inspector/src/objects.js';
import { parseExecCredential } from '../../packages/kube-informers/src/kubeconfig/exec-credential.js';
import { KubeConfig } from '../../packages/kube-informers/src/kubeconfig/kube-config.js';
import { expiryOf } from '../../packages/kube-informers/src/kubeconfig/oidc.js';
import type { Instant } from '../../packages/kube-informers/src/util/clock.js';
import type { ElectionLease } from '../../packages/kube-informers/src/leaderelection/lease-lock.js';
import { StatusError } from '../../packages/kube-informers/src/meta/errors.js';
import { FieldMask } from '../../packages/kube-informers/src/meta/field-mask.js';
import { parseFieldSelector } from '../../packages/kube-informers/src/meta/field-selector.js';
import { parseSelector } from '../../packages/kube-informers/src/meta/label-selector.js';
import { defineResource } from '../../packages/kube-informers/src/meta/resource.js';
import type { KubernetesObject } from '../../packages/kube-informers/src/meta/types.js';
import { discoveryV1, rbacV1 } from '../../packages/kube-informers/src/resources/index.js';
import { PartialReads } from '../../packages/kube-informers/src/rest/partial-reads.js';
import { ListDecoder } from '../../packages/kube-informers/src/rest/response-body.js';
import { deduplicateWarnings, parseWarnings } from '../../packages/kube-informers/src/rest/request-sender.js';
import {
  initialShardingState,
  nextShardingStep,
} from '../../packages/kube-informers/src/sharding/sharding-state.js';
import type { ShardingEvent } from '../../packages/kube-informers/src/sharding/sharding-state.js';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { WatchDecoder } from '../../packages/kube-informers/src/wire/watch-decoder.js';
import { WorkCounter } from './work.test-support.js';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const record = <T>(
  count: number,
  name: (index: number) => string,
  make: (index: number) => T,
): Record<string, T> => Object.fromEntries(times(count, (index) => [name(index), make(index)]));
/** Different names that become the same one where only letters and digits count. */
const colliding = (index: number): string =>
  `x${times(9, (digit) => '-_.'[Math.floor(index / 3 ** digit) % 3]).join('')}y`;

const kubeconfig = (count: number): object => ({
  'current-context': 'c0',
  contexts: times(count, (index) => ({
    name: `c${index}`,
    context: { cluster: `c${index}`, user: `u${index}` },
  })),
  clusters: times(count, (index) => ({ name: `c${index}`, cluster: { server: `https://s${index}` } })),
  users: times(count, (index) => ({ name: `u${index}`, user: { token: `t${index}`, 'as-groups': ['a'] } })),
});
const object = (index: number, more: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: `a${index}`,
    namespace: `n${index}`,
    resourceVersion: String(index + 1),
    uid: `u${index}`,
  },
  ...more,
});
const chunks = (text: string, size: number): Buffer[] =>
  times(Math.ceil(text.length / size), (index) => Buffer.from(text.slice(index * size, (index + 1) * size)));
async function* stream(parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}
function decodeList(parts: readonly Buffer[]): unknown {
  const decoder = new ListDecoder({ name: 'a list' });
  for (const part of parts) decoder.feed(part);
  return decoder.end();
}
function decodeWatch(parts: readonly Buffer[]): void {
  const decoder = new WatchDecoder<KubernetesObject>();
  for (const part of parts) decoder.feed(part, []);
  decoder.end([]);
}
const schemaOfStrings = { type: 'object', properties: { a: { type: 'string' } } };
const structs = (count: number, name: (index: number) => string): object =>
  withSpec(
    record(count, name, (index) => ({ type: 'object', properties: { [`q${index}`]: { type: 'string' } } })),
  );
const managed = (count: number, manager: (index: number) => string): object[] =>
  times(count, (index) => ({
    manager: manager(index),
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { [`f:k${index}`]: {} } },
  }));

const at = (ms: number): Instant => ({ monotonicMs: ms, wallMs: ms, passedMs: ms });
const policy = {
  identity: 'me',
  leaseName: 'me',
  slots: 16,
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2000,
};
function leases(count: number, claims: string | undefined, version: number): ElectionLease[] {
  return times(count, (index) => ({
    metadata: {
      name: `x${index}`,
      resourceVersion: String(version),
      ...(claims === undefined ? {} : { annotations: { 'kube-informers/shard-claims': claims } }),
    },
    spec: { holderIdentity: `h${index}`, leaseDurationSeconds: 15 },
  }));
}
/** A replica that lists these Leases: once when they are new, and once when they have expired. */
function shard(listed: readonly ElectionLease[]): void {
  const input = (event: ShardingEvent, ms: number) => ({ ...event, now: at(ms), busy: new Set<number>() });
  const lease: ElectionLease = { metadata: { name: 'me', resourceVersion: '1' } };
  let { state } = nextShardingStep(policy, initialShardingState, input({ type: 'start' }, 0));
  for (const ms of [1, 100_000, 200_000]) {
    ({ state } = nextShardingStep(policy, state, input({ type: 'listed', leases: listed }, ms)));
    ({ state } = nextShardingStep(policy, state, input({ type: 'written', lease }, ms + 1)));
  }
}

async function indexer(count: number): Promise<MemoryIndexer<KubernetesObject>> {
  const store = new MemoryIndexer<KubernetesObject>();
  store.addIndexers({ own: ({ metadata }) => [metadata?.name ?? ''] });
  for (let index = 0; index < count; index++) store.add(object(index, { data: { a: 'b' } }));
  return store;
}

const openApi = (count: number): object => ({
  components: {
    schemas: record(
      count,
      (index) => `io.k${index}`,
      (index) => ({
        type: 'object',
        properties: { next: { $ref: `#/components/schemas/io.k${(index + 1) % count}` } },
        'x-kubernetes-group-version-kind': [{ group: 'e.com', version: 'v1', kind: `K${index}` }],
      }),
    ),
  },
});
const resources = (count: number) =>
  times(count, (index) =>
    defineResource({
      group: 'e.com',
      version: 'v1',
      resource: `k${index}s`,
      kind: `K${index}`,
      namespaced: true,
    }),
  );

/** The worst inputs of each reader of what others write, for a size: what is returned reads the input. */
const readers: Readonly<Record<string, (count: number) => () => unknown>> = {
  'a kubeconfig': (count) => {
    const text = JSON.stringify(kubeconfig(count));
    return async () => (await KubeConfig.parse(text)).toRestConfig({ context: `c${count - 1}` });
  },
  'a kubeconfig, merged': (count) => async () =>
    KubeConfig.merge(
      await Promise.all(
        times(count, (index) =>
          KubeConfig.parse(JSON.stringify({ contexts: [{ name: `c${index}`, context: {} }] })),
        ),
      ),
    ),
  'a kubeconfig with one name': (count) => {
    const text = JSON.stringify({ users: times(count, () => ({ name: 'a', user: {} })) });
    return () => KubeConfig.parse(text);
  },
  'a kubeconfig with many arguments of a plugin': (count) => {
    const exec = {
      command: 'x',
      args: times(count, String),
      env: times(count, (index) => ({ name: `E${index}`, value: 'v' })),
    };
    const text = JSON.stringify({ users: [{ name: 'a', user: { exec } }] });
    return () => KubeConfig.parse(text);
  },
  ...Object.fromEntries(
    Object.entries<(count: number) => string>({
      'different keys': (count) => times(count, (index) => `k${index}: 1`).join('\n'),
      'one key': (count) => 'k: 1\n'.repeat(count),
      'merge keys': (count) =>
        `a: &a {x: 1}\n${times(count, (index) => `k${index}: {<<: *a}`)
          .slice(0, 90)
          .join('\n')}\n${'y: 1\n'.repeat(count)}`,
      anchors: (count) => times(count, (index) => `k${index}: &a${index} 1`).join('\n'),
      comments: (count) => '# a\n'.repeat(count),
      'nested lists': (count) => '- '.repeat(count / 8),
      brackets: (count) => `[${'[], '.repeat(count)}]`,
      'lines of a text': (count) => `a: |\n${'  x\n'.repeat(count)}`,
      'a folded text': (count) => `a: "${'x\n\n '.repeat(count)}"`,
      documents: (count) => 'a: 1\n---\n'.repeat(count),
    }).flatMap(([name, text]) => [
      [`YAML, ${name}`, (count: number) => () => yamlDocumentsToJson(text(count))],
      [`a kubeconfig in YAML, ${name}`, (count: number) => () => KubeConfig.parse(text(count))],
    ]),
  ),
  'the output of an exec plugin': (count) => {
    const text = JSON.stringify({
      kind: 'ExecCredential',
      apiVersion: 'v1',
      status: { token: 'a'.repeat(count) },
      x: times(count, String),
    });
    return () => parseExecCredential(text, 'x', 'client.authentication.k8s.io/v1');
  },
  'the claims of a token': (count) => () =>
    expiryOf(
      `a.${Buffer.from(JSON.stringify(record(count, (index) => `k${index}`, String))).toString('base64url')}.b`,
    ),
  // Definitions, for types.
  'a CRD of fields': (count) => () => generate(definitionOf(structs(count, (index) => `f${index}`))),
  'a CRD of fields whose types have one name': (count) => () =>
    generate(definitionOf(structs(count, colliding))),
  'a CRD of lists whose types have one name': (count) => () =>
    generate(
      definitionOf(
        withSpec(
          record(count, colliding, (index) => ({
            type: 'array',
            items: { type: 'object', properties: { [`q${index}`]: { type: 'string' } } },
          })),
        ),
      ),
    ),
  'names of types that are taken': (count) => () => {
    const names = new UniqueNames();
    for (let index = 0; index < count; index++) names.take('Spec');
  },
  'a CRD of long names': (count) => () =>
    generate(definitionOf(structs(count, (index) => `${'a'.repeat(130)}${index}`))),
  'a CRD of equal types': (count) => () =>
    generate(
      definitionOf(
        withSpec(
          record(
            count,
            (index) => `f${index}`,
            () => schemaOfStrings,
          ),
        ),
      ),
    ),
  'a CRD of a long enum': (count) => () =>
    generate(definitionOf(withSpec({ a: { type: 'string', enum: times(count, (index) => `v${index}`) } }))),
  'a CRD of required fields': (count) => () =>
    generate(
      definitionOf(
        withSpec(
          record(
            count,
            (index) => `f${index}`,
            () => ({ type: 'string' }),
          ),
          { required: times(count, (index) => `f${index}`) },
        ),
      ),
    ),
  'a CRD of alternatives': (count) => () =>
    generate(
      definitionOf(
        withSpec({
          a: {
            type: 'object',
            properties: record(
              count,
              (index) => `f${index}`,
              () => ({ type: 'string' }),
            ),
            oneOf: times(count, (index) => ({ required: [`f${index}`] })),
          },
        }),
      ),
    ),
  'a CRD of descriptions': (count) => () =>
    generate(
      definitionOf(withSpec({ a: { type: 'string', description: 'one word */ and\n'.repeat(count) } })),
    ),
  'a CRD of versions': (count) => () =>
    generate(
      definitionOf(
        { type: 'object' },
        {
          versions: times(count, (index) => ({
            name: `v${index + 1}`,
            served: true,
            storage: index === 0,
            schema: { openAPIV3Schema: { type: 'object' } },
          })),
        },
      ),
    ),
  'a CRD of short names': (count) => () =>
    generate(
      definitionOf(
        { type: 'object' },
        { names: { plural: 'backups', kind: 'Backup', shortNames: times(count, (index) => `a${index}`) } },
      ),
    ),
  'many CRDs': (count) => () =>
    generate(
      ...times(count / 4, (index) =>
        definitionOf({ type: 'object' }, { names: { plural: `x${index}s`, kind: `X${index}` } }),
      ),
    ),
  'an OpenAPI document': (count) => {
    const [document, all] = [openApi(count), resources(count)];
    return () => generateServedTypes([servedTypes(document, all, 'x')]);
  },
  'discovery, groups': (count) => () =>
    parseDiscovery({
      kind: 'APIGroupList',
      groups: times(count, (index) => ({ name: `g${index}`, versions: [{ version: 'v1' }] })),
    }),
  'discovery, versions': (count) => () =>
    parseDiscovery({
      kind: 'APIGroupList',
      groups: [{ name: 'g', versions: times(count, (index) => ({ version: `v${index + 1}` })) }],
    }),
  'discovery, resources': (count) => () =>
    parseResourceList('g', 'v1', {
      resources: times(count, (index) => ({ name: `r${index}`, kind: 'R', verbs: ['get'] })),
    }),
  'discovery, subresources': (count) => () =>
    parseResourceList('g', 'v1', {
      resources: [{ name: 'r', kind: 'R', verbs: [] }, ...times(count, (index) => ({ name: `r/s${index}` }))],
    }),
  'discovery, aggregated': (count) => () =>
    parseDiscovery({
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          metadata: { name: 'g' },
          versions: [
            {
              version: 'v1',
              resources: times(count, (index) => ({
                resource: `r${index}`,
                responseKind: { kind: 'R' },
                scope: 'Namespaced',
                verbs: ['get'],
                subresources: [{ subresource: 's' }],
              })),
            },
          ],
        },
      ],
    }),
  // Responses.
  'a list in small pieces': (count) => {
    const text = JSON.stringify({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '1' },
      items: times(count, object),
    });
    return () => decodeList(chunks(text, 50));
  },
  'a list of one item in small pieces': (count) => {
    const text = JSON.stringify({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: {},
      items: [object(1, { data: { a: 'x'.repeat(count * 50) } })],
    });
    return () => decodeList(chunks(text, 50));
  },
  'a list whose metadata is long': (count) => {
    const text = JSON.stringify({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { x: times(count, String) },
      items: [],
    });
    return () => decodeList(chunks(text, 5));
  },
  'a watch of many lines': (count) => () =>
    decodeWatch(
      chunks(
        times(count, (index) => `${JSON.stringify({ type: 'ADDED', object: object(index) })}\n`).join(''),
        50,
      ),
    ),
  'a watch of one line in small pieces': (count) => () =>
    decodeWatch(
      chunks(
        `${JSON.stringify({ type: 'ADDED', object: object(1, { data: { a: 'x'.repeat(count * 50) } }) })}\n`,
        50,
      ),
    ),
  'a log of one line in small pieces': (count) => async () => {
    for await (const line of linesOf(stream(times(count, () => Buffer.from('x'.repeat(100))))))
      expect(line.length).toBeGreaterThan(0);
  },
  'a Status of many causes': (count) => () =>
    new StatusError({
      status: 'Failure',
      message: 'm'.repeat(count),
      details: { causes: times(count, (index) => ({ field: `f${index}`, message: 'x' })) },
    }),
  warnings: (count) => {
    const seen = deduplicateWarnings(() => undefined);
    return () => {
      for (const warning of parseWarnings(times(count, (index) => `299 - "w${index}"`).join(', ')))
        seen(warning);
    };
  },
  'managedFields, many managers': (count) => () =>
    extractApply(
      object(1, {
        data: record(count, (index) => `k${index}`, String),
        metadata: { name: 'a', managedFields: managed(count, (index) => `m${index}`) },
      }),
      'm1',
    ),
  'managedFields, one manager': (count) => () =>
    extractApply(
      object(1, {
        data: record(count, (index) => `k${index}`, String),
        metadata: { name: 'a', managedFields: managed(count, () => 'm') },
      }),
      'm',
    ),
  'managedFields, items of a list': (count) => () =>
    extractApply(
      object(1, {
        spec: { items: times(count, (index) => ({ name: `i${index}` })) },
        metadata: {
          name: 'a',
          managedFields: [
            {
              manager: 'm',
              operation: 'Apply',
              apiVersion: 'v1',
              fieldsV1: {
                'f:spec': {
                  'f:items': record(
                    count,
                    (index) => `k:{"name":"i${index}"}`,
                    () => ({ '.': {}, 'f:name': {} }),
                  ),
                },
              },
            },
          ],
        },
      }),
      'm',
    ),
  'managedFields, values of a set': (count) => () =>
    extractApply(
      object(1, {
        metadata: {
          name: 'a',
          finalizers: times(count, (index) => `f/${index}`),
          managedFields: [
            {
              manager: 'm',
              operation: 'Apply',
              apiVersion: 'v1',
              fieldsV1: {
                'f:metadata': {
                  'f:finalizers': record(
                    count,
                    (index) => `v:"f/${index}"`,
                    () => ({}),
                  ),
                },
              },
            },
          ],
        },
      }),
      'm',
    ),
  conditions: (count) => () =>
    setCondition(
      { status: { conditions: times(count, (index) => ({ type: `T${index}`, status: 'True' })) } } as never,
      { type: 'T0', status: 'False', reason: 'X', message: '' } as never,
    ),
  // Leases.
  'Leases without claims': (count) => () => shard(leases(count, undefined, 1)),
  'Leases that claim all slots': (count) => () => shard(leases(count, 'ffff', 1)),
  // What is shown.
  'cells of a Pod': (count) => () =>
    cellsOf(
      columnsOf({ group: '', resource: 'pods' }, { wide: true, withNamespace: true }),
      object(1, {
        spec: {
          containers: times(count, (index) => ({ name: `c${index}`, image: 'i' })),
          readinessGates: times(count, (index) => ({ conditionType: `T${index}` })),
        },
        status: {
          containerStatuses: times(count, (index) => ({ name: `c${index}`, ready: true })),
          initContainerStatuses: times(count, (index) => ({ name: `c${index}` })),
          conditions: times(count, (index) => ({ type: `T${index}`, status: 'True' })),
        },
      }) as never,
      0,
    ),
  'cells of a Service': (count) => () =>
    cellsOf(
      columnsOf({ group: '', resource: 'services' }, { wide: true, withNamespace: true }),
      object(1, {
        spec: {
          ports: times(count, (index) => ({ port: index })),
          selector: record(count, (index) => `k${index}`, String),
          externalIPs: times(count, String),
        },
        status: { loadBalancer: { ingress: times(count, (index) => ({ ip: String(index) })) } },
      }) as never,
      0,
    ),
  'a table with one wide cell': (count) => () => {
    const rows = times(count, (index) => [index === 0 ? 'x'.repeat(count) : 'a', 'b']);
    const table = new TextTable(['A', 'B']);
    table.measure(rows);
    return rows.map((row) => table.line(row));
  },
  'changes between lists': (count) => () =>
    changesBetween({ a: times(count, String) }, { a: times(count, (index) => String(index + 1)) }),
  'changes between maps': (count) => () =>
    changesBetween(
      record(count, (index) => `a${index}`, String),
      record(count, (index) => `b${index}`, String),
    ),
  'changes between lists of named items': (count) => () =>
    changesBetween(
      { a: times(count, (index) => ({ name: `n${index}` })) },
      { a: times(count, (index) => ({ name: `n${count - index}` })) },
    ),
  'a difference': (count) => () =>
    differenceOf(
      record(
        count,
        (index) => `a${index}`,
        (index) => [index],
      ),
      record(
        count,
        (index) => `a${index}`,
        (index) => [index, 1],
      ),
    ),
  'a difference of lists': (count) => () =>
    differenceOf({ a: times(count, String) }, { a: times(count, (index) => String(index + 1)) }),
  'a brief value': (count) => () => brief({ a: times(count, (index) => ({ [`k${index}`]: index })) }),
  'a Secret': (count) => () =>
    concealSecret(
      { kind: 'Secret', data: record(count, (index) => `k${index}`, String), x: times(count, String) },
      {
        kind: 'Secret',
        data: record(
          count,
          (index) => `k${index}`,
          () => 'x',
        ),
      },
    ),
  // Requests to the inspector.
  'an Accept header': (count) => () =>
    prefers(times(count, (index) => `a/b${index};q=0.${index}`).join(','), 'a/b1', 'a/b2', '1'),
  'a query for objects': (count) => async () => {
    const query = objectsQuery(
      new URLSearchParams({
        limit: '500',
        labelSelector: `a in (${times(count, (index) => `v${index}`).join(',')})`,
        fieldSelector: times(count, (index) => `metadata.name!=b${index}`).join(','),
      }),
    );
    return listObjects(await indexer(4), undefined, query, systemClock);
  },
  'objects of the inspector': (count) => async () =>
    listObjects(
      await indexer(count),
      { group: '', resource: 'configmaps' },
      objectsQuery(new URLSearchParams()),
      systemClock,
    ),
  'indexes of the inspector': (count) => async () =>
    listIndexes(await indexer(count), { group: '', resource: 'configmaps' }, systemClock),
  // Requests of users, and to the embedded server.
  'a label selector': (count) => () =>
    parseSelector(times(count, (index) => `k${index} in (a, b)`).join(',')).matches({}),
  'a label selector of one key': (count) => () =>
    parseSelector(times(count, (index) => `k!=v${index}`).join(',')).matches({ k: 'a' }),
  'a field selector': (count) => () => parseFieldSelector(times(count, (index) => `k${index}=v`).join(',')),
  'fields that are given twice': (count) => () =>
    duplicateFields(`{${times(count, () => '"a":1').join(',')}}`),
  'numbers in JSON': (count) => () => floatsAsTexts(`[${times(count, () => '1.0').join(',')}]`, 'x'),
  'sorted JSON': (count) => () =>
    sortedJson(
      record(
        count,
        (index) => `k${index}`,
        (index) => ({ [`a${index}`]: index }),
      ),
    ),
  'a JSON patch': (count) => () =>
    applyJsonPatch(
      { a: [], b: {} },
      times(count, (index) => ({ op: 'add', path: index % 2 === 0 ? '/a/-' : `/b/k${index}`, value: index })),
    ),
  'declared rules of a list': (count) => () => {
    const addresses = times(count, (index) => `10.0.0.${index % 100}`);
    const endpoints = times(count, (index) => ({
      addresses: [],
      hints: { forZones: [{ name: `z${index}` }] },
    }));
    const body = { addressType: 'IPv4', endpoints: [...endpoints, { addresses }] };
    const problems = declaredProblems(
      discoveryV1.endpointSlices,
      body,
      { addressType: 'IPv4', endpoints },
      '',
    );
    const covered = problems.map((problem) => ({ ...problem, covered: true }));
    return withDeclared(
      covered,
      problems.map((problem) => ({ ...problem, beta: true })),
    );
  },
  'declared rules of deep values': (count) => () => {
    const deep = times(count, () => 0).reduce<object>((inside) => ({ rules: [inside] }), {});
    return declaredProblems(rbacV1.roles, { rules: [deep] }, { rules: [{ deep }] }, '');
  },
  'reads in part that are noted, and updates that may be copies': (count) => () => {
    const reads = new PartialReads();
    const target = { group: '', version: 'v1', resource: 'pods', namespace: '', name: '', subresource: '' };
    const mask = FieldMask.of('a test', { fields: { metadata: { labels: true } } });
    for (let index = 0; index < count; index++) {
      const metadata = { name: 'a', uid: `u${index}`, resourceVersion: '1', labels: { [`l${index}`]: '' } };
      reads.answered({ method: 'GET', path: '/', target, mask }, { metadata });
      reads.refuseCopy({
        method: 'PUT',
        path: '/',
        target,
        body: { metadata: { ...metadata, uid: 'other' } },
      });
    }
  },
  'a merge patch': (count) => () =>
    applyMergePatch(
      record(count, (index) => `k${index}`, String),
      record(
        count,
        (index) => `k${index}`,
        () => null,
      ),
    ),
};

let counter: WorkCounter;
beforeAll(() => {
  counter = new WorkCounter();
});
afterAll(() => counter[Symbol.dispose]());

/** Work that depends on nothing but the machinery, such as a module that is loaded. */
const slack = 5000;

describe('work grows no faster than the input', () => {
  test.each(Object.entries(readers))('%s', { timeout: 60_000 }, async (_name, reader) => {
    const count = 200;
    await counter.of(reader(count));
    const [one, two, four] = [
      await counter.of(reader(count)),
      await counter.of(reader(2 * count)),
      await counter.of(reader(4 * count)),
    ];
    // 2 for linear work, 2.2 with sorting, 4 for quadratic work, less where linear work goes with it.
    expect(four - two, `${one}, ${two}, ${four}`).toBeLessThan(2.3 * (two - one) + slack);
  });
});
