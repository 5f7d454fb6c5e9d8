// Prints what a program has loaded, as JSON: after importing the main entry, with the cost of that, and after its first request.
//
//     node loaded.mjs dist/index.js http://127.0.0.1:8080
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , entry, serverUrl] = process.argv;
const { cache } = createRequire(import.meta.url);
const before = new Set(process.moduleLoadList);
const rssBefore = process.memoryUsage.rss();
const startedMs = performance.now();
const { Clientset } = await import(pathToFileURL(entry).href);
const ms = performance.now() - startedMs;
const imported = { ...loaded(), ms, rssMiB: (process.memoryUsage.rss() - rssBefore) / 2 ** 20 };
const clientset = new Clientset({ host: serverUrl });
await clientset.coreV1().pods('default').list();
const requested = loaded();
await clientset.close();
process.stdout.write(JSON.stringify({ imported, requested }));

/** Node's own modules, and the files of packages. */
function loaded() {
  return {
    builtins: process.moduleLoadList
      .filter((name) => name.startsWith('NativeModule ') && !before.has(name))
      .map((name) => name.slice('NativeModule '.length)),
    files: Object.keys(cache).map((file) => file.slice(file.lastIndexOf('node_modules') + 13)),
  };
}
