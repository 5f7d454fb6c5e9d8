/** One entry of an `Accept` header. */
interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/**
 * True if the header `Accept` prefers the media type `type` to `other`. Only ranges with `type`'s own name speak for it, so
 * that a wildcard never does. A range with a `version` other than the given one is passed over.
 */
export function prefers(accept: string, type: string, other: string, version = ''): boolean {
  const ranges = accept.split(',').map((each) => mediaRange(each));
  const best = (name: string): number =>
    Math.max(
      0,
      ...ranges.flatMap((range) => {
        const asked = range.parameters.get('version');
        const matches = range.type === name && (name !== type || asked === undefined || asked === version);
        return matches ? [range.quality] : [];
      }),
    );
  return best(type) > best(other);
}

function mediaRange(text: string): MediaRange {
  const [type = '', ...rest] = text.split(';').map((each) => each.trim().toLowerCase());
  const parameters = new Map(
    rest.map((each) => {
      const [name = '', value = ''] = each.split('=', 2).map((part) => part.trim());
      return [name, value.replaceAll('"', '')];
    }),
  );
  const q = parameters.get('q');
  return { type, parameters, quality: q === undefined ? 1 : Number(q) || 0 };
}
