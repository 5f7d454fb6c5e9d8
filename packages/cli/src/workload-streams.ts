import { createServer } from 'node:http';
import { finished } from 'node:stream/promises';
import type {
  AttachSession,
  ExecSession,
  LogLine,
  LogSession,
  PortForwardSession,
} from '@kube-informers/testing';
import type { Clock } from 'kube-informers';

/** Time between two lines of a pod's log, ms. */
const lineMs = 1_000;
/** Lines that are kept, as a kubelet keeps only the newest files. */
const keptLines = 1_000;

/**
 * Yields the log of a simulated pod that has run since `startedMs`: a line each second.
 *
 * Line N has the same text and time in every request, so that a client can continue after a broken connection.
 */
export async function* podLog(
  { pod, container, follow, previous, signal }: LogSession,
  startedMs: number,
  clock: Clock,
): AsyncGenerator<LogLine> {
  if (previous) return;
  const lineCount = (): number => Math.floor((clock.now() - startedMs) / lineMs) + 1;
  for (let index = Math.max(0, lineCount() - keptLines); ; index++) {
    const atMs = startedMs + index * lineMs;
    if (index >= lineCount()) {
      if (!follow) return;
      await clock.sleep(atMs - clock.now(), { signal });
    }
    yield { time: new Date(atMs), text: index === 0 ? `${container} started in pod ${pod}` : textOf(index) };
  }
}

function textOf(index: number): string {
  return `GET /items/${(index * 7) % 50} 200 ${3 + ((index * 13) % 40)}ms`;
}

/** Writes the lines of a simulated pod from now on to a client that attaches, until it leaves. */
export async function podAttach(
  { stdout, signal }: AttachSession,
  startedMs: number,
  clock: Clock,
): Promise<void> {
  for (let index = Math.floor((clock.now() - startedMs) / lineMs) + 1; ; index++) {
    await clock.sleep(startedMs + index * lineMs - clock.now(), { signal });
    stdout.write(`${textOf(index)}\n`);
  }
}

/** Answers HTTP requests to any port of a simulated pod: `web-1:80 GET /path`. */
export async function podPort({ pod, port, stream }: PortForwardSession): Promise<void> {
  const server = createServer(({ method, url }, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(`${pod}:${port} ${method} ${url}\n`);
  });
  server.emit('connection', stream);
  await finished(stream);
}

const commands = ['cat', 'date', 'echo', 'env', 'hostname'];

/** Runs a command in a simulated pod: one of a few, without a shell. */
export async function podExec(
  { command, namespace, pod, container, stdin, stdout, stderr }: ExecSession,
  clock: Clock,
): Promise<number> {
  const [program = '', ...words] = command;
  switch (program) {
    case 'cat':
      if (words.length > 0) {
        stderr.write(`cat: ${words[0]}: No such file or directory\n`);
        return 1;
      }
      for await (const chunk of stdin) stdout.write(chunk);
      return 0;
    case 'date':
      stdout.write(`${new Date(clock.now()).toISOString()}\n`);
      return 0;
    case 'echo':
      stdout.write(`${words.join(' ')}\n`);
      return 0;
    case 'env':
      stdout.write(`HOSTNAME=${pod}\nPOD_NAMESPACE=${namespace}\nCONTAINER=${container}\n`);
      return 0;
    case 'hostname':
      stdout.write(`${pod}\n`);
      return 0;
    default:
      throw new Error(
        `exec: "${program}": executable file not found in $PATH; simulated pods have ${commands.join(', ')}`,
      );
  }
}
