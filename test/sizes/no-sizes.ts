import type { Constants } from './thresholds.js';

/** Constants that no amount of data can go beyond, or where that changes no outcome that a test could compare. */
interface NoSize {
  readonly why: string;
  readonly of: Constants;
}

const KiB = 1024;

export const noSizes: readonly NoSize[] = [
  {
    why: 'the range of a number, or its digits',
    of: {
      'src/apiserver/custom/number-check.ts': {
        int32Limit: 2 ** 31,
        int64Limit: 2 ** 63,
        float32Limit: 3.4028235677973366e38,
      },
      'src/apiserver/custom/scale-paths.ts': { maxReplicas: 2 ** 31 - 1 },
      'src/leaderelection/election-records.ts': { maxTransitions: 2 ** 31 - 1 },
      'src/apiserver/options.ts': { maxInitialRevision: 2 ** 52 },
      'src/apiserver/types/quantity.ts': { nano: 9 },
      'src/apiserver/types/times.ts': { microDigits: 6 },
      'src/apiserver/write/scale.ts': { noReplicas: -(2 ** 31) },
      'src/sharding/sharding-options.ts': { slots: 256, fewestSlots: 4, mostSlots: 4096 },
      'src/meta/hash-ranges.ts': { mostSlots: 2 ** 16, slotCount: 256 },
      'src/compact/kernel/assembly/fields.as': { mostGeneration: 2 ** 22 - 1 },
    },
  },
  {
    why: 'a fixed value or a length that is always the same',
    of: {
      'src/apiserver/http/answer.ts': { gzipLevel: 1 },
      'src/apiserver/kinds/pod-spec.ts': { fileMode: 420 },
      'src/meta/generated-name.ts': { suffixLength: 5 },
      'src/testing/fake-source.ts': { firstResourceVersion: 2 },
      'src/testing/fault-proxy/body-shape.ts': { garbageBytes: 8 },
      'src/inspector/shown-options.ts': { factor: 2 },
      'src/util/backoff.ts': { factor: 2 },
      'src/leaderelection/election-options.ts': { jitterFactor: 1.2, maxDeadlineRatio: 0.9 },
      'src/workqueue/work-queue.ts': { lowPriority: -100 },
      'src/controller/manager/manager-options.ts': { maxPort: 65_535 },
      'src/controller/manager/manager.ts': { graceShare: 0.8 },
      'src/sharding/lease-requests.ts': { timeoutShare: 0.25 },
      'src/sharding/members.ts': { maxDurationRatio: 10 },
      'src/controller/spread.ts': { offsetBasis: 0x811c9dc5, prime: 0x01000193 },
    },
  },
  {
    why: 'the default of a field of an API object',
    of: {
      'src/apiserver/kinds/built-in-defaults.ts': {
        handSize: 8,
        queueLengthLimit: 50,
        revisionHistoryLimit: 10,
        successfulJobsHistoryLimit: 3,
      },
    },
  },
  {
    why: 'more than the clients and servers on both sides accept',
    of: {
      'src/testing/fault-proxy/front.ts': { maxHeaderSize: KiB * KiB },
      'src/testing/fault-proxy/upstream.ts': { maxHeaderSize: KiB * KiB },
    },
  },
  {
    why: 'counts attempts or signs of life, not data',
    of: {
      'src/cache/reflector/absent.ts': { absentAnswers: 3 },
      'src/inspector/exchange.ts': { status: 200 },
      'src/inspector/fetch-form.ts': { streamBufferBytes: 64 * KiB },
      'src/inspector/objects.ts': { maxRows: 500 },
      'src/cache/reflector/reflector-state.ts': {
        maxUnansweredProbes: 1,
        maxBackwardWatches: 3,
        maxUnfinishedStreams: 1,
      },
      'src/cache/reflector/resume-budget.ts': { maxResumes: 10 },
      'src/cache/reflector/watch-watchdog.ts': { missedBookmarks: 3 },
      'src/client/discovery.ts': { legacyConcurrency: 10 },
      'src/controller/options.ts': { runsPerMinute: 60 },
      'src/rest/request-sender.ts': { burst: 10 },
      'src/rest/retry.ts': { defaultMaxRetries: 10 },
      'src/testing/fake-clock.ts': { turns: 5 },
    },
  },
  {
    why: 'the least that counts as a secret or is worth the work',
    of: {
      'src/compact/dictionary-judge.ts': { badRatio: 6 },
      'src/inspector/options.ts': { minTokenLength: 16 },
      'src/compact/kernel/assembly/index.as': { goodEnough: 11 },
      'src/kubeconfig/redact.ts': { minOpaque: 24 },
      'src/rest/redactor.ts': { minSecretLength: 4 },
      'src/wire/assembly/index.as': { leastBytes: 72, timesMet: 2, timesMetWithKnown: 8 },
    },
  },
  {
    why: 'how much of something a person is shown, or where the fault proxy cuts a line',
    of: {
      'src/util/shown.ts': { mostCharacters: 100, mostMembers: 5, mostKeyCharacters: 317 },
      'src/cli/changes.ts': { width: 60 },
      'src/inspector/page/live.ts': { points: 120 },
      'src/inspector/read-controllers.ts': { listedKeys: 50 },
      'src/inspector/read-shardings.ts': { listedMembers: 100 },
      'src/cli/printer.ts': { changesShown: 3 },
      'src/cli/run.ts': { columns: 80 },
      'src/cli/screen-model.ts': { frameLines: 4, minColumnWidth: 6 },
      'src/cli/watch-screen.ts': { fieldsShown: 12, maxYamlLines: 20_000 },
      'src/controller/result.ts': { shownCharacters: 100 },
      'src/controller/runner.ts': { shownCharacters: 120 },
      'src/informers/informer-scope.ts': { namedNamespaces: 3 },
      'src/rest/response-error.ts': { maxTitle: 100 },
      'src/testing/fault-proxy/body-shape.ts': { maxHeldBytes: 64 * KiB },
    },
  },
  {
    why: 'the longest string of V8: a test beyond it would need more memory than a CI machine has',
    of: { 'src/client/resource-client.ts': { maxBodyBytes: 512 * KiB * KiB } },
  },
  {
    why: 'how the memory of a kernel is laid out',
    of: {
      'src/compact/kernel/assembly/compress.as': { selfBits: 10, slack: 128 },
      'src/compact/kernel/assembly/decompress.as': { broken: 0xffffffff },
      'src/compact/kernel/assembly/dictionary.as': { tableBits: 14, tableStart: 64 },
      'src/compact/kernel/assembly/fields.as': { fieldBytes: 96 },
      'src/compact/kernel/assembly/texts.as': {
        header: 64,
        textHeader: 16,
        bytesPerText: 160,
        mostLooks: 32,
      },
      'src/compact/kernel/kernel.ts': {
        foundFields: 24,
        generationShift: 8,
        uidBytes: 16,
        padding: 128,
        objectRoom: 4096,
      },
      'src/compact/kernel/text-table.ts': { bytesPerText: 160 },
      'src/wire/assembly/index.as': {
        firstNumber: 1000,
        leftOut: 9999,
        numberDigits: 4,
        entriesAt: 0,
        waitingBytes: 48,
        refused: 1,
      },
      'src/wire/field-set-kernel.ts': { padding: 64 },
    },
  },
];
