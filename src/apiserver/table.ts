import type { Clock } from '../util/clock.js';
import { badRequest } from './failure.js';
import type { EventFormat } from './event-encoding.js';
import { isJsonObject } from './kinds/json-fields.js';
import type { PrinterColumn, ServedResource } from './registry.js';
import { objectJson, parseStored, partialJson } from './storage/stored-object.js';
import type { ObjectBody, StoredObject } from './storage/stored-object.js';
import { age } from '../util/duration.js';
import { builtInColumns } from './table-columns.js';

/** How much of its object a row carries (`includeObject`). */
export type ObjectPolicy = 'None' | 'Metadata' | 'Object';

/** Reads `includeObject` of a request for a table. */
export function objectPolicy(query: URLSearchParams): ObjectPolicy {
  const asked = query.get('includeObject') ?? '';
  if (asked === '' || asked === 'Metadata') return 'Metadata';
  if (asked === 'None' || asked === 'Object') return asked;
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(asked)}`);
}

/** One column of a table. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0: always shown; above: with `-o wide`. */
  readonly priority?: number;
  cell(body: ObjectBody, stored: StoredObject, nowMs: number): unknown;
}

const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name must be unique within a namespace.',
  cell: (_body, stored) => stored.name,
};

const createdColumn: Column = {
  name: 'Created At',
  type: 'date',
  description: 'CreationTimestamp is a timestamp representing the server time when this object was created.',
  cell: (body) => body.metadata?.creationTimestamp ?? null,
};

const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  cell: (body, _stored, nowMs) => age(body.metadata?.creationTimestamp, nowMs),
};

function columnsOf(served: ServedResource): readonly Column[] {
  if (served.custom) {
    const own = served.columns.map(customColumn);
    return [nameColumn, ...(own.length > 0 ? own : [ageColumn])];
  }
  return [nameColumn, ...(builtInColumns[served.id] ?? [createdColumn])];
}

function customColumn(column: PrinterColumn): Column {
  const path = column.jsonPath.replace(/^\./, '').split(/\.(?![^[]*\])/);
  return {
    ...column,
    cell(body, _stored, nowMs) {
      const value = follow(body, path);
      return column.type === 'date' ? age(value, nowMs) : value;
    },
  };
}

/** The simple JSON paths that printer columns use: `.spec.color`, `.status.conditions[?(@.type=="Ready")].status`. */
function follow(body: unknown, path: readonly string[]): unknown {
  let current: unknown = body;
  for (const step of path) {
    const match = /^([^[]*)(?:\[(.*)\])?$/.exec(step);
    const field = match?.[1]?.replaceAll('\\', '') ?? step;
    if (field !== '')
      current = isJsonObject(current) && Object.hasOwn(current, field) ? current[field] : undefined;
    if (match?.[2] !== undefined) current = pick(current, match[2]);
  }
  return current === undefined ? null : current;
}

function pick(value: unknown, selector: string): unknown {
  if (!Array.isArray(value)) return undefined;
  if (/^\d+$/.test(selector)) return value[Number(selector)];
  const filter = /^\?\(@\.([\w.-]+)\s*==\s*["'](.*)["']\)$/.exec(selector);
  if (filter === null) return undefined;
  return value.find((item) => isJsonObject(item) && item[filter[1] ?? ''] === filter[2]);
}

/** The JSON of one row. */
export function tableRow(
  served: ServedResource,
  stored: StoredObject,
  policy: ObjectPolicy,
  nowMs: number,
): string {
  const body = parseStored(stored);
  const cells = JSON.stringify(columnsOf(served).map((column) => column.cell(body, stored, nowMs) ?? null));
  return `{"cells":${cells}${rowObject(served, stored, policy)}}`;
}

function rowObject(served: ServedResource, stored: StoredObject, policy: ObjectPolicy): string {
  const { apiVersion, kind } = served.resource;
  if (policy === 'Object') return `,"object":${objectJson(stored, apiVersion, kind)}`;
  return policy === 'Metadata' ? `,"object":${partialJson(stored)}` : '';
}

/** The JSON of a table. */
export function tableText(
  served: ServedResource,
  metadata: Readonly<Record<string, unknown>>,
  rows: readonly string[],
  withColumns: boolean,
): string {
  const definitions = columnsOf(served).map(
    ({ name, type, format = '', description = '', priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    }),
  );
  const head = {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: withColumns ? definitions : null,
  };
  return `${JSON.stringify(head).slice(0, -1)},"rows":[${rows.join(',')}]}`;
}

/** Watch events whose objects are tables of one row; the first one carries the columns. */
export function tableFormat(served: ServedResource, policy: ObjectPolicy, clock: Clock): EventFormat {
  const { apiVersion, resource } = served.resource;
  return {
    id: `table ${apiVersion} ${resource} ${policy}`,
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    firstDiffers: true,
    object: (stored, first) =>
      tableText(
        served,
        { resourceVersion: String(stored.revision) },
        [tableRow(served, stored, policy, clock.now())],
        first,
      ),
  };
}
