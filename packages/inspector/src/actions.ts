import type { Clock, Logger } from 'kube-informers';
import { printable, shownValue } from 'kube-informers/internal';
import { RefusedError } from './exchange.js';
import type { Exchange } from './exchange.js';
import type { ActionModel } from './model.js';
import type { ControllerSubject, Subjects } from './subjects.js';
import { shownText } from './words.js';

/** Actions that are kept. */
const keptActions = 30;
const maxPauseMinutes = 60;

/** Carries out what the page asks for, if the program allows it, and keeps a log of it. */
export class Actions {
  readonly #subjects: Subjects;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #log: readonly ActionModel[] = [];

  constructor(subjects: Subjects, clock: Clock, logger: Logger) {
    this.#subjects = subjects;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** The newest first. */
  get log(): readonly ActionModel[] {
    return this.#log;
  }

  /** Carries out the action of a POST. Throws RefusedError. */
  run({ path, query, remoteAddress }: Exchange): void {
    const action = path.slice('/api/actions/'.length);
    const { id, what } = action === 'retry' ? this.#retry(query) : this.#act(action, query);
    const atMs = this.#clock.now();
    this.#log = [{ atMs, what, id }, ...this.#log].slice(0, keptActions);
    this.#logger.warn({ action, id, what, remoteAddress }, 'an action of the inspector');
  }

  /** Ends the delay of one informer, or of all that wait. */
  #retry(query: URLSearchParams): { id: string; what: string } {
    const id = query.get('informer') ?? '';
    const subjects = this.#subjects.informers().filter((subject) => id === '' || subject.id === id);
    if (subjects.length === 0) throw new RefusedError(404, `no informer ${shownValue(id)}`);
    const tried = subjects.filter(({ informer }) => informer.retryNow());
    if (tried.length === 0)
      throw new RefusedError(
        409,
        id === '' ? 'no informer waits for its next attempt' : `${id} does not wait for its next attempt`,
      );
    const what = 'tried now, by a user of the inspector';
    for (const subject of tried) this.#subjects.timelineOf(subject).acted(what, this.#clock.now());
    return { id, what: `${tried.map(({ informer }) => informer.name).join(', ')}: ${what}` };
  }

  #act(action: string, query: URLSearchParams): { id: string; what: string } {
    const id = query.get('controller') ?? '';
    const subject = this.#subjects.controller(id);
    if (subject === undefined) throw new RefusedError(404, `no controller ${shownValue(id)}`);
    const { controller } = subject;
    const done = (what: string): { id: string; what: string } => ({ id, what: shownText(printable(what)) });
    switch (action) {
      case 'reconcile': {
        const key = this.#keyOf(subject, query);
        controller.enqueue(key, { reason: 'by a user of the inspector' });
        return done(`${controller.name}: reconcile ${key} now`);
      }
      case 'resume': {
        const key = query.get('key') ?? '';
        if (!controller.givenUp().some((givenUp) => givenUp.key === key))
          throw new RefusedError(409, `${shownValue(key)} was not given up`);
        controller.resume(key);
        return done(`${controller.name}: resume ${key}`);
      }
      case 'pause': {
        const minutes = Number(query.get('minutes'));
        if (!Number.isInteger(minutes) || minutes < 1 || minutes > maxPauseMinutes)
          throw new RefusedError(
            400,
            `minutes must be a whole number from 1 to ${maxPauseMinutes}, got ${shownValue(query.get('minutes'))}`,
          );
        if (controller.pausedUntil === Infinity)
          throw new RefusedError(409, 'the program has paused the controller');
        controller.pauseFor(minutes * 60_000);
        return done(`${controller.name}: pause for ${minutes} min`);
      }
      case 'unpause':
        if (controller.pausedUntil === undefined || controller.pausedUntil === Infinity)
          throw new RefusedError(409, 'the controller is not paused for a time');
        controller.resume();
        return done(`${controller.name}: end the pause`);
      default:
        throw new RefusedError(404, 'no such action');
    }
  }

  /** A key that the controller knows: no other key may be made to run. */
  #keyOf({ controller, informer }: ControllerSubject, query: URLSearchParams): string {
    const key = query.get('key') ?? '';
    const cached = this.#subjects.informer(informer ?? '')?.informer.indexer.getByKey(key);
    const isKnown =
      cached !== undefined ||
      controller.givenUp().some((givenUp) => givenUp.key === key) ||
      controller.history().runs.some((run) => run.key === key);
    if (!isKnown)
      throw new RefusedError(404, `controller ${controller.name} does not know ${shownValue(key)}`);
    return key;
  }
}
