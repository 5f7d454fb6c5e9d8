import { cellsOf, type Column, concealSecret, isSecret, type Json } from '@kube-informers/inspector/internal';
import { Clientset } from 'kube-informers';
import type { Clock, DeepReadonly, KubernetesObject } from 'kube-informers';
import type { LogSelector } from 'kube-informers/internal';
import type { RestClient } from 'kube-informers/rest';
import { changesBetween } from './changes.js';
import type { Terminal } from './cli-io.js';
import { cellChanges, changingColumns, marks } from './event-line.js';
import { freshnessOf } from './freshness.js';
import { ObjectDetails } from './object-details.js';
import { hasLogs, LogView, podsOf, previousLogs, whyNoLog } from './log-view.js';
import type { Mirror } from './mirror.js';
import { describeChange } from './printer.js';
import { errorLine } from './printable.js';
import { ScreenDriver } from './screen-driver.js';
import { ScreenModel } from './screen-model.js';
import type { ScreenTab } from './screen-model.js';
import { ScreenRows } from './screen-rows.js';
import type { LiveColumn, Row } from './screen-rows.js';

/** How the live table of one `watch` looks. */
export interface WatchScreenOptions {
  readonly colour: boolean;
  readonly clock: Clock;
  /** Shown beside the keys, such as the inspector's address. */
  readonly note: string;
  readonly toYaml: (value: object) => string;
  /** Reads logs. */
  readonly rest: RestClient;
}

/** Fields of one change that the view of an object lists. */
const fieldsShown = 12;
/** Lines of YAML of one object, and characters of one line, that can be scrolled to. */
const maxYamlLines = 20_000;
/** Lines of each container that a view of logs begins with. */
const firstLogLines = 1_000;

/** The live table of `watch` in a terminal; its mirrors must not run yet. */
export class WatchScreen {
  readonly #driver: ScreenDriver;
  /** Views whose connections are not closed yet. */
  readonly #following = new Set<Promise<void>>();

  constructor(mirrors: readonly Mirror[], terminal: Terminal, options: WatchScreenOptions) {
    const tabs = mirrors.map((mirror) => this.#tabOf(mirror, options));
    const size = { width: terminal.columns, height: terminal.rows };
    const model = new ScreenModel(tabs, size, options);
    this.#driver = new ScreenDriver(terminal, model, options.clock);
  }

  /** Shows the table until the user quits; see `ScreenDriver.run`. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#driver.run(signal);
    } finally {
      await Promise.all(this.#following);
    }
  }

  #follow(rows: ScreenRows, mirror: Mirror, row: Row, { rest, clock }: WatchScreenOptions): LogView | string {
    const { resource } = mirror.target;
    let selector: LogSelector | undefined;
    try {
      selector = podsOf(resource, row.object);
    } catch (error) {
      return `${row.key} has no logs: ${errorLine(error)}`;
    }
    if (selector === undefined) return `${row.key} has no logs: it has no selector of pods`;
    const pods = new Clientset(rest).coreV1().pods(row.object.metadata?.namespace ?? '');
    const options = { tailLines: firstLogLines, timestamps: true };
    return new LogView({
      title: `logs of ${mirror.label.split('/')[0]} ${row.key}`,
      source: (signal, onNotice, previous) =>
        previous
          ? previousLogs(pods, selector, { ...options, signal })
          : pods.allLogs(selector, {
              ...options,
              follow: true,
              overLimit: 'wait',
              onNotice,
              signal,
              clock,
            }),
      onRead: (reading) => this.#track(reading),
      waiting: () => whyNoLog(resource, (rows.get(row.key) ?? row).object),
      isGone: () => rows.get(row.key) === undefined,
      onChange: () => this.#driver.changed(),
    });
  }

  #track(work: Promise<void>): void {
    const ended = work.finally(() => this.#following.delete(ended));
    this.#following.add(ended);
  }

  #tabOf(mirror: Mirror, options: WatchScreenOptions): ScreenTab {
    const { clock, toYaml } = options;
    const { resource, instead } = mirror.target;
    const where = mirror.namespace === '' ? '' : ` in namespace ${mirror.namespace}`;
    const advice = instead === undefined ? '' : ` Or did you mean ${instead}?`;
    const rows = new ScreenRows(liveColumns(mirror.columns));
    let compared = changingColumns(mirror.columns);
    mirror.onColumns(() => {
      rows.columns = liveColumns(mirror.columns);
      compared = changingColumns(mirror.columns);
      this.#driver.changed();
    });
    mirror.onEvent(
      ({ type, key, object, old, isInInitialList }) => {
        const initial = isInInitialList === true;
        const fields = old === undefined ? [] : changedFields(old, object);
        // A resync, or a write that changed nothing.
        if (type === 'UPDATED' && fields.length === 0 && rows.get(key)?.object === object) return;
        const last = type === 'DELETED' ? (rows.get(key)?.object ?? object) : object;
        rows.set(key, last, { mark: initial ? '' : marks[type], atMs: clock.now(), fields }, initial);
        this.#driver.changed();
      },
      { withInitial: true },
    );
    mirror.informer.onStateChange(() => this.#driver.changed());
    const changedFields = (
      old: DeepReadonly<KubernetesObject>,
      object: DeepReadonly<KubernetesObject>,
    ): string[] => {
      const cells = cellChanges(compared, old, object, clock.now());
      const fields = changesBetween(old, object, fieldsShown).map((change) =>
        describeChange(resource, change),
      );
      return [...cells, ...fields];
    };
    return {
      label: mirror.label,
      rows,
      empty: `No ${mirror.label} found${where}.${advice}`,
      freshness: (nowMs) => freshnessOf(mirror.informer.health, mirror.informer.state, nowMs),
      received: () => mirror.received,
      describe: ({ object }) => {
        const shown = isSecret({ kind: resource.kind, apiVersion: resource.apiVersion })
          ? concealSecret(object)
          : object;
        return toYaml(Object(shown)).split('\n', maxYamlLines);
      },
      details: ({ object }) => {
        const onChange = (): void => this.#driver.changed();
        const details = new ObjectDetails(options.rest, resource, object, { clock, onChange });
        this.#track(details.ended);
        return details;
      },
      follow: hasLogs(resource) ? (row) => this.#follow(rows, mirror, row, options) : undefined,
    };
  }
}

function liveColumns(columns: readonly Column[]): LiveColumn[] {
  return columns.map((column): LiveColumn => {
    const { header, time } = column;
    const text: LiveColumn['text'] = (_key, object, nowMs) => cellsOf([column], object, nowMs)[0] ?? '';
    return time === undefined
      ? { header, text }
      : { header, text, time: (_key, object) => time(asJson(object)) };
  });
}

/** Every object of the API is a JSON object; the type only hides the fields that it does not know. */
function asJson(object: DeepReadonly<KubernetesObject>): Json {
  return object as unknown as Json;
}
