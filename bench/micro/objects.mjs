/** What the machine behind the decoder looks at of a pod: its metadata and its node. 500 pods a namespace, 30 a node. */
export function smallPods(count, version = 1) {
  return Array.from({ length: count }, (_, number) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `web-5d4f8c7b9-${number}`,
      namespace: `team-${Math.floor(number / 500)}`,
      uid: `6363964c-5d5b-4b94-a775-${number.toString(16).padStart(12, '0')}`,
      resourceVersion: String(version * 1_000_000 + number),
      labels: { app: number % 3 === 0 ? 'web' : 'api', tier: number % 2 === 0 ? 'front' : 'back' },
    },
    spec: { nodeName: `node-${Math.floor(number / 30)}` },
  }));
}
