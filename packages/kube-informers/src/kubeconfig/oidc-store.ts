import { dirname } from 'node:path';
import { builtin } from '../util/builtin.js';
import type { Clock } from '../util/clock.js';
import { CredentialsError, errorCode, fileProblem } from './errors.js';
import { readTextFile } from '../util/text-file.js';
import type { OidcStore, OidcTokens } from './oidc.js';
import { parseKubeConfig } from './parse.js';
import { shownKey } from '../util/shown.js';

/** Longest wait for the lock of a kubeconfig, ms, and the time between attempts. Programs hold it for a write. */
const maxLockMs = 5000;
const lockRetryMs = 50;

/**
 * Keeps OIDC tokens in the kubeconfig that a user comes from (client-go's clientcmd.PersisterForUser).
 *
 * `load` also checks that tokens can be stored, so that a refresh token is not spent whose successor would be lost.
 * `save` holds `FILE.lock`, as kubectl does, replaces the file at once, and keeps its mode and the comments in it.
 * Both reject with CredentialsError `ERR_OIDC_STORE`.
 */
export class KubeConfigOidcStore implements OidcStore {
  readonly #file: string;
  readonly #user: string;
  readonly #clock: Clock;

  constructor(file: string, user: string, clock: Clock) {
    this.#file = file;
    this.#user = user;
    this.#clock = clock;
  }

  async load(): Promise<OidcTokens> {
    return this.#reporting(async (file) => {
      const { access, constants } = builtin('node:fs/promises');
      await access(file, constants.R_OK | constants.W_OK);
      await access(dirname(file), constants.W_OK);
      const text = await readTextFile(file);
      const tokens = await this.#tokensIn(text);
      // Throws if the file is one that cannot be edited.
      await this.#edited(text, { idToken: 'probe', refreshToken: 'probe' });
      return tokens;
    });
  }

  async save(tokens: OidcTokens): Promise<void> {
    return this.#reporting((file) =>
      this.#locked(file, async () => replaceFile(file, await this.#edited(await readTextFile(file), tokens))),
    );
  }

  async #reporting<T>(work: (file: string) => Promise<T>): Promise<T> {
    try {
      // A link stays a link: its target is replaced.
      return await work(await builtin('node:fs/promises').realpath(this.#file));
    } catch (error) {
      if (error instanceof CredentialsError) throw error;
      const reason = errorCode(error)?.startsWith('ERR_') === true ? 'cannot be parsed' : fileProblem(error);
      throw this.#error(`${this.#file} ${reason.replace('read', 'read or written')}`, error);
    }
  }

  /** Holds client-go's lock: a file that only one program can create. */
  async #locked<T>(file: string, work: () => Promise<T>): Promise<T> {
    const { open, rm } = builtin('node:fs/promises');
    const lock = `${file}.lock`;
    const startMs = this.#clock.monotonic();
    for (;;) {
      try {
        await (await open(lock, 'wx', 0o600)).close();
        break;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        if (this.#clock.monotonic() - startMs >= maxLockMs)
          throw this.#error(
            `${lock} exists for ${maxLockMs} ms: another program writes the kubeconfig, or has ended while it did`,
          );
        await this.#clock.sleep(lockRetryMs);
      }
    }
    try {
      return await work();
    } finally {
      await rm(lock, { force: true });
    }
  }

  async #tokensIn(text: string): Promise<OidcTokens> {
    const config = (await parseKubeConfig(text, this.#file)).users.get(this.#user)?.authProvider?.config;
    if (config === undefined) throw this.#error(`${this.#file} has no auth-provider for the user any more`);
    return { idToken: config['id-token'] ?? '', refreshToken: config['refresh-token'] ?? '' };
  }

  /** Returns the kubeconfig with the tokens. Throws if they would not be read back. */
  async #edited(text: string, tokens: OidcTokens): Promise<string> {
    const edited = editedJson(text, this.#user, tokens) ?? (await editedYaml(text, this.#user, tokens));
    const found = await this.#tokensIn(edited);
    if (found.idToken === tokens.idToken && found.refreshToken === tokens.refreshToken) return edited;
    throw this.#error(
      `the entry of the user in ${this.#file} cannot be edited: it has aliases or repeated keys`,
    );
  }

  #error(problem: string, cause?: unknown): CredentialsError {
    return new CredentialsError(
      'ERR_OIDC_STORE',
      `OIDC tokens of user ${shownKey(this.#user)} cannot be stored: ${problem}; the next program would find a spent ` +
        'refresh token. Make the kubeconfig writable, or decide otherwise with persistOidcTokens',
      { cause },
    );
  }
}

interface UserEntry {
  readonly name?: unknown;
  readonly user?: { readonly 'auth-provider'?: { readonly config?: Record<string, unknown> } };
}

/** Undefined if the text is not JSON. */
function editedJson(text: string, user: string, tokens: OidcTokens): string | undefined {
  let value: { readonly users?: readonly UserEntry[] };
  try {
    // parseKubeConfig has accepted the text, so that the types are these.
    value = JSON.parse(text) as typeof value;
  } catch {
    return undefined;
  }
  const config = value.users?.find(({ name }) => name === user)?.user?.['auth-provider']?.config;
  if (config !== undefined) Object.assign(config, fieldsOf(tokens));
  const json = JSON.stringify(value, undefined, text.includes('\n ') ? 2 : undefined);
  return `${json}\n`;
}

async function editedYaml(text: string, user: string, tokens: OidcTokens): Promise<string> {
  const { isMap, isSeq, parseDocument } = await import('yaml');
  const document = parseDocument(text, {
    merge: true,
    uniqueKeys: false,
    logLevel: 'silent',
    prettyErrors: false,
  });
  const users = document.get('users');
  const index = isSeq(users) ? users.items.findIndex((item) => isMap(item) && item.get('name') === user) : -1;
  const config = ['users', index, 'user', 'auth-provider', 'config'];
  if (isMap(document.getIn(config)))
    for (const [field, value] of Object.entries(fieldsOf(tokens))) document.setIn([...config, field], value);
  // Tokens are longer than a line.
  return document.toString({ lineWidth: 0 });
}

function fieldsOf({ idToken, refreshToken }: OidcTokens): Readonly<Record<string, string>> {
  return { 'id-token': idToken, ...(refreshToken === '' ? {} : { 'refresh-token': refreshToken }) };
}

/** Replaces a file at once where that is possible, with its mode; else overwrites it. */
async function replaceFile(file: string, text: string): Promise<void> {
  const { chmod, rename, rm, stat, writeFile } = builtin('node:fs/promises');
  const { mode, uid, nlink } = await stat(file);
  const isOwn = process.getuid === undefined || uid === process.getuid();
  // A new file would belong to this user, and other links would keep the old content.
  if (!isOwn || nlink > 1) return writeFile(file, text);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await chmod(temporary, mode & 0o777);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    // A mounted file cannot be replaced.
    if (errorCode(error) !== 'EBUSY' && errorCode(error) !== 'EXDEV') throw error;
    await writeFile(file, text);
  }
}
