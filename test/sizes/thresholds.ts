/** Constants by file and name, with their values. */
export type Constants = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Thresholds, and the test that goes well beyond them: its file, and its title as the file spells it. */
interface Beyond {
  readonly test: readonly [file: string, title: string];
  readonly of: Constants;
}

const KiB = 1024;
const MiB = 1024 * KiB;

const own = {
  body: [
    'test/sizes/queues.test.ts',
    'a BodyQueue returns the bytes of a long body in order while its source pauses and resumes',
  ],
  list: [
    'test/sizes/bytes.test.ts',
    'of a long list of small and large objects, cut anywhere, are those of JSON.parse',
  ],
  watch: [
    'test/sizes/bytes.test.ts',
    'of a long watch of small and large objects, cut anywhere, are those of JSON.parse',
  ],
} as const;

export const beyond: readonly Beyond[] = [
  // Metrics.
  {
    test: ['src/metrics/text.test.ts', 'reports at most 25 priorities as series'],
    of: { 'src/metrics/controller-metrics.ts': { maxPriorities: 25 } },
  },
  // The inspector.
  {
    test: [
      'src/inspector/change-recorder.test.ts',
      'keeps a bounded number of changes, of a key that is watched apart from the others',
    ],
    of: { 'src/inspector/change-recorder.ts': { keptChanges: 100, keptOfKey: 20 } },
  },
  {
    test: [
      'src/inspector/change-recorder.test.ts',
      'compares the fields of a bounded number of changes a second, and always those of a watched key',
    ],
    of: { 'src/inspector/change-recorder.ts': { comparedPerSecond: 50 } },
  },
  {
    test: [
      'src/inspector/compare.test.ts',
      'counts all differences, lists the first, and passes on the error of a list',
    ],
    of: { 'src/inspector/compare.ts': { listedDifferences: 200 } },
  },
  {
    test: ['src/inspector/diff.test.ts', 'is bounded for objects that are huge, wide or deep'],
    of: { 'src/inspector/diff.ts': { maxCompared: 20_000, maxFields: 100, maxValueLength: 300 } },
  },
  {
    test: [
      'src/inspector/live-streams.test.ts',
      'refuses more streams than it can serve, and takes a new one after another has closed',
    ],
    of: { 'src/inspector/live-streams.ts': { maxStreams: 64 } },
  },
  {
    test: ['src/inspector/objects.test.ts', 'shows the first values, rows and characters of a large cache'],
    of: {
      'src/inspector/objects.ts': { defaultRows: 100, listedValues: 10, maxText: 200 },
      'src/inspector/slices.ts': { perLook: 64 },
    },
  },
  {
    test: ['src/inspector/timeline.test.ts', 'keeps the last 60 moments'],
    of: { 'src/inspector/timeline.ts': { keptMoments: 60 } },
  },
  {
    test: ['src/inspector/server-list.test.ts', 'reads more than a page'],
    of: { 'src/inspector/server-list.ts': { pageSize: 500 } },
  },
  {
    test: ['src/inspector/page/yaml.test.ts', 'objects that are nested too deep end in one line of JSON'],
    of: { 'src/inspector/page/yaml.ts': { maxDepth: 60 } },
  },
  {
    test: [
      'src/cache/informer/shards.test.ts',
      '10,000 lost objects are deleted in slices, beside other work',
    ],
    of: { 'src/cache/reflector/sharded-lister-watcher.ts': { queuedHighWater: 1000 } },
  },
  // Leader election.
  {
    test: [
      'src/leaderelection/election-state.test.ts',
      'remembers the last 100 writes of a candidate that had no response',
    ],
    of: { 'src/leaderelection/election-state.ts': { maxRenewTimes: 100 } },
  },
  {
    test: ['src/leaderelection/election-state.test.ts', 'gives a release up after five conflicts'],
    of: { 'src/leaderelection/election-release.ts': { maxReleaseTries: 5 } },
  },
  // Events.
  {
    test: ['src/events/event-recorder.test.ts', 'memory is bounded: 10,000 objects leave 4096 series'],
    of: { 'src/events/correlator.ts': { maxEntries: 4096 } },
  },
  {
    test: ['src/events/event-recorder.test.ts', 'a note is cut at 1024 bytes, between two characters'],
    of: { 'src/events/occurrence.ts': { maxNoteBytes: 1024 } },
  },
  {
    test: ['src/events/event-recorder.test.ts', 'a %s of more than 128 bytes is dropped and logged'],
    of: { 'src/events/occurrence.ts': { maxWordBytes: 128 } },
  },
  {
    test: ['test/conformance/events/events-v1.test.ts', 'are tried 12 times, 10 to 12.5 s apart'],
    of: { 'src/events/event-recorder.ts': { maxTries: 12 } },
  },
  {
    test: [
      'test/conformance/events/events-v1.test.ts',
      'wait in a queue of 1000; more events are dropped and counted',
    ],
    of: { 'src/events/event-recorder.ts': { maxQueued: 1000 } },
  },
  {
    test: ['test/conformance/events/events-v1.test.ts', 'of at most 8 events run at once'],
    of: { 'src/events/event-recorder.ts': { workers: 8 } },
  },
  {
    test: [
      'test/conformance/events/events-v1.test.ts',
      'a note that changes is a new event each time, and from the 10th on one event with the newest note',
    ],
    of: { 'src/events/event-recorder.ts': { aggregateNotes: 10 } },
  },
  {
    test: [
      'test/controller-failures/events.test.ts',
      'failure 27: an important event dropped because an unimportant one used up the budget of that object',
    ],
    of: { 'src/events/recorder-options.ts': { burst: 25 } },
  },
  // Helpers for objects.
  {
    test: ['src/controller/objects/conditions.test.ts', 'cuts a message that the server would refuse'],
    of: { 'src/controller/objects/conditions.ts': { maxMessageLength: 32_768 } },
  },
  {
    test: [
      'test/conformance/objects/extract-apply.test.ts',
      'with a different set of key fields for each item select the items of the first 8 sets',
    ],
    of: { 'src/controller/objects/extract-apply.ts': { maxKeySets: 8 } },
  },
  {
    test: ['test/conformance/objects/extract-apply.test.ts', 'that nest too deep are a clear error'],
    of: { 'src/controller/objects/extract-apply.ts': { maxDepth: 500 } },
  },
  {
    test: [
      'src/controller/objects/damaged-objects.test.ts',
      'gives up after 5 tries if the finalizers keep changing',
    ],
    of: { 'src/controller/objects/finalizers.ts': { maxTries: 5 } },
  },
  // The embedded server.
  {
    test: ['test/sizes/server.test.ts', 'input far above the limits of parsers is refused with a message'],
    of: {
      'src/apiserver/custom/regexp/go-regexp-syntax.ts': { maxDepth: 1000 },
      'src/apiserver/custom/regexp/go-regexp.ts': { maxInstructions: 100_000 },
      'src/apiserver/read/sharding/cel-parser.ts': { deepest: 250 },
      'src/apiserver/types/quantity.ts': { maxExponent: 999, maxLength: 1000 },
    },
  },
  {
    test: ['src/apiserver/custom/regexp/go-regexp.test.ts', "%s does not compile, with Go's message"],
    of: { 'src/apiserver/custom/regexp/nodes.ts': { maxRepeat: 1000 } },
  },
  {
    test: [
      'src/apiserver/custom/hostile.test.ts',
      'an object that takes too much work to validate is rejected',
    ],
    of: { 'src/apiserver/custom/work.ts': { maxSteps: 10_000_000 } },
  },
  {
    test: ['src/apiserver/custom/hostile.test.ts', 'a schema that nests %i levels is accepted or rejected'],
    of: { 'src/apiserver/definitions/schema-decoder.ts': { maxSchemaDepth: 200 } },
  },
  {
    test: ['src/apiserver/custom/hostile.test.ts', 'an object that nests %i levels is accepted or rejected'],
    of: { 'src/apiserver/json/json-depth.ts': { maxDepth: 1000 } },
  },
  {
    test: ['src/apiserver/read/list.test.ts', 'a long list is complete, in pages and compressed'],
    of: {
      'src/apiserver/http/answer.ts': {
        gzipAboveBytes: 128 * KiB,
        streamAboveChars: 4 * MiB,
        chunkChars: 256 * KiB,
      },
    },
  },
  {
    test: ['src/apiserver/http/robustness.test.ts', 'an endless body is cut at 3 MiB'],
    of: { 'src/apiserver/http/request-body.ts': { maxBodyBytes: 3 * MiB, maxDiscardedBytes: 256 * KiB } },
  },
  {
    test: [
      'test/sizes/server.test.ts',
      'warnings beyond the limit of a response are cut, and 50,000 of them are not slower',
    ],
    of: { 'src/apiserver/http/warnings.ts': { truncateAtCharacters: 4 * KiB } },
  },
  {
    test: ['test/sizes/server.test.ts', 'one long warning is cut when there are too many'],
    of: { 'src/apiserver/http/warnings.ts': { truncatedCharacters: 256 } },
  },
  {
    test: [
      'test/sizes/server.test.ts',
      'objects far above the limits of annotations, unknown fields and names are answered',
    ],
    of: {
      'src/apiserver/objects/object-meta.ts': { maxAnnotationBytes: 256 * KiB },
      'src/meta/generated-name.ts': { maxGenerateAttempts: 8 },
      'src/apiserver/json/yaml-body.ts': { maxAliases: 100 },
    },
  },
  {
    test: ['src/meta/generated-name.test.ts', 'a generated name fits into a DNS label'],
    of: { 'src/meta/generated-name.ts': { maxNameLength: 63 } },
  },
  {
    test: [
      'test/sizes/server.test.ts',
      'a patch of as many operations as allowed is applied, a longer one is refused',
    ],
    of: { 'src/apiserver/patch/json-patch.ts': { maxOperations: 10_000 } },
  },
  {
    test: [
      'src/apiserver/patch/json-patch.test.ts',
      'repeated copies are limited to 3 MiB, like JSONPatchMaxCopyBytes',
    ],
    of: { 'src/apiserver/patch/json-patch.ts': { maxCopiedBytes: 3 * MiB } },
  },
  {
    test: ['test/sizes/server.test.ts', 'a watch that begins with megabytes of objects has what was created'],
    of: { 'src/apiserver/watch/watch-connection.ts': { chunkBytes: 64 * KiB } },
  },
  {
    test: ['test/sizes/server.test.ts', '30 managers own all fields that they have set'],
    of: { 'src/apiserver/write/managed-fields.ts': { maxUpdateManagers: 10 } },
  },
  {
    test: [
      'test/sizes/server.test.ts',
      'a definition of 50 selectable fields is refused, and so is a schema of 10,000 levels in protobuf',
    ],
    of: {
      'src/apiserver/definitions/selectable-field-errors.ts': { maxSelectableFields: 8 },
      'src/apiserver/types/decode-protobuf.ts': { maxDepth: 250 },
    },
  },
  {
    test: [
      'test/sizes/server.test.ts',
      'an annotation of what was applied is left out when it gets too long',
    ],
    of: { 'src/apiserver/write/last-applied.ts': { maxAnnotationBytes: 256 * KiB } },
  },
  {
    test: ['test/contract/writes-bodies.ts', 'the field manager must be printable'],
    of: { 'src/apiserver/write/write-options.ts': { maxManagerBytes: 128 } },
  },
  {
    test: ['src/apiserver/read/list.test.ts', 'history is limited in number'],
    of: { 'src/apiserver/options.ts': { historyLimit: 100_000 } },
  },
  {
    test: ['src/apiserver/controls.test.ts', 'the log of requests is bounded, the counts are not'],
    of: { 'src/apiserver/options.ts': { requestLogLimit: 10_000 } },
  },
  {
    test: [
      'src/apiserver/watch/watch.test.ts',
      'a reader that falls too far behind gets the buffered events, then the end',
    ],
    of: { 'src/apiserver/options.ts': { watchBufferBytes: 64 * MiB } },
  },
  {
    test: ['test/security/limits.test.ts', 'endless request lines, headers and bodies are cut off'],
    of: { 'src/apiserver/http/http-front.ts': { maxHeaderSize: 64 * KiB } },
  },
  {
    test: ['src/testing/fault-proxy/lifecycle.test.ts', 'keeps only as many as configured'],
    of: { 'src/testing/fault-proxy/fault-proxy.ts': { requestLogLimit: 100_000 } },
  },
  // The cache.
  {
    test: ['test/sizes/queues.test.ts', 'readers of an EventLog, at any pace, read what an array holds'],
    of: { 'src/cache/handlers/event-log.ts': { chunkLength: 64 } },
  },
  {
    test: [
      'test/sizes/queues.test.ts',
      'a store equals a Map after tens of thousands of writes, long replaces and resyncs',
    ],
    of: {
      'src/cache/queues/delta-fifo.ts': { mostInBatch: 64 },
      'src/cache/queues/gated-queue.ts': { queuedHighWater: 1000 },
      'src/cache/queues/real-fifo.ts': { batchSize: 1000 },
    },
  },
  {
    test: [
      'test/sizes/queues.test.ts',
      'KeyedDeltas and an array hand out the same through floods that fill and empty them',
    ],
    of: { 'src/cache/queues/keyed-deltas.ts': { keptLength: 2048 } },
  },
  {
    test: [
      'test/sizes/queues.test.ts',
      'a RingQueue and an array hand out the same through floods that fill and empty it',
    ],
    of: { 'src/util/ring-queue.ts': { initialCapacity: 16, keptCapacity: 1024 } },
  },
  {
    test: [
      'test/sizes/queues.test.ts',
      'a MemoryIndexer that takes long lists in steps holds what a Map holds',
    ],
    of: { 'src/util/steps.ts': { objectsPerStep: 128 } },
  },
  {
    test: ['test/sizes/server.test.ts', 'a pager with its own sizes joins what an array holds'],
    of: { 'src/cache/reflector/pager.ts': { defaultPageSize: 500, defaultPageBufferSize: 10 } },
  },
  {
    test: [
      'src/cache/slice-runner.test.ts',
      'reads the clock rarely while units are fast, and for each unit once they are slow',
    ],
    of: { 'src/cache/slice-runner.ts': { maxStride: 8 } },
  },
  {
    test: ['src/rest/rest-watch-stream.test.ts', 'a flood does not block the event loop: decoding is sliced'],
    of: { 'src/rest/rest-watch-stream.ts': { floodBytes: 48 * KiB } },
  },
  {
    test: [
      'test/sizes/server.test.ts',
      'a watch with more changes than the queue holds delivers all of them to cache and handler',
    ],
    of: { 'src/cache/reflector/watch-session.ts': { queuedHighWater: 1000 } },
  },
  {
    test: [
      'src/cache/reflector/reflector-counts.test.ts',
      'failures with more than 50 codes are counted together',
    ],
    of: { 'src/cache/reflector/reflector-counts.ts': { maxCodes: 50 } },
  },
  {
    test: ['src/rest/rest-client.test.ts', 'stats count further methods together'],
    of: { 'src/rest/rest-stats.ts': { maxMethods: 20 } },
  },
  {
    test: ['src/cache/reflector/endless-lists.test.ts', 'a list of %s is ERR_LIST_ENDLESS'],
    of: { 'src/cache/reflector/page-progress.ts': { mostEmptyPages: 100, unannouncedItems: 10_000 } },
  },
  {
    test: ['test/sizes/server.test.ts', 'a list of 21 million items without a total counts as endless'],
    of: { 'src/cache/reflector/page-progress.ts': { mostListItems: 20_000_000 } },
  },
  {
    test: [
      'src/cache/stores/mutation-cache.test.ts',
      'above maxSize, the least recently used mutation is dropped',
    ],
    of: { 'src/cache/stores/mutation-cache.ts': { maxSize: 100 } },
  },
  // Bytes to objects.
  {
    test: own.list,
    of: {
      'src/compact/compact-items-reader.ts': { enoughBytes: 64 * KiB },
      'src/compact/compact-type.ts': { mostTypes: 32 },
      'src/compact/dictionary-judge.ts': { firstJudgement: 512 * KiB },
      'src/compact/kernel/assembly/dictionary.as': {
        capacity: 64 * KiB - 64,
        mostLearnt: 8 * KiB,
        leastLearnt: 512,
      },
      'src/compact/kernel/assembly/marks.as': { mostContexts: 255 },
      'src/compact/kernel/kernel.ts': { mostFound: 1024, leastRegion: 256 * KiB, leastText: 32 * KiB },
      'src/compact/kernel/text-table.ts': { leastTexts: 64 },
      'src/compact/shared-texts.ts': { leastSweep: 1024 },
      'src/compact/slab.ts': { slabBytes: 256 * KiB, firstSlabBytes: 8 * KiB },
      'src/util/web-assembly.ts': { pageBytes: 64 * KiB },
      'src/wire/byte-store.ts': { firstBytes: 32 * KiB },
      'src/wire/field-sets.ts': { bytesBeforeSharing: 128 * KiB },
      'src/wire/json-items-reader.ts': { batchBytes: 160 * KiB },
    },
  },
  { test: own.watch, of: { 'src/compact/compact-watch-decoder.ts': { enoughBytes: 128 * KiB } } },
  {
    test: [
      'test/sizes/bytes.test.ts',
      'byte stores hold what an array holds, across growth, drops and releases of more than a spare buffer',
    ],
    of: { 'src/wire/byte-store.ts': { longestSpare: 512 * KiB } },
  },
  {
    test: [
      'test/sizes/bytes.test.ts',
      'the hot objects are those that were read last, however many are read',
    ],
    of: { 'src/compact/compact-options.ts': { defaultHotObjects: 64 } },
  },
  {
    test: [
      'src/compact/compact-object.test.ts',
      'keeps few objects decoded that are in no store, but both objects of an update',
    ],
    of: { 'src/compact/hot-objects.ts': { mostPassing: 4 } },
  },
  {
    test: ['src/compact/compact-format.test.ts', 'of %i levels stays plain, and its neighbours are compact'],
    of: { 'src/compact/compact-objects.ts': { deepestWritten: 500 } },
  },
  {
    test: ['src/compact/kernel/kernel.test.ts', 'leaves what is nested too deep to JavaScript'],
    of: { 'src/compact/kernel/assembly/json.as': { mostStacked: 17 } },
  },
  {
    test: [
      'src/compact/kernel/kernel.test.ts',
      'is distinguished from input with the same beginning, at any depth',
    ],
    of: { 'src/compact/kernel/assembly/marks.as': { deepest: 24 } },
  },
  {
    test: ['src/compact/kernel/kernel.test.ts', 'leaves an object with %s to JavaScript, but keeps it'],
    of: { 'src/compact/kernel/assembly/fields.as': { maxName: 1024 } },
  },
  {
    test: ['src/compact/kernel/text-table.test.ts', 'that are very long are not kept'],
    of: { 'src/compact/kernel/assembly/texts.as': { longest: 4096 } },
  },
  {
    test: [
      'src/compact/compact-memory.test.ts',
      'slabs are mostly full while objects change in any order, and read as they were written',
    ],
    of: { 'src/compact/slab.ts': { leastStored: 0.7 } },
  },
  {
    test: [
      'src/wire/field-sets.model.test.ts',
      'are parsed like JSON.parse while the pool fills up and is emptied (seed %i)',
    ],
    of: { 'src/wire/assembly/index.as': { mostEntries: 4096, poolBytes: 512 * KiB, mostCredit: 128 * KiB } },
  },
  {
    test: [
      'src/wire/field-sets.model.test.ts',
      '%i levels deep are not shared even if repeated, and later ones are correct',
    ],
    of: { 'src/wire/assembly/index.as': { mostDepth: 100, mostLevels: 3 } },
  },
  {
    test: ['src/wire/field-sets.model.test.ts', '%i bytes long are parsed like JSON.parse'],
    of: { 'src/wire/field-set-kernel.ts': { firstRoom: 256 * KiB } },
  },
  {
    test: ['src/wire/field-sets.test.ts', 'in more than a MiB of text are left to JSON.parse'],
    of: { 'src/wire/field-set-kernel.ts': { longestText: MiB } },
  },
  {
    test: [
      'test/sizes/bytes.test.ts',
      'are what JSON.parse makes of them when one text has more than a call can number or learn',
    ],
    of: {
      'src/wire/assembly/index.as': { mostWaiting: 256, mostNumbers: 8192, tableSlots: 8192, metSlots: 8192 },
    },
  },
  {
    test: [
      'test/sizes/bytes.test.ts',
      'are what JSON.parse makes of them when they are longer than a frame may be',
    ],
    of: { 'src/wire/assembly/index.as': { longestFramed: 16 * KiB } },
  },
  {
    test: [
      'src/wire/json-items-reader.test.ts',
      'that contain a false boundary are parsed one by one after a few failed batches',
    ],
    of: { 'src/wire/json-items-reader.ts': { maxWrongCuts: 2 } },
  },
  {
    test: [
      'src/wire/json-format.test.ts',
      'nested elsewhere in an object stay unchanged, and stop the double parsing after a few',
    ],
    of: { 'src/wire/part-parser.ts': { mostMisplaced: 3 } },
  },
  // Requests, answers, files and programs.
  {
    test: own.body,
    of: { 'src/rest/body-queue.ts': { highWaterBytes: 256 * KiB, lowWaterBytes: 64 * KiB } },
  },
  {
    test: [
      'src/client/log-lines.test.ts',
      'a line of more than 1 MiB arrives in pieces that split no character',
    ],
    of: { 'src/client/log-lines.ts': { maxLineBytes: MiB } },
  },
  {
    test: ['src/rest/body-queue.test.ts', 'calls whenFilling back once at 192 KiB, unless it was cancelled'],
    of: { 'src/rest/body-queue.ts': { fillingBytes: 192 * KiB } },
  },
  {
    test: ['src/rest/rest-client.test.ts', 'a long list does not block the event loop: decoding is sliced'],
    of: { 'src/rest/response-body.ts': { pieceBytes: 64 * KiB, unseenMost: 16 * KiB } },
  },
  {
    test: ['test/security/limits.test.ts', 'an object that is a gzip bomb: 64 MiB decompressed'],
    of: { 'src/rest/rest-request.ts': { defaultMaxBodyBytes: 64 * MiB } },
  },
  {
    test: ['src/rest/list-decoder.test.ts', 'may repeat "items" up to 16 times'],
    of: { 'src/rest/list-decoder.ts': { maxItems: 16 } },
  },
  {
    test: ['test/security/limits.test.ts', 'a list: its envelope and one item, plain and compressed'],
    of: {
      'src/rest/list-decoder.ts': { maxEnvelopeBytes: 16 * MiB },
      'src/meta/wire-format.ts': { defaultMaxObjectBytes: 64 * MiB },
      'src/rest/gunzip-body.ts': { chunkSize: 64 * KiB },
    },
  },
  {
    test: ['src/rest/undici-transport.test.ts', 'is queued when all connections are in use'],
    of: { 'src/rest/undici-transport.ts': { maxConnections: 64 } },
  },
  {
    test: [
      'src/rest/warnings.test.ts',
      'deduplicateWarnings passes each text on once, and forgets the oldest',
    ],
    of: { 'src/rest/warnings.ts': { remembered: 1000 } },
  },
  {
    test: ['test/security/limits.test.ts', 'endless files are refused after 10 MiB'],
    of: { 'src/rest/read-text-file.ts': { maxFileBytes: 10 * MiB } },
  },
  {
    test: ['test/sizes/server.test.ts', 'of hundreds of tokens the last ones are taken out of texts'],
    of: { 'src/rest/redactor.ts': { maxSecrets: 32 } },
  },
  {
    test: ['test/security/echo.test.ts', 'a very long token is removed in every spelling'],
    of: { 'src/rest/redactor.ts': { maxPiece: 512 } },
  },
  {
    test: ['test/security/limits.test.ts', 'an error body: 1 MiB is read, 2048 characters are shown'],
    of: { 'src/rest/response-error.ts': { maxErrorBodyBytes: MiB, maxErrorTextBytes: 2048 } },
  },
  {
    test: ['src/rest/undici-transport-tls.test.ts', 'of requests may be many: old connections are closed'],
    of: { 'src/rest/undici-transport.ts': { keptAgents: 8 } },
  },
  {
    test: ['test/security/limits.test.ts', 'an exec plugin with endless output is stopped after 1 MiB'],
    of: { 'src/kubeconfig/exec-run.ts': { maxStdoutBytes: MiB } },
  },
  {
    test: [
      'src/kubeconfig/exec-plugin.test.ts',
      "logs a running plugin's output after a second, in whole lines without apparent secrets",
    ],
    of: { 'src/kubeconfig/exec-stderr.ts': { tailLength: 2048, maxHeld: 64 * KiB } },
  },
  {
    test: [
      'test/sizes/server.test.ts',
      'of a plugin that prints thousands of words the first ones are taken out of what it says',
    ],
    of: { 'src/kubeconfig/exec-stderr.ts': { maxSecrets: 500 } },
  },
  {
    test: ['test/security/limits.test.ts', 'an identity provider: 1 MiB'],
    of: { 'src/kubeconfig/http-fetch.ts': { maxBodyBytes: MiB } },
  },
  {
    test: ['src/kubeconfig/parse.test.ts', 'alias bombs, by reference or by merge'],
    of: { 'src/kubeconfig/parse.ts': { maxAliasCount: 100, maxAliases: 1000 } },
  },
  {
    test: ['src/kubeconfig/parse.test.ts', 'excessive nesting'],
    of: { 'src/kubeconfig/parse.ts': { maxDepth: 200 } },
  },
  // The work queue.
  {
    test: [
      'src/workqueue/work-queue.test.ts',
      '50,000 that are due at once become ready in order, in turns of the event loop',
    ],
    of: { 'src/workqueue/work-queue.ts': { maxMovesAtOnce: 1000 } },
  },
  {
    test: ['src/workqueue/work-queue.test.ts', 'has 8 distinct reasons by default, of 100'],
    of: { 'src/workqueue/work-queue.ts': { defaultMaxReasons: 8 } },
  },
  {
    test: ['src/cache/informer/slow-work.test.ts', 'a slow function is named: %s with %s'],
    of: { 'src/cache/slow-work.ts': { timedCalls: 64 } },
  },
  {
    test: [
      'src/controller/sharded-controller.test.ts',
      'the 1st, 10th and 100th failure of a cause of shardBy are reported, and further causes as one',
    ],
    of: { 'src/controller/key-shards.ts': { maxCauses: 20 } },
  },
  {
    test: [
      'src/controller/remembered-slots.test.ts',
      'the objects that were deleted last are remembered by their uid',
    ],
    of: { 'src/controller/remembered-slots.ts': { maxDeleted: 10_000 } },
  },
  {
    test: [
      'src/controller/remembered-slots.test.ts',
      'keys without work do not grow without bound, and keys with work are kept',
    ],
    of: { 'src/controller/remembered-slots.ts': { fewKeys: 1000 } },
  },
  {
    test: ['src/controller/own-writes.test.ts', 'recognises the events of the last 10,000 writes, of 25,000'],
    of: { 'src/controller/own-writes.ts': { maxWrittenVersions: 10_000 } },
  },
  {
    test: [
      'src/workqueue/rate-limiters.test.ts',
      'an exponential limiter stays at its maximum for thousands of failures',
    ],
    of: { 'src/workqueue/rate-limiters.ts': { maxExponent: 1023 } },
  },
  {
    test: [
      'src/workqueue/rate-limiters.test.ts',
      'the default of controllers is the longer of 5 ms doubling to 1000 s and 10 a second after 100',
    ],
    of: { 'src/workqueue/rate-limiters.ts': { burst: 100, perSecond: 10 } },
  },
  {
    test: ['src/cli/screen-rows.test.ts', 'keeps the last ten changes of each object, the newest first'],
    of: { 'src/cli/screen-rows.ts': { keptChanges: 10 } },
  },
  {
    test: ['src/cli/types-command.test.ts', 'is followed for 5 redirects, and read up to 64 MiB'],
    of: { 'src/cli/types-input.ts': { maxRedirects: 5, maxTextBytes: 64 * 1024 * 1024 } },
  },
  {
    test: ['src/codegen/names.test.ts', 'a name beyond 120 letters is cut, and numbered'],
    of: { 'src/codegen/names.ts': { maxNameLength: 120 } },
  },
  {
    test: ['src/codegen/alternatives.test.ts', 'more alternatives than fit are only in the comment'],
    of: { 'src/codegen/alternatives.ts': { maxAlternatives: 8 } },
  },
  {
    test: ['src/codegen/names.test.ts', 'an enum longer than a line has a line for each value'],
    of: { 'src/codegen/type-file.ts': { lineWidth: 110 } },
  },
];
