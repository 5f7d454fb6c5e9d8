// The server's process and the participants', from the runner's side.
import { fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The server in a separate process. */
export async function startServer(binary) {
  const child = fork(fileURLToPath(new URL('./server/main.mjs', import.meta.url)), [], {
    execPath: binary,
    execArgv: [],
  });
  const waiting = new Map();
  let lastId = 0;
  const started = new Promise((resolve, reject) => {
    child.on('message', ({ id, port, ...answer }) => {
      if (port !== undefined) resolve(port);
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      const error = new Error(`the server's process ended with ${code}`);
      reject(error);
      for (const { reject: refuse } of waiting.values()) refuse(error);
    });
  });
  const port = await started;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** Says something to it, and resolves with its answer. */
    ask(type, message = {}) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, type, ...message });
      });
    },
    stop() {
      child.disconnect();
    },
  };
}

/** A participant in a separate process, which answers messages. */
export class Client {
  #child;
  #send;
  #limitMs;
  #stderr = '';
  #next;
  #ended;

  /** client/main.mjs on this binary of Node. `flags` are Node's; `limitMs`: longest wait for one answer. */
  static ofNode({ binary, flags, setup, limitMs }) {
    const file = fileURLToPath(new URL('./client/main.mjs', import.meta.url));
    const child = fork(file, [JSON.stringify(setup)], {
      execPath: binary,
      execArgv: ['--expose-gc', ...flags],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const client = new Client({ child, limitMs, send: (message) => child.send(message) });
    child.on('message', (message) => client.#answered(message));
    return client;
  }

  /** A program that reads and writes lines of JSON, of which the first that it reads is the setup. */
  static ofLines({ command, args = [], env = {}, setup, limitMs }) {
    const child = spawn(command, args, { env: { ...process.env, ...env } });
    // A program that has ended is reported by its end.
    child.stdin.on('error', () => undefined);
    const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
    const client = new Client({ child, limitMs, send });
    createInterface({ input: child.stdout }).on('line', (line) => client.#answered(JSON.parse(line)));
    send(setup);
    return client;
  }

  constructor({ child, send, limitMs }) {
    this.#child = child;
    this.#send = send;
    this.#limitMs = limitMs;
    child.stderr.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-20_000);
    });
    child.on('error', (error) => this.#next?.reject(error));
    child.on('close', (code, signal) => {
      this.#ended = new Error(`ended with ${code ?? signal}: ${firstError(this.#stderr)}`);
      this.#next?.reject(this.#ended);
    });
  }

  #answered(message) {
    this.#next?.resolve(message);
  }

  /** Resolves with its next message; rejects when it fails, ends, or says nothing for too long. */
  async answer() {
    let timer;
    try {
      const message = await new Promise((resolve, reject) => {
        this.#next = { resolve, reject };
        if (this.#ended !== undefined) reject(this.#ended);
        timer = setTimeout(() => reject(new Error(`no answer in ${this.#limitMs} ms`)), this.#limitMs);
      });
      if (message.failed !== undefined) throw new Error(firstError(message.failed));
      return message;
    } finally {
      clearTimeout(timer);
      this.#next = undefined;
    }
  }

  /** Runs a phase; `whenArmed` is called once it waits for what the server will send. */
  async phase(type, message = {}, whenArmed) {
    this.#send({ type, ...message });
    let fromServer;
    if (whenArmed !== undefined) {
      await this.answer();
      fromServer = whenArmed();
      // Awaited below; a failure of the client's comes first.
      fromServer.catch(() => undefined);
    }
    const { result } = await this.answer();
    return { ...result, ...(await fromServer) };
  }

  kill() {
    this.#child.kill('SIGKILL');
  }
}

/** The line of a stack that says what went wrong. */
export function firstError(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return (
    // The source line that Node prints before it may name a class of errors.
    lines.find((line) => /^\w*Error\b/.test(line)) ??
    lines.find((line) => /Error\b.*:/.test(line)) ??
    lines.find((line) => line !== '') ??
    'without a word'
  );
}
