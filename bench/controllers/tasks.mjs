// The objects that the controllers reconcile, and the server that holds them.

/** How each job of a process imports this library. */
export async function loadLibrary(entries) {
  const [index, controller, sharding, apiserver] = await Promise.all(
    ['index', 'controller', 'sharding', 'testing'].map((name) => import(entries[name])),
  );
  return { ...index, ...controller, ...sharding, ...apiserver };
}

export const namespace = 'bench';

/** Bytes of text in each object: with its metadata it has 0.9 kB of JSON. */
const noteBytes = 600;

/** What a controller of an operator watches: a custom resource with a status. */
export function tasksOf({ defineResource }) {
  const group = 'bench.example.com';
  return defineResource({ group, version: 'v1', resource: 'tasks', kind: 'Task', namespaced: true });
}

/** A running server with so many tasks. */
export async function startTaskServer(library, count) {
  const { ApiServer, resources } = library;
  const tasks = tasksOf(library);
  // The log keeps the kinds of request; a status of each object fits into the history.
  const server = await ApiServer.start({
    shardedListAndWatch: true,
    requestLogLimit: 1,
    historyLimit: 2 * count + 100_000,
  });
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const { group, version, resource, kind } = tasks;
  await server.create(resources.coreV1.namespaces, { metadata: { name: namespace } });
  await server.create(resources.apiextensionsV1.customResourceDefinitions, {
    metadata: { name: `${resource}.${group}` },
    spec: {
      group,
      names: { plural: resource, singular: 'task', kind, listKind: `${kind}List` },
      scope: 'Namespaced',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
        },
      ],
    },
  });
  for (let number = 0; number < count; number++) await server.create(tasks, task(number));
  return server;
}

export function task(number) {
  return {
    apiVersion: 'bench.example.com/v1',
    kind: 'Task',
    metadata: { namespace, name: `task-${number}`, labels: { app: number % 3 === 0 ? 'web' : 'api' } },
    spec: { value: 0, note: 'x'.repeat(noteBytes) },
  };
}
