import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceAliases } from '../../scripts/packages.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const library = join(root, 'packages/kube-informers/src');
const schema = join(root, 'packages/schema/src');
const testing = join(root, 'packages/testing/src');

/** The folders of ARCHITECTURE.md's table, in its order: each imports only from folders above it, and from itself. */
const layers = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([a-z-]+)\/`/gm)].map(
  ([, name = '']) => name,
);

/** Dependencies that each folder of the library, or another package, may import; everything else is a decision to be taken first. */
const dependencies: Readonly<Record<string, readonly string[]>> = {
  rest: ['undici', 'ws'],
  kubeconfig: ['yaml'],
  client: ['yaml'],
  schema: ['yaml'],
  testing: ['kube-informers', '@kube-informers/schema', 'ws', 'yaml'],
  // Preact is packed into the page: no program loads it.
  inspector: ['kube-informers', 'preact'],
  cli: [
    'kube-informers',
    '@kube-informers/schema',
    '@kube-informers/testing',
    '@kube-informers/inspector',
    'commander',
    'yaml',
  ],
};

/**
 * Folders with layered subfolders: each imports only from those above it. With `basics`, the files beside the subfolders are what
 * all of them build on; otherwise those files join the subfolders, which may not import them.
 */
const layeredFolders = [
  {
    folder: join(library, 'cache'),
    basics: true,
    subfolders: [
      'stores', // the indexer and its table of objects, listers, transactions
      'queues', // DeltaFIFO, and the processing of the deltas that it hands out
      'reflector', // lister-watchers, the pager, and the Reflector: its decisions, its watches, their watchdog
      'handlers', // the log of events and how each handler reads it: processor, listeners, backlogs, filters
      'informer', // controller, informers and shared informers, their options, sync signals, mutation detector
    ],
  },
  {
    folder: schema,
    basics: false,
    subfolders: [
      'values', // JSON values with exact integers, their fields, errors of fields, names, quantities, times, decoding by Go's types
      'regexp', // Go's regular expressions, in linear time
      'structural', // reads a schema, then validates, prunes and defaults objects by it
      'cel', // expressions: parsed, checked and evaluated with the libraries and the cost limits of Kubernetes
      'rules', // x-kubernetes-validations: the types and values of a schema, compiling and evaluating its rules
      'definitions', // validation of CustomResourceDefinitions, and of the objects of their versions
    ],
  },
  {
    folder: join(testing, 'apiserver'),
    basics: false,
    subfolders: [
      'json', // parsing of JSON and YAML with Go's error messages
      'cel', // the expressions of policies and webhooks
      'types', // a table of the built-in kinds' types, which reads and writes JSON and protobuf
      'http', // sockets, requests and responses, errors (`failure.ts`), negotiation, access, deadlines, the request log
      'webhooks', // calls of webhooks over HTTPS, with Go's error messages
      'storage', // the stored objects, a table for each resource, the one log of revisions
      'patch', // JSON, merge and strategic merge patches, as functions of values
      'objects', // metadata, and the rules that differ between kinds
      'managedfields', // field ownership and apply, on the model of structured-merge-diff
      'custom', // custom objects: the versions of a definition, conversion between them, their scale
      'definitions', // CustomResourceDefinitions: their names and warnings
      'kinds', // the special rules of each built-in kind
      'registry', // which resources are served, and the state of one server that the folders below share
      'access', // users, impersonation, authorisers, RBAC
      'bodies', // decoding a request's body into an object
      'admission', // which webhooks are asked about a change, and what their answers do
      'read', // list options, selectors and shards, lists, continue tokens
      'responses', // writing objects and lists: in full, only their metadata, or as a table
      'watch', // open watches, and the delivery of changes to them
      'write', // create, update, delete, patch, apply, scale
      'streams', // exec, attach and port-forward, over WebSockets and SPDY, with functions of the test
      'discovery', // discovery documents and OpenAPI
      'controllers', // the server's own controllers: they terminate namespaces, and start and stop serving custom resources
      'routes', // mapping paths and methods to the code above
    ],
  },
] as const;

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|test-support)\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** The folder of the library that a file is in, or its package. */
function layerOf(file: string): string {
  const [first = ''] = relative(library, file).split('/');
  return first === '..' ? (relative(join(root, 'packages'), file).split('/')[0] ?? '') : first;
}

const files = readdirSync(join(root, 'packages')).flatMap((name) =>
  sourceFiles(join(root, 'packages', name, 'src')),
);

/** The files of the library that declare the names which a file of another package imports from it. */
function libraryFilesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const imports = text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(kube-informers[^']*)';/gm);
  return [...imports].flatMap(([, names = '', specifier = '']) => {
    const entry = sourceAliases.find(({ find }) => find.test(specifier))?.replacement ?? '';
    return namesOf(names).map((name) => declaringFile(entry, name));
  });
}

/** The file that an entry takes a name from, relative to the library. What no statement names comes by `export type *`: types of Kubernetes. */
function declaringFile(entry: string, name: string): string {
  const statements = readFileSync(entry, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm);
  for (const [, names = '', target = ''] of statements)
    if (namesOf(names).includes(name)) return relative(library, resolve(dirname(entry), target));
  return 'meta/types.js';
}

function namesOf(list: string): string[] {
  return list
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] ?? '',
    )
    .filter((name) => name !== '');
}

/** Groups of files that import each other, directly or not; a type import counts. Tarjan's algorithm. */
function importCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  /** Returns the first file of `open` that can be reached. */
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let lowest = own;
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, order.get(target) ?? own);
    }
    if (lowest === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || graph.get(file)?.includes(file) === true) cycles.push(group.toSorted());
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

describe('the layers', () => {
  test('every folder of the library is a layer of the table', () => {
    const folders = readdirSync(library, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(new Set(folders)).toEqual(new Set(layers));
  });

  test('a folder of the library imports only from folders above it and from itself', () => {
    const wrong: string[] = [];
    for (const file of sourceFiles(library)) {
      const own = layers.indexOf(layerOf(file));
      if (own === -1) continue; // index.ts and internal.ts gather names from everywhere
      for (const target of importsOf(file).filter((name) => name.startsWith('.'))) {
        const layer = layers.indexOf(layerOf(resolve(dirname(file), target)));
        if (layer === -1 || layer > own) wrong.push(`${relative(root, file)} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the cache knows the interface of a source, not the clients', () => {
    const wrong = ['cache', 'compact', 'watch'].flatMap((folder) =>
      sourceFiles(join(library, folder)).flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('.'))
          .map((target) => layerOf(resolve(dirname(file), target)))
          .filter((layer) => ['rest', 'kubeconfig', 'client'].includes(layer))
          .map((layer) => `${relative(library, file)} imports ${layer}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('a part that a program imports as an entry of its own is imported by no other folder', () => {
    const wrong = sourceFiles(library).flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => layerOf(resolve(dirname(file), target)))
        .filter((layer) => layer === 'compact' && layer !== layerOf(file))
        .map((layer) => `${relative(library, file)} imports ${layer}`),
    );
    expect(wrong).toEqual([]);
  });

  test('a package imports another one by its name', () => {
    const wrong = files.flatMap((file) => {
      const folder = relative(root, file).split('/').slice(0, 3).join('/');
      return importsOf(file)
        .filter(
          (target) =>
            target.startsWith('.') &&
            relative(join(root, folder), resolve(dirname(file), target)).startsWith('..'),
        )
        .map((target) => `${relative(root, file)} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test('the embedded API server and the fault proxy share no request path with the client, because a shared bug would be hidden', () => {
    // What starts a real API server is a client of it.
    const simulating = sourceFiles(testing).filter((file) => !relative(testing, file).startsWith('real/'));
    const shared = simulating.flatMap((file) =>
      libraryFilesOf(file)
        .filter((path) => !/^(util|meta|resources)\//.test(path))
        .map((path) => `${relative(testing, file).split('/')[0]}: ${path}`),
    );
    expect([...new Set(shared)].sort()).toEqual([
      // The config's type, of which a server returns its own.
      'apiserver: rest/config.js',
      // The interfaces that fakes implement.
      'fake-lister-watcher.ts: cache/types.js',
      'fake-source.ts: cache/types.js',
      // The config's types, how its certificates and credentials are read.
      'fault-proxy: rest/config.js',
      'fault-proxy: rest/request.js',
      'fault-proxy: rest/tls.js',
      'test-server.ts: rest/config.js',
    ]);
  });

  test('no file imports itself by way of others, not even for types', () => {
    const graph = new Map(
      files.map((file) => [
        relative(root, file),
        importsOf(file)
          .filter((target) => target.startsWith('.'))
          .map((target) => relative(root, resolve(dirname(file), target)).replace(/\.js$/, '.ts')),
      ]),
    );
    expect(importCycles(graph)).toEqual([]);
    const at = (file: string): string => relative(root, join(library, file));
    graph.get(at('util/clock.ts'))?.push(at('cache/types.ts'), at('cache/reflector/reflector.ts'));
    expect(importCycles(graph)).toEqual([
      expect.arrayContaining([at('cache/reflector/reflector.ts'), at('util/clock.ts')]),
    ]);
    expect(importCycles(new Map([['a', ['a']]]))).toEqual([['a']]);
  });

  test('a folder imports only the dependencies it was given', () => {
    const wrong: string[] = [];
    for (const file of files) {
      for (const target of importsOf(file).filter(
        (name) => !name.startsWith('.') && !name.startsWith('node:'),
      )) {
        const allowed = dependencies[layerOf(file)] ?? [];
        if (!allowed.some((name) => target === name || target.startsWith(`${name}/`)))
          wrong.push(`${relative(root, file)} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  describe.each(layeredFolders)('the subfolders of $folder', ({ folder, subfolders, basics }) => {
    const subfolderOf = (file: string): string => {
      const path = relative(folder, file).split('/');
      return path.length === 1 ? '' : (path[0] ?? '');
    };

    test(`each imports only from subfolders above it, from itself${basics ? ', and from the files beside them' : ''}`, () => {
      const wrong: string[] = [];
      for (const file of sourceFiles(folder)) {
        const subfolder = subfolderOf(file);
        if (subfolder === '' && (!basics || file === join(folder, 'index.ts'))) continue; // index.ts is an entry
        const allowed = [
          ...(basics ? [''] : []),
          ...subfolders.slice(0, subfolders.findIndex((each) => each === subfolder) + 1),
        ];
        for (const target of importsOf(file).filter((each) => each.startsWith('.'))) {
          const path = resolve(dirname(file), target);
          if (relative(folder, path).startsWith('..')) continue;
          if (!allowed.includes(subfolderOf(path))) wrong.push(`${relative(root, file)} imports ${target}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    test('are the folders that exist', () => {
      const folders = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
      expect(new Set(folders)).toEqual(new Set<string>(subfolders));
    });
  });

  test('imports inside a package name the file they mean', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.') && !/\.(js|json)$/.test(name))
        .map((name) => `${relative(root, file)} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
