/** Types that are not plain structs on the wire: the server's name of their decoder, and their type in TypeScript. */
export const scalars = {
  'meta/v1.Time': { decoder: 'time', type: 'Time' },
  'meta/v1.MicroTime': { decoder: 'microtime', type: 'MicroTime' },
  'meta/v1.Duration': { decoder: 'duration', type: 'Duration' },
  'meta/v1.FieldsV1': { decoder: 'fieldsv1', type: 'FieldsV1' },
  'resource.Quantity': { decoder: 'quantity', type: 'Quantity' },
  'intstr.IntOrString': { decoder: 'intorstring', type: 'IntOrString' },
  'runtime.RawExtension': { decoder: 'raw', type: 'RawExtension' },
  'apiextensions/v1.JSON': { decoder: 'raw', type: 'JSON' },
  'apiextensions/v1.JSONSchemaPropsOrArray': { decoder: 'schemaorarray' },
  'apiextensions/v1.JSONSchemaPropsOrBool': { decoder: 'schemaorbool' },
  'apiextensions/v1.JSONSchemaPropsOrStringArray': { decoder: 'schemaorstrings' },
  'apiextensions/v1.JSONSchemaProps': { decoder: 'schema' },
};
