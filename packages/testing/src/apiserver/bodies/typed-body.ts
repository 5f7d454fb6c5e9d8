import { depthProblem } from '../json/json-depth.js';
import { floatsByPath } from '../json/json-duplicates.js';
import type { WrittenFloats } from '../json/json-duplicates.js';
import { asObject } from '../json/json-fields.js';
import type { JsonObject } from '../json/json-fields.js';
import { shapeProblem } from './object-shape.js';
import type { TypedBody } from '../objects/kind-rules.js';
import type { BodyKind } from './body-kind.js';
import { decodeTyped } from '../types/decode-typed.js';
import type { DecodeWords } from '../types/decode-typed.js';

/** Decodes a body by the type of its kind, or with the kind's own decoder. `text` is the body as JSON, if it was JSON. */
export function readTyped(
  served: BodyKind,
  value: JsonObject,
  words: DecodeWords = 'json',
  text = '',
): TypedBody {
  const tooDeep = depthProblem(value);
  if (tooDeep !== undefined) return { value, problem: tooDeep, unknown: [] };
  const { read } = served.rules;
  const floats = served.type === undefined ? new Map<string, string>() : floatsByPath(text);
  const plain = (): TypedBody => readPlain(served, value, words, floats);
  return read === undefined ? plain() : read(value, plain, floats);
}

/** Untyped bodies are checked for the shape of any object. */
function readPlain(
  served: BodyKind,
  value: JsonObject,
  words: DecodeWords,
  floats: WrittenFloats,
): TypedBody {
  const type = served.type;
  if (type === undefined) return { value, problem: shapeProblem(served, value), unknown: [] };
  const decoded = decodeTyped(type, value, words, floats);
  const managers = asObject(value['metadata'])?.['managedFields'];
  const metadata = asObject(decoded.value['metadata']);
  // An empty list of managers requests their removal; Go's non-pointer list would lose it.
  if (metadata !== undefined && Array.isArray(managers) && managers.length === 0)
    metadata['managedFields'] = [];
  return decoded;
}
