import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from './contract.js';
import { definitionContract } from './custom-resources-definitions.js';
import { instanceContract } from './custom-resources-instances.js';
import { at, names, shown, text } from './http.js';

const group = 'contract.example.com';
const name = `backups.${group}`;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const preserve = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'backups', singular: 'backup', kind: 'Backup', shortNames: ['bk'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        selectableFields: [{ jsonPath: '.spec.color' }],
        additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { ...preserve, properties: { color: { type: 'string' } } },
              status: preserve,
            },
          },
        },
      },
      { name: 'v1alpha1', served: true, storage: false, schema: { openAPIV3Schema: preserve } },
      { name: 'v0', served: false, storage: false, schema: { openAPIV3Schema: preserve } },
    ],
  },
};

export function customResourceContract(use: () => Context): void {
  const path = (): string => `/apis/${group}/v1/namespaces/${use().namespace}/backups`;
  const backup = (own: string, color: string): object => ({
    apiVersion: `${group}/v1`,
    kind: 'Backup',
    metadata: { name: own },
    spec: { color },
  });

  /** Resolves when the definition is established, by a watch rather than by polling. */
  beforeAll(async () => {
    const { api } = use();
    const created = await api.call('POST', definitions, { body: definition });
    expect(created.status).toBe(201);
    expect(at(created.json, 'spec.names.listKind')).toBe('BackupList');
    const version = text(created.json, 'metadata.resourceVersion');
    const watch = await api.watch(
      `${definitions}?watch=true&fieldSelector=metadata.name%3D${name}&resourceVersion=${version}`,
    );
    for (;;) {
      const conditions = at(await watch.next(), 'object.status.conditions');
      if (Array.isArray(conditions) && conditions.some((item) => at(item, 'type') === 'Established')) break;
    }
    watch.close();
    // Served a moment later: a real server's handlers follow by a watch of their own.
    for (let status = 404; status !== 200;) status = (await api.get(path())).status;
    for (let status = 404; status !== 200;) status = (await api.get(`/apis/${group}/v1`)).status;
  });

  afterAll(async () => {
    await use().api.delete(`${definitions}/${name}`);
  });

  test('the definition serves its versions', async () => {
    const { api } = use();
    const { json } = await api.get(`/apis/${group}/v1`);
    expect(json['resources']).toMatchObject([
      { name: 'backups', singularName: 'backup', namespaced: true, kind: 'Backup', shortNames: ['bk'] },
      { name: 'backups/status', kind: 'Backup', verbs: ['get', 'patch', 'update'] },
    ]);
    const groups = await api.get(`/apis/${group}`);
    expect(groups.json).toMatchObject({
      kind: 'APIGroup',
      name: group,
      versions: [{ version: 'v1' }, { version: 'v1alpha1' }],
      preferredVersion: { version: 'v1' },
    });
    const unserved = await api.get(`/apis/${group}/v0`);
    expect([unserved.status, unserved.text]).toEqual([404, '404 page not found\n']);
  });

  test('objects have their kind, in lists too, and the requested version', async () => {
    const { api, namespace } = use();
    const created = await api.post(path(), { ...backup('one', 'red'), status: { phase: 'Early' } });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      apiVersion: `${group}/v1`,
      kind: 'Backup',
      metadata: { generation: 1 },
      spec: { color: 'red' },
    });
    expect(created.json).not.toHaveProperty('status');
    const list = await api.get(path());
    expect(list.json).toMatchObject({
      kind: 'BackupList',
      metadata: { continue: '' },
      items: [{ kind: 'Backup', apiVersion: `${group}/v1` }],
    });
    const alpha = await api.get(`/apis/${group}/v1alpha1/namespaces/${namespace}/backups/one`);
    expect([alpha.json['apiVersion'], at(alpha.json, 'spec.color')]).toEqual([`${group}/v1alpha1`, 'red']);
  });

  test('status is a subresource, and generation counts other changes', async () => {
    const { api } = use();
    await api.post(path(), backup('status', 'red'));
    const status = await api.patch(`${path()}/status/status`, 'merge', {
      status: { phase: 'Done' },
      spec: { color: 'no' },
      metadata: { labels: { no: 'no' } },
    });
    expect(status.json).toMatchObject({
      metadata: { generation: 1 },
      spec: { color: 'red' },
      status: { phase: 'Done' },
    });
    expect(at(status.json, 'metadata')).not.toHaveProperty('labels');
    const spec = await api.patch(`${path()}/status`, 'merge', {
      spec: { color: 'blue' },
      status: { phase: 'no' },
    });
    expect(spec.json).toMatchObject({
      metadata: { generation: 2 },
      spec: { color: 'blue' },
      status: { phase: 'Done' },
    });
    const scale = await api.get(`${path()}/status/scale`);
    expect([scale.status, scale.json['message']]).toEqual([404, `backups.${group} "status" not found`]);
  });

  test('an update must have a resourceVersion', async () => {
    const { api } = use();
    await api.post(path(), backup('versioned', 'red'));
    const { status, json } = await api.put(`${path()}/versioned`, backup('versioned', 'blue'));
    expect([status, json['message']]).toEqual([
      422,
      `backups.${group} "versioned" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update`,
    ]);
  });

  test('selectable fields can be selected, others not', async () => {
    const { api } = use();
    await api.post(path(), backup('green', 'green'));
    expect(names((await api.get(`${path()}?fieldSelector=spec.color%3Dgreen`)).json)).toEqual(['green']);
    const other = await api.get(`${path()}?fieldSelector=spec.foo%3Dx`);
    expect([other.status, other.json['message']]).toEqual([400, 'field label not supported: spec.foo']);
  });

  test('a wrong kind, no kind and a strategic patch are refused', async () => {
    const { api } = use();
    const none = await api.post(path(), { metadata: { name: 'x' } });
    expect(none.status).toBe(400);
    expect(none.json['message']).toMatch(
      /^the object provided is unrecognized \(must be of type Backup\): Object 'Kind' is missing in/,
    );
    const other = await api.post(path(), { ...backup('x', 'red'), kind: 'Other' });
    expect([other.status, other.json['message']]).toEqual([
      422,
      `Other.${group} "x" is invalid: kind: Invalid value: "Other": must be Backup`,
    ]);
    await api.post(path(), backup('strategic', 'red'));
    const patch = await api.patch(`${path()}/strategic`, 'strategic', {});
    expect([patch.status, patch.json['message']]).toEqual([
      415,
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    ]);
  });

  test('a table has the columns of the definition', async () => {
    const { api } = use();
    await api.post(path(), backup('columns', 'pink'));
    const { json } = await api.get(`${path()}/columns`, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    expect(json).toMatchObject({
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Color' }],
      rows: [{ cells: ['columns', 'pink'] }],
    });
  });

  test('objects are watched like any others', async () => {
    const { api } = use();
    const created = await api.post(path(), backup('watched', 'red'));
    const version = text(created.json, 'metadata.resourceVersion');
    const watch = await api.watch(
      `${path()}?watch=true&resourceVersion=${version}&fieldSelector=spec.color%3Dred`,
    );
    await api.patch(`${path()}/watched`, 'merge', { spec: { color: 'blue' } });
    expect((await watch.take(1)).map(shown)).toEqual(['DELETED watched']);
    watch.close();
  });

  test('deleting a definition deletes its objects and paths', async () => {
    const { api, namespace } = use();
    const other = structuredClone(definition);
    other.metadata.name = `leavers.${group}`;
    other.spec.names = { plural: 'leavers', singular: 'leaver', kind: 'Leaver', shortNames: [] };
    const created = await api.post(definitions, other);
    const own = `/apis/${group}/v1/namespaces/${namespace}/leavers`;
    for (let status = 404; status !== 200;) status = (await api.get(own)).status;
    for (const name of ['a', 'b'])
      await api.post(own, { apiVersion: `${group}/v1`, kind: 'Leaver', metadata: { name } });
    const objects = await api.watch(`${own}?watch=true`);
    const version = text(created.json, 'metadata.resourceVersion');
    const watch = await api.watch(
      `${definitions}?watch=true&fieldSelector=metadata.name%3Dleavers.${group}&resourceVersion=${version}`,
    );
    const deleted = await api.delete(`${definitions}/leavers.${group}`);
    expect(at(deleted.json, 'metadata.finalizers')).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    let last = '';
    while (!last.startsWith('DELETED')) last = shown(await watch.next());
    watch.close();
    const events = (await objects.rest()).map(shown);
    expect(events.toSorted()).toEqual(['ADDED a', 'ADDED b', 'DELETED a', 'DELETED b']);
    for (let status = 200; status !== 404;) status = (await api.get(own)).status;
    expect((await api.get(path())).status).toBe(200);
  });

  test('without its conversion webhook, objects are only available in the version in which they are stored', async () => {
    const { api, namespace } = use();
    const webhook = {
      conversionReviewVersions: ['v1'],
      clientConfig: { url: 'https://127.0.0.1:1/convert' },
    };
    const other = {
      ...structuredClone(definition),
      metadata: { name: `converted.${group}` },
      spec: {
        ...structuredClone(definition.spec),
        names: { plural: 'converted', singular: 'convert', kind: 'Convert', shortNames: [] },
        conversion: { strategy: 'Webhook', webhook },
      },
    };
    expect((await api.post(definitions, other)).status).toBe(201);
    const [stored = '', another = ''] = ['v1', 'v1alpha1'].map(
      (version) => `/apis/${group}/${version}/namespaces/${namespace}/converted`,
    );
    for (const path of [stored, another])
      for (let status = 404; status !== 200;) status = (await api.get(path)).status;
    const object = (version: string, name: string): object => ({
      apiVersion: `${group}/${version}`,
      kind: 'Convert',
      metadata: { name },
      spec: { color: 'red' },
    });
    expect((await api.post(stored, object('v1', 'one'))).status).toBe(201);
    const answers = [
      ['InternalError', await api.get(`${another}/one`)],
      ['StorageReadError', await api.get(another)],
      [undefined, await api.patch(`${another}/one`, 'merge', { metadata: { labels: { a: 'b' } } })],
      ['InternalError', await api.delete(`${another}/one`)],
      ['StorageReadError', await api.delete(another)],
    ] as const;
    for (const [wanted, { status, json }] of answers) {
      const { code, reason, message } = json;
      expect([status, code, reason]).toEqual([500, 500, wanted]);
      expect(message).toMatch(
        new RegExp(
          `object not decodable revision=\\d+: conversion webhook for ${group}/v1, Kind=Convert failed: `,
        ),
      );
    }
    const [, [, listed]] = answers;
    expect(at(listed.json, 'details')).toMatchObject({ name: 'list', group, kind: 'converted' });
    expect(at(listed.json, 'details.causes.0')).toMatchObject({
      reason: 'UnexpectedServerResponse',
      field: `/registry/${group}/converted/${use().namespace}/one`,
    });
    const created = await api.post(another, object('v1alpha1', 'two'));
    expect([created.status, created.json['reason']]).toEqual([500, undefined]);
    expect(created.json['message']).toMatch(
      `conversion webhook for ${group}/v1alpha1, Kind=Convert failed: `,
    );
    expect(names((await api.get(stored)).json)).toEqual(['one']);
    expect((await api.delete(`${stored}/one`)).status).toBe(200);
    await api.delete(`${definitions}/converted.${group}`);
  });

  describe('instances', () => instanceContract(use));
  describe('definitions', () => definitionContract(use));
}
