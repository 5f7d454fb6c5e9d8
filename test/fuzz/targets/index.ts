import type { FuzzTarget } from '../target.js';

type Open = () => Promise<FuzzTarget>;

/** Loaded when it runs: the coverage of a target should not count what it never uses. */
const targets: Readonly<Record<string, Open>> = {
  list: async () => (await import('./wire.js')).listTarget(),
  watch: async () => (await import('./wire.js')).watchTarget(),
  'projected-list': async () => (await import('./projections.js')).projectedListTarget(),
  'projected-watch': async () => (await import('./projections.js')).projectedWatchTarget(),
  gunzip: async () => (await import('./wire.js')).gunzipTarget(),
  protobuf: async () => (await import('./protobuf.js')).protobufTarget(),
  'protobuf-list': async () => (await import('./protobuf.js')).protobufListTarget(),
  'protobuf-watch': async () => (await import('./protobuf.js')).protobufWatchTarget(),
  caches: async () => (await import('./caches.js')).cachesTarget(),
  indexer: async () => (await import('./stores.js')).indexerTarget(),
  queues: async () => (await import('./stores.js')).queuesTarget(),
  kubeconfig: async () => (await import('./kubeconfig.js')).kubeconfigTarget(),
  manifests: async () => (await import('./manifests.js')).manifestsTarget(),
  validate: async () => (await import('./manifests.js')).validateTarget(),
  'label-selector': async () => (await import('./texts.js')).labelSelectorTarget(),
  'field-selector': async () => (await import('./texts.js')).fieldSelectorTarget(),
  values: async () => (await import('./texts.js')).valuesTarget(),
  warnings: async () => (await import('./texts.js')).warningsTarget(),
  redaction: async () => (await import('./texts.js')).redactionTarget(),
  urls: async () => (await import('./texts.js')).urlsTarget(),
  status: async () => (await import('./texts.js')).statusTarget(),
  'exec-credential': async () => (await import('./texts.js')).execCredentialTarget(),
  'partial-reads': async () => (await import('./partial-reads.js')).partialReadsTarget(),
  snapshot: async () => (await import('./snapshots.js')).snapshotTarget(),
  archive: async () => (await import('./streams.js')).archiveTarget(),
  channels: async () => (await import('./streams.js')).channelsTarget(),
  logs: async () => (await import('./logs.js')).logsTarget(),
  webhooks: async () => (await import('./webhooks.js')).webhooksTarget(),
  cel: async () => (await import('./cel.js')).celTarget(),
  'cel-libraries': async () => (await import('./cel.js')).celLibrariesTarget(),
  details: async () => (await import('./command.js')).detailsTarget(),
  completion: async () => (await import('./command.js')).completionTarget(),
  patches: async () => (await import('./server.js')).patchesTarget(),
  bodies: async () => (await import('./server.js')).bodiesTarget(),
  reviews: async () => (await import('./reviews.js')).reviewsTarget(),
  conversions: async () => (await import('./reviews.js')).conversionsTarget(),
  'declared-rules': async () => (await import('./declared-rules.js')).declaredRulesTarget(),
  schemas: async () => (await import('./schemas.js')).schemasTarget(),
  server: async () => (await import('./server.js')).serverTarget(),
};

export const targetNames: readonly string[] = Object.keys(targets);

/** Throws an Error unless the name is one of `targetNames`. */
export function openTarget(name: string): Promise<FuzzTarget> {
  const open = targets[name];
  if (open === undefined) throw new Error(`no target is named ${JSON.stringify(name)}`);
  return open();
}
