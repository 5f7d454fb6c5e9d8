import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRefusal } from './scripts.js';
import type { ConfigMap, Refusal, Round, Script, Watch, WatchEvent } from './scripts.js';

/** What a server that plays a script says of its version: it decides how we list. */
export interface ScriptedServerOptions {
  /** Minor version of Kubernetes: 33 has no pages from its cache. */
  readonly minor: number;
}

/** Answers the requests for config maps with the rounds of a script, one after the other. */
export class ScriptedServer implements AsyncDisposable {
  /** The requests for config maps: `list 0 limit 500`, `watch 10`, `watch-list`. */
  readonly requests: string[] = [];
  readonly #rounds: readonly Round[];
  readonly #minor: number;
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #round = 0;
  /** Refusals of this round that were sent, and its watches; `-1`: its snapshot was not. */
  #refused = 0;
  #watched = -1;
  #bookmarkLost = false;

  private constructor({ rounds }: Script, { minor }: ScriptedServerOptions) {
    this.#rounds = rounds;
    this.#minor = minor;
  }

  static async start(script: Script, options: ScriptedServerOptions): Promise<ScriptedServer> {
    const server = new ScriptedServer(script, options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://server');
    if (pathname === '/version') {
      const minor = String(this.#minor);
      json(response, 200, { major: '1', minor, gitVersion: `v1.${minor}.0` });
      return;
    }
    if (pathname !== '/api/v1/configmaps') {
      json(response, 404, status(404));
      return;
    }
    const isWatch = searchParams.get('watch') === 'true' || searchParams.get('watch') === '1';
    const isWatchList = isWatch && searchParams.get('sendInitialEvents') === 'true';
    this.requests.push(
      [
        isWatchList ? 'watch-list' : isWatch ? 'watch' : 'list',
        searchParams.get('resourceVersion') ?? '',
        searchParams.has('limit') ? `limit ${searchParams.get('limit')}` : '',
      ]
        .filter((word) => word !== '')
        .join(' '),
    );
    if (isWatch && !isWatchList) this.#watch(response);
    else this.#snapshot(response, isWatchList);
  }

  #snapshot(response: ServerResponse, isStream: boolean): void {
    // Whoever asks again has lost the history.
    if (this.#watched >= 0 && this.#round + 1 < this.#rounds.length) {
      this.#round++;
      this.#refused = 0;
      this.#watched = -1;
    }
    const round = this.#now;
    const refusal = round.before?.[this.#refused];
    if (refusal !== undefined) {
      this.#refused++;
      refuse(response, refusal);
      return;
    }
    const items = round.items.map(configMap);
    if (!isStream) {
      this.#watched = 0;
      const metadata = { resourceVersion: String(round.version) };
      json(response, 200, { kind: 'ConfigMapList', apiVersion: 'v1', metadata, items });
      return;
    }
    const initial = items.map((object) => line('ADDED', object));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(initial.join(''));
    if (round.cutBeforeBookmark && !this.#bookmarkLost) {
      this.#bookmarkLost = true;
      cut(response);
      return;
    }
    response.write(line('BOOKMARK', marker(round.version, { 'k8s.io/initial-events-end': 'true' })));
    this.#watched = 0;
    const first = round.watches[0];
    if (first === undefined) return;
    if (isRefusal(first)) {
      response.end();
      return;
    }
    this.#watched = 1;
    play(response, first);
  }

  #watch(response: ServerResponse): void {
    const answer = this.#now.watches[this.#watched++];
    if (answer !== undefined && isRefusal(answer)) {
      refuse(response, answer);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    if (answer !== undefined) play(response, answer);
  }

  get #now(): Round {
    const round = this.#rounds[this.#round];
    if (round === undefined) throw new Error('a script has at least one round');
    return round;
  }
}

function play(response: ServerResponse, { events, ends }: Watch): void {
  response.write(events.map(lineOf).join(''));
  switch (ends) {
    case 'never':
      return;
    case 'end':
      response.end();
      return;
    case 'cut':
      cut(response);
      return;
    case 'torn':
      response.write('{"type":"MODIFIED","object":{"kind":"ConfigMap","metadata":{"na');
      cut(response);
  }
}

/** Breaks the connection once what was written has been sent. */
function cut(response: ServerResponse): void {
  response.write('', () => response.socket?.destroySoon());
}

function lineOf(event: WatchEvent): string {
  switch (event.type) {
    case 'BOOKMARK':
      return line('BOOKMARK', marker(event.version));
    case 'ERROR':
      return line('ERROR', status(event.code));
    case 'LINE':
      return `${event.text}\n`;
    default:
      return line(event.type, configMap(event.object));
  }
}

function line(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`;
}

function configMap({ name, version, uid }: ConfigMap): object {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default', uid, resourceVersion: String(version) },
    data: { version: String(version) },
  };
}

/** The object of a bookmark. */
function marker(version: number, annotations?: Record<string, string>): object {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { resourceVersion: String(version), ...(annotations && { annotations }) },
  };
}

const reasons: Readonly<Record<number, string>> = {
  404: 'NotFound',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
};

function status(code: number): object {
  const reason = reasons[code];
  if (reason === undefined)
    throw new Error(`a script may answer ${Object.keys(reasons).join(', ')}, got ${code}`);
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: reason, reason, code };
}

function refuse(response: ServerResponse, { code, retryAfterSeconds }: Refusal): void {
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  json(response, code, status(code));
}

function json(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
