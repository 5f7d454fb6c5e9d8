import { at, eventOf } from '@kube-informers/inspector/internal';
import {
  type Clock,
  type DeepReadonly,
  DynamicClient,
  type KubernetesObject,
  noopLogger,
  type Resource,
  SharedIndexInformer,
} from 'kube-informers';
import { filteredListWatchFromClient } from 'kube-informers/cache';
import { coreV1, dnsLabelProblems, fieldSelectorFromSet, humanDuration } from 'kube-informers/internal';
import type { RestClient } from 'kube-informers/rest';
import { freshnessOf } from './freshness.js';
import { wrapped } from './text-width.js';
import { dateTime } from './time-of-day.js';

/** Containers, conditions and Events that are shown of one object. */
const shownContainers = 50;
const shownConditions = 50;
const shownEvents = 20;

/** The containers and conditions of one object as lines, and the Events about it, which an informer keeps current until `close`. */
export class ObjectDetails {
  /** Resolves when the informer has stopped. */
  readonly ended: Promise<void>;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #informer: SharedIndexInformer<KubernetesObject>;

  constructor(
    rest: RestClient,
    { kind }: Pick<Resource, 'kind'>,
    { metadata }: DeepReadonly<KubernetesObject>,
    { clock, onChange }: { readonly clock: Clock; readonly onChange: () => void },
  ) {
    this.#clock = clock;
    const { name = '', namespace = 'default', uid = '' } = metadata ?? {};
    // A server may send any text, which a path cannot have.
    const place = dnsLabelProblems(namespace).length === 0 ? namespace : 'default';
    // In the Events of a kubelet about its node the uid is the node's name.
    const about = kind === 'Node' ? { kind, name } : { uid };
    const fields = Object.entries(about).map(([field, value]) => [`involvedObject.${field}`, value]);
    const fieldSelector = fieldSelectorFromSet(Object.fromEntries(fields)).toString();
    this.#informer = new SharedIndexInformer(
      filteredListWatchFromClient<KubernetesObject>(new DynamicClient(rest), coreV1.events, place, (list) => {
        list.fieldSelector = fieldSelector;
      }),
      { name: 'events', clock, logger: noopLogger },
    );
    this.#informer.addEventHandler({ onAdd: onChange, onUpdate: onChange, onDelete: onChange });
    this.#informer.onStateChange(onChange);
    this.ended = this.#informer.run({ signal: this.#closing.signal });
  }

  /** Stops the informer. */
  close(): void {
    this.#closing.abort(new Error('the view of the object was left'));
  }

  /** The lines to show of the object's present state, at most as wide as the screen. */
  lines(object: DeepReadonly<KubernetesObject>, width: number): string[] {
    const nowMs = this.#clock.now();
    const { fresh, word, detail } = freshnessOf(this.#informer.health, this.#informer.state, nowMs);
    const events = this.#informer.indexer.list();
    const state = fresh ? (events.length === 0 ? ': none' : '') : ` (${word} · ${detail})`;
    return shownDetails(object, events, { state, nowMs, width });
  }
}

/** Returns the containers and conditions of an object and the Events about it as lines; any may be of a wrong type. */
export function shownDetails(
  object: DeepReadonly<KubernetesObject>,
  events: readonly DeepReadonly<KubernetesObject>[],
  {
    state,
    nowMs,
    width,
  }: {
    /** How current the Events are, behind their title. */
    readonly state: string;
    readonly nowMs: number;
    readonly width: number;
  },
): string[] {
  const entries = [
    ...containers(object, nowMs),
    ...conditions(object, nowMs),
    ...eventsAbout(events, state, nowMs),
  ];
  return entries.flatMap(({ indent, text }) =>
    text === '' ? [] : wrapped(text, width - indent).map((line) => ' '.repeat(indent) + line),
  );
}

/** What the containers of a Pod do, and how their last runs ended. */
function containers(object: DeepReadonly<KubernetesObject>, nowMs: number): Entry[] {
  const lists = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'];
  const all = lists.flatMap((list): readonly unknown[] => {
    const statuses = at(object, 'status', list);
    return Array.isArray(statuses) ? statuses : [];
  });
  if (all.length === 0) return [];
  const entries = all.slice(0, shownContainers).flatMap((container): Entry[] => {
    const restarts = Number(at(container, 'restartCount'));
    const count = restarts > 0 ? `, restarted ${restarts === 1 ? 'once' : `${restarts} times`}` : '';
    const last = stateText(at(container, 'lastState'), nowMs);
    return [
      {
        indent: 2,
        text: `${textAt(container, 'name')}: ${stateText(at(container, 'state'), nowMs)}${count}`,
      },
      { indent: 4, text: textAt(container, 'state', 'waiting', 'message') },
      { indent: 4, text: textAt(container, 'state', 'terminated', 'message') },
      { indent: 4, text: last === '' ? '' : `last run: ${last}` },
      { indent: 4, text: textAt(container, 'lastState', 'terminated', 'message') },
    ];
  });
  return [{ indent: 0, text: 'Containers' }, ...entries];
}

/** Returns the state of a container in words; empty without one. */
function stateText(state: unknown, nowMs: number): string {
  const since = (...path: string[]): string => {
    const ms = Date.parse(textAt(state, ...path));
    return Number.isNaN(ms) ? '' : ` ${timeText(ms, nowMs)}`;
  };
  if (at(state, 'running') !== undefined) return `running since${since('running', 'startedAt')}`;
  if (at(state, 'waiting') !== undefined) return `waiting (${textAt(state, 'waiting', 'reason')})`;
  if (at(state, 'terminated') === undefined) return '';
  const code = String(at(state, 'terminated', 'exitCode'));
  return `ended${since('terminated', 'finishedAt')} with exit code ${code}  ${textAt(state, 'terminated', 'reason')}`.trimEnd();
}

function textAt(value: unknown, ...path: string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

function conditions(object: DeepReadonly<KubernetesObject>, nowMs: number): Entry[] {
  const listed = at(object, 'status', 'conditions');
  const shown: readonly unknown[] = Array.isArray(listed) ? listed.slice(0, shownConditions) : [];
  if (shown.length === 0) return [];
  const entries = shown.flatMap((condition): Entry[] => {
    const text = (field: string): string => textAt(condition, field);
    const sinceMs = Date.parse(text('lastTransitionTime'));
    const since = Number.isNaN(sinceMs) ? '' : ` since ${timeText(sinceMs, nowMs)}`;
    return [
      { indent: 2, text: `${text('type')}: ${text('status')}${since}  ${text('reason')}`.trimEnd() },
      { indent: 4, text: text('message') },
    ];
  });
  return [{ indent: 0, text: 'Conditions' }, ...entries];
}

function eventsAbout(
  listed: readonly DeepReadonly<KubernetesObject>[],
  state: string,
  nowMs: number,
): Entry[] {
  const events = listed.map((event) => eventOf(event)).toSorted((a, b) => (b.lastMs ?? 0) - (a.lastMs ?? 0));
  const rest = events.length - shownEvents;
  return [
    { indent: 0, text: `Events${state}` },
    ...events.slice(0, shownEvents).flatMap(({ lastMs, type, reason, count, message }): Entry[] => [
      {
        indent: 2,
        text: `${timeText(lastMs, nowMs)}  ${type} ${reason}${count > 1 ? `, ${count} times` : ''}`,
      },
      { indent: 4, text: message },
    ]),
    { indent: 2, text: rest > 0 ? `and ${rest} older` : '' },
  ];
}

/** When, and how long ago. */
function timeText(ms: number | undefined, nowMs: number): string {
  return ms === undefined ? '?' : `${dateTime(ms, nowMs)} (${humanDuration(nowMs - ms)} ago)`;
}

/** A paragraph of the view, wrapped where the screen ends. */
interface Entry {
  readonly indent: number;
  readonly text: string;
}
