import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { LogFields, Logger } from '../util/logger.js';
import type { ReadFile } from '../util/text-file.js';

const testdata = fileURLToPath(new URL('./testdata/', import.meta.url));

/** Path of a file in `testdata`. */
export function testFile(name: string): string {
  return join(testdata, name);
}

/** Content of a file in `testdata`. */
function testText(name: string): Promise<string> {
  return readFile(testFile(name), 'utf8');
}

/** A certificate, its key, and the key of a different certificate. */
export async function pemFixtures(): Promise<{ cert: string; key: string; otherKey: string }> {
  return {
    cert: await testText('client.crt'),
    key: await testText('client.key'),
    otherKey: await testText('other.key'),
  };
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Creates a temporary folder, removed after the test. */
export async function tempDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'kube-informers-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Reads files that exist only in memory; any other is missing. Change `files` to change them. */
export function memoryFiles(files: Record<string, string>): ReadFile {
  return (path) => {
    const text = files[path];
    if (text !== undefined) return Promise.resolve(text);
    return Promise.reject(Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' }));
  };
}

/** A logger that records its lines. */
export function rememberingLogger(): Logger & {
  lines: { level: string; fields: LogFields; message: string }[];
} {
  const lines: { level: string; fields: LogFields; message: string }[] = [];
  const at =
    (level: string) =>
    (fields: LogFields, message: string): void =>
      void lines.push({ level, fields, message });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A kubeconfig with one cluster, user and context, all named `it`. */
export function kubeconfigText(
  parts: { cluster?: object; user?: object; context?: object; currentContext?: string } = {},
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'it', cluster: { server: 'https://example.com:6443', ...parts.cluster } }],
    users: [{ name: 'it', user: parts.user ?? {} }],
    contexts: [{ name: 'it', context: { cluster: 'it', user: 'it', ...parts.context } }],
    'current-context': parts.currentContext ?? 'it',
  });
}
