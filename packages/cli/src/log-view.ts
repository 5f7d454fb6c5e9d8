import { isForbidden, labelSelectorAsSelector } from 'kube-informers';
import type { DeepReadonly, KubernetesObject, PodLogLine } from 'kube-informers';
import type { LogNotice, LogSelector } from 'kube-informers/internal';
import { asError, describeLogNotice } from 'kube-informers/internal';
import { oneLine } from './printable.js';
import type { Key } from './screen-keys.js';
import { fitted, wrapped } from './text-width.js';

/** Lines that a view of logs keeps, and characters of one line. */
export const maxLogLines = 10_000;
const maxLineLength = 4_096;

/** The lines of a log as text, and what else there is to say of it; ends with the signal. */
export type LogSource = (
  signal: AbortSignal,
  onNotice: (notice: LogNotice) => void,
) => AsyncIterable<PodLogLine>;

/** What a view of logs needs. */
export interface LogViewOptions {
  /** Whose logs these are. */
  readonly title: string;
  readonly source: LogSource;
  /** Why there is no line yet. */
  readonly waiting: () => string;
  /** True if the object whose logs these are is gone. */
  readonly isGone: () => boolean;
  /** Called when there is something new to draw. */
  readonly onChange: () => void;
}

/** Follows logs and shows the newest lines, or those that were scrolled to. It knows no terminal. */
export class LogView {
  /** Resolves when the log has ended and its connections are closed; never rejects. */
  readonly ended: Promise<void>;
  readonly #options: LogViewOptions;
  readonly #closing = new AbortController();
  readonly #lines: PodLogLine[] = [];
  readonly #pods = new Set<string>();
  readonly #containers = new Set<string>();
  /** Number of lines that were removed from the front. */
  #dropped = 0;
  /** Number of lines above the first that is shown, with the removed ones; undefined shows the newest. */
  #top: number | undefined;
  #height = 1;
  #wraps = false;
  #problem = '';
  /** Number of containers that are not followed yet. */
  #containersWaiting = 0;

  constructor(options: LogViewOptions) {
    this.#options = options;
    this.ended = this.#follow();
  }

  /** Stops following. */
  close(): void {
    this.#closing.abort(new Error('the view of logs was left'));
  }

  /** Applies a key; returns true if it leaves the view. */
  press(key: Key): boolean {
    const text = key.name === 'character' ? key.text : '';
    const page = Math.max(1, this.#height - 1);
    const end = this.#dropped + this.#lines.length - this.#height;
    const top = this.#top ?? end;
    if (key.name === 'escape' || key.name === 'backspace' || text === 'q' || text === 'l') return true;
    if (key.name === 'up' || text === 'k') this.#scrollTo(top - 1);
    if (key.name === 'down' || text === 'j') this.#scrollTo(top + 1);
    if (key.name === 'pageUp') this.#scrollTo(top - page);
    if (key.name === 'pageDown' || text === ' ') this.#scrollTo(top + page);
    if (key.name === 'home' || text === 'g') this.#scrollTo(0);
    if (key.name === 'end' || text === 'G') this.#top = undefined;
    if (text === 'w') this.#wraps = !this.#wraps;
    return false;
  }

  /** The lines to show: a title, then at most `height - 1` lines of the log. */
  frame(width: number, height: number): string[] {
    const hasProblem = this.#problem !== '';
    const footer = hasProblem ? inLines(this.#problem, width, Math.max(1, height - 2)) : [];
    if (!hasProblem && this.#containersWaiting > 0)
      footer.push(fitted(`${this.#containersWaiting} more containers wait until a log has ended`, width));
    this.#height = Math.max(1, height - 1 - footer.length);
    const end = Math.max(0, this.#lines.length - this.#height);
    const first = this.#top === undefined ? end : Math.max(0, Math.min(end, this.#top - this.#dropped));
    const shown = this.#lines.slice(first, first + this.#height);
    const below = this.#lines.length - first - shown.length;
    const following = this.#options.isGone() ? 'gone' : 'following';
    const state = this.#top !== undefined ? `paused, ${below} lines below` : hasProblem ? 'ended' : following;
    const rows = shown.flatMap((line) => {
      const text = this.#prefix(line) + line.line;
      return this.#wraps ? wrapped(text, width) : [fitted(text, width)];
    });
    // Lines that wrap need more rows: the newest stay in sight, or the one that was scrolled to.
    const from = this.#top === undefined ? Math.max(0, rows.length - this.#height) : 0;
    const lines = [
      fitted(`${state} · ${this.#options.title}`, width),
      ...rows.slice(from, from + this.#height),
    ];
    if (!hasProblem && shown.length === 0) lines.push(fitted(this.#options.waiting(), width));
    return [...lines, ...footer];
  }

  /** Names of pod and container, as far as there are several. */
  #prefix({ pod, container }: PodLogLine): string {
    const parts = [this.#pods.size > 1 ? pod : '', this.#containers.size > 1 ? container : ''];
    const name = parts.filter((part) => part !== '').join('/');
    return name === '' ? '' : `${name}: `;
  }

  #scrollTo(top: number): void {
    const end = this.#dropped + this.#lines.length - this.#height;
    this.#top = top >= end ? undefined : Math.max(this.#dropped, top);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    try {
      for await (const line of this.#options.source(signal, (notice) => this.#noticed(notice))) {
        this.#add(line);
        this.#options.onChange();
      }
      this.#problem = 'The log has ended.';
    } catch (error) {
      if (signal.aborted) return;
      this.#problem = problemOf(error);
    }
    this.#options.onChange();
  }

  #noticed(notice: LogNotice): void {
    if (notice.kind === 'waiting') this.#containersWaiting = notice.waiting;
    // What cannot be read now is asked for again.
    if (notice.kind === 'lost') this.#add({ ...notice, line: `(${describeLogNotice(notice)})` });
    this.#options.onChange();
  }

  #add({ namespace, pod, container, line }: PodLogLine): void {
    this.#pods.add(`${namespace}/${pod}`);
    this.#containers.add(container);
    this.#lines.push({ namespace, pod, container, line: shownText(line) });
    // Lines are removed many at a time, since removing from the front moves all others.
    if (this.#lines.length < maxLogLines + 1_000) return;
    this.#lines.splice(0, 1_000);
    this.#dropped += 1_000;
  }
}

/** Text in at most `count` lines; the last one is cut. */
function inLines(text: string, width: number, count: number): string[] {
  const lines = wrapped(text, width);
  return lines.length <= count
    ? lines
    : [...lines.slice(0, count - 1), fitted(lines.slice(count - 1).join(''), width)];
}

// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[[\d;:]*m/g;

/** A line without colours and tabs; `fitted` makes other control characters visible. */
function shownText(line: string): string {
  // A slice would keep the whole line in memory.
  const text = line.length > maxLineLength ? Buffer.from(line.slice(0, maxLineLength)).toString() : line;
  return text.replace(colours, '').replaceAll('\t', '    ').replace(/\r$/, '');
}

function problemOf(error: unknown): string {
  const message = oneLine(asError(error).message);
  // The message of a refusal says which verbs are needed.
  return `error: ${message}${isForbidden(error) ? '' : '; press l twice to try again'}`;
}

interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** Resources whose `spec.selector` selects pods. */
const workloads: ReadonlySet<string> = new Set([
  'apps/deployments',
  'apps/replicasets',
  'apps/statefulsets',
  'apps/daemonsets',
  'batch/jobs',
]);

/** True if objects of this resource have logs: pods, and workloads with a selector. */
export function hasLogs(given: GroupResource): boolean {
  return isPods(given) || workloads.has(`${given.group}/${given.resource}`);
}

function isPods({ group, resource }: GroupResource): boolean {
  return group === '' && resource === 'pods';
}

/** Selects the pods of an object whose resource has logs; undefined for a workload without a selector. Throws SelectorError for an invalid one. */
export function podsOf(
  resource: GroupResource,
  object: DeepReadonly<KubernetesObject>,
): LogSelector | undefined {
  const { spec } = object as {
    readonly spec?: { readonly selector?: Parameters<typeof labelSelectorAsSelector>[0] };
  };
  if (isPods(resource)) return { fieldSelector: `metadata.name=${object.metadata?.name ?? ''}` };
  if (spec?.selector === undefined) return undefined;
  const labelSelector = labelSelectorAsSelector(spec.selector).toString();
  // Without a label it would select every pod of the namespace.
  return labelSelector === '' ? undefined : { labelSelector };
}

/** Why a pod has no log yet. */
export function whyNoLog(resource: GroupResource, object: DeepReadonly<KubernetesObject>): string {
  if (!isPods(resource)) return 'No line yet.';
  const { spec, status } = object as {
    readonly spec?: { readonly nodeName?: string };
    readonly status?: {
      readonly containerStatuses?: readonly {
        readonly name: string;
        readonly state?: { readonly waiting?: { readonly reason?: string; readonly message?: string } };
      }[];
    };
  };
  if ((spec?.nodeName ?? '') === '') return 'No line yet: the pod has no node; d shows its status.';
  for (const { name, state } of status?.containerStatuses ?? []) {
    if (state?.waiting === undefined) continue;
    const { reason = 'unknown reason', message } = state.waiting;
    return `No line yet: container ${name} waits: ${reason}${message === undefined ? '' : `, ${message}`}`;
  }
  return 'No line yet.';
}
