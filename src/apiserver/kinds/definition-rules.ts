import { invalidField, notSupportedField, requiredField } from '../../meta/field-error.js';
import type { FieldError } from '../../meta/field-error.js';
import { at, childOf, fillDefaults, objectsOf, textAt } from './json-fields.js';
import type { KindOverrides } from './workload-kinds.js';
import type { ObjectBody } from '../storage/stored-object.js';

/** The finalizer of a CustomResourceDefinition whose objects are still to be deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** How CustomResourceDefinitions are defaulted and checked. */
export const definitionRules: KindOverrides = {
  cleanupFinalizer,
  applyDefaults(body) {
    const spec = childOf(body, 'spec');
    const names = childOf(spec, 'names');
    const kind = textAt(names, 'kind');
    fillDefaults(names, { singular: kind.toLowerCase(), listKind: `${kind}List` });
    fillDefaults(spec, { conversion: { strategy: 'None' } });
  },
  prepareCreate(body) {
    const stored = objectsOf(at(body, 'spec', 'versions')).filter((version) => version['storage'] === true);
    body['status'] = {
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: stored.map((version) => textAt(version, 'name')),
    };
  },
  validate: definitionErrors,
};

function definitionErrors(body: ObjectBody): FieldError[] {
  const errors: FieldError[] = [];
  const group = textAt(body, 'spec', 'group');
  const plural = textAt(body, 'spec', 'names', 'plural');
  const scope = textAt(body, 'spec', 'scope');
  const name = body.metadata?.name ?? '';
  if (group === '') errors.push(requiredField('spec.group'));
  if (plural === '') errors.push(requiredField('spec.names.plural'));
  if (textAt(body, 'spec', 'names', 'kind') === '') errors.push(requiredField('spec.names.kind'));
  if (group !== '' && plural !== '' && name !== `${plural}.${group}`) {
    errors.push(invalidField('metadata.name', name, 'must be spec.names.plural+"."+spec.group'));
  }
  if (scope === '') errors.push(requiredField('spec.scope'));
  else if (scope !== 'Cluster' && scope !== 'Namespaced') {
    errors.push(notSupportedField('spec.scope', scope, ['Cluster', 'Namespaced']));
  }
  const versions = objectsOf(at(body, 'spec', 'versions'));
  if (versions.filter((version) => version['storage'] === true).length !== 1) {
    const found = versions
      .filter((version) => version['storage'] === true)
      .map((version) => textAt(version, 'name'));
    errors.push(
      invalidField('spec.versions', found, 'must have exactly one version marked as storage version'),
    );
  }
  versions.forEach((version, index) => {
    const field = `spec.versions[${index}]`;
    if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(textAt(version, 'name'))) {
      errors.push(invalidField(`${field}.name`, textAt(version, 'name'), 'must be a DNS-1035 label'));
    }
    if (at(version, 'schema', 'openAPIV3Schema') === undefined) {
      errors.push(requiredField(`${field}.schema.openAPIV3Schema`, 'schemas are required'));
    }
  });
  return errors;
}
