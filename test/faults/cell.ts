import { faults, FakeClock } from '@kube-informers/testing';
import type { FaultRule, ProxyVerb, RequestFilter } from '@kube-informers/testing';
import { AbortListeners } from './abort-listeners.js';
import { EmbeddedBackend } from './backend.js';
import type { Backend } from './backend.js';
import { faultRows } from './rows.js';
import type { FaultRow, NoMeaning, Place } from './rows.js';
import { FaultScene } from './scene.js';
import type { SceneOptions } from './scene.js';
import { viewOf } from './view.js';

/** When a fault strikes. */
export const moments = [
  'first list',
  'mid-page',
  'list→watch',
  'before mark',
  'after mark',
  'idle',
  'under load',
  'stopping',
] as const;
export type Moment = (typeof moments)[number];

/** The result of one cell. */
export interface CellResult {
  /** Lists (pages not counted) and watches in addition to those of a run without the fault: `1+1`. */
  readonly cost: string;
  /** What the error hook was called with. */
  readonly reports: readonly string[];
  /** Virtual time from the fault until cache and handlers were right again and a watch was open, ms. */
  readonly tookMs: number;
  /** Everything that was wrong; empty when the cell is right. */
  readonly wrong: readonly string[];
}

/** Longest virtual time that a fault may last: the deadline of a watch of 300 s, and the recovery from it. */
const longestMs = 700_000;

const names = ['a', 'b', 'c', 'd', 'e'];

/** The request that a fault strikes at a moment. */
function placeOf(moment: Moment): Place {
  if (moment === 'first list') return 'list';
  if (moment === 'mid-page') return 'page';
  return moment === 'before mark' ? 'watchList' : 'watch';
}

function filterOf(place: Place): RequestFilter {
  if (place === 'page') return { verbs: ['list'], page: 'later' };
  const verb: ProxyVerb = place;
  return { verbs: [verb] };
}

/** Lists and watches of an undisturbed informer, from its start or from the fault. */
function undisturbed(moment: Moment): { readonly lists: number; readonly watches: number } {
  if (moment === 'before mark') return { lists: 0, watches: 1 };
  return moment === 'first list' || moment === 'mid-page' || moment === 'list→watch'
    ? { lists: 1, watches: 1 }
    : { lists: 0, watches: 0 };
}

/** Why a fault cannot happen at a moment; undefined when it can. */
export function meaningless(row: FaultRow, moment: Moment): NoMeaning | undefined {
  if (row.staging.by !== 'fault') return undefined;
  const fault = row.staging.at(placeOf(moment));
  return 'because' in fault ? fault : undefined;
}

/** A fault that has been staged. */
interface Strike {
  /** True once it has happened. */
  struck(): boolean;
  /** Called after the informer has reacted; removes a fault that does not end by itself. */
  lift?(): void;
}

/** How the API servers of a cell are made. */
export interface Stage {
  /** Starts one with these objects; with `ahead`, its resourceVersions are above those of servers without it. */
  backend(clock: FakeClock, names: readonly string[], ahead: boolean): Promise<Backend & AsyncDisposable>;
  readonly settled?: SceneOptions['settled'];
  readonly patienceMs?: number | undefined;
  /** Whether the informer's cache is compact. Default: false. */
  readonly compact?: boolean | undefined;
  /** Whether the cache keeps named fields only, which are read as protobuf. Default: false. */
  readonly protobuf?: boolean | undefined;
}

/** Embedded servers on the clock of the cell. */
export const embeddedStage: Stage = {
  backend: (clock, names, ahead) => EmbeddedBackend.start(clock, names, ahead ? '1000000' : undefined),
};

/** Abort listeners of an informer that met no fault, once measured. */
const calm = new Map<Stage, Promise<number>>();

function calmListeners(stage: Stage): Promise<number> {
  const measure = async (): Promise<number> => {
    const clock = new FakeClock();
    using listeners = new AbortListeners();
    await using backend = await stage.backend(clock, names, false);
    await using scene = await FaultScene.of(clock, backend, {
      useWatchList: false,
      view: viewOf(0, 0),
      settled: stage.settled,
      patienceMs: stage.patienceMs,
    });
    scene.start();
    await scene.drive('sync', 0, () => scene.isSynced());
    return listeners.count;
  };
  const known = calm.get(stage) ?? measure();
  calm.set(stage, known);
  return known;
}

/** Stages one fault at one moment and checks how an informer handles it. */
export async function runCell(
  row: FaultRow,
  moment: Moment,
  stage: Stage = embeddedStage,
): Promise<CellResult> {
  if (moment === 'stopping') return stopping(row, stage);
  await using cell = await Cell.open(row, moment, stage);
  return await cell.run();
}

class Cell implements AsyncDisposable {
  readonly scene: FaultScene;
  readonly #row: FaultRow;
  readonly #moment: Moment;
  readonly #stage: Stage;
  readonly #backend: Backend & AsyncDisposable;
  /** The backend that is switched to. */
  readonly #other: (Backend & AsyncDisposable) | undefined;
  readonly listeners = new AbortListeners();
  readonly #disposables: Disposable[] = [this.listeners];
  readonly #wrong: string[] = [];
  /** Each of these has to happen exactly once. */
  readonly #rules: FaultRule[] = [];
  #writing = false;

  private constructor(
    scene: FaultScene,
    row: FaultRow,
    moment: Moment,
    stage: Stage,
    backend: Backend & AsyncDisposable,
    other: (Backend & AsyncDisposable) | undefined,
  ) {
    this.scene = scene;
    this.#row = row;
    this.#moment = moment;
    this.#stage = stage;
    this.#backend = backend;
    this.#other = other;
  }

  static async open(row: FaultRow, moment: Moment, stage: Stage): Promise<Cell> {
    const clock = new FakeClock();
    const to = row.staging.by === 'switching' ? row.staging.to : undefined;
    // Names that both backends have, and one that only one has: what only the first has must disappear.
    const backend = await stage.backend(clock, [...names, 'x', 'z'], to === 'back');
    const other =
      to === undefined ? undefined : await stage.backend(clock, ['y', ...names, 'x'], to === 'ahead');
    const scene = await FaultScene.of(clock, backend, {
      useWatchList: moment === 'before mark' || moment === 'after mark',
      view: viewOf(faultRows.indexOf(row), moments.indexOf(moment)),
      pageSize: moment === 'mid-page' ? 2 : undefined,
      compact: stage.compact,
      protobuf: stage.protobuf,
      settled: stage.settled,
      patienceMs: stage.patienceMs,
    });
    return new Cell(scene, row, moment, stage, backend, other);
  }

  async run(): Promise<CellResult> {
    const { scene } = this;
    await this.#prelude();
    const before = scene.lastRequest;
    const listeners = this.listeners.count;
    const strike = await this.#strike();
    const tookMs = await scene.drive('recovery', longestMs, async () => {
      if (!strike.struck()) return false;
      strike.lift?.();
      return !this.#writing && (await scene.isSynced());
    });
    // Gives the fault time to cause further requests.
    await scene.pass(30_000);
    const asked = scene.asked(before);
    const reports = [...scene.reports];
    // The relist that has pages has a cause of its own.
    if (this.#moment === 'mid-page') {
      const cause = reports.shift();
      if (cause !== 'watch Expired') this.#wrong.push(`${cause} was reported first, expected watch Expired`);
    }
    for (const { fault, hits } of this.#rules) {
      if (hits !== 1) this.#wrong.push(`${fault.name} has happened ${hits} times, expected once`);
    }
    await this.#expectAlive();
    const { count } = this.listeners;
    // One watch is open, as before. The number of listeners is compared with an informer that met no fault.
    const allowed = listeners > 0 ? listeners : await calmListeners(this.#stage);
    if (count > allowed) this.#wrong.push(`${count} abort listeners, ${allowed} without a fault`);
    const { lists, watches } = undisturbed(this.#moment);
    this.#wrong.push(...(await scene.faultsOfState()), ...(await scene.leftovers()));
    return {
      cost: `${asked.lists - lists}+${asked.watches - watches}`,
      reports,
      tookMs,
      wrong: this.#wrong,
    };
  }

  /** Runs until just before the fault. */
  async #prelude(): Promise<void> {
    const { scene } = this;
    switch (this.#moment) {
      case 'after mark':
      case 'mid-page':
        scene.start();
        await scene.drive('sync', 0, () => scene.isSynced());
        break;
      case 'idle':
      case 'stopping':
        await this.untilIdle();
        break;
      case 'under load':
        scene.start();
        await scene.drive('sync', 0, () => scene.isSynced());
        this.#write();
        await scene.pass(1000);
        break;
      default:
        break;
    }
  }

  /** An informer that synced long ago, whose watch has received two bookmarks, with no event pending. */
  async untilIdle(): Promise<void> {
    const { scene } = this;
    scene.start();
    await scene.drive('sync', 0, () => scene.isSynced());
    await scene.change();
    await scene.pass(130_000);
    if (scene.failing.counts.resyncs === 0) throw new Error('two minutes brought no resync');
  }

  async #strike(): Promise<Strike> {
    const { scene } = this;
    const place = placeOf(this.#moment);
    if (this.#moment === 'first list' || this.#moment === 'mid-page' || this.#moment === 'before mark') {
      const strike = this.strikeRequest(place);
      // A first list is served from the server's cache, without pages; a relist from etcd has pages.
      if (this.#moment === 'mid-page')
        this.#hit(scene.proxy.applyNow(faults.errorEvent(410), { verbs: ['watch'] }));
      else scene.start();
      await scene.drive('the fault', longestMs, () => strike.struck());
      scene.joinLate();
      await scene.change();
      return strike;
    }
    if (this.#moment === 'list→watch') {
      let strike: Strike | undefined;
      scene.beforeWatch = async (number) => {
        if (number > 1) return;
        await scene.change();
        strike = this.strikeRequest(place);
      };
      scene.start();
      await scene.drive('the fault', longestMs, () => strike?.struck() === true);
      scene.joinLate();
      return strike ?? neverStruck();
    }
    const strike = this.strikeStream();
    await scene.change();
    scene.joinLate();
    return strike;
  }

  /** Injects the fault into the next request of the place. */
  strikeRequest(place: Place): Strike {
    const { scene } = this;
    const { proxy } = scene;
    const { staging } = this.#row;
    const filter = filterOf(place);
    switch (staging.by) {
      case 'fault': {
        const fault = staging.at(place);
        if ('because' in fault) throw new Error(`no cell: ${fault.because}`);
        const rule = proxy.inject(fault, filter);
        this.#rules.push(rule);
        return { struck: () => rule.taken > 0 };
      }
      case 'refusing': {
        // A page uses the connection of the one before, so that connection is broken first.
        if (place !== 'page') return this.#refuse();
        let strike: Strike | undefined;
        proxy.inject(faults.reset(), {
          ...filter,
          where: () => {
            strike ??= this.#refuse();
            return true;
          },
        });
        return { struck: () => strike?.struck() === true, lift: () => strike?.lift?.() };
      }
      case 'switching': {
        if (place === 'watch') {
          this.#switch();
          return { struck: () => true };
        }
        // The first backend has the request and no longer answers: the other one does.
        const rule = proxy.inject(faults.delay(10_000), filter);
        let switched = false;
        return {
          struck: () => {
            if (rule.taken > 0 && !switched) {
              switched = true;
              this.#switch();
            }
            return switched;
          },
        };
      }
    }
  }

  /** Injects the fault into the open stream or, for a fault that only requests can meet, into the next stream. */
  strikeStream(): Strike {
    const { proxy } = this.scene;
    const { staging } = this.#row;
    const streams: RequestFilter = { verbs: ['watch', 'watchList'] };
    if (staging.by === 'switching') {
      this.#switch();
      return { struck: () => true };
    }
    if (staging.by === 'refusing') {
      const strike = this.#refuse();
      this.#hit(proxy.applyNow(faults.reset(), streams));
      return strike;
    }
    if (staging.live) {
      const fault = staging.at('watch');
      if ('because' in fault) throw new Error(`no cell: ${fault.because}`);
      this.#hit(proxy.applyNow(fault, streams));
      return { struck: () => true };
    }
    const strike = this.strikeRequest('watch');
    this.#hit(proxy.applyNow(faults.end(), streams));
    return strike;
  }

  #hit(streams: number): void {
    if (streams !== 1) this.#wrong.push(`${streams} streams were open to be struck, expected 1`);
  }

  #refuse(): Strike {
    const { scene } = this;
    const refusal = scene.proxy.refuse();
    this.#disposables.push(refusal);
    let lifted = false;
    const refused = (): number =>
      scene.reports.filter((report) => report.endsWith('ERR_CONNECTION_REFUSED')).length;
    return {
      struck: () => refused() > 0,
      lift() {
        if (lifted || refused() < 2) return;
        lifted = true;
        refusal[Symbol.dispose]();
      },
    };
  }

  #switch(): void {
    const { scene } = this;
    if (this.#row.staging.by === 'switching' && this.#row.staging.to === 'back') {
      this.#disposables.push(scene.first.mayGoBack(), scene.late.mayGoBack(), scene.failing.mayGoBack());
    }
    if (this.#other === undefined) throw new Error('there is no other backend');
    scene.backend = this.#other;
    scene.proxy.switchTo(this.#other.config);
  }

  /** Writes for 12 s, five changes a second. */
  #write(): void {
    const { scene } = this;
    this.#writing = true;
    let round = 0;
    const write = async (): Promise<void> => {
      const { backend } = scene;
      const name = `load-${Math.floor(round / 3) % 7}-${backend === this.#other ? 'there' : 'here'}`;
      const known = (await backend.truth()).some((object) => object.metadata?.name === name);
      if (!known) await backend.create(name, `${round}`);
      else if (round % 3 === 0) await backend.remove(name);
      else await backend.change(name, `${round}`);
    };
    const arm = (): void => {
      scene.clock.setTimer(() => {
        write()
          .catch((error: unknown) => this.#wrong.push(`the writer failed: ${String(error)}`))
          .finally(() => {
            if (++round < 60) arm();
            else this.#writing = false;
          });
      }, 200);
    };
    arm();
  }

  /** A change arrives at once on the open watch, without another request. */
  async #expectAlive(): Promise<void> {
    const { scene } = this;
    const before = scene.lastRequest;
    const reports = scene.reports.length;
    await scene.change();
    // A slow connection stays slow.
    const limitMs = this.#row.name.startsWith('bandwidth') ? 30_000 : 0;
    await scene.drive('the next change', limitMs, () => scene.isSynced());
    if (scene.lastRequest !== before) this.#wrong.push('the next change did not arrive on the open watch');
    if (scene.reports.length !== reports) this.#wrong.push('the next change was reported as a fault');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const disposable of this.#disposables) disposable[Symbol.dispose]();
    await this.scene[Symbol.asyncDispose]();
    await this.#other?.[Symbol.asyncDispose]();
    await this.#backend[Symbol.asyncDispose]();
    const { pendingTimers } = this.scene.clock;
    if (pendingTimers > 0) throw new Error(`${pendingTimers} timers are left after everything was closed`);
  }
}

function neverStruck(): never {
  throw new Error('the fault was not staged');
}

/**
 * Stops the informer while the fault is active: when its first list or watch-list meets it, in the same turn in which an
 * open stream meets it, and after the informer has noticed it. Each time it ends without time passing, and nothing
 * follows.
 */
async function stopping(row: FaultRow, stage: Stage): Promise<CellResult> {
  const wrong: string[] = [];
  const ways: readonly [string, Moment, (cell: Cell) => Promise<void>][] = [
    [
      'in its first list',
      'first list',
      async (cell) => {
        if (meaningless(row, 'first list') !== undefined) return;
        const strike = cell.strikeRequest('list');
        cell.scene.start();
        await cell.scene.drive('the fault', longestMs, () => strike.struck());
      },
    ],
    [
      'in the same turn',
      'stopping',
      async (cell) => {
        await cell.untilIdle();
        cell.strikeStream();
      },
    ],
    [
      'after it',
      'stopping',
      async (cell) => {
        await cell.untilIdle();
        const strike = cell.strikeStream();
        await cell.scene.change();
        await cell.scene.settled();
        strike.struck();
      },
    ],
  ];
  for (const [what, moment, act] of ways) {
    await using cell = await Cell.open(row, moment, stage);
    const listeners = cell.listeners.count;
    await act(cell);
    const { scene } = cell;
    const atMs = scene.clock.monotonic();
    const reports = scene.reports.length;
    await scene.stopInformer();
    if (scene.clock.monotonic() !== atMs) wrong.push(`${what}: stopping took time`);
    if (scene.reports.length !== reports) wrong.push(`${what}: the stop was reported as a fault`);
    for (const left of await scene.leftovers()) wrong.push(`${what}: ${left}`);
    // The abort removed the listeners of the stop signal itself; these are on signals linked inside the library.
    const { count } = cell.listeners;
    if (count > listeners) wrong.push(`${what}: ${count - listeners} abort listeners after the stop`);
  }
  return { cost: '0+0', reports: [], tookMs: 0, wrong };
}
