import { formatFieldError } from '../../../packages/kube-informers/src/meta/field-error.js';
import { builtInResources } from '../../../packages/kube-informers/src/resources/index.js';
import {
  declaredProblems,
  withDeclared,
} from '../../../packages/testing/src/apiserver/kinds/declared-validation.js';
import { depthProblem } from '../../../packages/testing/src/apiserver/json/json-depth.js';
import { isJsonObject } from '@kube-informers/schema/internal';
import type { ObjectBody } from '../../../packages/testing/src/apiserver/storage/stored-object.js';
import { objectText } from '../object-texts.js';
import { expectThat, outcomeOf, parameterOf, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';

const slice =
  '{"addressType":"IPv4","endpoints":[{"addresses":["10.0.0.1"],"hints":{"forZones":[{"name":"z"}]}}],"ports":[{"name":"a","port":1}]}';
const role = '{"rules":[{"verbs":["get"]},{}],"roleRef":{},"subjects":[{"kind":"User"}]}';
const autoscaler =
  '{"spec":{"minReplicas":-1,"maxReplicas":0,"metrics":[{"type":"Resource","resource":{}}]}}';

/** The declared rules of any kind find problems in any object, beside any stored one, and none in what was not changed. */
export function declaredRulesTarget(): FuzzTarget {
  const texts = [slice, role, autoscaler];
  return {
    seeds: texts.flatMap((text, index) =>
      builtInResources.map((_, kind) =>
        withParameter(kind, `${text}\n${texts[(index + kind) % texts.length]}`),
      ),
    ),
    words: [
      'null',
      '[]',
      '{}',
      '""',
      '"spec":',
      '"template":',
      '"endpoints":[',
      '"from":[{',
      '"podSelector":',
      '\n',
      '"__proto__":',
      '18446744073709551616',
    ],
    generate: (chance) =>
      withParameter(chance.between(0, builtInResources.length), objectText(chance, ['Pod'])),
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const resource = builtInResources[parameter % builtInResources.length];
      const [now, before] = rest
        .toString()
        .split('\n')
        .map((line) =>
          outcomeOf(
            () => JSON.parse(line) as unknown,
            (error) => error instanceof SyntaxError,
          ),
        );
      // As a body is checked before.
      if (resource === undefined || !isJsonObject(now) || depthProblem(now) !== undefined) return;
      const old = isJsonObject(before) && depthProblem(before) === undefined ? before : undefined;
      for (const subresource of ['', 'status', 'scale']) {
        const problems = declaredProblems(
          resource,
          now as ObjectBody,
          old as ObjectBody | undefined,
          subresource,
        );
        const all = withDeclared(problems, problems);
        expectThat(all.length <= 2 * problems.length, 'a problem was found twice');
        for (const problem of all) expectThat(formatFieldError(problem) !== '', 'a problem without a text');
        const same = declaredProblems(resource, now as ObjectBody, now as ObjectBody, subresource);
        expectThat(
          same.length === 0,
          `what did not change has problems: ${same.map(formatFieldError).join()}`,
        );
      }
      expectThat(Object.keys(Object.prototype).length === 0, 'the prototype of all objects was changed');
    },
  };
}
