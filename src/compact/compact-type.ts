/** What objects say that they are, or what their list says for them. One for all objects of a type. */
export interface ObjectType {
  // Of items whose list says it only at its end, set then.
  apiVersion: string | undefined;
  kind: string | undefined;
}

/** The types of a cache's objects: nearly always one. */
export class ObjectTypes {
  readonly #types: ObjectType[] = [];
  #last: ObjectType | undefined;

  of(apiVersion: string | undefined, kind: string | undefined): ObjectType {
    for (const type of this.#types) {
      if (type.apiVersion === apiVersion && type.kind === kind) return (this.#last = type);
    }
    const type = { apiVersion, kind };
    this.#types.push(type);
    return (this.#last = type);
  }

  /** The type written in these bytes; what is not written there (its end is its start) is that of `rest`. */
  read(
    bytes: Buffer,
    apiVersionStart: number,
    apiVersionEnd: number,
    kindStart: number,
    kindEnd: number,
    rest: ObjectType | undefined,
  ): ObjectType {
    if (rest !== undefined && apiVersionStart === 0 && kindStart === 0) return rest;
    const last = this.#last;
    if (
      last !== undefined &&
      apiVersionStart !== 0 &&
      kindStart !== 0 &&
      isText(bytes, kindStart, kindEnd, last.kind) &&
      isText(bytes, apiVersionStart, apiVersionEnd, last.apiVersion)
    )
      return last;
    return this.of(
      apiVersionStart === 0 ? rest?.apiVersion : bytes.toString('utf8', apiVersionStart, apiVersionEnd),
      kindStart === 0 ? rest?.kind : bytes.toString('utf8', kindStart, kindEnd),
    );
  }
}

function isText(bytes: Buffer, start: number, end: number, text: string | undefined): boolean {
  if (text === undefined || end - start !== text.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
