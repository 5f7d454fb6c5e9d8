import { QueueConsumer, keyFunc, testSteps } from './queue-steps.test-support.js';
import { RealFIFO } from './real-fifo.js';

// A RealFIFO with `atomicEvents: false`: its replace in steps.
testSteps(
  (entries) =>
    new QueueConsumer(
      (knownObjects) => new RealFIFO({ keyFunc, knownObjects, atomicEvents: false, batchSize: 3 }),
      entries,
    ),
  14,
);
