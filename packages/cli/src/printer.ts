import { cellsOf, type Column } from '@kube-informers/inspector/internal';
import { type DeepReadonly, type KubernetesObject, metaNamespaceKey, type Resource } from 'kube-informers';
import { jsonText, printable } from 'kube-informers/internal';
import { timeOfDay } from './time-of-day.js';
import { brief, changesBetween } from './changes.js';
import type { Change } from './changes.js';
import type { TextSink } from './cli-io.js';
import { cellChanges, changingColumns, eventLine, marks } from './event-line.js';
import { TextTable } from './text-table.js';

/** The values of `-o`. */
export const outputFormats = ['wide', 'json', 'yaml', 'name'] as const;
export type OutputFormat = (typeof outputFormats)[number] | 'table';

/** What happened to an object. */
export interface ObjectEvent {
  readonly type: 'ADDED' | 'UPDATED' | 'DELETED';
  readonly object: DeepReadonly<KubernetesObject>;
  /** The previous state, if this is an update. */
  readonly old?: DeepReadonly<KubernetesObject> | undefined;
  readonly key: string;
  /** True if the object existed before the command started. */
  readonly isInInitialList?: boolean;
  /** True if the watch missed the delete and a relist found it. */
  readonly finalStateUnknown?: boolean;
}

/** How the objects of one `watch` are printed. */
export interface PrinterOptions {
  readonly format: OutputFormat;
  /** Print what changed instead of the new state; with JSON and YAML, one envelope for each object and each change. */
  readonly events: boolean;
  /** The columns of a table, which may change: another array then. */
  readonly columns: () => readonly Column[];
  /** Appended to the message for an empty cache: ` in namespace shop`. Default: nothing. */
  readonly where?: string;
  /** True if several resources share the output: names then include the kind, as in `pod/web-1`. */
  readonly withKind: boolean;
  readonly now: () => number;
  /** Formats a value as YAML; used only by `-o yaml`. */
  readonly toYaml: (value: object) => string;
}

// An update's further changes are counted, not shown, to keep lines readable.
const changesShown = 3;

/** Prints one resource's objects and their changes. */
export class ResourcePrinter {
  readonly #resource: Resource;
  readonly #options: PrinterOptions;
  readonly #sink: Pick<TextSink, 'write' | 'columns'>;
  #columns: readonly Column[] = [];
  #table: TextTable = new TextTable([]);

  constructor(resource: Resource, sink: Pick<TextSink, 'write' | 'columns'>, options: PrinterOptions) {
    this.#resource = resource;
    this.#sink = sink;
    this.#options = options;
  }

  /** Prints the content of a cache, sorted by key. */
  printAll(objects: readonly DeepReadonly<KubernetesObject>[]): void {
    const { format, withKind } = this.#options;
    if (format !== 'table' && format !== 'wide') {
      for (const object of objects) {
        if (this.#options.events) {
          const key = metaNamespaceKey(object);
          this.printEvent({ type: 'ADDED', object, key, isInInitialList: true });
        } else this.#printOne(object);
      }
      return;
    }
    this.#takeColumns();
    const rows = objects.map((object) => this.#cells(object));
    this.#table.measure(rows);
    if (rows.length === 0) {
      this.#sink.write(`No ${this.#resource.resource} found${this.#options.where ?? ''}.\n`);
      return;
    }
    this.#sink.write(`${this.#table.header()}\n`);
    for (const row of rows) this.#sink.write(`${this.#table.line(row)}\n`);
    if (withKind) this.#sink.write('\n');
  }

  /** Prints one change. */
  printEvent(event: ObjectEvent): void {
    const { format, events } = this.#options;
    if (format === 'json' || format === 'yaml') {
      // An object alone does not show that it is gone.
      if (events || event.type === 'DELETED') this.#write(format, eventDocument(this.#resource, event));
      else this.#printOne(event.object);
      return;
    }
    if (format === 'name') {
      const name = this.#name(event.object);
      this.#sink.write(events ? `${event.type} ${name}\n` : `${name}\n`);
      return;
    }
    const isNew = this.#takeColumns();
    if (events) this.#sink.write(`${this.#eventLine(event)}\n`);
    else {
      // The columns of a custom resource can change with its definition.
      if (isNew) this.#sink.write(`  ${this.#table.header()}\n`);
      this.#sink.write(`${marks[event.type]} ${this.#table.line(this.#cells(event.object))}\n`);
    }
  }

  /** Takes over the present columns; true if they have changed. */
  #takeColumns(): boolean {
    const columns = this.#options.columns();
    if (columns === this.#columns) return false;
    this.#columns = columns;
    this.#table = new TextTable(columns.map(({ header }) => header));
    return true;
  }

  #printOne(object: DeepReadonly<KubernetesObject>): void {
    const { format } = this.#options;
    if (format === 'json' || format === 'yaml') this.#write(format, object);
    else this.#sink.write(`${this.#name(object)}\n`);
  }

  #write(format: 'json' | 'yaml', value: object): void {
    if (format === 'json') this.#sink.write(`${jsonText(value)}\n`);
    else this.#sink.write(`---\n${this.#options.toYaml(value)}`);
  }

  #cells(object: DeepReadonly<KubernetesObject>): string[] {
    const cells = cellsOf(this.#columns, object, this.#options.now());
    if (!this.#options.withKind) return cells;
    const nameIndex = this.#columns.findIndex((column) => column.header === 'NAME');
    // The table of events has none.
    if (nameIndex !== -1) cells[nameIndex] = this.#name(object);
    return cells;
  }

  #name(object: DeepReadonly<KubernetesObject>): string {
    return printable(`${this.#kindName()}/${object.metadata?.name ?? '<none>'}`);
  }

  /** `pod`, `deployment.apps`: kubectl's form. */
  #kindName(): string {
    const { singular, group } = this.#resource;
    return group === '' ? singular : `${singular}.${group}`;
  }

  #eventLine(event: ObjectEvent): string {
    const time = timeOfDay(this.#options.now());
    const head = printable(`${time}  ${marks[event.type]} ${this.#resource.singular} ${event.key}`);
    return eventLine(head, this.#eventDetails(event), { width: this.#sink.columns, most: changesShown });
  }

  #eventDetails(event: ObjectEvent): string[] {
    const now = this.#options.now();
    if (event.type === 'UPDATED' && event.old !== undefined) {
      const cells = cellChanges(changingColumns(this.#columns), event.old, event.object, now);
      if (cells.length > 0) return cells;
      const changes = changesBetween(event.old, event.object);
      return changes.length === 0
        ? ['(nothing changed: a resync)']
        : changes.map((change) => printable(describeChange(this.#resource, change)));
    }
    if (event.finalStateUnknown === true) return ['(the delete was missed; found by a relist)'];
    if (event.type === 'ADDED') {
      const shown = this.#columns.filter(({ header }) => header === 'STATUS' || header === 'READY');
      return cellsOf(shown, event.object, now).map((cell, index) =>
        printable(`${shown[index]?.header.toLowerCase() ?? ''}: ${cell}`),
      );
    }
    return [];
  }
}

/** One changed field on a line: `status.phase: Pending → Running`. Never shows a Secret's values. */
export function describeChange(resource: Resource, change: Change): string {
  // Event lines never show a Secret's values: only -o json and -o yaml print them.
  if (resource.resource === 'secrets' && !change.path.startsWith('metadata.'))
    return `${shortPath(change.path)}: (changed)`;
  if (change.path.startsWith('metadata.annotations')) return `${shortPath(change.path)}: (changed)`;
  return `${shortPath(change.path)}: ${brief(change.from)} → ${brief(change.to)}`;
}

/** Shortens a path to its two ends if it is too long for a line. */
function shortPath(path: string): string {
  return path.length <= 160 ? path : `${path.slice(0, 80)}…${path.slice(-79)}`;
}

function eventDocument(resource: Resource, event: ObjectEvent): object {
  return {
    type: event.type,
    resource: resource.resource,
    key: event.key,
    object: event.object,
    ...(event.old === undefined ? {} : { old: event.old }),
    ...(event.isInInitialList === true ? { isInInitialList: true } : {}),
    ...(event.finalStateUnknown === true ? { finalStateUnknown: true } : {}),
  };
}
