import { Webhooks } from '../../../packages/kube-informers/src/webhook/webhooks.js';
import {
  certificates,
  conversionReview,
  review,
  website,
  websites,
} from '../../../packages/kube-informers/src/webhook/webhooks.test-support.js';
import type { Website } from '../../../packages/kube-informers/src/webhook/webhooks.test-support.js';
import { DeniedError, FieldError } from '../../../packages/kube-informers/src/webhook/errors.js';
import { expectThat, parameterOf, shown, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';

const kinds = ['validate', 'mutate', 'convert'] as const;
const codes = [200, 400, 500];

/** The reviews that anyone can send to a webhook: each is answered with a review of the same uid, or with a Status. */
export function webhooksTarget(): FuzzTarget {
  const webhooks = new Webhooks({ certificates })
    .validate(websites, ({ object, warn }) => {
      warn(shown(object.spec));
      if (object.spec?.replicas === undefined) throw new FieldError('spec.replicas', 'is needed');
      if (object.spec.replicas > 3) throw new DeniedError('too many');
    })
    .validate(websites, () => [], { subresource: 'status' })
    .mutate(websites, ({ object }) => ({ ...object, spec: { ...object.spec, url: 'https://a' } }))
    .convert(websites, {
      v2: { up: ({ spec }: Website) => ({ spec }), down: ({ spec, metadata }) => ({ spec, metadata }) },
    });
  const objects = [website({ replicas: 3 }), { ...website({ tags: ['a'] }), apiVersion: 'example.com/v2' }];
  return {
    seeds: [
      withParameter(0, review({ object: objects[0] })),
      withParameter(
        0,
        review({ operation: 'DELETE', oldObject: objects[0], userInfo: { extra: { a: ['b'] } } }),
      ),
      withParameter(1, review({ operation: 'UPDATE', object: objects[0], oldObject: objects[0] })),
      withParameter(2, conversionReview('example.com/v2', objects)),
      withParameter(2, conversionReview('example.com/v1', objects)),
    ],
    words: [
      '"uid"',
      '"subResource":"status"',
      '"operation":"UPDATE"',
      '"oldObject"',
      '"__proto__"',
      'null',
      '9007199254740993',
      '"v2"',
    ],
    async run(input) {
      const { parameter, rest } = parameterOf(input);
      const kind = kinds[parameter % kinds.length] ?? 'validate';
      const { signal } = new AbortController();
      const { code, text } = await webhooks.answer({ kind, body: rest, timeoutMs: 30_000, signal });
      expectThat(codes.includes(code), `code ${code}`);
      const answer = JSON.parse(text) as {
        readonly message?: unknown;
        readonly response?: { readonly uid?: unknown };
      };
      if (code === 200) {
        const uid = answer.response?.uid;
        const { request } = JSON.parse(rest.toString()) as { readonly request: { readonly uid: unknown } };
        expectThat(uid === request.uid && typeof uid === 'string' && uid !== '', `uid ${shown(uid)}`);
      } else {
        expectThat(
          typeof answer.message === 'string' && answer.message.length < 4000,
          `message ${shown(answer.message)}`,
        );
      }
      expectThat(webhooks.stats().inFlight === 0, 'a request is in flight');
    },
  };
}
