/** Fields of a Secret that hold its values. */
const valueFields = ['data', 'stringData'] as const;

/** What kubectl apply writes: the whole object as it was applied, values included. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** True for the core group's secrets. */
export function holdsSecrets(resource: { readonly group: string; readonly resource: string }): boolean {
  return resource.group === '' && resource.resource === 'secrets';
}

/** True for a Secret, whatever the informer that holds it. */
export function isSecret(object: unknown): boolean {
  return isObject(object) && object.kind === 'Secret' && (object.apiVersion ?? 'v1') === 'v1';
}

/** Returns a Secret without its values: each key stays, with the length of its value. */
export function concealSecret(secret: unknown): unknown {
  if (!isObject(secret)) return secret;
  const concealed: Record<string, unknown> = { ...secret };
  for (const field of valueFields)
    if (isObject(secret[field])) concealed[field] = concealedValues(secret[field]);
  const { metadata } = secret;
  if (isObject(metadata) && isObject(metadata.annotations) && lastApplied in metadata.annotations) {
    concealed.metadata = {
      ...metadata,
      annotations: { ...metadata.annotations, [lastApplied]: '(not shown)' },
    };
  }
  return concealed;
}

function concealedValues(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? `(${value.length} characters, not shown)` : '(not shown)',
    ]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
