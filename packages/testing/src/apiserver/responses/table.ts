import { toJson } from '@kube-informers/schema/internal';
import { type Clock } from 'kube-informers';
import { initialEventsAnnotation } from 'kube-informers/cache';
import { age, newBadRequest } from 'kube-informers/internal';
import { readStored, seen } from '../registry/context.js';
import type { EventFormat } from './event-encoding.js';
import { firstValueAt } from '../json/json-path.js';
import type { PrinterColumn, ServedResource } from '../registry/registry.js';
import { objectJson, partialJson, unstoredObject } from '../storage/stored-object.js';
import type { ObjectBody, StoredObject } from '../storage/stored-object.js';
import { builtInColumns } from './columns/built-in-columns.js';
import { createdColumn, customAgeColumn, nameColumn } from './columns/column.js';
import type { Column } from './columns/column.js';
import { podRowConditions } from './columns/pod-columns.js';
import { scaleColumns } from './columns/workload-columns.js';

/** How much of its object a row contains (`includeObject`). */
export type ObjectPolicy = 'None' | 'Metadata' | 'Object';

/** Parses `includeObject` of a table request. */
export function objectPolicy(query: URLSearchParams): ObjectPolicy {
  const asked = query.get('includeObject') ?? '';
  if (asked === '' || asked === 'Metadata') return 'Metadata';
  if (asked === 'None' || asked === 'Object') return asked;
  const value = JSON.stringify(asked);
  throw newBadRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${value}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** How the rows of a table are written. */
export interface TableStyle {
  readonly policy: ObjectPolicy;
  /** Version of meta.k8s.io. */
  readonly version: 'v1' | 'v1beta1';
}

function columnsOf(served: ServedResource): readonly Column[] {
  if (served.custom) {
    const own = served.columns.map(customColumn);
    return [nameColumn, ...(own.length > 0 ? own : [customAgeColumn])];
  }
  return builtInColumns[served.id] ?? [nameColumn, createdColumn];
}

function customColumn(column: PrinterColumn): Column {
  const valueOf = firstValueAt(column.jsonPath);
  return {
    ...column,
    cell(body, _stored, nowMs) {
      return cellOf(valueOf?.(body), column.type, nowMs);
    },
  };
}

/** Returns the cell of a custom column: empty if the value has the wrong type. */
function cellOf(value: unknown, type: string, nowMs: number): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : toJson(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : typeof value === 'bigint' ? value : null;
    case 'number':
      return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      if (typeof value !== 'string') return null;
      return Number.isNaN(Date.parse(value)) ? '<invalid>' : age(value, nowMs);
    default:
      return null;
  }
}

/** Returns the JSON of one row. */
export function tableRow(
  served: ServedResource,
  stored: StoredObject,
  style: TableStyle,
  nowMs: number,
): string {
  const body = readStored(served, stored);
  const cells = toJson(columnsOf(served).map((column) => column.cell(body, stored, nowMs) ?? null));
  const conditions = served.id === 'pods.' ? podRowConditions(body) : [];
  const conditionsText = conditions.length === 0 ? '' : `,"conditions":${JSON.stringify(conditions)}`;
  return `{"cells":${cells}${conditionsText},"object":${rowObject(served, body, stored, style)}}`;
}

function rowObject(
  served: ServedResource,
  body: ObjectBody,
  stored: StoredObject,
  { policy, version }: TableStyle,
): string {
  const { apiVersion, kind } = served.resource;
  if (policy === 'Object') return objectJson(seen(served, stored), apiVersion, kind);
  // The end annotation of a watch-list is sent in any case, or clients would not see it.
  const marked = body.metadata?.annotations?.[initialEventsAnnotation] !== undefined;
  return policy === 'Metadata' || marked ? partialJson(seen(served, stored), version) : 'null';
}

/** Returns the JSON of a table. */
export function tableText(
  served: ServedResource,
  version: 'v1' | 'v1beta1',
  metadata: Readonly<Record<string, unknown>>,
  rows: readonly string[],
  withColumns: boolean,
): string {
  // The converter of kinds without columns of their own has no list to begin with.
  const nothing = served.custom || builtInColumns[served.id] !== undefined ? '[]' : 'null';
  const text = rows.length === 0 ? nothing : `[${rows.join(',')}]`;
  return tableJson(withColumns ? columnsOf(served) : undefined, version, metadata, text);
}

function tableJson(
  columns: readonly Column[] | undefined,
  version: 'v1' | 'v1beta1',
  metadata: Readonly<Record<string, unknown>>,
  rows: string,
): string {
  const columnDefinitions =
    columns?.map(({ name, type, format = '', description = '', priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    })) ?? null;
  const head = { kind: 'Table', apiVersion: `meta.k8s.io/${version}`, metadata, columnDefinitions };
  return `${JSON.stringify(head).slice(0, -1)},"rows":${rows}}`;
}

/** Returns the JSON of the table of a Scale. */
export function scaleTable(scale: ObjectBody, { policy, version }: TableStyle, nowMs: number): string {
  const { resourceVersion } = scale.metadata ?? {};
  const stored = unstoredObject(scale, undefined);
  const cells = toJson(scaleColumns.map((column) => column.cell(scale, stored, nowMs)));
  const object =
    policy === 'Object' ? toJson(scale) : policy === 'Metadata' ? partialJson(stored, version) : 'null';
  return tableJson(scaleColumns, version, { resourceVersion }, `[{"cells":${cells},"object":${object}}]`);
}

/** Watch events whose objects are tables of one row; the first one has the columns. */
export function tableFormat(served: ServedResource, style: TableStyle, clock: Clock): EventFormat {
  const { apiVersion, resource } = served.resource;
  const { policy, version } = style;
  return {
    id: `table ${apiVersion} ${resource} ${policy} ${version}`,
    firstDiffers: true,
    object: (stored, first) =>
      tableText(
        served,
        version,
        { resourceVersion: String(stored.revision) },
        [tableRow(served, stored, style, clock.now())],
        first,
      ),
  };
}
