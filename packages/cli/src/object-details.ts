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

/** Conditions, and Events, that are shown of one object. */
const shownConditions = 50;
const shownEvents = 20;

/** The conditions of one object as lines, and the Events about it, which an informer keeps current until `close`. */
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

/** Returns the conditions of an object and the Events about it as lines; any of it may be of a wrong type. */
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
  return [...conditions(object, nowMs), ...eventsAbout(events, state, nowMs)].flatMap(({ indent, text }) =>
    text === '' ? [] : wrapped(text, width - indent).map((line) => ' '.repeat(indent) + line),
  );
}

function conditions(object: DeepReadonly<KubernetesObject>, nowMs: number): Entry[] {
  const listed = at(object, 'status', 'conditions');
  const shown: readonly unknown[] = Array.isArray(listed) ? listed.slice(0, shownConditions) : [];
  if (shown.length === 0) return [];
  const entries = shown.flatMap((condition): Entry[] => {
    const text = (field: string): string => {
      const value = at(condition, field);
      return typeof value === 'string' ? value : '';
    };
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
