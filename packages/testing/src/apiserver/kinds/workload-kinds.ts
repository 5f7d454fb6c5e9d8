import { type FieldError, type LabelSelector, labelSelectorAsSelector, SelectorError } from 'kube-informers';
import { forbiddenField, invalidField, requiredField } from 'kube-informers/internal';
import { isDeepStrictEqual } from 'node:util';
import type { ObjectBody } from '../storage/stored-object.js';
import { asObject, at, childOf, fillDefaults, objectsOf } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import type { KindOverrides } from '../objects/kind-rules.js';
import { podSpecErrors, qosClass } from './pod-spec.js';

function templateErrors(body: ObjectBody, selector: 'required' | 'optional' | 'none'): FieldError[] {
  const errors: FieldError[] = [];
  const labels = asObject(at(body, 'spec', 'template', 'metadata', 'labels'));
  const wanted = asObject(at(body, 'spec', 'selector'));
  if (selector === 'required' && wanted === undefined) errors.push(requiredField('spec.selector'));
  // A selector that is missing selects nothing.
  if (selector !== 'none' && (wanted === undefined || !selects(wanted, labels ?? {}))) {
    const text = '`selector` does not match template `labels`';
    errors.push(invalidField('spec.template.metadata.labels', labels ?? null, text));
  }
  errors.push(...podSpecErrors(at(body, 'spec', 'template', 'spec'), 'spec.template.spec'));
  return errors;
}

/** True if the selector matches the template's labels; malformed selectors are not validated. */
function selects(selector: LabelSelector, labels: JsonObject): boolean {
  try {
    return labelSelectorAsSelector(selector).matches(labels as Record<string, string>); // decoded as strings
  } catch (error) {
    if (error instanceof SelectorError) return true;
    throw error;
  }
}

const podFrozen =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** Returns the immutable part of the spec. A node name may be set once, by an update too. */
function frozenSpec(body: ObjectBody, keepNodeName: boolean): JsonObject {
  const spec = { ...asObject(body['spec']) };
  for (const list of ['containers', 'initContainers']) {
    spec[list] = objectsOf(spec[list]).map(({ image: _image, ...container }) => container);
  }
  for (const field of ['activeDeadlineSeconds', 'tolerations', 'terminationGracePeriodSeconds'])
    delete spec[field];
  if (!keepNodeName) delete spec['nodeName'];
  return spec;
}

export const podRules: KindOverrides = {
  gracefulDeletion: true,
  prepareCreate(body) {
    const status = childOf(body, 'status');
    fillDefaults(status, { phase: 'Pending', qosClass: qosClass(childOf(body, 'spec')) });
  },
  validate: (body) => podSpecErrors(body['spec'], 'spec'),
  validateUpdate(body, old) {
    const keepNodeName =
      typeof at(old, 'spec', 'nodeName') === 'string' && at(old, 'spec', 'nodeName') !== '';
    return isDeepStrictEqual(frozenSpec(body, keepNodeName), frozenSpec(old, keepNodeName))
      ? []
      : [forbiddenField('spec', podFrozen)];
  },
};

/** Kinds with a pod template that their selector must match. */
export const templateRules: KindOverrides = { validate: (body) => templateErrors(body, 'required') };

/** Without a selector, a DaemonSet's template does not match. */
export const daemonSetRules: KindOverrides = { validate: (body) => templateErrors(body, 'optional') };

export const jobRules: KindOverrides = { validate: (body) => templateErrors(body, 'none') };
