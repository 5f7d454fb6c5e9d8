import { envelopeProblem } from './decode.js';
import type { bodyFormat } from './decode.js';
import { newBadRequest } from 'kube-informers/internal';
import { jsonSyntaxProblem, floatsByPath } from '../json/json-syntax.js';
import { type JsonObject, type StructType, decodeTyped, isJsonObject } from '@kube-informers/schema/internal';
import { decodeProtobuf, openEnvelope } from '../types/decode-protobuf.js';
import { ProtobufError } from '../types/protobuf-reader.js';
import { typeOfKind } from '../types/type-table.js';
import { yamlToJson } from '../json/yaml-body.js';

/** Decodes the DeleteOptions in a DELETE's body. Throws 400 with the message of the server's decoder. */
export async function decodeDeleteOptions(
  bytes: Buffer,
  format: ReturnType<typeof bodyFormat>,
): Promise<JsonObject> {
  const type = optionsType();
  if (format === 'protobuf') return fromProtobuf(type, bytes);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const json = format === 'json' ? text : await fromYaml(text);
  const value = parse(json);
  const { kind, apiVersion } = value;
  if (typeof kind === 'string' && kind !== '' && kind !== 'DeleteOptions') {
    throw newBadRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion ?? '')} in scheme "@kube-informers/testing"`,
    );
  }
  const { problem } = decodeTyped(type, value, 'json', floatsByPath(json));
  if (problem !== undefined) throw newBadRequest(problem);
  return value;
}

function optionsType(): StructType {
  const type = typeOfKind('meta.k8s.io', 'v1', 'DeleteOptions');
  if (type === undefined) throw new Error('the table of types has no DeleteOptions');
  return type;
}

function fromProtobuf(type: StructType, bytes: Buffer): JsonObject {
  try {
    return decodeProtobuf(type, openEnvelope(bytes).raw);
  } catch (error) {
    if (error instanceof ProtobufError) throw newBadRequest(error.message);
    throw error;
  }
}

async function fromYaml(text: string): Promise<string> {
  const result = await yamlToJson(text);
  if ('json' in result) return result.json;
  throw newBadRequest(`error converting YAML to JSON: ${result.problem}`);
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message is that of the server's own parser.
    throw newBadRequest(`couldn't get version/kind; json parse error: ${jsonSyntaxProblem(text)}`);
  }
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  throw newBadRequest(envelopeProblem(value) ?? '');
}
