import { gunzipSync, gzipSync } from 'node:zlib';
import { StatusError } from '../../../packages/kube-informers/src/meta/errors.js';
import type { KubernetesObject } from '../../../packages/kube-informers/src/meta/types.js';
import type { WatchEvent } from '../../../packages/kube-informers/src/meta/watch.js';
import type {
  ListBytesDecoder,
  ObjectFormat,
} from '../../../packages/kube-informers/src/meta/wire-format.js';
import { GunzipBody } from '../../../packages/kube-informers/src/rest/response-handler.js';
import { ListDecoder } from '../../../packages/kube-informers/src/rest/response-body.js';
import { TransportError } from '../../../packages/kube-informers/src/util/errors.js';
import { jsonFormat } from '../../../packages/kube-informers/src/wire/json-format.js';
import { Chance } from '../../soak/chance.js';
import { objectText } from '../object-texts.js';
import { difference } from '../../hostile-json.test-support.js';
import { expectThat, inPieces, parameterOf, shown, withParameter } from '../target.js';
import type { FuzzTarget } from '../target.js';

/** What a decoder made of some bytes. */
export interface Decoded {
  readonly objects: readonly unknown[];
  readonly error: Error | undefined;
}

const listErrors = ['ERR_NOT_KUBERNETES', 'ERR_BODY_CUT', 'ERR_BODY_SIZE'];
const watchErrors = ['ERR_WATCH_DECODE', 'ERR_WATCH_CUT'];

/** Decodes a list that comes in pieces. */
export function decodeList(
  pieces: readonly Buffer[],
  format: ObjectFormat<KubernetesObject>,
  maxItemBytes?: number,
): Decoded {
  return decodeListBy(new ListDecoder<KubernetesObject>({ name: 'GET /list', format, maxItemBytes }), pieces);
}

/** Decodes a list that comes in pieces by any decoder. */
export function decodeListBy(
  decoder: Pick<ListBytesDecoder<KubernetesObject>, 'feed' | 'end'>,
  pieces: readonly Buffer[],
): Decoded {
  try {
    for (const piece of pieces) decoder.feed(piece);
    return { objects: decoder.end().items, error: undefined };
  } catch (error) {
    return { objects: [], error: expected(error, listErrors) };
  }
}

/** Decodes a watch that comes in pieces; after some of them nothing more is there for a while. */
export function decodeWatch(
  pieces: readonly Buffer[],
  format: Pick<ObjectFormat<KubernetesObject>, 'watchDecoder'>,
  chance: Chance,
  maxLineBytes?: number,
): Decoded {
  const decoder = format.watchDecoder({ maxLineBytes });
  const events: WatchEvent<KubernetesObject>[] = [];
  try {
    for (const piece of pieces) {
      decoder.feed(piece, events);
      if (chance.happens(0.2)) decoder.flush(events);
    }
    decoder.end(events);
    return { objects: events, error: undefined };
  } catch (error) {
    return { objects: events, error: expected(error, watchErrors) };
  }
}

/** The error, if it is one of those that are documented; else it is thrown again. */
function expected(error: unknown, codes: readonly string[]): Error {
  if (error instanceof StatusError) return error;
  if (error instanceof TransportError && codes.includes(error.code)) return error;
  throw error;
}

/** Two decodings of the same bytes must not differ. */
export function expectSame(what: string, actual: Decoded, other: Decoded): void {
  expectThat(
    String(actual.error) === String(other.error),
    `${what}: ${String(actual.error)} and ${String(other.error)}`,
  );
  const problem = difference(actual.objects, other.objects);
  expectThat(problem === undefined, `${what}: ${String(problem)}`);
}

export function listBody(items: readonly string[]): string {
  return `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[${items.join(',')}]}`;
}

const goodItem = '{"metadata":{"name":"a","namespace":"b","resourceVersion":"7"},"data":{"k":"é"}}';

/** A list's bytes against JSON.parse, and in any pieces. */
export function listTarget(): FuzzTarget {
  return {
    seeds: [withParameter(1, listBody([goodItem, goodItem])), withParameter(2, listBody([]))],
    words: ['"items"', '"items":[', ']}', '"it\\u0065ms"', '"metadata":', '"kind":"Status"', goodItem],
    generate: (chance) =>
      withParameter(
        chance.between(0, 2 ** 31),
        listBody(Array.from({ length: chance.between(0, 6) }, () => objectText(chance))),
      ),
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const chance = new Chance(parameter, 'pieces');
      const limit = chance.happens(0.1) ? 1000 : undefined;
      const whole = decodeList([rest], jsonFormat, limit);
      const pieces = decodeList(inPieces(rest, chance), jsonFormat, limit);
      // An item of a list that comes whole never waits in memory, so no limit stops it.
      if (pieces.error instanceof TransportError && pieces.error.code === 'ERR_BODY_SIZE') return;
      // Where it was cut may decide which of several errors is seen first.
      expectThat(
        (whole.error === undefined) === (pieces.error === undefined),
        `whole and in pieces: ${String(whole.error)}, ${String(pieces.error)}`,
      );
      expectThat(difference(pieces.objects, whole.objects) === undefined, 'whole and in pieces differ');
      if (whole.error !== undefined) return;
      // It is a list, so JSON.parse has to agree.
      const list = JSON.parse(rest.toString()) as { items?: object[] | null };
      const items = list.items ?? [];
      expectThat(items.length === whole.objects.length, `${whole.objects.length} items of ${items.length}`);
      for (const [index, item] of items.entries()) {
        const { apiVersion, kind, ...read } = whole.objects[index] as Record<string, unknown>;
        const { apiVersion: givenVersion, kind: givenKind, ...given } = item as Record<string, unknown>;
        const problem = difference(read, given);
        expectThat(problem === undefined, `items[${index}] and JSON.parse: ${String(problem)}`);
        for (const [own, sent] of [
          [apiVersion, givenVersion],
          [kind, givenKind],
        ] as const) {
          const differs = sent === undefined ? typeof own !== 'string' : difference(own, sent) !== undefined;
          expectThat(!differs, `items[${index}] has the type ${shown([apiVersion, kind])}`);
        }
      }
    },
  };
}

/** A watch's bytes against JSON.parse of each line, and in any pieces. */
export function watchTarget(): FuzzTarget {
  const line = `{"type":"ADDED","object":${goodItem}}\n`;
  return {
    seeds: [
      withParameter(1, line + line),
      withParameter(2, '\n\n'),
      withParameter(3, `${line}\r\n \n${line.trim()}`),
    ],
    words: [
      '{"type":"ADDED","object":',
      '{"type":"BOOKMARK","object":{}}\n',
      '\n\n\n\n',
      ' \n',
      '"type":"ERROR"',
      line,
    ],
    generate: (chance) =>
      withParameter(
        chance.between(0, 2 ** 31),
        Array.from({ length: chance.between(0, 6) }, () => eventLine(chance)).join(''),
      ),
    run(input) {
      const { parameter, rest } = parameterOf(input);
      const chance = new Chance(parameter, 'pieces');
      const limit = chance.happens(0.1) ? 1000 : undefined;
      const whole = decodeWatch([rest], jsonFormat, chance, limit);
      const cut = decodeWatch(inPieces(rest, chance), jsonFormat, chance, limit);
      if (limit === undefined) expectSame('whole and in pieces', cut, whole);
      // How much of a line has come when it is found to be too long depends on the pieces.
      else expectThat((cut.error === undefined) === (whole.error === undefined), 'whole and in pieces');
      const lines = rest
        .toString()
        .split('\n')
        .filter((text) => text.trim() !== '')
        .slice(0, whole.objects.length);
      const problem = difference(
        whole.objects,
        lines.map((text) => JSON.parse(text) as unknown),
      );
      expectThat(problem === undefined, `events and JSON.parse: ${String(problem)}`);
    },
  };
}

/** A line of a watch, most of the time a good one. */
export function eventLine(chance: Chance): string {
  const type = chance.pick(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']);
  const object = objectText(chance).replaceAll(/[\r\n]/g, ' ');
  return `{"type":"${type}","object":${object}}${chance.pick(['\n', '\n', '\n', '\r\n', '\n\n', '\n \n'])}`;
}

/** Zipped bytes, good or damaged, against zlib, in any pieces. */
export function gunzipTarget(): FuzzTarget {
  const nothing = (): void => undefined;
  return {
    seeds: [
      withParameter(1, gzipSync('hello')),
      withParameter(2, Buffer.concat([gzipSync('a'), gzipSync('b')])),
    ],
    generate: (chance) => {
      const parts = Array.from({ length: chance.between(1, 4) }, () => gzipSync(eventLine(chance)));
      return withParameter(chance.between(0, 2 ** 31), Buffer.concat(parts));
    },
    async run(input) {
      const { parameter, rest } = parameterOf(input);
      const body = new GunzipBody(
        { pause: nothing, resume: nothing, destroy: nothing, abandon: nothing },
        'host',
      );
      for (const piece of inPieces(rest, new Chance(parameter, 'pieces'))) body.push(piece);
      body.end();
      const chunks: Uint8Array[] = [];
      let failed = false;
      try {
        for await (const chunk of body.queue) chunks.push(chunk);
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        failed = true;
      }
      let plain: Buffer | undefined;
      try {
        plain = rest.length === 0 ? Buffer.alloc(0) : gunzipSync(rest);
      } catch {
        // Damaged: the body must have reported it as well.
      }
      expectThat(
        failed === (plain === undefined) || rest.length === 0,
        `failed: ${failed}, zlib: ${plain === undefined}`,
      );
      if (plain !== undefined) expectThat(Buffer.concat(chunks).equals(plain), 'other bytes than zlib');
    },
  };
}
