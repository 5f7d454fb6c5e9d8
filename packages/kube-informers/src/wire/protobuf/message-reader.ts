import { masked } from '../../meta/field-mask.js';

import { fewestDigits, isInexact, keepExactNumber, parseJsonBytes } from '../../util/json.js';
import { Form, Shape, Wire, leftOut, simpleZero } from './message-types.js';
import type { FieldPlan, MessagePlan, ValuePlan } from './message-types.js';

/** Deepest nesting of messages. Only schemas of custom resources contain themselves. */
const maxDepth = 250;

/** Bytes that are not a message of the expected type. The message names fields and positions, but no content. */
export class ProtobufProblem extends Error {
  override readonly name = 'ProtobufProblem';
  /** True for a field that the tables lack, in what is kept: a newer server has it. */
  readonly isUnknownField: boolean;

  constructor(message: string, isUnknownField = false) {
    super(message);
    this.isUnknownField = isUnknownField;
  }
}

/** A member of a decoded object. */
type Members = Record<string, unknown>;

/** Longest string that is looked up among those that were read before. */
const longestShared = 40;
const sharedStrings = 512;
/** Times of one object are seconds apart. */
const sharedTimes = 64;

/**
 * Reads messages into the objects that JSON would have given.
 *
 * What a plan leaves out is skipped by its length and not checked. Invalid UTF-8 becomes U+FFFD, as it does in JSON. Throws
 * ProtobufProblem; work and memory are linear in the bytes.
 */
export class MessageReader {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Short strings by a hash of their bytes: most of them recur in every object. */
  readonly #strings: string[] = Array.from({ length: sharedStrings }, () => '');
  /** Times in whole seconds and their texts, by their last bits: an object has most of its times more than once. */
  readonly #times: { readonly seconds: number; readonly text: string }[] = [];
  /** Numbers that a double does not hold, added when the object is complete. */
  #inexact: { readonly container: object; readonly name: string; readonly text: string }[] = [];

  /** Reads a message into an object, which may have members. */
  read<T extends object>(plan: MessagePlan, bytes: Buffer, start: number, end: number, into: T): T {
    this.#bytes = bytes;
    this.#at = start;
    if (this.#inexact.length > 0) this.#inexact = [];
    // An object without an index signature has members by name too.
    this.#message(plan, end, into as Members, 0);
    for (const { container, name, text } of this.#inexact) keepExactNumber(container, name, text);
    return into;
  }

  /** Reads the fields of a message for `take`, which gets the content of length-delimited ones. Others are skipped. */
  fields(
    bytes: Buffer,
    start: number,
    end: number,
    take: (number: number, start: number, end: number) => void,
  ): void {
    this.#bytes = bytes;
    this.#at = start;
    while (this.#at < end) {
      const tag = this.#tag();
      if ((tag & 7) === Wire.Bytes) {
        const length = this.#length(end);
        const from = this.#at;
        take(tag >>> 3, from, from + length);
        this.#bytes = bytes;
        this.#at = from + length;
      } else this.#skip(tag & 7, end);
    }
    if (this.#at !== end) throw this.#overrun();
  }

  /** Returns a string of the bytes. */
  string(bytes: Buffer, start: number, end: number): string {
    this.#bytes = bytes;
    return this.#text(start, end);
  }

  #message(plan: MessagePlan, end: number, into: Members, depth: number): void {
    if (depth > maxDepth) throw this.#problem(`more than ${maxDepth} nested messages`);
    const { fields } = plan;
    while (this.#at < end) {
      let tag = this.#bytes[this.#at] as number;
      if (tag < 0x80) this.#at++;
      else tag = this.#tag();
      const number = tag >>> 3;
      const field = number < fields.length ? fields[number] : undefined;
      if (field === leftOut) this.#skip(tag & 7, end);
      else if (field !== undefined) this.#field(plan, field, tag & 7, end, into, depth);
      else if (plan.keepsUnknown && number !== 0)
        throw new ProtobufProblem(`field ${number} of ${plan.name} is unknown`, true);
      else if (number === 0) throw this.#problem(`field 0 of ${plan.name}`);
      else this.#skip(tag & 7, end);
    }
    if (this.#at !== end) throw this.#overrun();
    const { lists, zeros } = plan;
    for (let index = 0; index < lists.length; index++) {
      const name = lists[index] as string;
      const list = into[name];
      if (Array.isArray(list)) into[name] = list.slice();
    }
    for (let index = 0; index < zeros.length; index++) {
      const { name, zero, message } = zeros[index] as (typeof zeros)[number];
      if (into[name] !== undefined) continue;
      if (message === undefined) into[name] = zero;
      else {
        const empty: Members = {};
        this.#message(message, end, empty, depth + 1);
        into[name] = empty;
      }
    }
  }

  #field(
    plan: MessagePlan,
    { name, shape, value, keys, omitsZero }: FieldPlan,
    wire: number,
    end: number,
    into: Members,
    depth: number,
  ): void {
    if (shape === Shape.Map) {
      if (wire !== Wire.Bytes) throw this.#wrongWire(plan, name, wire);
      this.#entry((into[name] ??= {}) as Members, value, keys, this.#until(end), depth);
      return;
    }
    // Only a map has no value.
    if (value === undefined) return;
    if (shape === Shape.List) {
      const list = (into[name] ??= []) as unknown[];
      if (wire === value.wire) {
        const item = this.#value(value, end, depth);
        if (this.#text64 !== '') this.#keepInexact(list, String(list.length));
        list.push(item);
      } else if (wire === Wire.Bytes) this.#packed(list, value, end, depth);
      else throw this.#wrongWire(plan, name, wire);
      return;
    }
    if (wire !== value.wire) throw this.#wrongWire(plan, name, wire);
    if (name === '') {
      const { message } = value;
      if (message !== undefined) this.#message(message, this.#until(end), into, depth + 1);
      return;
    }
    const found = this.#value(value, end, depth);
    if (omitsZero && (found === '' || found === 0 || found === false || found === null)) {
      // Of a field that occurs twice, the last one counts.
      if (into[name] !== undefined) delete into[name];
      return;
    }
    if (this.#text64 !== '') this.#keepInexact(into, name);
    into[name] = found;
  }

  #packed(list: unknown[], value: ValuePlan, end: number, depth: number): void {
    const until = this.#until(end);
    while (this.#at < until) {
      const item = this.#value(value, until, depth);
      if (this.#text64 !== '') this.#keepInexact(list, String(list.length));
      list.push(item);
    }
    if (this.#at !== until) throw this.#overrun();
  }

  #entry(
    map: Members,
    whole: ValuePlan | undefined,
    keys: FieldPlan['keys'],
    end: number,
    depth: number,
  ): void {
    let key = '';
    let from = -1;
    let wire = 0;
    while (this.#at < end) {
      const tag = this.#tag();
      const number = tag >>> 3;
      if (number === 1 && (tag & 7) === Wire.Bytes) {
        const length = this.#length(end);
        key = this.#text(this.#at, this.#at + length);
        this.#at += length;
      } else {
        if (number === 2) {
          from = this.#at;
          wire = tag & 7;
        }
        this.#skip(tag & 7, end);
      }
    }
    if (this.#at !== end) throw this.#overrun();
    const value = keys === undefined ? whole : keys.get(key);
    if (value === undefined) return;
    let found: unknown;
    if (from === -1) found = emptyOf(value);
    else if (wire !== value.wire) throw this.#problem(`wire type ${wire} in a map`);
    else {
      this.#at = from;
      found = this.#value(value, end, depth);
      this.#at = end;
    }
    if (this.#text64 !== '') this.#keepInexact(map, key);
    if (key === '__proto__')
      Object.defineProperty(map, key, { value: found, writable: true, enumerable: true, configurable: true });
    else map[key] = found;
  }

  #value(value: ValuePlan, end: number, depth: number): unknown {
    switch (value.form) {
      case Form.Bool:
        return this.#isNotZero();
      case Form.Int32:
        return this.#int32();
      case Form.Int64:
        return this.#int64();
      case Form.Double:
        return this.#double(end);
      default: {
        const length = this.#length(end);
        const start = this.#at;
        const until = start + length;
        if (value.form === Form.String) {
          this.#at = until;
          return this.#text(start, until);
        }
        if (value.form === Form.Message) {
          // Only a message has a plan, and each has one.
          const plan = value.message as MessagePlan;
          const into = new plan.Shape();
          this.#message(plan, until, into, depth + 1);
          return into;
        }
        const found = this.#special(value, start, until, depth);
        this.#at = until;
        return found;
      }
    }
  }

  #special(value: ValuePlan, start: number, end: number, depth: number): unknown {
    switch (value.form) {
      case Form.Time:
      case Form.MicroTime:
        return this.#time(end, value.form === Form.MicroTime);
      case Form.Quantity: {
        let text = '0';
        this.#parts(end, (number, from, until) => {
          if (number === 1 && from !== until) text = this.#text(from, until);
        });
        return text;
      }
      case Form.IntOrString:
        return this.#intOrString(end);
      case Form.Raw:
        return this.#raw(value, end);
      case Form.Bytes:
        return this.#bytes.toString('base64', start, end);
      case Form.ListMessage: {
        const list: unknown[] = [];
        // Its items are strings in every built-in kind.
        this.#parts(end, (number, from, until) => {
          if (number === 1) list.push(this.#text(from, until));
        });
        return list.length === 0 ? null : list;
      }
      default:
        return this.#schemaOr(value, end, depth);
    }
  }

  /** A schema, or a list of schemas, a boolean, or a list of strings. */
  #schemaOr({ form, message }: ValuePlan, end: number, depth: number): unknown {
    // Only JSONSchemaPropsOrBool has its schema as the second field.
    const schemaField = form === Form.SchemaOrBool ? 2 : 1;
    const list: unknown[] = [];
    let schema: unknown = null;
    let allows = false;
    const read = (until: number): Members => {
      const into: Members = {};
      this.#message(message as MessagePlan, until, into, depth + 1);
      return into;
    };
    while (this.#at < end) {
      const tag = this.#tag();
      const number = tag >>> 3;
      if ((tag & 7) === Wire.Varint && form === Form.SchemaOrBool && number === 1) allows = this.#isNotZero();
      else if ((tag & 7) !== Wire.Bytes || number > 2) this.#skip(tag & 7, end);
      else {
        const length = this.#length(end);
        const start = this.#at;
        const until = start + length;
        if (number === schemaField) schema = read(until);
        else if (form === Form.SchemaOrArray) list.push(read(until));
        else list.push(this.#text(start, until));
        this.#at = until;
      }
    }
    if (this.#at !== end) throw this.#overrun();
    if (form === Form.SchemaOrBool) return schema ?? allows;
    return list.length > 0 ? list : schema;
  }

  #raw({ mask }: ValuePlan, end: number): unknown {
    let from = 0;
    let until = 0;
    this.#parts(end, (number, start, stop) => {
      if (number !== 1) return;
      from = start;
      until = stop;
    });
    if (from === until) return null;
    let found: unknown;
    try {
      found = parseJsonBytes(this.#bytes, from, until);
    } catch {
      // The parser's own error quotes the text.
      throw this.#problem('JSON that is not valid');
    }
    return mask === undefined ? found : masked(found, mask);
  }

  #intOrString(end: number): unknown {
    let type = 0;
    let number = 0;
    let text = '';
    while (this.#at < end) {
      const tag = this.#tag();
      if (tag === 0x08) type = this.#int32();
      else if (tag === 0x10) number = this.#int32();
      else if (tag === 0x1a) {
        const length = this.#length(end);
        text = this.#text(this.#at, this.#at + length);
        this.#at += length;
      } else this.#skip(tag & 7, end);
    }
    if (this.#at !== end) throw this.#overrun();
    return type === 1 ? text : number;
  }

  /** RFC 3339, as Go writes it; null for an unset time. */
  #time(end: number, isMicro: boolean): string | null {
    if (this.#at === end) return null;
    let seconds = 0n;
    let exact = 0;
    let nanos = 0;
    while (this.#at < end) {
      const tag = this.#tag();
      if (tag === 0x08) {
        const start = this.#at;
        exact = this.#int64();
        if (this.#text64 !== '') {
          this.#text64 = '';
          this.#at = start;
          seconds = BigInt.asIntN(64, this.#bigint());
        }
      } else if (tag === 0x10) nanos = this.#int32();
      else this.#skip(tag & 7, end);
    }
    if (this.#at !== end) throw this.#overrun();
    if (isMicro || seconds !== 0n) return timeText(seconds === 0n ? exact : seconds, nanos, isMicro);
    const slot = exact & (sharedTimes - 1);
    const known = this.#times[slot];
    if (known?.seconds === exact) return known.text;
    const text = timeText(exact, nanos, isMicro);
    if (text !== null) this.#times[slot] = { seconds: exact, text };
    return text;
  }

  /** Calls `take` for the length-delimited fields of a small message. */
  #parts(end: number, take: (number: number, start: number, end: number) => void): void {
    while (this.#at < end) {
      const tag = this.#tag();
      if ((tag & 7) === Wire.Bytes) {
        const length = this.#length(end);
        take(tag >>> 3, this.#at, this.#at + length);
        this.#at += length;
      } else this.#skip(tag & 7, end);
    }
    if (this.#at !== end) throw this.#overrun();
  }

  #skip(wire: number, end: number): void {
    switch (wire) {
      case Wire.Varint:
        this.#int32();
        return;
      case Wire.Bytes: {
        const length = this.#length(end);
        this.#at += length;
        return;
      }
      case Wire.Fixed64:
        this.#at += 8;
        return;
      case Wire.Fixed32:
        this.#at += 4;
        return;
      default:
        throw this.#problem(`wire type ${wire}`);
    }
  }

  /** A field's number, times eight, and its wire type. */
  #tag(): number {
    const start = this.#at;
    const tag = this.#int32() >>> 0;
    if (this.#at - start > 5 || tag < 8) throw this.#problem('an invalid tag');
    return tag;
  }

  /** Reads a length. Returns where the value ends that begins now. */
  #until(end: number): number {
    const length = this.#length(end);
    return this.#at + length;
  }

  #length(end: number): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let length = bytes[at++] as number;
    if (length >= 0x80) {
      length &= 0x7f;
      let factor = 0x80;
      for (;;) {
        const byte = bytes[at++] as number;
        length += (byte & 0x7f) * factor;
        if (!(byte >= 0x80)) break;
        factor *= 0x80;
        // Longer than any buffer.
        if (factor > 2 ** 42) throw this.#problem('a length of more than 2^42');
      }
    }
    this.#at = at;
    // Also false for a byte behind the buffer.
    if (!(length <= end - at))
      throw this.#problem(`a length of ${length} where ${Math.max(0, end - at)} bytes are left`);
    return length;
  }

  /** The lower 32 bits of a varint. */
  #int32(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#at = at;
        return value;
      }
    }
    throw this.#problem('a number that does not end');
  }

  #isNotZero(): boolean {
    const bytes = this.#bytes;
    let bits = 0;
    for (let at = this.#at; at < this.#at + 10; at++) {
      const byte = bytes[at];
      if (byte === undefined) break;
      bits |= byte & 0x7f;
      if (byte < 0x80) {
        this.#at = at + 1;
        return bits !== 0;
      }
    }
    throw this.#problem('a number that does not end');
  }

  /** Text of the number that `#int64` or `#double` returned last, if a double does not hold it. */
  #text64 = '';

  #int64(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let value = 0;
    let factor = 1;
    // Seven bytes have 49 bits.
    for (let count = 0; count < 7; count++) {
      const byte = bytes[at++];
      if (byte === undefined) throw this.#problem('a number that does not end');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        this.#at = at;
        return value;
      }
      factor *= 0x80;
    }
    const text = String(BigInt.asIntN(64, this.#bigint()));
    if (text.length >= fewestDigits && isInexact(text)) this.#text64 = text;
    return Number(text);
  }

  #bigint(): bigint {
    const bytes = this.#bytes;
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[this.#at];
      if (byte === undefined) break;
      this.#at++;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw this.#problem('a number that does not end');
  }

  #double(end: number): number {
    const start = this.#at;
    if (end - start < 8) throw this.#overrun();
    this.#at += 8;
    const value = this.#bytes.readDoubleLE(start);
    const text = String(value);
    if (text.length >= fewestDigits && isInexact(text)) this.#text64 = text;
    return value;
  }

  #keepInexact(container: object, name: string): void {
    this.#inexact.push({ container, name, text: this.#text64 });
    this.#text64 = '';
  }

  #text(start: number, end: number): string {
    const bytes = this.#bytes;
    const length = end - start;
    if (length > longestShared) return bytes.toString('utf8', start, end);
    let hash = length;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte >= 0x80) return bytes.toString('utf8', start, end);
      hash = (hash * 31 + byte) | 0;
    }
    const slot = (hash ^ (hash >>> 15)) & (sharedStrings - 1);
    const known = this.#strings[slot] as string;
    if (known.length === length) {
      let index = 0;
      while (index < length && known.charCodeAt(index) === bytes[start + index]) index++;
      if (index === length) return known;
    }
    const text = bytes.toString('latin1', start, end);
    this.#strings[slot] = text;
    return text;
  }

  #wrongWire(plan: MessagePlan, name: string, wire: number): ProtobufProblem {
    return this.#problem(`wire type ${wire} for ${name === '' ? 'a part' : name} of ${plan.name}`);
  }

  #overrun(): ProtobufProblem {
    return this.#problem('a value that is longer than its message');
  }

  #problem(what: string): ProtobufProblem {
    return new ProtobufProblem(what);
  }
}

/** The value of an entry that has only a key. */
function emptyOf({ form }: ValuePlan): unknown {
  if (form === Form.Message) return {};
  return form === Form.Bytes ? '' : simpleZero(form);
}

/** Go's zero time, in seconds since 1970: JSON has null for it. */
const zeroSeconds = -62_135_596_800;
/** 400 years, after which the calendar repeats. */
const cycleSeconds = 12_622_780_800n;

function timeText(seconds: number | bigint, nanos: number, isMicro: boolean): string | null {
  const fraction = isMicro ? `.${String(Math.trunc(Math.max(0, nanos) / 1000)).padStart(6, '0')}Z` : 'Z';
  if (seconds === zeroSeconds && (!isMicro || nanos === 0)) return null;
  // Years 0 to 9999.
  if (typeof seconds === 'number' && seconds >= -62_167_219_200 && seconds < 253_402_300_800)
    return new Date(seconds * 1000).toISOString().slice(0, 19) + fraction;
  // A client that writes protobuf can set any time, which JSON has too.
  const all = BigInt(seconds);
  const within = ((all % cycleSeconds) + cycleSeconds) % cycleSeconds;
  const date = new Date(Number(within) * 1000).toISOString();
  const year = BigInt(date.slice(0, 4)) + ((all - within) / cycleSeconds) * 400n;
  const digits = String(year < 0n ? -year : year).padStart(4, '0');
  return `${year < 0n ? '-' : ''}${digits}${date.slice(4, 19)}${fraction}`;
}
