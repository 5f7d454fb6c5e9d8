/** What clients/client-node-informers.mjs imports, bundled since Node 20 runs no TypeScript. */
export * from 'kube-informers/client-node';
