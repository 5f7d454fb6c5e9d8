import { type Clock, type KubernetesObject, type Logger, type SharedIndexInformer } from 'kube-informers';
import { systemClock } from 'kube-informers/internal';
import { asError, containLogger, jsonText, shownValue } from 'kube-informers/internal';
import { metricsContentType, metricsText } from 'kube-informers/metrics';
import { prefers } from './accept.js';
import { requireAccess } from './access.js';
import type { InspectorAccess } from './access.js';
import { Actions } from './actions.js';
import { ChangeRecorder } from './change-recorder.js';
import { compareWithServer } from './compare.js';
import { isConcealed, isNamespaceIndex, mayHoldSecrets, visible } from './conceal-secrets.js';
import { RefusedError, answer, failedAnswer, jsonAnswer, textAnswer } from './exchange.js';
import type { Answer, Exchange, Responder } from './exchange.js';
import { listEvents } from './events.js';
import { HealthEndpoints } from './health.js';
import { Incidents } from './incidents.js';
import { LiveStreams } from './live-streams.js';
import type { StreamEvent } from './live-streams.js';
import type { ChangesModel, EventsModel, ObjectModel, StateModel } from './model.js';
import { listIndexes, listObjects, objectsQuery } from './objects.js';
import { requireInspectorOptions } from './options.js';
import type { InspectorOptions } from './options.js';
import { pageAnswer } from './page.js';
import { readRuns } from './read-controllers.js';
import { readProgram } from './read-program.js';
import { readDetail, readProblems, readState } from './read-state.js';
import { SharedWork } from './shared-work.js';
import { statusText } from './statusz.js';
import { Subjects } from './subjects.js';
import type { InformerSubject } from './subjects.js';

/** Answers the requests of an inspector, whichever form of the handler got them. */
export class InspectorServer implements Responder {
  readonly #options: InspectorOptions;
  readonly #access: InspectorAccess;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #subjects: Subjects;
  readonly #health: HealthEndpoints;
  readonly #streams: LiveStreams;
  readonly #work: SharedWork<string>;
  readonly #actions: Actions;
  readonly #incidents: Incidents;
  readonly #recorders = new Map<string, ChangeRecorder>();
  /** What the streams of one tick have in common, by topic. */
  readonly #ofTick = new Map<string, string>();

  /** A request handler with a status page of informers and controllers. Throws ConfigError `ERR_OPTION`. */
  constructor(options: InspectorOptions) {
    requireInspectorOptions(options);
    this.#options = options;
    this.#access = options.access ?? 'loopback';
    this.#clock = options.clock ?? systemClock;
    this.#logger = containLogger(options.logger);
    this.#subjects = new Subjects([options.factories ?? []].flat(), [options.managers ?? []].flat());
    this.#health = new HealthEndpoints({
      informers: () => this.#subjects.informers(),
      managers: this.#subjects.managers,
      liveness: options.liveness ?? {},
      readiness: options.readiness ?? {},
      onFailure: (check, error) => this.#logger.warn({ check, err: error }, 'a health check failed'),
    });
    this.#streams = new LiveStreams(this.#clock, {
      beforeRead: () => this.#ofTick.clear(),
      onFailure: (thrown) => this.failed(thrown),
    });
    this.#work = new SharedWork(this.#clock);
    this.#actions = new Actions(this.#subjects, this.#clock, this.#logger);
    this.#incidents = new Incidents(
      this.#clock,
      () => readProblems(this.#subjects, this.#clock),
      (thrown) => this.failed(thrown),
    );
  }

  async respond(read: () => Exchange): Promise<Answer> {
    try {
      const exchange = read();
      if (exchange.path.startsWith('/api/actions/')) return this.#act(exchange);
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
        return textAnswer(405, 'use GET\n', { allow: 'GET, HEAD' });
      const health = await this.#health.respond(exchange);
      if (health !== undefined) return health;
      // The page itself shows no data: it asks for a token, and then for the data.
      if (exchange.path === '/') {
        if (typeof this.#access === 'string') requireAccess(exchange, this.#access);
        return await pageAnswer();
      }
      requireAccess(exchange, this.#access);
      return await this.#route(exchange);
    } catch (thrown) {
      if (thrown instanceof RefusedError) {
        const headers = thrown.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
        return textAnswer(thrown.status, `${thrown.message}\n`, headers);
      }
      this.failed(thrown);
      return failedAnswer();
    }
  }

  /** Carries out an action: only a POST of the page itself, with the token. */
  #act(exchange: Exchange): Answer {
    if (exchange.method !== 'POST') return textAnswer(405, 'use POST\n', { allow: 'POST' });
    requireAccess(exchange, this.#access);
    // `requireInspectorOptions` has checked that actions come with a token.
    if (this.#options.actions !== true)
      throw new RefusedError(403, 'actions are not allowed: the program did not set actions');
    this.#actions.run(exchange);
    return jsonAnswer('{}');
  }

  failed(thrown: unknown): void {
    this.#logger.error({ err: asError(thrown) }, 'the inspector failed');
  }

  /** Ends the open pages' streams; further ones are refused. */
  close(): void {
    this.#streams.close();
    this.#incidents.close();
    this.#subjects.close();
  }

  async #route(exchange: Exchange): Promise<Answer> {
    const { path, query } = exchange;
    switch (path) {
      case '/statusz':
        // As with the z-pages of Kubernetes' own components.
        return prefers(exchange.header('accept'), 'application/json', 'text/plain')
          ? jsonAnswer(JSON.stringify({ ...this.#read(), incidents: this.#incidents.model }))
          : textAnswer(200, statusText(this.#read(), this.#incidents.model));
      case '/metrics':
        return this.#metrics(exchange.header('accept'));
      case '/api/state':
        return jsonAnswer(JSON.stringify(this.#read()));
      case '/api/live':
        return this.#live(query);
      case '/api/informer':
        return jsonAnswer(this.#readDetail(this.#subject(query)));
      case '/api/events':
        return jsonAnswer(await this.#events(this.#subject(query), query));
      case '/api/indexes':
        return jsonAnswer(await this.#indexes(this.#subject(query)));
      case '/api/objects':
        return jsonAnswer(await this.#objects(this.#subject(query), query));
      case '/api/object':
        return jsonAnswer(this.#object(this.#subject(query), query));
      case '/api/compare':
        return jsonAnswer(await this.#compare(this.#subject(query)));
      default:
        return textAnswer(404, 'not found\n');
    }
  }

  #metrics(accept: string): Answer {
    const format = prefers(accept, 'application/openmetrics-text', 'text/plain', '1.0.0')
      ? 'openmetrics'
      : 'prometheus';
    const { factories, managers } = this.#options;
    return answer(200, metricsContentType[format], metricsText({ factories, managers }, format), {
      vary: 'accept',
    });
  }

  #subject(query: URLSearchParams): InformerSubject {
    const id = query.get('informer') ?? '';
    const subject = this.#subjects.informer(id);
    if (subject === undefined) throw new RefusedError(404, `no informer ${shownValue(id)}`);
    return subject;
  }

  #read(): StateModel {
    const program = readProgram(this.#options.program ?? {}, this.#subjects, process.env);
    const state = readState(this.#subjects, this.#clock, program, {
      secretValues: this.#options.secretValues === true,
      actions: this.#options.actions === true,
      log: this.#actions.log,
    });
    this.#incidents.record(state.verdict.problems);
    return state;
  }

  #state(): string {
    return this.#once('state', () => JSON.stringify(this.#read()));
  }

  #detail(subject: InformerSubject): string {
    return this.#once(`informer ${subject.id}`, () => this.#readDetail(subject));
  }

  #readDetail(subject: InformerSubject): string {
    return JSON.stringify(readDetail(subject, this.#subjects.timelineOf(subject), this.#clock));
  }

  #runs(id: string, key: string): string | undefined {
    const subject = this.#subjects.controller(id);
    return (
      subject && this.#once(JSON.stringify(['runs', id, key]), () => JSON.stringify(readRuns(subject, key)))
    );
  }

  /** Returns what the streams of one tick have in common, computed once. */
  #once(topic: string, compute: () => string): string {
    const known = this.#ofTick.get(topic);
    if (known !== undefined) return known;
    const text = compute();
    this.#ofTick.set(topic, text);
    return text;
  }

  #live(query: URLSearchParams): Answer {
    this.#streams.requireRoom();
    const id = query.get('informer') ?? '';
    const key = query.get('key') ?? '';
    const controller = query.get('controller') ?? '';
    let sentIncidents: string | undefined;
    const recording = query.get('changes') === '1' && id !== '' ? this.#recording(id, key) : undefined;
    return answer(
      200,
      'text/event-stream; charset=utf-8',
      (sink) =>
        this.#streams.open(sink, {
          events: () => {
            const events: StreamEvent[] = [['state', this.#state()]];
            const incidents = this.#once('incidents', () => JSON.stringify(this.#incidents.model));
            if (incidents !== sentIncidents) events.push(['incidents', incidents]);
            sentIncidents = incidents;
            const subject = id === '' ? undefined : this.#subjects.informer(id);
            if (subject !== undefined) events.push(['informer', this.#detail(subject)]);
            const runs = controller === '' ? undefined : this.#runs(controller, query.get('run') ?? '');
            if (runs !== undefined) events.push(['controller', runs]);
            const changes = recording?.next();
            if (changes !== undefined) events.push(['changes', changes]);
            return events;
          },
          closed: () => recording?.stop(),
        }),
      { 'x-accel-buffering': 'no' },
    );
  }

  /** Records the changes of an informer for one stream; begins with its first event. */
  #recording(id: string, key: string): { next(): string | undefined; stop(): void } {
    const ofKey = key === '' ? undefined : key;
    let undo: (() => void) | undefined;
    let recorder: ChangeRecorder | undefined;
    let sent = -1;
    return {
      next: () => {
        const subject = this.#subjects.informer(id);
        if (subject === undefined) return undefined;
        if (recorder === undefined || !recorder.records(subject.informer)) {
          // Also when the factory has replaced a stopped informer.
          undo?.();
          recorder = this.#recorderOf(id, subject.informer);
          undo = recorder.watch(ofKey);
          sent = -1;
        }
        const changes: ChangesModel = recorder.changes(ofKey);
        const newest = changes.changes[0]?.id ?? 0;
        if (newest === sent) return undefined;
        sent = newest;
        return JSON.stringify(changes);
      },
      stop: () => undo?.(),
    };
  }

  #recorderOf(id: string, informer: SharedIndexInformer<KubernetesObject>): ChangeRecorder {
    const known = this.#recorders.get(id);
    if (known?.records(informer) === true) return known;
    const recorder: ChangeRecorder = new ChangeRecorder(informer, this.#clock, () => {
      if (this.#recorders.get(id) === recorder) this.#recorders.delete(id);
    });
    this.#recorders.set(id, recorder);
    return recorder;
  }

  #indexes({ id, informer, info }: InformerSubject): Promise<string> {
    return this.#work.ask(`indexes ${id}`, async () =>
      JSON.stringify(await listIndexes(informer.indexer, info?.resource, this.#clock)),
    );
  }

  #objects({ id, informer, info }: InformerSubject, given: URLSearchParams): Promise<string> {
    const query = objectsQuery(given);
    if (
      mayHoldSecrets(info?.resource) &&
      query.index !== '' &&
      !isNamespaceIndex(informer.indexer.indexers, query.index)
    )
      throw new RefusedError(403, 'an index of Secrets is not searched: its values may be secret');
    return this.#work.ask(JSON.stringify(['objects', id, query]), async () =>
      JSON.stringify(await listObjects(informer.indexer, info?.resource, query, this.#clock)),
    );
  }

  #object({ informer, info }: InformerSubject, query: URLSearchParams): string {
    const key = query.get('key') ?? '';
    const object: unknown = informer.indexer.getByKey(key);
    const reveal = query.get('reveal') === '1';
    if (reveal && this.#options.secretValues !== true)
      throw new RefusedError(403, 'values of Secrets are not shown: the program did not set secretValues');
    const model: ObjectModel = {
      key,
      object: reveal ? object : visible(object, info?.resource),
      concealed: !reveal && isConcealed(object, info?.resource),
    };
    return jsonText(model);
  }

  #events({ id, informer, restClient }: InformerSubject, query: URLSearchParams): Promise<string> {
    const key = query.get('key') ?? '';
    if (restClient === undefined)
      throw new RefusedError(409, 'this informer has no client to ask for Events');
    return this.#work.ask(JSON.stringify(['events', id, key]), async () => {
      try {
        const model: EventsModel = {
          events: await listEvents(restClient, key, informer.indexer.getByKey(key)),
        };
        return JSON.stringify(model);
      } catch (thrown) {
        if (thrown instanceof RefusedError) throw thrown;
        throw new RefusedError(502, `the server did not list the Events: ${asError(thrown).message}`);
      }
    });
  }

  #compare(subject: InformerSubject): Promise<string> {
    const { id, informer, serverList } = subject;
    if (serverList === undefined)
      throw new RefusedError(409, 'this informer has a custom source, which the inspector cannot list');
    if (informer.optionsInForce.keyFunc !== undefined)
      throw new RefusedError(
        409,
        'this informer has a custom key function, which metadata alone cannot satisfy',
      );
    return this.#work.ask(`compare ${id}`, async () => {
      try {
        return JSON.stringify(await compareWithServer(informer, serverList(), this.#clock));
      } catch (thrown) {
        throw new RefusedError(502, `the server did not list the objects: ${asError(thrown).message}`);
      }
    });
  }
}
