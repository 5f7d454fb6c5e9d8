import { inject } from 'vitest';

// Every test of a project uses the server that the project's global set-up has started or was given.
const kubeconfig = inject('kubeconfig');
if (kubeconfig !== undefined) process.env['KUBECONFIG'] = kubeconfig;
