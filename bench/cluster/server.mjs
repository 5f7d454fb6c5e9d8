// The embedded API server over TLS with so many pods; sends its kubeconfig.
import {
  ca,
  server as pair,
} from '../../packages/kube-informers/src/rest/fixtures/certificates.test-support.ts';
import { podObject } from '../server/pod-object.mjs';

const { entry, testing, namespace, pods } = JSON.parse(process.argv[2]);
const { resources } = await import(entry);
const { ApiServer } = await import(testing);
const server = await ApiServer.start({ tls: { ...pair, ca }, token: 'bench' });
await server.create(resources.coreV1.namespaces, { metadata: { name: namespace } });
for (let number = 0; number < pods; number++) {
  const { metadata, ...pod } = podObject(number, '');
  const { resourceVersion: _version, ...kept } = metadata;
  await server.create(resources.coreV1.pods, { ...pod, metadata: { ...kept, namespace } });
}
process.on('disconnect', () => process.exit(0));
process.send(await server.kubeconfig());
