// Builds the programs with client-go where Go is installed.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

/** `client-go 0.37.2`, as go.mod has it. */
export const clientGo = `client-go ${/client-go v(\S+)/.exec(readFileSync(`${folder}go.mod`, 'utf8'))[1]}`;

/** Why the programs cannot be built here; undefined where Go is installed. */
export async function noGo() {
  try {
    await run('go', ['version']);
    return undefined;
  } catch (error) {
    return `Go is not installed (${error.code ?? error.message})`;
  }
}

/**
 * Builds the program in the folder `name`, and resolves with its path. The first build downloads the modules and takes minutes.
 * Rejects with what Go has printed when it cannot be built.
 */
export async function buildClientGo(name) {
  const binary = `${folder}built/${name}`;
  await buildGo(folder, `./${name}`, binary);
  return binary;
}

/** Builds the program `name` of the module in the folder `module`. Rejects as `buildClientGo`. */
export async function buildGo(module, name, binary) {
  await run('go', ['build', '-o', binary, name], { cwd: module });
}
