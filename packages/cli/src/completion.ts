import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { groupResourceName } from '@kube-informers/inspector/internal';
import { Argument, type Command, type Option } from 'commander';
import { Clientset, Discovery, KubeConfig, noopLogger } from 'kube-informers';
import { linkSignal } from 'kube-informers/internal';
import { RestClient } from 'kube-informers/rest';
import { ExitCode } from './cli-io.js';
import type { CliIo } from './cli-io.js';
import { clusterConfig } from './cluster-config.js';
import type { ClusterFlags } from './cluster-config.js';
import { oneLine } from './printable.js';
import { canBeWatched } from './targets.js';

/** The shells that have completion. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** How long the cluster may take to answer while a person waits, ms. */
const clusterMs = 3_000;
/** Namespaces that are offered. */
const maxNamespaces = 500;
/** The line that stands for the files of this machine, which the shell knows best. */
const files = ':files';

/** One word to offer. */
export interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}

/**
 * Prints what can stand at the end of a command line, a word in each line, with a description after a tab.
 *
 * `words` are those after the program's name; the last one, which may be empty, is being written. Commands and flags are those of
 * `program`, which parses command lines. Rejects if a kubeconfig or the cluster is needed and cannot be read.
 */
export async function completeCommand(
  shell: Shell,
  words: readonly string[],
  program: Command,
  io: CliIo,
): Promise<ExitCode> {
  const given = shell === 'bash' ? joined(words) : words;
  const { current, candidates } = await candidatesOf(program, given, io);
  for (const line of offeredLines(shell, current, candidates)) io.stdout.write(`${line}\n`);
  return ExitCode.Ok;
}

/** Returns a line for each word that begins with what is written. Words and descriptions may come from a server. */
export function offeredLines(shell: Shell, current: string, candidates: readonly Candidate[]): string[] {
  // Bash completes only what follows the last of these.
  const start = shell === 'bash' ? current.search(/[^:=]*$/) : 0;
  return candidates.flatMap(({ word, description = '' }) => {
    if (word === files) return files;
    // A shell would interpret other characters, and may run what is in them.
    if (!word.startsWith(current) || !/^[\w.:/@%+,=-]+$/.test(word)) return [];
    return word.slice(start) + (shell === 'bash' ? '' : `\t${oneLine(description)}`);
  });
}

/** Joins the words that Bash has separated at `=` and `:`. */
function joined(words: readonly string[]): string[] {
  const whole: string[] = [];
  for (const [index, word] of words.entries()) {
    const before = words[index - 1] ?? '';
    if (index > 0 && (/^[:=]+$/.test(word) || /^[:=]+$/.test(before))) whole.push((whole.pop() ?? '') + word);
    else whole.push(word);
  }
  return whole;
}

/** Where a command line ends. */
interface Position {
  readonly command: Command;
  /** The values of the flags before, by name. */
  readonly flags: ClusterFlags;
  /** The flag whose value is written. */
  readonly flag: Option | undefined;
  /** Number of arguments of the command before. */
  readonly args: number;
  /** True after `--`. */
  readonly isArgument: boolean;
}

function positionAfter(program: Command, words: readonly string[]): Position {
  let command = program;
  let flag: Option | undefined;
  let args = 0;
  let isArgument = false;
  const flags: Record<string, string> = {};
  for (const word of words) {
    if (flag !== undefined) {
      flags[flag.attributeName()] = word;
      flag = undefined;
    } else if (word === '--') isArgument = true;
    else if (word.startsWith('-') && !isArgument) {
      const [name = '', ...value] = word.split('=');
      const option = optionOf(command, name);
      if (value.length > 0 && option !== undefined) flags[option.attributeName()] = value.join('=');
      else if (option?.required === true) flag = option;
    } else if (command === program)
      command = commandsOf(program).find((known) => known.name() === word) ?? program;
    else args++;
  }
  return { command, flags, flag, args, isArgument };
}

function optionOf({ options }: Command, name: string): Option | undefined {
  return options.find(({ long, short }) => name === long || name === short);
}

function commandsOf(program: Command): readonly Command[] {
  return program.createHelp().visibleCommands(program);
}

async function candidatesOf(
  program: Command,
  words: readonly string[],
  io: CliIo,
): Promise<{ readonly current: string; readonly candidates: readonly Candidate[] }> {
  const current = words.at(-1) ?? '';
  const at = positionAfter(program, words.slice(0, -1));
  if (at.flag !== undefined) return { current, candidates: await valuesOf(at.flag, at.flags, io) };
  if (current.startsWith('-') && !at.isArgument) {
    const [name = '', ...value] = current.split('=');
    const option = value.length === 0 ? undefined : optionOf(at.command, name);
    if (option !== undefined) {
      const values = await valuesOf(option, at.flags, io);
      const candidates = values.map((value) =>
        value.word === files ? value : { ...value, word: `${name}=${value.word}` },
      );
      return { current, candidates };
    }
    const candidates = at.command
      .createHelp()
      .visibleOptions(at.command)
      .map(({ long, description }) => ({ word: long ?? '', description }));
    return { current, candidates };
  }
  if (at.command === program) {
    const candidates = commandsOf(program).map((command) => ({
      word: command.name(),
      description: command.description(),
    }));
    return { current, candidates };
  }
  const { registeredArguments } = at.command;
  const argument = registeredArguments[at.args];
  if (argument === undefined) return { current, candidates: [] };
  const candidates = await valuesOf(argument, at.flags, io);
  // Resources are a list with commas.
  const list = current.slice(0, current.lastIndexOf(',') + 1);
  return { current, candidates: candidates.map((one) => ({ ...one, word: list + one.word })) };
}

/** Returns what a flag or an argument can be, by its choices and by the name of its value. */
async function valuesOf(
  of: Option | Argument,
  flags: ClusterFlags,
  io: CliIo,
): Promise<readonly Candidate[]> {
  if (of.argChoices !== undefined) return of.argChoices.map((word) => ({ word }));
  const name = of instanceof Argument ? of.name() : /[<[](\w+)/.exec(of.flags)?.[1];
  switch (name) {
    case 'context':
      return [...(await contexts(flags, io))].map((word) => ({ word }));
    case 'file':
    case 'path':
    case 'source':
      return [...(name === 'source' ? [{ word: 'cluster' }] : []), { word: files }];
    case 'namespace':
      return withCluster(flags, io, namespaces);
    case 'resource':
      return withCluster(flags, io, resources);
    default:
      return [];
  }
}

/** The contexts of the kubeconfigs that `loadConfig` reads. */
async function contexts({ kubeconfig }: ClusterFlags, { env, homeDir = '' }: CliIo): Promise<Set<string>> {
  const listed = kubeconfig ?? env['KUBECONFIG'] ?? join(homeDir, '.kube/config');
  const names = new Set<string>();
  for (const file of kubeconfig === undefined ? listed.split(delimiter) : [listed])
    // A file of the list may be missing.
    if (existsSync(file)) for (const name of (await KubeConfig.load(file)).contexts.keys()) names.add(name);
  return names;
}

async function withCluster<T>(
  flags: ClusterFlags,
  io: CliIo,
  read: (rest: RestClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const config = await clusterConfig(flags, io, noopLogger, (text) => void io.stderr.write(text));
  const link = linkSignal(io.signal);
  const timer = io.clock.setTimer(
    () => link.abort(new Error(`the cluster did not respond in ${clusterMs} ms`)),
    clusterMs,
  );
  const rest = new RestClient(config, { clock: io.clock });
  try {
    return await read(rest, link.signal);
  } finally {
    timer.cancel();
    link.dispose();
    await rest.close();
  }
}

async function namespaces(rest: RestClient, signal: AbortSignal): Promise<Candidate[]> {
  const { items } = await new Clientset(rest).coreV1().namespaces().list({ limit: maxNamespaces, signal });
  return items.map(({ metadata }) => ({ word: metadata?.name ?? '' }));
}

/** The resources that can be watched: by their plural, those of the same plural with their groups, and the categories. */
async function resources(rest: RestClient, signal: AbortSignal): Promise<Candidate[]> {
  const served = await new Discovery(rest).serverResources({ signal });
  const words = new Map<string, { readonly group: string; readonly description: string }>();
  for (const resource of served.resources.filter(canBeWatched)) {
    const { resource: plural, group, apiVersion, kind, categories } = resource;
    const isTaken = words.has(plural) && words.get(plural)?.group !== group;
    const word = isTaken ? groupResourceName(resource) : plural;
    if (!words.has(word)) words.set(word, { group, description: `${kind}, ${apiVersion}` });
    for (const category of categories) words.set(category, { group: '', description: 'category' });
  }
  return [...words].map(([word, { description }]) => ({ word, description }));
}

/** Returns the script that makes a shell complete command lines; it runs `kube-informers complete` at each Tab. */
export function completionScript(shell: Shell): string {
  return scripts[shell];
}

const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of kube-informers in Bash: source <(kube-informers completion bash)
_kube_informers() {
  local line current=\${COMP_WORDS[COMP_CWORD]}
  [[ $current == [:=] ]] && current=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line != ':files' ]]; then
      COMPREPLY+=("$line")
      continue
    fi
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
  done < <(kube-informers complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _kube_informers kube-informers
`,
  zsh: `# Completion of kube-informers in Zsh, after compinit: source <(kube-informers completion zsh)
_kube_informers() {
  local line
  local -a values shown
  for line in "\${(@f)$(kube-informers complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ':files' ]]; then
      compset -P '*='
      _files
    elif [[ -n $line ]]; then
      values+=("\${line%%$'\\t'*}")
      shown+=("\${line/$'\\t'/  }")
    fi
  done
  (( $#values )) && compadd -l -d shown -a values
}
compdef _kube_informers kube-informers
`,
  fish: `# Completion of kube-informers in Fish: kube-informers completion fish | source
function __kube_informers
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (kube-informers complete fish -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" != ':files'
            echo $line
            continue
        end
        set -l flag (string match -r '^--[^=]*=' -- "$current")
        for path in (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$current"))
            echo $flag$path
        end
    end
end
complete -c kube-informers -f -a '(__kube_informers)'
`,
};
