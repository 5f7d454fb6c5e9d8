import { parseJson } from 'kube-informers/internal';
import type {
  ChangesModel,
  ControllerDetailModel,
  IncidentsModel,
  InformerDetailModel,
  StateModel,
} from '../model.js';

/** The path of the page, which ends with "/": the endpoints are below it. */
const base = location.pathname.endsWith('/') ? location.pathname : `${location.pathname}/`;
const tokenKey = 'kube-informers-inspector-token';

/** The server's answer was not the expected one. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Keeps the token for this tab. */
export function setToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

async function request(
  path: string,
  query: Readonly<Record<string, string>>,
  init: RequestInit,
): Promise<Response> {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  const token = sessionStorage.getItem(tokenKey);
  const response = await fetch(`${base}api/${path}${search === '' ? '' : `?${search}`}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...init,
  });
  if (response.ok) return response;
  const text = await response.text();
  throw new AnswerError(response.status, text.trim() || `status ${response.status}`);
}

/** Gets JSON. Rejects with AnswerError. */
export async function get<T>(
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<T> {
  // The endpoints answer with the types of model.ts.
  return parseJson(await (await request(path, query, { signal })).text()) as T;
}

/** Carries out an action. Rejects with AnswerError. */
export async function act(name: string, query: Readonly<Record<string, string>>): Promise<void> {
  await request(`actions/${name}`, query, { method: 'POST' });
}

/** What the event stream sends. */
export interface LiveEvents {
  readonly state: StateModel;
  readonly incidents: IncidentsModel;
  readonly informer: InformerDetailModel;
  readonly controller: ControllerDetailModel;
  readonly changes: ChangesModel;
}

/** Reads the event stream until it ends; `fetch` rather than EventSource, which cannot send a token. */
export async function readLive(
  query: Readonly<Record<string, string>>,
  onEvent: <K extends keyof LiveEvents>(name: K, data: LiveEvents[K]) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await request('live', query, { signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      // The names and types of live events are those of LiveEvents.
      if (data !== undefined) onEvent(name as keyof LiveEvents, JSON.parse(data) as never);
    }
  }
}
