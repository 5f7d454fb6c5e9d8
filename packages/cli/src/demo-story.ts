import { columnsOf } from '@kube-informers/inspector/internal';
import {
  type DeepReadonly,
  type KubernetesObject,
  metaNamespaceKey,
  type Resource,
  type SharedIndexInformer,
} from 'kube-informers';
import { printable } from 'kube-informers/internal';
import { timeOfDay } from './time-of-day.js';
import type { CliIo } from './cli-io.js';
import { cellChanges, changingColumns } from './event-line.js';

const colours = { '+': 32, '~': 33, '-': 31, chapter: 1, summary: 2, fresh: 32, stale: 31 } as const;
// Errors caused by a staged cut arrive well within this time.
const troubleMs = 3_000;

/** Prints the events that the demo's handlers receive, and the steps of the demo between them. */
export class DemoStory {
  readonly #io: CliIo;
  readonly #colour: boolean;
  #changes = 0;
  #troubleUntil = Number.NEGATIVE_INFINITY;

  constructor(io: CliIo) {
    this.#io = io;
    this.#colour = io.stdout.isTTY && (io.env['NO_COLOR'] ?? '') === '';
  }

  /** Number of changes printed so far. */
  get changes(): number {
    return this.#changes;
  }

  /** Connections are about to be cut on purpose. */
  expectTrouble(): void {
    this.#troubleUntil = this.#io.clock.monotonic() + troubleMs;
  }

  /** True shortly after `expectTrouble`. */
  get expectsTrouble(): boolean {
    return this.#io.clock.monotonic() < this.#troubleUntil;
  }

  /** Announces what is about to happen on the server. */
  chapter(sentence: string): void {
    this.#line('chapter', `▶ ${sentence}`);
  }

  /** Whether the caches are up to date. */
  freshness(fresh: boolean, sentence: string): void {
    this.#line(fresh ? 'fresh' : 'stale', `${fresh ? '●' : '○'} ${sentence}`);
  }

  summary(sentence: string): void {
    this.#line('summary', `  ${sentence}`);
  }

  /** Prints every change of an informer's objects from now on. */
  follow<T extends KubernetesObject>(informer: SharedIndexInformer<T>, resource: Resource<T>): void {
    const columns = changingColumns(
      columnsOf(resource, { wide: resource.resource === 'pods', withNamespace: false }),
    );
    const name = (object: DeepReadonly<T>): string => `${resource.singular} ${metaNamespaceKey(object)}`;
    informer.addEventHandler({
      onAdd: (object, { isInInitialList }) => {
        if (!isInInitialList) this.#change('+', name(object), '');
      },
      onUpdate: (old, object) => {
        const changed = cellChanges(columns, old, object, this.#io.clock.now()).join(', ');
        if (changed !== '') this.#change('~', name(object), changed);
      },
      onDelete: ({ key }) => this.#change('-', `${resource.singular} ${key}`, ''),
    });
  }

  #change(mark: '+' | '~' | '-', name: string, detail: string): void {
    this.#changes += 1;
    this.#line(mark, `${mark} ${detail === '' ? name : `${name.padEnd(34)} ${detail}`}`);
  }

  #line(kind: keyof typeof colours, text: string): void {
    const time = timeOfDay(this.#io.clock.now());
    const { stdout } = this.#io;
    if (this.#colour) stdout.control(`\x1b[${colours[kind]}m`);
    stdout.write(printable(`${time}  ${text}`));
    if (this.#colour) stdout.control('\x1b[0m');
    stdout.write('\n');
  }
}
