import { readFileSync } from 'node:fs';
import type { Resource } from '../../packages/kube-informers/src/meta/resource.js';
import { builtInResources } from '../../packages/kube-informers/src/resources/index.js';

/** One object, and its row in a table of kube-apiserver. */
export interface TableCase {
  readonly id: string;
  readonly resource: Resource;
  readonly object: object;
  /**
   * The cells by `Name`, `Name:type` for another type than string, `+Name` for `-o wide` alone.
   */
  readonly cells: Readonly<Record<string, unknown>>;
}

/** The objects are created two minutes before the tables are requested. */
export const createdAt = '2026-01-01T00:00:00Z';
export const nowMs = Date.parse('2026-01-01T00:02:00Z');

type Row = readonly [id: string, object: object, cells: Readonly<Record<string, unknown>>];

/**
 * Derived from the sources of kube-apiserver (pkg/printers/internalversion/printers.go): the real server of the integration
 * tests does not have these columns. One line of the file is one object.
 */
const rows = JSON.parse(
  readFileSync(new URL('./table-cases.json', import.meta.url), 'utf8'),
) as readonly Row[];

function find(id: string): Resource {
  const [name, version] = id.split('/');
  const found = builtInResources.find(
    ({ resource, group, version: own }) => `${resource}.${group}` === name && own === (version ?? own),
  );
  if (found === undefined) throw new Error(`no built-in resource ${id}`);
  return found;
}

/** A case for each kind with its own columns; several for kinds with several states. */
export const tableCases: readonly TableCase[] = rows.map(([id, object, cells]) => {
  // Events come last; every other kind comes first.
  const named = Object.keys(cells).some((key) => key === 'Name' || key === '+Name');
  return { id, resource: find(id), object, cells: named ? { ...cells } : { Name: 'web', ...cells } };
});
