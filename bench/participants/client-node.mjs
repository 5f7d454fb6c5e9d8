// @kubernetes/client-node's informer, as its examples use it, with two callbacks a kind of event.

export const handlers = 2;

export async function load({ version }) {
  const library = await import(`client-node-${version}`);
  return ({ baseUrl, recorder }) => start(library, baseUrl, recorder);
}

async function start({ CoreV1Api, KubeConfig, makeInformer }, baseUrl, recorder) {
  const kubeConfig = new KubeConfig();
  // It refuses http otherwise.
  kubeConfig.loadFromClusterAndUser(
    { name: 'bench', server: baseUrl, skipTLSVerify: true },
    { name: 'bench' },
  );
  const api = kubeConfig.makeApiClient(CoreV1Api);
  const informer = makeInformer(kubeConfig, '/api/v1/pods', () => api.listPodForAllNamespaces());
  for (let handler = 0; handler < handlers; handler++) {
    informer.on('add', () => recorder.added(handler));
    informer.on('update', (object) => recorder.updated(handler, object));
  }
  informer.on('error', (error) => setImmediate(() => fail(error)));
  await informer.start();
  return { size: () => informer.list().length };
}

/** Any error ends the process: a row with a failure has no figures. */
function fail(error) {
  throw error;
}
