import {
  ConfigError,
  Discovery,
  isBadRequest,
  type Logger,
  noopLogger,
  parseFieldSelector,
  parseSelector,
} from 'kube-informers';
import { newNotFound } from 'kube-informers/internal';
import {
  asError,
  dnsLabelProblems,
  exactMember,
  jsonText,
  linkSignal,
  printableLines,
  untilAborted,
} from 'kube-informers/internal';
import { RestClient } from 'kube-informers/rest';
import { ExitCode, UsageError } from './cli-io.js';
import type { CliIo, Terminal } from './cli-io.js';
import { clusterConfig } from './cluster-config.js';
import { CommandInformers, inspectPort, serveInspector } from './inspect-server.js';
import type { InspectServer } from './inspect-server.js';
import { Mirror } from './mirror.js';
import { errorLine } from './printable.js';
import { ResourcePrinter } from './printer.js';
import type { OutputFormat } from './printer.js';
import { ProgressLine } from './progress.js';
import { isRefusedResource } from './refusal.js';
import { resolveTargets } from './targets.js';
import { TroubleReporter } from './trouble.js';
import { WatchScreen } from './watch-screen.js';

/** The flags of `kube-informers watch`; names as in kubectl. */
export interface WatchFlags {
  readonly namespace?: string | undefined;
  readonly allNamespaces?: boolean | undefined;
  readonly selector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly output?: OutputFormat | undefined;
  readonly context?: string | undefined;
  readonly kubeconfig?: string | undefined;
  /** Print what changed, old → new. */
  readonly events?: boolean | undefined;
  /** Has no effect: `kubectl get -w` has it. */
  readonly watch?: boolean | undefined;
  /** Print lines, also in a terminal. */
  readonly plain?: boolean | undefined;
  /** Serve the inspector on this port; 0 for a free one. */
  readonly inspect?: string | undefined;
  /** Exit after the caches are synced and printed. */
  readonly once?: boolean | undefined;
}

/** A validated watch command line. */
interface WatchPlan {
  readonly format: OutputFormat;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Port of the inspector, 0 for a free one; undefined if it is not served. */
  readonly inspectPort: number | undefined;
  /** The terminal of the full-screen table; undefined prints lines. */
  readonly terminal: Terminal | undefined;
}

/**
 * Mirrors resources into caches with shared informers, prints the caches, then every change; in a terminal it shows them
 * as a full-screen table.
 *
 * Runs until `io.signal` aborts. An error of the server is one line on stderr, and the informers retry. Only a
 * refusal before the caches are synced (no credentials, an unsupported field selector, no permission for any of the
 * resources) ends the command, since retrying would not help.
 */
export async function watchCommand(
  words: readonly string[],
  flags: WatchFlags,
  io: CliIo,
  log: Logger,
): Promise<ExitCode> {
  const plan = checkFlags(flags, io, log);
  const progress = new ProgressLine(io.stderr, io.clock);
  let showsScreen = false;
  const write = (text: string): void => {
    // It would be written over the full-screen table.
    if (showsScreen) return;
    progress.clear();
    io.stderr.write(text);
  };
  const trouble = new TroubleReporter({ write });
  const config = await clusterConfig(flags, io, log, write);
  const rest = new RestClient(config, {
    logger: log,
    clock: io.clock,
  });
  // Ends the command: on Ctrl-C, on a refusal, or when --once is done.
  const scope = linkSignal(io.signal);
  const running: Promise<void>[] = [];
  let inspect: InspectServer | undefined;
  try {
    const targets = await resolveTargets(words, new Discovery(rest), { signal: scope.signal });
    const namespace = flags.allNamespaces === true ? '' : (flags.namespace ?? config.namespace ?? 'default');
    const mirrors = targets.map(
      (target) =>
        new Mirror(rest, target, {
          ...plan,
          namespace: target.resource.namespaced ? namespace : '',
          columns: plan.format === 'wide' ? 'wide' : plan.format === 'table' ? 'usual' : undefined,
          log,
          clock: io.clock,
          onError: (mirror, error) => {
            const isRefused = mirror.refusal === error;
            const isOver = !isRefusedResource(error) || mirrors.every((other) => other.refusal !== undefined);
            if (isRefused && isOver) scope.abort(refusal(error, plan));
            // The full-screen table shows errors itself, and --once prints refusals at its end.
            else if (plan.terminal === undefined && !(isRefused && flags.once === true))
              trouble.report(mirror.label, error);
          },
          onAnswer: (mirror) => trouble.answered(mirror.label),
        }),
    );
    if (plan.inspectPort !== undefined) {
      const informers = mirrors.map(({ informer }) => informer);
      inspect = await serveInspector(plan.inspectPort, new CommandInformers(informers, rest), io.clock);
      io.stderr.write(`inspector: ${inspect.url}\n`);
    }
    if (plan.terminal !== undefined) {
      const screen = new WatchScreen(mirrors, plan.terminal, {
        colour: (io.env['NO_COLOR'] ?? '') === '',
        clock: io.clock,
        note: inspect === undefined ? '' : `inspector: ${inspect.url}`,
        toYaml: await yamlWriter(),
        rest,
      });
      for (const mirror of mirrors) running.push(mirror.run({ signal: scope.signal }));
      showsScreen = true;
      await screen.run(scope.signal);
      return ExitCode.Ok;
    }
    for (const mirror of mirrors) running.push(mirror.run({ signal: scope.signal }));
    await fillCaches(mirrors, progress, scope.signal);

    const toYaml = plan.format === 'yaml' ? await yamlWriter() : String;
    const printers = mirrors.map((mirror) => printerFor(mirror, plan, flags, io, toYaml, mirrors.length > 1));
    // Nothing is awaited between printing the caches and adding the handlers, so no change is missed or printed
    // twice.
    printCaches(mirrors, printers, flags, io);
    if (flags.once === true)
      return mirrors.every(({ hasSynced }) => hasSynced) ? ExitCode.Ok : ExitCode.Failed;
    mirrors.forEach((mirror, index) => {
      mirror.onEvent((event) => printers[index]?.printEvent(event), { withInitial: !mirror.hasSynced });
    });
    await untilAborted(scope.signal);
    throw scope.signal.reason;
  } finally {
    scope.abort(new Error('the command has ended'));
    await Promise.allSettled(running);
    await inspect?.[Symbol.asyncDispose]();
    await rest.close();
  }
}

/**
 * Returns a function that formats an object as YAML.
 *
 * Parts shared by two states of an object are written in full, without YAML aliases. An object too deep for the YAML
 * writer is written as JSON, which is valid YAML.
 */
export async function yamlWriter(): Promise<(value: object) => string> {
  const { Document, visit } = await import('yaml');
  return (value) => {
    try {
      const document = new Document(value, exact, { aliasDuplicateObjects: false });
      visit(document, {
        // As kubectl prints an object, in whatever order the server sent its fields.
        Map(_key, node) {
          if (node.has('apiVersion')) node.items.sort((a, b) => rankOf(a.key) - rankOf(b.key));
        },
        Scalar(_key, node) {
          // YAML interprets escapes only between double quotes.
          if (typeof node.value === 'string' && printableLines(node.value) !== node.value)
            node.type = 'QUOTE_DOUBLE';
        },
      });
      return document.toString();
    } catch (thrown) {
      // The writer is recursive and may run out of stack.
      if (!(thrown instanceof RangeError)) throw thrown;
      return `${jsonText(value)}\n`;
    }
  };
}

const firstFields = ['apiVersion', 'kind', 'metadata'];

function rankOf(field: unknown): number {
  const rank = firstFields.indexOf(String(field));
  return rank === -1 ? firstFields.length : rank;
}

/** A replacer, called with the object or list that has the value. */
function exact(this: unknown, name: unknown, value: unknown): unknown {
  return typeof value === 'number' && typeof this === 'object' && this !== null
    ? exactMember(this, String(name))
    : value;
}

/** Lines are for pipes, files and programs, for what a table cannot show, and for terminals without control sequences. */
function screenTerminal(
  flags: WatchFlags,
  format: OutputFormat,
  io: CliIo,
  log: Logger,
): Terminal | undefined {
  const isTable = (format === 'table' || format === 'wide') && flags.events !== true && flags.once !== true;
  // Log lines of --debug would be written over the table.
  if (!isTable || flags.plain === true || log !== noopLogger || io.env['TERM'] === 'dumb') return undefined;
  return io.terminal;
}

function checkFlags(flags: WatchFlags, io: CliIo, log: Logger): WatchPlan {
  const format = flags.output ?? 'table';
  checkNamespace(flags);
  return {
    format,
    labelSelector: checkSelector('-l', flags.selector, parseSelector),
    fieldSelector: checkSelector('--field-selector', flags.fieldSelector, parseFieldSelector),
    inspectPort: flags.inspect === undefined ? undefined : inspectPort(flags.inspect),
    terminal: screenTerminal(flags, format, io, log),
  };
}

/** Throws for an invalid namespace name; a namespace that does not exist has an empty list, as in kubectl. */
function checkNamespace({ namespace, allNamespaces }: WatchFlags): void {
  if (namespace === undefined || allNamespaces === true) return;
  if (dnsLabelProblems(namespace).length === 0) return;
  throw new UsageError(
    `-n must be the name of a namespace (lower case letters, digits and "-"), got ${JSON.stringify(namespace)}`,
  );
}

function checkSelector(
  flag: string,
  text: string | undefined,
  parse: (text: string) => { toString(): string },
): string {
  try {
    return text === undefined ? '' : parse(text).toString();
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(`${flag}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A field selector error is a usage error: only the server knows which fields can be selected. */
function refusal(error: unknown, plan: WatchPlan): unknown {
  if (!isBadRequest(error) || plan.fieldSelector === '') return error;
  return new UsageError(`--field-selector: ${asError(error).message}`, { cause: error });
}

async function fillCaches(
  mirrors: readonly Mirror[],
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<void> {
  progress.start(
    mirrors.map((mirror) => ({
      label: mirror.label,
      received: () => mirror.received,
      done: () => mirror.hasSynced || mirror.refusal !== undefined,
    })),
  );
  try {
    await Mirror.settled(mirrors, { signal });
  } finally {
    progress.stop();
  }
}

function printerFor(
  mirror: Mirror,
  plan: WatchPlan,
  flags: WatchFlags,
  io: CliIo,
  toYaml: (value: object) => string,
  several: boolean,
): ResourcePrinter {
  return new ResourcePrinter(mirror.target.resource, io.stdout, {
    format: plan.format,
    events: flags.events === true,
    columns: () => mirror.columns,
    where: mirror.namespace === '' ? '' : ` in namespace ${mirror.namespace}`,
    withKind: several,
    now: () => io.clock.now(),
    toYaml,
  });
}

/** Prints every cache, and with `--once` why the others were refused. A missing object that was asked for by name fails `--once`; otherwise it is waited for. */
function printCaches(
  mirrors: readonly Mirror[],
  printers: readonly ResourcePrinter[],
  flags: WatchFlags,
  io: CliIo,
): void {
  mirrors.forEach((mirror, index) => {
    if (!mirror.hasSynced) {
      const reason = errorLine(mirror.refusal);
      if (flags.once === true) io.stderr.write(`error: ${mirror.label}: ${reason}\n`);
      return;
    }
    const { resource, name, instead } = mirror.target;
    const objects = mirror.objects();
    if (name !== undefined && objects.length === 0) {
      const advice = instead === undefined ? '' : ` (or did you mean ${instead}?)`;
      const missing = `${errorLine(newNotFound(resource, name))}${advice}`;
      if (flags.once === true) throw new Error(missing);
      io.stderr.write(`warning: ${missing}; waiting for it\n`);
      return;
    }
    printers[index]?.printAll(objects);
  });
}
