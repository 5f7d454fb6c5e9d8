import { StatusError } from 'kube-informers';
import {
  decodedPatch,
  patchedBody,
  rejection,
  responseOf,
} from '../../../packages/testing/src/apiserver/admission/review-answer.js';
import {
  convertedObject,
  ConversionError,
} from '../../../packages/testing/src/apiserver/webhooks/webhook-converter.js';
import { commonRules } from '../../../packages/testing/src/apiserver/objects/kind-rules.js';
import { isJsonObject } from '@kube-informers/schema/internal';
import { typeOfKind } from '../../../packages/testing/src/apiserver/types/type-table.js';
import { expectThat, outcomeOf, parameterOf, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';

const asked = { uid: 'u', apiVersion: 'admission.k8s.io/v1' };
const patch = Buffer.from('[{"op":"add","path":"/data","value":{"a":"1"}}]').toString('base64');
const review = (response: string): string =>
  `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"u",${response}}}`;
const configMap = {
  resource: { group: '', version: 'v1', kind: 'ConfigMap', apiVersion: 'v1' },
  id: 'configmaps.',
  type: typeOfKind('', 'v1', 'ConfigMap'),
  custom: false,
  rules: commonRules,
};

class Refused extends Error {}

function isRefusal(error: unknown): boolean {
  return error instanceof Refused || error instanceof StatusError;
}

/** The embedded server reads a webhook's answer, and applies its patch. */
export function reviewsTarget(): FuzzTarget {
  return {
    seeds: [
      withParameter(0, review('"allowed":true')),
      withParameter(1, review(`"allowed":true,"patchType":"JSONPatch","patch":"${patch}"`)),
      withParameter(
        0,
        review('"allowed":false,"status":{"code":403,"reason":"Forbidden","message":"m"},"warnings":["w"]'),
      ),
    ],
    words: [
      '"allowed":',
      '"patch":"',
      '"patchType":"JSONPatch"',
      '"status":{"code":',
      '"warnings":[',
      '"uid":"u"',
      patch,
    ],
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const answer = outcomeOf<unknown>(
        () => JSON.parse(rest.toString()),
        (error) => error instanceof SyntaxError,
      );
      if (!isJsonObject(answer)) return;
      const mutates = parameter % 2 === 1;
      const failure = (why: string): Error => new Refused(why);
      const response = outcomeOf(() => responseOf(answer, { ...asked, mutates }, failure), isRefusal);
      if (response === undefined) return;
      const { code = 0 } = rejection('w', response.status).status;
      expectThat(code >= 400 && code < 600, `a refusal with the code ${code}`);
      if (response.patch === '') return;
      const operations = outcomeOf(() => decodedPatch(response.patch, failure), isRefusal);
      const document = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { a: '1' } };
      if (operations !== undefined) outcomeOf(() => patchedBody(configMap, document, operations), isRefusal);
    },
  };
}

const box = {
  apiVersion: 'g/v1',
  kind: 'Box',
  metadata: { name: 'a', uid: 'x', finalizers: ['f'] },
  spec: {},
};
const conversion = (objects: string): string =>
  `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","response":{"uid":"u","result":{"status":"Success"},"convertedObjects":${objects}}}`;

/** The embedded server reads an object that a webhook has converted: it keeps its identity. */
export function conversionsTarget(): FuzzTarget {
  const converted =
    '{"apiVersion":"g/v2","kind":"Box","metadata":{"name":"a","uid":"x","labels":{"a":"b"}},"spec":{"a":1}}';
  return {
    seeds: [Buffer.from(conversion(`[${converted}]`)), Buffer.from(conversion('[]'))],
    words: [
      '"metadata":{',
      '"labels":{"a":',
      '"annotations":null',
      '"uid":"x"',
      '"name":"a"',
      '"result":{"status":',
    ],
    run(input) {
      const answer = outcomeOf<unknown>(
        () => JSON.parse(Buffer.from(input).toString()),
        (error) => error instanceof SyntaxError,
      );
      if (!isJsonObject(answer)) return;
      const asked = {
        uid: 'u',
        reviewVersion: 'apiextensions.k8s.io/v1',
        object: box,
        apiVersion: 'g/v2',
        head: 'conversion',
      };
      const object = outcomeOf(
        () => convertedObject(answer, asked),
        (error) => error instanceof ConversionError,
      );
      if (object === undefined) return;
      const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
      expectThat(metadata['name'] === 'a' && metadata['uid'] === 'x', 'another object');
      expectThat(JSON.stringify(metadata['finalizers']) === '["f"]', 'other finalizers');
    },
  };
}
