import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiServer } from '@kube-informers/testing';
import { builtInColumns } from '../../packages/testing/src/apiserver/responses/columns/built-in-columns.js';
import { FakeClock } from '@kube-informers/testing';
import { Api, at } from './http.js';
import { hasKubectl, Kubectl } from './kubectl.js';
import { createdAt, nowMs, tableCases } from './table-cases.js';
import type { TableCase } from './table-cases.js';

let clock = new FakeClock();
let server: ApiServer | undefined;

beforeEach(async () => {
  clock = new FakeClock(Date.parse(createdAt));
  server = await ApiServer.start({ clock, runtimeConfig: { 'api/all': true } });
});

afterEach(async () => {
  await server?.stop();
});

function started(): ApiServer {
  if (server === undefined) throw new Error('the server did not start');
  return server;
}

/** Stores the object of a case under the name `web`; the table is requested two minutes later. */
async function create({ resource, object }: TableCase): Promise<void> {
  const metadata = { ...(at(object, 'metadata') as object | undefined), name: 'web' };
  await started().create(resource, { ...object, metadata });
  await clock.advance(nowMs - Date.parse(createdAt));
}

function path({ resource }: TableCase): string {
  const { apiVersion, namespaced, resource: plural } = resource;
  const root = resource.group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`;
  return `${root}/${namespaced ? 'namespaces/default/' : ''}${plural}`;
}

/** Splits `+Node:string` into its parts. */
function parse(key: string): { name: string; type: string; wide: boolean } {
  const [name = '', type = 'string'] = key.replace(/^\+/, '').split(':');
  return { name, type, wide: key.startsWith('+') };
}

const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const selected = '?fieldSelector=metadata.name%3Dweb';

describe('tables of built-in kinds have the columns of kube-apiserver', () => {
  test.each(tableCases)('$id $cells', async (given) => {
    await create(given);
    const { json } = await new Api({ baseUrl: started().url }).get(path(given) + selected, { accept });
    const definitions = at(json, 'columnDefinitions') as readonly object[];
    expect(definitions).toMatchObject(
      Object.keys(given.cells).map((key) => {
        const { name, type, wide } = parse(key);
        return { name, type, priority: wide ? 1 : 0 };
      }),
    );
    expect(at(json, 'rows.0.cells')).toEqual(Object.values(given.cells));
  });

  test('each kind with columns has a case, and each other kind its creation time', () => {
    const tested = new Set(tableCases.map(({ id }) => id.split('/')[0]));
    // A definition is named after what it defines, and not `web`.
    expect(Object.keys(builtInColumns).filter((id) => !tested.has(id))).toEqual([
      'componentstatuses.',
      'customresourcedefinitions.apiextensions.k8s.io',
    ]);
  });

  test('the row of a failed pod shows its state', async () => {
    const done = tableCases.find(({ object }) => at(object, 'status.phase') === 'Failed');
    if (done === undefined) throw new Error('no case for a failed pod');
    await create(done);
    const { json } = await new Api({ baseUrl: started().url }).get(path(done), { accept });
    expect(at(json, 'rows.0.conditions')).toEqual([
      { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
    ]);
  });
});

describe.runIf(hasKubectl)('kubectl get prints those tables', { timeout: 60_000 }, () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    await writeFile(join(folder, 'config'), await started().kubeconfig());
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Header and row of each kind, without the spaces between columns. */
  function expected(cases: readonly TableCase[], wide: boolean): string[] {
    return cases.flatMap(({ cells, resource }) => {
      const shown = Object.entries(cells).filter(([key]) => wide || !parse(key).wide);
      // This kind has only one column, with another name, and kubectl then adds no kind.
      const unmarked = resource.kind === 'StorageVersionMigration';
      const kind = resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
      const prefix = unmarked ? '' : `${kind.toLowerCase()}/`;
      const header = shown.map(([key]) => parse(key).name.toUpperCase());
      const row = shown.map(([key, value]) => (parse(key).name === 'Name' ? prefix : '') + String(value));
      return [header, row].map((texts) => texts.filter((text) => text !== '').join(' '));
    });
  }

  test.each(['', ' -o wide'])('kubectl get of all kinds at once%s', async (format) => {
    // One case for each kind, of the version that kubectl requests. Events of both groups are the same objects.
    const cases = tableCases.filter(
      ({ id }, index) =>
        tableCases.findIndex((other) => other.id === id) === index && !id.endsWith('/v1') && id !== 'events.',
    );
    for (const { resource, object } of cases) {
      const metadata = { ...(at(object, 'metadata') as object | undefined), name: 'web' };
      await started().create(resource, { ...object, metadata });
    }
    await clock.advance(nowMs - Date.parse(createdAt));
    const kubectl = new Kubectl(join(folder, 'config'), join(folder, 'cache'));
    const names = cases.map(({ resource: { resource, version, group } }) =>
      group === '' ? resource : `${resource}.${version}.${group}`,
    );
    const printed = await kubectl.run(`get ${names.join(',')}${format} --field-selector=metadata.name=web`);
    const lines = printed.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim());
    expect(lines.filter((line) => line !== '')).toEqual(expected(cases, format !== ''));
  });
});
