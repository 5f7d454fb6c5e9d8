import { isForbidden, labelSelectorAsSelector } from 'kube-informers';
import type { Clientset, DeepReadonly, KubernetesObject, PodLogLine } from 'kube-informers';
import type { LogNotice, LogSelector } from 'kube-informers/internal';
import { describeLogNotice } from 'kube-informers/internal';
import { errorLine } from './printable.js';
import type { Key } from './screen-keys.js';
import { fitted, withoutLast, wrapped } from './text-width.js';
import { preciseTime } from './time-of-day.js';

/** Lines that a view of logs keeps, and characters of one line. */
export const maxLogLines = 10_000;
const maxLineLength = 4_096;

/** Reads logs whose lines begin with their time in RFC 3339; `previous` reads the containers before their last restart. */
export type LogSource = (
  signal: AbortSignal,
  onNotice: (notice: LogNotice) => void,
  previous: boolean,
) => AsyncIterable<PodLogLine>;

/** What a view of logs needs. */
export interface LogViewOptions {
  /** Whose logs these are. */
  readonly title: string;
  readonly source: LogSource;
  /** Called with each reading of the source, which never rejects: it ends when the log does, or soon after `close`. */
  readonly onRead: (reading: Promise<void>) => void;
  /** Why there is no line yet. */
  readonly waiting: () => string;
  /** True if the object whose logs these are is gone. */
  readonly isGone: () => boolean;
  /** Called when there is something new to draw. */
  readonly onChange: () => void;
}

/** A line as it is kept. */
interface Line extends PodLogLine {
  /** Number of lines before it. */
  readonly index: number;
  /** When it was written, ms since the epoch; NaN if that is unknown. */
  readonly timeMs: number;
}

/** Follows logs and shows the newest lines, or those that were scrolled to. It knows no terminal. */
export class LogView {
  readonly #options: LogViewOptions;
  #reading = new AbortController();
  #lines: Line[] = [];
  #pods = new Set<string>();
  #containers = new Set<string>();
  /** Number of lines read. */
  #read = 0;
  /** Index of the first line that is shown; undefined shows the newest. */
  #top: number | undefined;
  #height = 1;
  #wraps = false;
  #showsTimes = false;
  #previous = false;
  /** The container whose lines are shown; undefined shows all. */
  #container: string | undefined;
  /** What is searched for, while it is typed. */
  #typing: string | undefined;
  #search = '';
  /** Index of the line that was found. */
  #found: number | undefined;
  #problem = '';
  /** Number of containers that are not followed yet. */
  #containersWaiting = 0;

  constructor(options: LogViewOptions) {
    this.#options = options;
    this.#start();
  }

  /** Stops reading. */
  close(): void {
    this.#reading.abort(new Error('the view of logs was left'));
  }

  /** True while a text to search for is typed: every character belongs to it. */
  get isTyping(): boolean {
    return this.#typing !== undefined;
  }

  /** The keys that do something now. */
  get keys(): string {
    if (this.#typing !== undefined) return `/${this.#typing}█  Enter: search  Esc: cancel`;
    const found = this.#search === '' ? '/: search' : 'n N: match';
    return `l, Esc: back  G: newest  ${found}  c: container  p: previous  t: times  w: wrap`;
  }

  /** Applies a key; returns true if it leaves the view. */
  press(key: Key): boolean {
    if (this.#typing !== undefined) {
      this.#type(key, this.#typing);
      return false;
    }
    const text = key.name === 'character' ? key.text : '';
    const page = Math.max(1, this.#height - 1);
    if (key.name === 'escape' || key.name === 'backspace' || text === 'q' || text === 'l') return true;
    if (key.name === 'up' || text === 'k') this.#scroll(-1);
    if (key.name === 'down' || text === 'j') this.#scroll(1);
    if (key.name === 'pageUp') this.#scroll(-page);
    if (key.name === 'pageDown' || text === ' ') this.#scroll(page);
    if (key.name === 'home' || text === 'g') this.#scroll(-Infinity);
    if (key.name === 'end' || text === 'G') this.#top = undefined;
    if (text === '/') this.#typing = '';
    if (text === 'n') this.#find(-1);
    if (text === 'N') this.#find(1);
    if (text === 'c') this.#nextContainer();
    if (text === 'p') {
      this.#previous = !this.#previous;
      this.#start();
    }
    if (text === 't') this.#showsTimes = !this.#showsTimes;
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
    const chosen = this.#chosen();
    const first = this.#first(chosen);
    const shown = chosen.slice(first, first + this.#height);
    const rows = shown.flatMap((line) => {
      const text = this.#textOf(line);
      return this.#wraps ? wrapped(text, width) : [fitted(text, width)];
    });
    // Lines that wrap need more rows: the newest stay in sight, or the one that was scrolled to.
    const from = this.#top === undefined ? Math.max(0, rows.length - this.#height) : 0;
    const lines = [
      fitted(this.#titleLine(chosen.length - first - shown.length), width),
      ...rows.slice(from, from + this.#height).map((row) => this.#highlighted(row)),
    ];
    if (!hasProblem && shown.length === 0) lines.push(fitted(this.#options.waiting(), width));
    return [...lines, ...footer];
  }

  #titleLine(below: number): string {
    const following = this.#options.isGone() ? 'gone' : 'following';
    const live = this.#problem === '' ? following : 'ended';
    const parts = [
      this.#top === undefined ? live : `paused, ${below} lines below`,
      this.#search === '' ? '' : `${this.#found === undefined ? 'no match for ' : ''}/${this.#search}`,
      this.#container === undefined ? '' : `container ${this.#container}`,
      this.#previous ? 'before the last restart' : '',
      this.#options.title,
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  /** The lines of the containers that are shown. */
  #chosen(): readonly Line[] {
    const chosen = this.#container;
    return chosen === undefined ? this.#lines : this.#lines.filter(({ container }) => container === chosen);
  }

  /** Where the lines on the screen begin. */
  #first(chosen: readonly Line[]): number {
    const end = Math.max(0, chosen.length - this.#height);
    if (this.#top === undefined) return end;
    const top = this.#top;
    const first = chosen.findIndex(({ index }) => index >= top);
    return first === -1 ? end : Math.min(end, first);
  }

  #scroll(by: number): void {
    const chosen = this.#chosen();
    const first = Math.max(0, this.#first(chosen) + by);
    this.#top = first >= chosen.length - this.#height ? undefined : chosen[first]?.index;
  }

  #type(key: Key, typed: string): void {
    if (key.name === 'character') this.#typing = typed + key.text;
    if (key.name === 'backspace') this.#typing = withoutLast(typed);
    if (key.name !== 'enter' && key.name !== 'escape') return;
    this.#typing = undefined;
    if (key.name === 'escape') return;
    this.#search = typed;
    this.#found = undefined;
    this.#find(-1);
  }

  /** Shows the next match above (-1) or below (1) the last one; without a last one, the newest of those that are not below the screen. */
  #find(direction: -1 | 1): void {
    if (this.#search === '') return;
    const chosen = this.#chosen();
    const pattern = patternOf(this.#search);
    const first = this.#first(chosen);
    const found = this.#found;
    const last = found === undefined ? -1 : chosen.findIndex(({ index }) => index === found);
    let at = last === -1 ? Math.min(chosen.length, first + this.#height) : last;
    do at += direction;
    while (at >= 0 && at < chosen.length && !this.#textOf(chosen[at]).match(pattern));
    const line = chosen[at];
    // Without a further match the last one stays.
    if (line === undefined) return;
    this.#found = line.index;
    if (at < first || at >= first + this.#height) {
      this.#top = undefined;
      this.#scroll(at - Math.floor(this.#height / 2) - this.#first(chosen));
    }
  }

  #highlighted(row: string): string {
    return this.#search === ''
      ? row
      : row.replace(patternOf(this.#search), (match) => `\u001b[7m${match}\u001b[27m`);
  }

  #nextContainer(): void {
    const names = [...this.#containers].sort();
    const next = this.#container === undefined ? 0 : names.indexOf(this.#container) + 1;
    this.#container = names.length > 1 ? names[next] : undefined;
  }

  /** The line with what else is shown of it: its time, and the names of pod and container as far as there are several. */
  #textOf(line: Line | undefined): string {
    if (line === undefined) return '';
    const { timeMs, pod, container } = line;
    const time = this.#showsTimes && !Number.isNaN(timeMs) ? `${preciseTime(timeMs)} ` : '';
    const several = this.#containers.size > 1 && this.#container === undefined;
    const parts = [this.#pods.size > 1 ? pod : '', several ? container : ''];
    const name = parts.filter((part) => part !== '').join('/');
    return `${time}${name === '' ? '' : `${name}: `}${line.line}`;
  }

  /** Reads the source from its beginning. */
  #start(): void {
    this.close();
    this.#reading = new AbortController();
    this.#lines = [];
    this.#pods = new Set();
    this.#containers = new Set();
    this.#top = undefined;
    this.#found = undefined;
    this.#problem = '';
    this.#containersWaiting = 0;
    this.#options.onRead(this.#readAll(this.#reading.signal));
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    const previous = this.#previous;
    try {
      const lines = this.#options.source(signal, (notice) => this.#noticed(notice, signal), previous);
      for await (const line of lines) {
        // Another reading has begun.
        if (signal.aborted) return;
        this.#add(line);
        this.#options.onChange();
      }
      this.#problem =
        previous && this.#lines.length === 0 ? 'No container has restarted.' : 'The log has ended.';
    } catch (error) {
      if (signal.aborted) return;
      this.#problem = problemOf(error);
    }
    this.#options.onChange();
  }

  #noticed(notice: LogNotice, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (notice.kind === 'waiting') this.#containersWaiting = notice.waiting;
    // What cannot be read now is asked for again.
    if (notice.kind === 'lost') this.#add({ ...notice, line: `(${describeLogNotice(notice)})` });
    this.#options.onChange();
  }

  #add({ namespace, pod, container, line }: PodLogLine): void {
    this.#pods.add(`${namespace}/${pod}`);
    this.#containers.add(container);
    const [stamp = '', time = ''] = /^(\d{4}-\d\d-\d\dT\S{1,30}) /.exec(line) ?? [];
    const text = shownText(line.slice(stamp.length));
    this.#lines.push({
      namespace,
      pod,
      container,
      line: text,
      timeMs: Date.parse(time),
      index: this.#read++,
    });
    // Lines are removed many at a time, since removing from the front moves all others.
    if (this.#lines.length >= maxLogLines + 1_000) this.#lines.splice(0, 1_000);
  }
}

/** Finds a text in any case. */
function patternOf(text: string): RegExp {
  return new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'gi');
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
  const message = errorLine(error);
  // The message of a refusal says which verbs are needed.
  return `error: ${message}${isForbidden(error) ? '' : '; press l twice to try again'}`;
}

type PodClient = ReturnType<ReturnType<Clientset['coreV1']>['pods']>;

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

/** Reads the logs of the selected pods' containers before their last restart, one after another. */
export async function* previousLogs(
  pods: Pick<PodClient, 'list' | 'logs'>,
  { labelSelector, fieldSelector }: LogSelector,
  options: { readonly tailLines: number; readonly timestamps: boolean; readonly signal: AbortSignal },
): AsyncGenerator<PodLogLine, void, void> {
  const { items } = await pods.list({ labelSelector, fieldSelector, signal: options.signal });
  for (const { metadata, status } of items) {
    const { namespace = '', name: pod = '' } = metadata ?? {};
    for (const { name: container, lastState } of [
      ...(status?.initContainerStatuses ?? []),
      ...(status?.containerStatuses ?? []),
    ]) {
      if (lastState?.terminated === undefined) continue;
      for await (const line of pods.logs(pod, { ...options, container, previous: true }))
        yield { namespace, pod, container, line };
    }
  }
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
