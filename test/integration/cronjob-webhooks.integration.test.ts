// The webhooks of kubebuilder's CronJob tutorial: defaults, a schedule that a schema cannot check, a name that is too long for the
// jobs, and a second version whose schedule has fields.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clientset, defineResource, isInvalid } from 'kube-informers';
import type { KubernetesObject, StatusError } from 'kube-informers';
import { FieldError, Webhooks } from 'kube-informers/webhook';
import { ApiServer, conversionLosses, RealApiServer } from '@kube-informers/testing';
import type { TestServer } from '@kube-informers/testing';
import { systemClock } from '../../packages/kube-informers/src/util/clock.js';
import { canStartServers } from './own-server.js';

interface Common {
  readonly concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace';
  readonly suspend?: boolean;
  readonly successfulJobsHistoryLimit?: number;
  readonly failedJobsHistoryLimit?: number;
}
interface CronJob extends KubernetesObject {
  spec: Common & { schedule: string };
  status?: { lastScheduleTime?: string };
}
/** A field that is left out is any. */
interface Schedule {
  readonly minute?: string;
  readonly hour?: string;
  readonly dayOfMonth?: string;
  readonly month?: string;
  readonly dayOfWeek?: string;
}
interface CronJobV2 extends KubernetesObject {
  spec: Common & { schedule: Schedule };
  status?: { lastScheduleTime?: string };
}

const cronJobs = defineResource<CronJob, 'status'>({
  group: 'batch.tutorial.example.com',
  version: 'v1',
  resource: 'cronjobs',
  kind: 'CronJob',
  namespaced: true,
  subresources: ['status'],
});
const cronJobsV2 = defineResource<CronJobV2, 'status'>({ ...cronJobs, version: 'v2' });

const defaults: Common = {
  concurrencyPolicy: 'Allow',
  suspend: false,
  successfulJobsHistoryLimit: 3,
  failedJobsHistoryLimit: 1,
};

/** The fields of a schedule in their order, and what each may be. */
const fields = {
  minute: [0, 59],
  hour: [0, 23],
  dayOfMonth: [1, 31],
  month: [1, 12],
  dayOfWeek: [0, 6],
} as const;

function scheduleProblem(schedule: string): string | undefined {
  const parts = schedule.split(' ');
  if (parts.length !== 5) return `must have 5 fields, has ${parts.length}`;
  return Object.entries(fields)
    .filter(([, [least, most]], index) =>
      (parts[index] ?? '').split(',').some((part) => {
        const numbers = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/[1-9]\d*)?$/.exec(part)?.slice(1);
        return numbers?.every((each) => each === undefined || (+each >= least && +each <= most)) !== true;
      }),
    )
    .map(([name]) => `the ${name} is invalid`)[0];
}

function tutorialWebhooks(): Webhooks {
  return new Webhooks({
    port: 0,
    host: '127.0.0.1',
    certificates: {
      secret: { namespace: 'default', name: 'cronjob-tls' },
      hosts: ['127.0.0.1'],
      configuration: 'cronjob',
    },
  })
    .mutate(cronJobs, ({ object }) => ({ ...object, spec: { ...defaults, ...object.spec } }))
    .validate(cronJobs, ({ object: { metadata, spec } }) => {
      const problems: FieldError[] = [];
      // A job's name has a suffix of 11 characters.
      if ((metadata?.name ?? '').length > 52)
        problems.push(new FieldError('metadata.name', 'must have at most 52 characters', metadata?.name));
      const problem = scheduleProblem(spec.schedule);
      if (problem !== undefined) problems.push(new FieldError('spec.schedule', problem, spec.schedule));
      return problems;
    })
    .convert(cronJobs, {
      v2: {
        up: ({ spec: { schedule, ...spec }, ...job }: CronJobV2) => ({
          ...job,
          spec: {
            ...spec,
            schedule: (Object.keys(fields) as (keyof Schedule)[])
              .map((name) => schedule[name] ?? '*')
              .join(' '),
          },
        }),
        down: ({ spec: { schedule, ...spec }, ...job }: CronJob) => {
          const parts = schedule.split(' ');
          if (parts.length !== 5) throw new Error(`the schedule ${JSON.stringify(schedule)} has no 5 fields`);
          const named = Object.keys(fields).map((name, index) => [name, parts[index]] as const);
          return {
            ...job,
            spec: { ...spec, schedule: Object.fromEntries(named.filter(([, part]) => part !== '*')) },
          };
        },
      },
    });
}

const limit = { type: 'integer', minimum: 0 };
const common = {
  concurrencyPolicy: { type: 'string', enum: ['Allow', 'Forbid', 'Replace'] },
  suspend: { type: 'boolean' },
  successfulJobsHistoryLimit: limit,
  failedJobsHistoryLimit: limit,
};
const part = { type: 'string', pattern: '^[0-9,/-]+$' };
const version = (name: string, schedule: object) => ({
  name,
  served: true,
  storage: name === 'v1',
  subresources: { status: {} },
  schema: {
    openAPIV3Schema: {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: { type: 'object', required: ['schedule'], properties: { ...common, schedule } },
        status: { type: 'object', properties: { lastScheduleTime: { type: 'string', format: 'date-time' } } },
      },
    },
  },
});
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `cronjobs.${cronJobs.group}` },
  spec: {
    group: cronJobs.group,
    scope: 'Namespaced',
    names: { kind: 'CronJob', plural: 'cronjobs' },
    versions: [
      version('v1', { type: 'string' }),
      version('v2', {
        type: 'object',
        properties: Object.fromEntries(Object.keys(fields).map((name) => [name, part])),
      }),
    ],
  },
};

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((error: unknown) => error);

describe.each([
  { name: 'the embedded server', start: (): Promise<TestServer> => ApiServer.start(), can: true },
  { name: 'kube-apiserver', start: (): Promise<TestServer> => RealApiServer.start(), can: canStartServers },
])('on $name', ({ start, can }) => {
  const end = new AbortController();
  let server: TestServer;
  let admin: Clientset;
  let ended: Promise<void>;
  const jobs = () => admin.resource(cronJobs, 'default');
  const jobsV2 = () => admin.resource(cronJobsV2, 'default');

  beforeAll(async () => {
    if (!can) return;
    server = await start();
    admin = new Clientset(server.config);
    const webhooks = tutorialWebhooks();
    ended = webhooks.run({ signal: end.signal, clientset: admin });
    await webhooks.listening();
    const url = `https://127.0.0.1:${webhooks.port}`;
    const webhook = { conversionReviewVersions: ['v1'], clientConfig: { url: `${url}/convert` } };
    const conversion = { strategy: 'Webhook', webhook };
    const converted: object = { ...definition, spec: { ...definition.spec, conversion } };
    await admin.apply([converted, ...webhooks.configurations('cronjob', { url })]);
    // API servers notice webhooks a moment after they were written.
    const probe = { metadata: { name: 'probe' }, spec: { schedule: { minute: '99' } } };
    const answer = () => errorOf(jobsV2().create(probe, { dryRun: true }));
    while (!isInvalid(await answer())) await systemClock.sleep(20);
  });

  afterAll(async () => {
    if (!can) return;
    end.abort();
    await ended;
    await admin.close();
    await server[Symbol.asyncDispose]();
  });

  test.runIf(can)('defaults are set in each version, and never over what was given', async () => {
    const one = await jobs().create({ metadata: { name: 'one' }, spec: { schedule: '*/5 * * * *' } });
    expect(one.spec).toEqual({ ...defaults, schedule: '*/5 * * * *' });
    const two = await jobsV2().create({
      metadata: { name: 'two' },
      spec: { schedule: { hour: '3' }, suspend: true, failedJobsHistoryLimit: 0 },
    });
    expect(two.spec).toEqual({
      ...defaults,
      schedule: { hour: '3' },
      suspend: true,
      failedJobsHistoryLimit: 0,
    });
  });

  test.runIf(can)(
    'an invalid schedule and a long name are causes of one refusal, in each version',
    async () => {
      const name = 'a'.repeat(53);
      // One after the other: a second connection would stay open after the test.
      const refused = [
        () => jobs().create({ metadata: { name }, spec: { schedule: '0 24 * * *' } }),
        () => jobsV2().create({ metadata: { name }, spec: { schedule: { minute: '0', hour: '24' } } }),
      ];
      for (const create of refused) {
        const error = (await errorOf(create())) as StatusError;
        expect(error).toSatisfy(isInvalid);
        expect(error.status?.details?.causes).toEqual([
          {
            reason: 'FieldValueInvalid',
            field: 'metadata.name',
            message: `Invalid value: "${name}": must have at most 52 characters`,
          },
          {
            reason: 'FieldValueInvalid',
            field: 'spec.schedule',
            message: 'Invalid value: "0 24 * * *": the hour is invalid',
          },
        ]);
      }
      const fits = await jobs().create({
        metadata: { name: name.slice(1) },
        spec: { schedule: '0 23 * * *' },
      });
      const worse = jobs().update({ ...fits, spec: { ...fits.spec, schedule: 'hourly' } });
      expect(await errorOf(worse)).toMatchObject({
        message: expect.stringContaining('"hourly": must have 5 fields, has 1') as string,
      });
    },
  );

  test.runIf(can)('a schedule and a status are the same in both versions', async () => {
    await jobs().create({ metadata: { name: 'nightly' }, spec: { schedule: '30 3 * * 1-5' } });
    const current = await jobsV2().get('nightly');
    expect(current.spec.schedule).toEqual({ minute: '30', hour: '3', dayOfWeek: '1-5' });
    await jobsV2().updateStatus({ ...current, status: { lastScheduleTime: '2026-01-01T03:30:00Z' } });
    await jobsV2().patch('nightly', { spec: { schedule: { hour: null } } }, { type: 'merge' });
    const { spec, status } = await jobs().get('nightly');
    expect(spec.schedule).toBe('30 * * * 1-5');
    expect(status).toEqual({ lastScheduleTime: '2026-01-01T03:30:00Z' });
  });
});

test('nothing is lost between the versions', () => {
  // A schedule of v1 is checked by the webhook alone.
  const adapt = (object: KubernetesObject, name: string): object =>
    name === 'v1'
      ? { ...object, spec: { ...(object as CronJob).spec, schedule: '0 1-5/2 * 3,4 *' } }
      : object;
  expect(conversionLosses(tutorialWebhooks(), definition, { adapt })).toEqual([]);
});
