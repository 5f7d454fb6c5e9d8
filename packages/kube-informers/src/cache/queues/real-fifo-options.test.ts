import { describe, expect, test } from 'vitest';
import { RealFIFO } from './real-fifo.js';
import { MemoryIndexer } from '../stores/indexer.js';

const keyFunc = (name: string): string => name;

describe('options', () => {
  test('atomic events and known objects exclude each other', () => {
    expect(() => new RealFIFO({ keyFunc, knownObjects: new MemoryIndexer({ keyFunc }) })).toThrow(
      expect.objectContaining({
        code: 'ERR_OPTION',
        message: 'knownObjects must be absent when atomicEvents is true',
      }),
    );
    expect(() => new RealFIFO({ keyFunc, atomicEvents: false })).toThrow(
      'knownObjects is required when atomicEvents is false',
    );
    const apart = new RealFIFO({
      keyFunc,
      knownObjects: new MemoryIndexer({ keyFunc }),
      atomicEvents: false,
    });
    expect([new RealFIFO({ keyFunc }).atomicEvents, apart.atomicEvents]).toEqual([true, false]);
  });

  test.each([0, -1, 1.5, Number.NaN])('rejects a batchSize of %d', (batchSize) => {
    expect(() => new RealFIFO({ keyFunc, batchSize })).toThrow(
      `batchSize of a RealFIFO must be a whole number of 1 or more, got ${batchSize}`,
    );
  });
});
