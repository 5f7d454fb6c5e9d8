import { type Logger, noopLogger } from 'kube-informers';
import { isUnexpectedServerError } from 'kube-informers/internal';
import { asError, isError, lineLogger, version } from 'kube-informers/internal';
import { Argument, Command, CommanderError, Option } from 'commander';
import { ExitCode, Interrupted, OutputClosed, UsageError, safeIo } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { completeCommand, completionScript, shells } from './completion.js';
import type { Shell } from './completion.js';
import { demoCommand } from './demo-command.js';
import { withInspectPort } from './inspect-server.js';
import { outputFormats } from './printer.js';
import { serveCommand } from './serve-command.js';
import type { ServeFlags } from './serve-command.js';
import { errorLine, oneLine } from './printable.js';
import { typesCommand } from './types-command.js';
import type { TypesFlags } from './types-command.js';
import { validateCommand } from './validate-command.js';
import type { ValidateFlags } from './validate-command.js';
import { watchCommand } from './watch-command.js';
import type { WatchFlags } from './watch-command.js';

/** Runs one command line (without node and script) and resolves with its exit code; never rejects. */
export async function run(args: readonly string[], rawIo: CliIo): Promise<ExitCode> {
  const io = safeIo(rawIo);
  const debug = args.includes('--debug');
  let exitCode: ExitCode = ExitCode.Ok;
  const program = buildProgram(
    io,
    debug ? lineLogger((line) => void io.stderr.write(`${line}\n`)) : noopLogger,
    (code) => {
      exitCode = code;
    },
  );
  try {
    await program.parseAsync(withInspectPort(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, io, debug, commandIn(program, args));
  }
}

function buildProgram(io: CliIo, log: Logger, done: (code: ExitCode) => void): Command {
  const program = new Command('kube-informers');
  program
    .description('Mirrors Kubernetes resources into local caches with informers, and prints every change.')
    .version(version)
    .option('--debug', 'log to stderr, and print stack traces')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      // Commander's own message is printed by report(), so that every error looks the same.
      outputError: () => undefined,
    });

  program
    .command('watch')
    .description(
      'mirror resources into caches, as a live table in a terminal, else as lines for every change',
    )
    .argument('<resource...>', 'as in kubectl: pods, po,svc, all, deploy.apps, pod web-1, pod/web-1')
    .option('-n, --namespace <namespace>', "namespace to watch (default: the context's)")
    .option('-A, --all-namespaces', 'all namespaces')
    .option('-l, --selector <selector>', 'label selector: app in (web, api),!canary')
    .option('--field-selector <selector>', 'field selector: status.phase=Running,spec.nodeName!=')
    .addOption(
      new Option('-o, --output <format>', 'how objects are printed; json: one per line').choices(
        outputFormats,
      ),
    )
    .option('--context <context>', 'context of the kubeconfig')
    .option('--kubeconfig <file>', 'kubeconfig to use (default: KUBECONFIG, ~/.kube/config, in-cluster)')
    .option('--events', 'print what changed, old → new; with -o json, one envelope per line')
    .option('--plain', 'print lines, also in a terminal')
    .option('--inspect [port]', 'serve the inspector on 127.0.0.1 (default, and 0: a free port)')
    .option('-w, --watch', "accepted for kubectl's users: this command always watches")
    .option('--once', 'exit after printing the synced caches')
    .addHelpText('after', watchExamples)
    .option('--debug', 'log to stderr, and print stack traces')
    .action(async (words: string[], flags: WatchFlags) => done(await watchCommand(words, flags, io, log)));

  program
    .command('serve')
    .description('start the embedded API server and write a kubeconfig for it')
    .option('--port <port>', 'port to listen on (default: a free port)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--kubeconfig-out <file>', 'file to write the kubeconfig to (default: kube-informers.kubeconfig)')
    .option('--workload', 'simulate a small cluster, as in the demo')
    .option('--debug', 'print stack traces')
    .action(async (flags: ServeFlags) => done(await serveCommand(flags, io)));

  program
    .command('types')
    .description('write TypeScript types of resources, with the descriptors for clients and informers')
    .argument('[name...]', "only these: backups.example.com, 'cert-manager.io/*', pods (default: all)")
    .requiredOption('--from <source>', 'file, folder, URL, - for standard input, or cluster')
    .option('-o, --output <path>', 'file that ends in .ts, or folder (default: standard output)')
    .option('--api-version <version>', 'only this version: v1')
    .option('--built-in', 'what the cluster serves by itself, instead of custom resources')
    .option('--check', 'write nothing; fail if the output is out of date')
    .option(
      '--force',
      'overwrite files that were edited or not generated, and remove kinds that are not in the input',
    )
    .option('--skip-others', 'leave out documents that are not CustomResourceDefinitions')
    .option('--context <context>', 'context of the kubeconfig, with --from cluster')
    .option('--kubeconfig <file>', 'kubeconfig to use, with --from cluster')
    .addHelpText('after', typesExamples)
    .option('--debug', 'log to stderr, and print stack traces')
    .action(async (patterns: string[], flags: TypesFlags) =>
      done(await typesCommand(patterns, flags, io, log)),
    );

  program
    .command('validate')
    .description(
      'check manifests as an API server would, without one: built-in kinds, and those of definitions',
    )
    .requiredOption('-f, --filename <path...>', 'files or folders with the objects, - for standard input')
    .option('--crds <path...>', 'files or folders with CustomResourceDefinitions')
    .option('--ignore-missing-schemas', 'skip objects of kinds that are neither built in nor defined')
    .addOption(
      new Option('-o, --output <format>', 'how problems are printed')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', validateExamples)
    .option('--debug', 'print stack traces')
    .action(async (flags: ValidateFlags) => done(await validateCommand(flags, io)));

  program
    .command('demo')
    .description('run informers against a simulated cluster in this process; no cluster needed')
    .option('--debug', 'print stack traces')
    .action(async () => done(await demoCommand(io)));

  const shell = (): Argument => new Argument('<shell>').choices(shells);
  program
    .command('completion')
    .description('print a script that completes commands, flags, resources, contexts and namespaces')
    .addArgument(shell())
    .addHelpText('after', completionExamples)
    .action((given: Shell) => {
      io.stdout.write(completionScript(given));
      done(ExitCode.Ok);
    });
  // What these scripts run at each Tab.
  program
    .command('complete', { hidden: true })
    .addArgument(shell())
    .argument('[words...]')
    .action(async (given: Shell, words: string[]) => done(await completeCommand(given, words, program, io)));

  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  return program;
}

const watchExamples = `
Examples:
  kube-informers watch pods,deployments -A          a table of each, then every change
  kube-informers watch pod web-1 -n shop --events   what changed, old and new
  kube-informers watch all -n shop                  every resource of the category all
  kube-informers watch nodes -o json --once         the objects, one per line
`;

const typesExamples = `
Examples:
  kube-informers types --from crd.yaml -o src/backup.ts
  kube-informers types --from config/crd/bases -o src/types/      a module for each group-version
  kube-informers types --from cluster 'cert-manager.io/*' -o src/types/
  kube-informers types --from cluster --built-in pods apps/deployments -o src/types/
  kube-informers types --from crd.yaml -o src/backup.ts --check   for CI

Generate all kinds of a group in one run. A folder loses the modules of versions that left their definition; modules of
other groups, and files that were edited or not generated, stay.
`;

const validateExamples = `
Examples:
  kube-informers validate -f deploy/ --crds config/crd/bases
  kube-informers validate -f deploy/ -o json > problems.json
  kubectl kustomize overlays/production | kube-informers validate -f -

The exit code is 0 if all objects are valid, 1 if there are problems, and 2 for a wrong command line. Nothing is called.
`;

const completionExamples = `
Examples:
  source <(kube-informers completion bash)                       in ~/.bashrc
  source <(kube-informers completion zsh)                        in ~/.zshrc, after compinit
  kube-informers completion fish | source                        in ~/.config/fish/config.fish
`;

/** The words that begin a command line, for a hint to its help: `kube-informers watch`. */
function commandIn(program: Command, args: readonly string[]): string {
  const named = program.commands.find((command) => args.includes(command.name()));
  return named === undefined ? program.name() : `${program.name()} ${named.name()}`;
}

// What users of kubectl type first.
const kubectlVerbs = new Set(['get', 'describe', 'list', 'ls']);

function report(thrown: unknown, io: CliIo, debug: boolean, command: string): ExitCode {
  if (thrown instanceof OutputClosed) return ExitCode.Ok;
  if (thrown instanceof Interrupted) {
    // The terminal has just shown ^C: start the shell's prompt on a new line.
    if (io.stderr.isTTY) io.stderr.write('\n');
    return thrown.exitCode;
  }
  if (thrown instanceof CommanderError) {
    if (thrown.exitCode === 0) return ExitCode.Ok; // --help and --version
    if (thrown.code === 'commander.help') return ExitCode.Usage; // no command: the help was printed
    const [, word = ''] = /^error: unknown command '(.*)'/.exec(thrown.message) ?? [];
    const advice = kubectlVerbs.has(word) ? `: use ${command} watch --once` : '';
    io.stderr.write(`${oneLine(thrown.message)}${advice} (see ${command} --help)\n`);
    return ExitCode.Usage;
  }
  const error = asError(thrown);
  io.stderr.write(`error: ${errorLine(error)}${hint(error)}\n`);
  if (debug) io.stderr.write(`${stackOf(error)}\n${causes(error)}`);
  return error instanceof UsageError ? ExitCode.Usage : ExitCode.Failed;
}

/** Adds advice to messages that do not say what to do. */
function hint(error: Error): string {
  if (isUnexpectedServerError(error)) {
    return '; this is not a response of a Kubernetes API server: check the server URL in the kubeconfig, and any proxies';
  }
  return '';
}

function causes(error: Error): string {
  let text = '';
  for (let cause = error.cause; isError(cause); cause = cause.cause) {
    text += `caused by: ${stackOf(cause)}\n`;
  }
  return text;
}

/** The stack with the message on one line: a server's message must not look like further output lines. */
function stackOf({ stack, message }: Error): string {
  const head = message === '' ? -1 : (stack?.indexOf(message) ?? -1);
  if (stack === undefined || head === -1) return stack === undefined ? oneLine(message) : stack;
  return stack.slice(0, head) + oneLine(message) + stack.slice(head + message.length);
}
