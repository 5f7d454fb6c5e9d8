import { depthProblem } from '../json/json-depth.js';
import { asObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { shapeProblem } from './object-shape.js';
import type { TypedBody } from '../objects/kind-rules.js';
import type { BodyKind } from './body-kind.js';
import { decodeTyped } from '../types/decode-typed.js';
import type { DecodeWords } from '../types/decode-typed.js';

/** Decodes a body by the type of its kind, or with the kind's own decoder. */
export function readTyped(served: BodyKind, value: JsonObject, words: DecodeWords = 'json'): TypedBody {
  const tooDeep = depthProblem(value);
  if (tooDeep !== undefined) return { value, problem: tooDeep, unknown: [] };
  const { read } = served.rules;
  const plain = (): TypedBody => readPlain(served, value, words);
  return read === undefined ? plain() : read(value, plain);
}

/** Untyped bodies are checked for the shape of any object. */
function readPlain(served: BodyKind, value: JsonObject, words: DecodeWords): TypedBody {
  const type = served.type;
  if (type === undefined) return { value, problem: shapeProblem(served, value), unknown: [] };
  const decoded = decodeTyped(type, value, words);
  const managers = asObject(value['metadata'])?.['managedFields'];
  const metadata = asObject(decoded.value['metadata']);
  // An empty list of managers requests their removal; Go's non-pointer list would lose it.
  if (metadata !== undefined && Array.isArray(managers) && managers.length === 0)
    metadata['managedFields'] = [];
  return decoded;
}
