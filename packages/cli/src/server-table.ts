import { constants } from 'node:buffer';
import { at, type Column, type Json } from '@kube-informers/inspector/internal';
import {
  type Clock,
  type KubernetesList,
  type KubernetesObject,
  type ListMeta,
  TransportError,
  type WatchEvent,
  type WatchStream,
} from 'kube-informers';
import { type Requester } from 'kube-informers/internal';
import { exactMember, humanDuration, jsonText, MappedStream } from 'kube-informers/internal';

// Plain JSON last: servers without tables then return the objects instead of 406.
const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json';

/** One column as the server defines it (metav1.TableColumnDefinition). */
interface Definition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  /** Above 0: shown only with `-o wide`. */
  readonly priority: number;
}

const namespaceColumn: Column = {
  header: 'NAMESPACE',
  value: (object) => text(at(object, 'metadata', 'namespace')),
};

/** The row that an object came in (metav1.TableRow). */
interface Row {
  readonly definitions: readonly Definition[];
  readonly cells: readonly unknown[];
  readonly receivedMs: number;
}

/**
 * The columns of one resource as the server prints them: what `kubectl get` shows, also for custom resources.
 *
 * Lists and watches through `requester` ask for tables whose rows contain the objects. Callers get the objects, without
 * managedFields; their cells are kept as long as the objects are. A server without tables sends the objects alone.
 */
export class ServerTable {
  readonly #clock: Clock;
  readonly #onColumns: () => void;
  readonly #rows = new WeakMap<object, Row>();
  #definitions: readonly Definition[] = [];

  /** `onColumns` is called when the columns are known, and when they have changed. */
  constructor(clock: Clock, onColumns: () => void) {
    this.#clock = clock;
    this.#onColumns = onColumns;
  }

  /** Wraps a Requester so that its lists and watches ask for tables. */
  requester(rest: Requester): Requester {
    return {
      request: (options) => rest.request(options),
      stream: (options) => rest.stream(options),
      list: (options) => this.#list(rest, options),
      watch: (options) => this.#watch(rest, options),
    };
  }

  /** Returns the columns to show, preceded by NAMESPACE if several namespaces are shown. */
  columns(options: { readonly wide: boolean; readonly withNamespace: boolean }): readonly Column[] {
    const shown = this.#definitions.filter(({ priority }) => options.wide || priority === 0);
    return [
      ...(options.withNamespace ? [namespaceColumn] : []),
      ...shown.map((definition) => this.#column(definition)),
    ];
  }

  async #list<T extends KubernetesObject>(
    rest: Requester,
    options: Parameters<Requester['list']>[0],
  ): Promise<KubernetesList<T>> {
    const { apiVersion = '', kind = '', format: _format, onContinue: _onContinue, ...call } = options;
    const query = { ...options.query, includeObject: 'Object' };
    // At version 0 the server would ignore the limit; the response is parsed as one string.
    if (query.resourceVersion === '0') delete query.resourceVersion;
    const answer = await rest.request<Json>({
      ...call,
      method: 'GET',
      query,
      accept,
      maxBodyBytes: constants.MAX_STRING_LENGTH,
    });
    if (!isTable(answer)) return rest.list<T>(options);
    this.#define(answer['columnDefinitions']);
    return {
      apiVersion,
      kind: `${kind}List`,
      // A server's list metadata is an object; its members are not checked, as for any list.
      metadata: Object(answer['metadata']) as ListMeta,
      items: array(answer['rows']).map((row) => this.#take<T>(row)),
    };
  }

  async #watch<T extends KubernetesObject>(
    rest: Requester,
    options: Parameters<Requester['watch']>[0],
  ): Promise<WatchStream<T>> {
    // The cache's format expects objects, not tables.
    const { format: _format, ...call } = options;
    const query = { ...options.query, includeObject: 'Object' };
    const stream = await rest.watch<T>({ ...call, query, accept });
    return new MappedStream<T>(stream, (event) => this.#unwrap(event));
  }

  #unwrap<T extends KubernetesObject>(event: WatchEvent<T>): WatchEvent<T> {
    // An event's object is a JSON object; the type only hides the fields that it does not know.
    const table = event.object as unknown as Json;
    if (event.type === 'ERROR' || !isTable(table)) return event;
    // Only the first event of a watch has them.
    this.#define(table['columnDefinitions']);
    return { type: event.type, object: this.#take<T>(array(table['rows'])[0]) };
  }

  #take<T extends KubernetesObject>(row: unknown): T {
    const object = at(row, 'object');
    if (typeof object !== 'object' || object === null)
      throw new TransportError('ERR_NOT_KUBERNETES', 'a table with the objects in its rows is expected');
    // The caller chooses T; the server's content is not checked against it.
    const taken = withoutManagedFields(object as T);
    this.#rows.set(taken, {
      definitions: this.#definitions,
      cells: array(at(row, 'cells')),
      receivedMs: this.#clock.now(),
    });
    return taken;
  }

  #define(definitions: unknown): void {
    const read = array(definitions).map((definition): Definition => {
      const priority = at(definition, 'priority');
      return {
        name: text(at(definition, 'name')),
        type: text(at(definition, 'type')),
        format: text(at(definition, 'format')),
        priority: typeof priority === 'number' ? priority : 0,
      };
    });
    if (read.length === 0 || jsonText(read) === jsonText(this.#definitions)) return;
    this.#definitions = read;
    this.#onColumns();
  }

  #column(definition: Definition): Column {
    const header = definition.name.toUpperCase();
    const value: Column['value'] = (object) => this.#cell(object, definition);
    if (!isAge(definition)) return { header, value };
    const since = (object: Json): number | undefined => {
      const receivedMs = this.#rows.get(object)?.receivedMs;
      return receivedMs === undefined
        ? undefined
        : startOf(value(object, receivedMs), definition, object, receivedMs);
    };
    return {
      header,
      value: (object, nowMs) => {
        const cell = value(object, nowMs);
        const startMs = since(object);
        return startMs === undefined || !isDuration(cell) ? cell : humanDuration(nowMs - startMs);
      },
      time: since,
    };
  }

  #cell(object: Json, definition: Definition): string {
    const row = this.#rows.get(object);
    // Of a delete that was missed, at worst the name is known.
    if (row === undefined) return definition.format === 'name' ? text(at(object, 'metadata', 'name')) : '';
    const sameName = ({ name }: Definition): boolean => name === definition.name;
    const index = row.definitions.indexOf(definition);
    const column = index === -1 ? row.definitions.findIndex(sameName) : index;
    return shown(exactMember(row.cells, String(column)));
  }
}

/** A cell as kubectl prints it: nothing for null, and text up to its first line end. */
function shown(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'bigint') return String(cell);
  if (typeof cell !== 'string') return typeof cell === 'object' ? jsonText(cell) : JSON.stringify(cell);
  const [line = '', ...more] = cell.split(/[\n\r\f]/, 2);
  return more.length === 0 ? line : `${line}...`;
}

// Ages are strings in the tables of built-in resources, and dates in those of custom resources.
const ages = new Set(['age', 'last seen', 'first seen', 'last schedule']);

function isAge({ name, type }: Definition): boolean {
  return type === 'date' || ages.has(name.toLowerCase());
}

const unitsMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  y: 31_536_000_000,
};

function isDuration(cell: string): boolean {
  return /^(\d{1,9}[smhdy]){1,2}$/.test(cell);
}

const created = ['metadata', 'creationTimestamp'];
/** Other times from which a server computes ages. */
const times: readonly (readonly string[])[] = [
  ['series', 'lastObservedTime'],
  ['lastTimestamp'],
  ['deprecatedLastTimestamp'],
  ['eventTime'],
  ['firstTimestamp'],
  ['deprecatedFirstTimestamp'],
  ['status', 'lastScheduleTime'],
];

/** Seconds that a response may be on its way, or that the server's clock may be ahead. */
const lags = [0, 1, 2, -1, -2, 3, 4, 5];

/**
 * Returns the time whose age a cell shows, ms since the epoch: of the object's times the one that has this age, since
 * the cell is rounded; otherwise from the cell alone.
 */
function startOf(cell: string, { name }: Definition, object: Json, receivedMs: number): number | undefined {
  if (!isDuration(cell)) {
    const time = Date.parse(cell);
    return Number.isNaN(time) ? undefined : time;
  }
  for (const path of name.toLowerCase() === 'age' ? [created] : [...times, created]) {
    const time = Date.parse(text(at(object, ...path)));
    if (lags.some((seconds) => humanDuration(receivedMs - time - seconds * 1000) === cell)) return time;
  }
  const parts = [...cell.matchAll(/(\d{1,9})([smhdy])/g)];
  return (
    receivedMs - parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitsMs[unit] ?? 0), 0)
  );
}

function isTable(answer: Json): boolean {
  return answer['kind'] === 'Table' && text(answer['apiVersion']).startsWith('meta.k8s.io/');
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** No column and no output shows them. */
function withoutManagedFields<T extends KubernetesObject>(object: T): T {
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata };
}
