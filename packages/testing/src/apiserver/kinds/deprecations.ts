/** The server's deprecation warnings, by `resource.group`. */
export const deprecations: Readonly<Record<string, string>> = {
  'componentstatuses.': 'v1 ComponentStatus is deprecated in v1.19+',
  'endpoints.': 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
};
