import { type JsonObject, isJsonObject, toJson } from '@kube-informers/schema/internal';

/**
 * The messages of gnostic's `openapi.v2.Document`, as `Message=field;field`.
 *
 * A field is its JSON name, number and type: `string`, `bool`, `int`, `double`, `any` (YAML text) or a message; `[]`
 * marks a list, `{}` a message with an entry per key. Two names stand for several keys: `x-` for all vendor
 * extensions, `*` for all other keys.
 */
const declarations = `
Document=swagger 1 string;info 2 Info;host 3 string;basePath 4 string;schemes 5 []string;consumes 6 []string;produces 7 []string;paths 8 Paths;definitions 9 {}Schema;parameters 10 {}Parameter;responses 11 {}Response;security 12 []SecurityRequirement;securityDefinitions 13 {}SecurityScheme;tags 14 []Tag;externalDocs 15 ExternalDocs;x- 16
Info=title 1 string;version 2 string;description 3 string;termsOfService 4 string;contact 5 Contact;license 6 License;x- 7
Contact=name 1 string;url 2 string;email 3 string;x- 4
License=name 1 string;url 2 string;x- 3
Tag=name 1 string;description 2 string;externalDocs 3 ExternalDocs;x- 4
ExternalDocs=description 1 string;url 2 string;x- 3
Paths=x- 1;* 2 PathItem
PathItem=$ref 1 string;get 2 Operation;put 3 Operation;post 4 Operation;delete 5 Operation;options 6 Operation;head 7 Operation;patch 8 Operation;parameters 9 []ParametersItem;x- 10
Operation=tags 1 []string;summary 2 string;description 3 string;externalDocs 4 ExternalDocs;operationId 5 string;produces 6 []string;consumes 7 []string;parameters 8 []ParametersItem;responses 9 Responses;schemes 10 []string;deprecated 11 bool;x- 13
ApiKey=type 1 string;name 2 string;in 3 string;description 4 string;x- 5
Basic=type 1 string;description 2 string;x- 3
SecurityRequirement=* 1 Scopes
JsonReference=$ref 1 string;description 2 string
BodyParameter=description 1 string;name 2 string;in 3 string;required 4 bool;schema 5 Schema;x- 6
PathParameter=required 1 bool;in 2 string;description 3 string;name 4 string;type 5 string;format 6 string;items 7 PrimitivesItems;collectionFormat 8 string;default 9 any;maximum 10 double;exclusiveMaximum 11 bool;minimum 12 double;exclusiveMinimum 13 bool;maxLength 14 int;minLength 15 int;pattern 16 string;maxItems 17 int;minItems 18 int;uniqueItems 19 bool;enum 20 []any;multipleOf 21 double;x- 22
QueryParameter=required 1 bool;in 2 string;description 3 string;name 4 string;allowEmptyValue 5 bool;type 6 string;format 7 string;items 8 PrimitivesItems;collectionFormat 9 string;default 10 any;maximum 11 double;exclusiveMaximum 12 bool;minimum 13 double;exclusiveMinimum 14 bool;maxLength 15 int;minLength 16 int;pattern 17 string;maxItems 18 int;minItems 19 int;uniqueItems 20 bool;enum 21 []any;multipleOf 22 double;x- 23
PrimitivesItems=type 1 string;format 2 string;items 3 PrimitivesItems;collectionFormat 4 string;default 5 any;maximum 6 double;exclusiveMaximum 7 bool;minimum 8 double;exclusiveMinimum 9 bool;maxLength 10 int;minLength 11 int;pattern 12 string;maxItems 13 int;minItems 14 int;uniqueItems 15 bool;enum 16 []any;multipleOf 17 double;x- 18
Responses=* 1 ResponseValue;x- 2
Response=description 1 string;schema 2 SchemaItem;x- 5
Schema=$ref 1 string;format 2 string;title 3 string;description 4 string;default 5 any;multipleOf 6 double;maximum 7 double;exclusiveMaximum 8 bool;minimum 9 double;exclusiveMinimum 10 bool;maxLength 11 int;minLength 12 int;pattern 13 string;maxItems 14 int;minItems 15 int;uniqueItems 16 bool;maxProperties 17 int;minProperties 18 int;required 19 []string;enum 20 []any;additionalProperties 21 AdditionalPropertiesItem;type 22 TypeItem;items 23 ItemsItem;allOf 24 []Schema;properties 25 {}Schema;discriminator 26 string;readOnly 27 bool;externalDocs 29 ExternalDocs;example 30 any;x- 31
`;

interface Field {
  readonly json: string;
  readonly number: number;
  readonly type: string;
}

const messages = new Map(
  declarations
    .trim()
    .split('\n')
    .map((line): [string, Field[]] => {
      const [name = '', fields = ''] = line.split('=');
      return [
        name,
        fields.split(';').map((field) => {
          const [json = '', number = '', type = ''] = field.split(' ');
          return { json, number: Number(number), type };
        }),
      ];
    }),
);

const scalars: ReadonlySet<string> = new Set(['string', 'bool', 'int', 'double']);

/** Encodes an OpenAPI 2 document for kubectl up to 1.28 and client-go's OpenAPISchema(). */
export function openApiProtobuf(document: JsonObject): Buffer {
  return encode('Document', document);
}

/** Encodes the content of a message. Some are one of several messages, selected by the JSON. */
function encode(name: string, value: unknown): Buffer {
  const object = isJsonObject(value) ? value : {};
  switch (name) {
    case 'AdditionalPropertiesItem':
      return typeof value === 'boolean' ? varintField(2, value ? 1 : 0) : field(1, 'Schema', value);
    case 'TypeItem':
      return Buffer.concat([value].flat().map((type) => field(1, 'string', type)));
    case 'ItemsItem':
      return Buffer.concat([value].flat().map((item) => field(1, 'Schema', item)));
    case 'SecurityScheme':
      return object['type'] === 'basic' ? field(1, 'Basic', value) : field(2, 'ApiKey', value);
    case 'Scopes':
      return Buffer.concat([value].flat().map((scope) => field(1, 'string', scope)));
    case 'SchemaItem':
      return field(1, 'Schema', value);
    case 'ResponseValue':
      return object['$ref'] === undefined ? field(1, 'Response', value) : field(2, 'JsonReference', value);
    case 'ParametersItem':
      return object['$ref'] === undefined ? field(1, 'Parameter', value) : field(2, 'JsonReference', value);
    case 'Parameter':
      if (object['in'] === 'body') return field(1, 'BodyParameter', value);
      return bytesField(2, nonBodyParameter(object));
    default:
      return encodeFields(name, object);
  }
}

/** Encodes a parameter by its location; header and path parameters have the same fields, as do the other two. */
function nonBodyParameter(parameter: JsonObject): Buffer {
  switch (parameter['in']) {
    case 'header':
      return field(1, 'PathParameter', parameter);
    case 'formData':
      return field(2, 'QueryParameter', parameter);
    case 'path':
      return field(4, 'PathParameter', parameter);
    default:
      return field(3, 'QueryParameter', parameter);
  }
}

function encodeFields(name: string, object: JsonObject): Buffer {
  const fields = messages.get(name);
  if (fields === undefined) throw new Error(`OpenAPI has no message ${name}`);
  return Buffer.concat(
    fields.flatMap(({ json, number, type }) => {
      const isExtension = ([key]: [string, unknown]): boolean => key.startsWith('x-');
      const entries = Object.entries(object);
      if (json === 'x-') return entries.filter(isExtension).map((entry) => namedEntry(number, 'any', entry));
      if (json === '*') {
        const others = entries.filter((entry) => !isExtension(entry));
        return others.map((entry) => namedEntry(number, type, entry));
      }
      return encodeField(number, type, object[json]);
    }),
  );
}

function encodeField(number: number, type: string, value: unknown): Buffer[] {
  if (value === undefined || value === null) return [];
  if (type.startsWith('[]'))
    return Array.isArray(value) ? value.map((item: unknown) => field(number, type.slice(2), item)) : [];
  if (type.startsWith('{}')) {
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    return [bytesField(number, Buffer.concat(entries.map((entry) => namedEntry(1, type.slice(2), entry))))];
  }
  // Zero scalars are not written in proto3; messages are.
  if (scalars.has(type) && (value === '' || value === false || value === 0)) return [];
  return [field(number, type, value)];
}

/** Encodes an entry of a JSON object: its key and its value. */
function namedEntry(number: number, type: string, [key, value]: [string, unknown]): Buffer {
  return bytesField(number, Buffer.concat([field(1, 'string', key), field(2, type, value)]));
}

function field(number: number, type: string, value: unknown): Buffer {
  switch (type) {
    case 'string':
      return bytesField(number, Buffer.from(typeof value === 'string' ? value : toJson(value), 'utf8'));
    case 'bool':
      return varintField(number, value === true ? 1 : 0);
    case 'int':
      return varintField(number, typeof value === 'number' ? value : 0);
    case 'double':
      return doubleField(number, typeof value === 'number' ? value : 0);
    case 'any':
      return bytesField(number, bytesField(2, Buffer.from(yamlOf(value), 'utf8')));
    default:
      return bytesField(number, encode(type, value));
  }
}

/** JSON is YAML if the characters that YAML forbids are escaped. */
function yamlOf(value: unknown): string {
  const text = toJson(value).replaceAll(
    /[\u007f-\u009f\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}

function bytesField(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

function varintField(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

function doubleField(number: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleLE(value);
  return Buffer.concat([varint(number * 8 + 1), content]);
}

/** Negative numbers take ten bytes. */
function varint(value: number): Buffer {
  if (value >= 0 && value < 0x80) return Buffer.of(value);
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}
