/** The CustomResourceDefinition that the cluster needs. */
export const websiteDefinition = {
  metadata: { name: 'websites.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'websites', singular: 'website', kind: 'Website' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['html'],
                properties: {
                  html: { type: 'string' },
                  replicas: { type: 'integer', minimum: 0, default: 1 },
                },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
};
