import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  ChangesModel,
  ControllerDetailModel,
  IncidentsModel,
  InformerDetailModel,
  StateModel,
} from '../model.js';
import { AnswerError, readLive } from './api.js';

/** Points of a sparkline: two minutes. */
const points = 120;
const maxRetryMs = 5000;

/** How the page gets its data. */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly sinceMs: number; readonly why: string }
  | { readonly kind: 'refused'; readonly status: number; readonly why: string };

/** What is known at the moment. */
export interface Live {
  readonly connection: Connection;
  readonly state: StateModel | undefined;
  readonly incidents: IncidentsModel | undefined;
  readonly informer: InformerDetailModel | undefined;
  readonly controller: ControllerDetailModel | undefined;
  readonly changes: ChangesModel | undefined;
  /** Events a second of each informer, the newest last. */
  readonly rates: ReadonlyMap<string, readonly number[]>;
}

/** Which parts the stream sends beside the state. */
export interface Topics {
  readonly informer: string;
  readonly changes: boolean;
  readonly key: string;
  readonly controller: string;
  /** The key whose runs are sent; "" for those of all. */
  readonly run: string;
}

/** Follows the program; connects again when the stream ends. `attempt` changes to try again at once. */
export function useLive({ informer, changes, key, controller, run }: Topics, attempt: number): Live {
  const [live, setLive] = useState<Live>({
    connection: { kind: 'connecting' },
    state: undefined,
    incidents: undefined,
    informer: undefined,
    controller: undefined,
    changes: undefined,
    rates: new Map(),
  });
  const rates = useRef(new RateHistory());
  useEffect(() => {
    const stop = new AbortController();
    setLive((before) => ({ ...before, informer: undefined, controller: undefined, changes: undefined }));
    const lost = (why: string): void =>
      setLive((before) => ({
        ...before,
        connection:
          before.connection.kind === 'lost'
            ? { ...before.connection, why }
            : { kind: 'lost', sinceMs: Date.now(), why },
      }));
    const follow = async (): Promise<void> => {
      for (let retryMs = 500; !stop.signal.aborted; retryMs = Math.min(retryMs * 2, maxRetryMs)) {
        try {
          await readLive(
            { informer, changes: changes ? '1' : '', key, controller, run },
            (name, data) => {
              retryMs = 500;
              if (name === 'state') rates.current.add(data as StateModel);
              setLive((before) => ({
                ...before,
                connection: { kind: 'live' },
                [name]: data,
                rates: rates.current.byInformer,
              }));
            },
            stop.signal,
          );
          if (!stop.signal.aborted) lost('the program closed the connection');
        } catch (thrown) {
          if (stop.signal.aborted) return;
          if (thrown instanceof AnswerError && [401, 403].includes(thrown.status)) {
            const { status, message: why } = thrown;
            setLive((before) => ({ ...before, connection: { kind: 'refused', status, why } }));
            return;
          }
          lost(thrown instanceof AnswerError ? thrown.message : 'the program does not answer');
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    };
    void follow();
    return () => stop.abort();
  }, [informer, changes, key, controller, run, attempt]);
  return live;
}

class RateHistory {
  byInformer: ReadonlyMap<string, readonly number[]> = new Map();
  #last: StateModel | undefined;

  add(state: StateModel): void {
    const last = this.#last;
    this.#last = state;
    const seconds = last === undefined ? 0 : (state.atMs - last.atMs) / 1000;
    if (seconds <= 0.2) return;
    const before = new Map(last?.informers.map(({ id, events }) => [id, events]));
    this.byInformer = new Map(
      state.informers.map(({ id, events }) => {
        const perSecond = Math.max(0, (events - (before.get(id) ?? events)) / seconds);
        return [id, [...(this.byInformer.get(id) ?? []), perSecond].slice(-points)];
      }),
    );
  }
}
