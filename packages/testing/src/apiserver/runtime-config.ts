import { builtInResources, type Resource } from 'kube-informers';
import { refuseValue, requireBoolean, requireRecord } from 'kube-informers/internal';

const wideKeys = ['api/all', 'api/ga', 'api/beta', 'api/alpha'];

/** Rejects keys that name no group-version, and values that are not boolean. */
export function requireRuntimeConfig(what: string, config: unknown): void {
  requireRecord(what, config);
  const versions = new Set(builtInResources.map(({ apiVersion }) => apiVersion));
  for (const [key, value] of Object.entries(config as object)) {
    if (!wideKeys.includes(key) && !versions.has(key))
      refuseValue(
        `a key of ${what}`,
        `GROUP/VERSION of a built-in resource, or one of ${wideKeys.join(', ')}`,
        key,
      );
    requireBoolean(`${key} of ${what}`, value);
  }
}

/** True if a version of a group is served. A key of the version counts more than one of many, and `api/all` least. */
export function isOn(
  { apiVersion, version }: Pick<Resource, 'apiVersion' | 'version'>,
  config: Readonly<Record<string, boolean>>,
): boolean {
  const stability = version.includes('alpha') ? 'alpha' : version.includes('beta') ? 'beta' : 'ga';
  return config[apiVersion] ?? config[`api/${stability}`] ?? config['api/all'] ?? stability === 'ga';
}
