import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { goQuote } from 'kube-informers/internal';
import {
  type JsonObject,
  asObject,
  formatFieldError,
  goTypeOf,
  isJsonObject,
  labelErrors,
  textAt,
  toJson,
} from '@kube-informers/schema/internal';
import { StatusError } from 'kube-informers';
import { WebhookCallError } from './webhook-client.js';
import type { WebhookClient } from './webhook-client.js';

/** An object could not be converted; the message is the server's. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

// The timeout of the server's client: a definition has none.
const timeoutMs = 30_000;

/**
 * Converts custom objects by the webhook of their definition (apiextensions' webhook_converter.go).
 *
 * Of the metadata, a webhook may change labels and annotations alone.
 */
export class WebhookConverter {
  readonly #client: WebhookClient;
  readonly #config: JsonObject;
  readonly #reviewVersion: string | undefined;

  /** `webhook` is `spec.conversion.webhook` of the definition. */
  constructor(client: WebhookClient, webhook: JsonObject) {
    this.#client = client;
    this.#config = asObject(webhook['clientConfig']) ?? {};
    const versions: unknown[] = Array.isArray(webhook['conversionReviewVersions'])
      ? webhook['conversionReviewVersions']
      : [];
    this.#reviewVersion = ['v1', 'v1beta1'].find((version) => version === versions.find(isKnown));
  }

  /** Returns an object, which has kind and apiVersion, in another version. Rejects with ConversionError. */
  async convert(object: JsonObject, apiVersion: string): Promise<JsonObject> {
    if (this.#reviewVersion === undefined)
      throw new ConversionError('no supported conversion review versions');
    const uid = randomUUID();
    const review = {
      kind: 'ConversionReview',
      apiVersion: `apiextensions.k8s.io/${this.#reviewVersion}`,
      request: { uid, desiredAPIVersion: apiVersion, objects: [object] },
    };
    const head = `conversion webhook for ${textAt(object, 'apiVersion')}, Kind=${textAt(object, 'kind')}`;
    let answer: JsonObject;
    try {
      answer = await this.#client.post(this.#config, toJson(review), { timeoutMs });
    } catch (error) {
      if (!(error instanceof WebhookCallError || error instanceof StatusError)) throw error;
      throw new ConversionError(`${head} failed: ${error.message}`);
    }
    return convertedObject(answer, { uid, reviewVersion: review.apiVersion, object, apiVersion, head });
  }
}

function isKnown(version: unknown): boolean {
  return version === 'v1' || version === 'v1beta1';
}

/** What a webhook was asked to convert. */
export interface AskedConversion {
  readonly uid: string;
  readonly reviewVersion: string;
  readonly object: JsonObject;
  readonly apiVersion: string;
  /** Begins the messages. */
  readonly head: string;
}

/** Checks an answer as the server does. Throws ConversionError. */
export function convertedObject(answer: JsonObject, asked: AskedConversion): JsonObject {
  const { object, apiVersion, head } = asked;
  const converted = objectsOfAnswer(answer, asked);
  if (converted.length !== 1)
    throw new ConversionError(`${head} returned ${converted.length} objects, expected 1`);
  const result = asObject(converted[0]);
  if (result === undefined || textAt(result, 'kind') === '')
    throw new ConversionError(`Object 'Kind' is missing in '${toJson(converted[0])}'`);
  const invalid = (why: string): Error => new ConversionError(`${head} returned invalid object${why}`);
  if (textAt(result, 'apiVersion') !== apiVersion)
    throw invalid(
      ` at index 0: invalid groupVersion (expected ${apiVersion}, received ${textAt(result, 'apiVersion')})`,
    );
  const [kind, given] = [textAt(object, 'kind'), textAt(result, 'kind')];
  if (kind !== given) throw invalid(` at index 0: invalid kind (expected ${kind}, received ${given})`);
  for (const [field, shown] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [before, after] = [textAt(object, 'metadata', field), textAt(result, 'metadata', field)];
    if (before !== after) throw invalid(`: must have the same ${shown}: ${before} != ${after}`);
  }
  const metadata = keptMetadata(
    object,
    result,
    (why) => new ConversionError(`${head} returned invalid metadata: ${why}`),
  );
  return { ...result, metadata };
}

function objectsOfAnswer(
  answer: JsonObject,
  { uid, reviewVersion, head }: AskedConversion,
): readonly unknown[] {
  const failed = (why: string): Error => new ConversionError(`${head} failed: ${why}`);
  const response = asObject(answer['response']);
  if (reviewVersion.endsWith('/v1')) {
    const [given, kind] = [textAt(answer, 'apiVersion'), textAt(answer, 'kind')];
    if (given !== reviewVersion || kind !== 'ConversionReview') {
      const shown = given.includes('/') ? given : `/${given}`;
      throw failed(
        `expected webhook response of ${reviewVersion}, Kind=ConversionReview, got ${shown}, Kind=${kind}`,
      );
    }
  }
  if (response === undefined) throw failed('no response provided');
  if (reviewVersion.endsWith('/v1') && textAt(response, 'uid') !== uid)
    throw failed(`expected response.uid=${goQuote(uid)}, got ${goQuote(textAt(response, 'uid'))}`);
  const status = textAt(response, 'result', 'status');
  if (status !== 'Success')
    throw failed(
      textAt(response, 'result', 'message') || `response.result.status was '${status}', not 'Success'`,
    );
  const objects = response['convertedObjects'];
  return Array.isArray(objects) ? objects : [];
}

/** The metadata of the original, with the labels and annotations of the converted object. */
function keptMetadata(
  original: JsonObject,
  converted: JsonObject,
  refused: (why: string) => Error,
): JsonObject {
  const given = converted['metadata'];
  if (given === undefined) throw refused('missing metadata in converted object');
  if (!isJsonObject(given)) throw refused(`invalid metadata of type ${goTypeOf(given)} in converted object`);
  const metadata = structuredClone(asObject(original['metadata']) ?? {});
  for (const field of ['labels', 'annotations'] as const) {
    const texts = given[field] ?? undefined;
    if (texts === undefined) {
      delete metadata[field];
      continue;
    }
    if (!isJsonObject(texts))
      throw refused(`invalid metadata.${field} of type ${goTypeOf(texts)} in converted object`);
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== 'string')
        throw refused(
          `metadata.${field}[${key}] must be a string, but is ${goTypeOf(text)} in converted object`,
        );
    }
    if (!isDeepStrictEqual(metadata[field], texts)) {
      // They are strings.
      const errors = labelErrors({ [field]: texts as Record<string, string> }, 'metadata');
      if (errors.length > 0) throw refused(errors.map(formatFieldError).join(', '));
    }
    metadata[field] = texts;
  }
  return metadata;
}
