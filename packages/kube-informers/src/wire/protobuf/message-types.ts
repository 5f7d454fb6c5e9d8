import type { MaskNode } from '../../meta/field-mask.js';
import type { UnknownField } from '../../meta/wire-format.js';

/** The messages of one group-version, as `scripts/kubernetes-api` writes them. */
export interface MessageTable {
  /** `core/v1`: what stands before the names of its messages in other tables. */
  readonly name: string;
  /** The tables whose messages are among its fields. */
  readonly uses: readonly MessageTable[];
  /**
   * A message in each line: `Name=field;field`. A field is its JSON name (none if its members are those of the message),
   * number, type and flag: `o` omitempty, `z` omitzero. A type begins with `*` for a pointer, `[]` for a list, `{}` for a map,
   * `=[]` for a list that is a message; `%x` has its own form in JSON.
   */
  readonly messages: string;
}

/** What a value becomes in JSON. */
export const Form = {
  String: 0,
  Bool: 1,
  Int32: 2,
  Int64: 3,
  Double: 4,
  Message: 5,
  Bytes: 6,
  Time: 7,
  MicroTime: 8,
  Quantity: 9,
  IntOrString: 10,
  /** JSON in bytes: FieldsV1, RawExtension, and the values in a schema. */
  Raw: 11,
  SchemaOrArray: 12,
  SchemaOrBool: 13,
  SchemaOrStrings: 14,
  /** A list that is a message. */
  ListMessage: 15,
} as const;
export type Form = (typeof Form)[keyof typeof Form];

const forms: Readonly<Record<string, Form | undefined>> = {
  string: Form.String,
  bool: Form.Bool,
  int32: Form.Int32,
  int64: Form.Int64,
  float64: Form.Double,
  '[]byte': Form.Bytes,
  '%time': Form.Time,
  '%microtime': Form.MicroTime,
  '%quantity': Form.Quantity,
  '%intorstring': Form.IntOrString,
  '%raw': Form.Raw,
  '%fieldsv1': Form.Raw,
  '%schemaorarray': Form.SchemaOrArray,
  '%schemaorbool': Form.SchemaOrBool,
  '%schemaorstrings': Form.SchemaOrStrings,
};

/** The wire types of protobuf that Kubernetes uses. */
export const Wire = { Varint: 0, Fixed64: 1, Bytes: 2, Fixed32: 5 } as const;

/** How often a field occurs. */
export const Shape = { One: 0, List: 1, Map: 2 } as const;
type Shape = (typeof Shape)[keyof typeof Shape];

/** How a value is read. */
export interface ValuePlan {
  readonly form: Form;
  readonly wire: number;
  /** Of a message, and of the schemas in a form that may be one. */
  readonly message: MessagePlan | undefined;
  /** What is kept of JSON in bytes; undefined for all of it. */
  readonly mask: MaskNode | undefined;
  /** Of a list that is a message. */
  readonly items: ValuePlan | undefined;
}

/** How a field is read. */
export interface FieldPlan {
  /** In JSON; "" if its members are those of the message. */
  readonly name: string;
  readonly shape: Shape;
  /** Of a list, its items; of a map, its values, or undefined if only those of `keys` are kept. */
  readonly value: ValuePlan | undefined;
  readonly keys: ReadonlyMap<string, ValuePlan> | undefined;
  /** JSON leaves it out if it is empty. */
  readonly omitsZero: boolean;
}

/** A field that JSON always has, with its value if the message lacks it: a message, or what `zero` says. */
export interface ZeroField {
  readonly name: string;
  readonly zero: unknown;
  readonly message: MessagePlan | undefined;
}

/** How a message is read: what is kept of it. */
export interface MessagePlan {
  /** `core/v1.PodSpec` */
  readonly name: string;
  /** By number; `leftOut` for what is skipped, undefined for numbers that the table lacks. */
  readonly fields: readonly (FieldPlan | undefined)[];
  /** False if only named fields are kept: an unknown one is none of them. */
  readonly keepsUnknown: boolean;
  readonly zeros: readonly ZeroField[];
  /** Names of the lists that get the room of their items at the end: V8 gives a list that grows room for 17. */
  readonly lists: readonly string[];
  /** Creates the plain objects that this message becomes: see `newShape`. */
  readonly Shape: new () => Record<string, unknown>;
}

/** Stands for a field that is skipped. */
export const leftOut: FieldPlan = plannedField('', Shape.One, undefined, undefined, false);

interface FieldType {
  readonly json: string;
  readonly number: number;
  readonly shape: Shape;
  readonly isPointer: boolean;
  readonly value: ValueType;
  readonly flag: string;
}

interface ValueType {
  readonly form: Form;
  readonly message: string;
  readonly items: ValueType | undefined;
}

interface MessageType {
  readonly name: string;
  readonly fields: readonly FieldType[];
}

/** A plan while it is made. */
interface OpenPlan extends MessagePlan {
  readonly fields: (FieldPlan | undefined)[];
  readonly zeros: ZeroField[];
  readonly lists: string[];
}

/** Thrown inside of `planOf`. */
class NotInTable extends Error {}

const schemaMessage = 'apiextensions/v1.JSONSchemaProps';

/** Makes plans of the messages of a group-version. */
export class MessageTypes {
  readonly #own: string;
  /** By full name: what stands behind the `=`. */
  readonly #texts = new Map<string, string>();
  readonly #types = new Map<string, MessageType>();
  /** Of whole messages, which may contain themselves. */
  readonly #whole = new Map<string, MessagePlan>();

  constructor(table: MessageTable) {
    this.#own = table.name;
    this.#add(table);
  }

  /**
   * Returns how a message is read: whole, or what a mask of `fields` keeps. Undefined if the table lacks the message, or a field
   * that the mask names: a newer server may have it.
   *
   * `besides` are names of the mask that are no fields of the message.
   */
  planOf(name: string, rule: true | MaskNode, besides: readonly string[] = []): MessagePlan | undefined {
    const full = name.includes('/') ? name : `${this.#own}.${name}`;
    if (!this.#texts.has(full)) return undefined;
    try {
      return this.#message(full, rule, besides);
    } catch (error) {
      if (error instanceof NotInTable) return undefined;
      throw error;
    }
  }

  /** True if the table has the message. */
  has(name: string): boolean {
    return this.#texts.has(`${this.#own}.${name}`);
  }

  /** Returns the first name of a path that is no field, with the fields in its place; undefined if there is none. */
  unknownIn(message: string, path: readonly string[]): UnknownField | undefined {
    let type = this.#type(`${this.#own}.${message}`);
    for (let at = 0; at < path.length; at++) {
      const field = this.#fieldOf(type, path[at] ?? '');
      if (field === undefined) return { at, names: [...this.#namesOf(type)] };
      if (field.value.form !== Form.Message) return undefined;
      // What follows is a key.
      if (field.shape === Shape.Map) at++;
      type = this.#type(field.value.message);
    }
    return undefined;
  }

  #fieldOf(type: MessageType, name: string): FieldType | undefined {
    for (const field of type.fields) {
      if (field.json === name) return field;
      const inner = field.json === '' ? this.#fieldOf(this.#type(field.value.message), name) : undefined;
      if (inner !== undefined) return inner;
    }
    return undefined;
  }

  #add({ name, uses, messages }: MessageTable): void {
    for (const line of messages.split('\n')) {
      const end = line.indexOf('=');
      if (end !== -1) this.#texts.set(`${name}.${line.slice(0, end)}`, line.slice(end + 1));
    }
    for (const other of uses) this.#add(other);
  }

  #message(name: string, rule: true | MaskNode, besides: readonly string[] = []): MessagePlan {
    const type = this.#type(name);
    if (rule === true) return this.#wholeMessage(type);
    const names = this.#namesOf(type);
    for (const member of rule.members.keys())
      if (!names.has(member) && !besides.includes(member)) throw new NotInTable();
    const plan: OpenPlan = { name, fields: [], keepsUnknown: false, zeros: [], lists: [], Shape: newShape() };
    this.#fill(plan, type, rule, plan);
    return plan;
  }

  #wholeMessage(type: MessageType): MessagePlan {
    const { name } = type;
    const known = this.#whole.get(name);
    if (known !== undefined) return known;
    const plan: OpenPlan = { name, fields: [], keepsUnknown: true, zeros: [], lists: [], Shape: newShape() };
    this.#whole.set(name, plan);
    this.#fill(plan, type, true, plan);
    return plan;
  }

  /** Adds the fields. `owner` is the plan of the message that has its members, also of one within that has none of its own. */
  #fill(plan: OpenPlan, type: MessageType, rule: true | MaskNode, owner: OpenPlan): void {
    const { fields } = plan;
    // Without holes, which are slow to read.
    const most = Math.max(0, ...type.fields.map(({ number }) => number));
    while (fields.length <= most) fields.push(undefined);
    for (const field of type.fields) {
      const { json, number, shape, value } = field;
      if (json === '') {
        const inner: OpenPlan = {
          name: value.message,
          fields: [],
          keepsUnknown: plan.keepsUnknown,
          zeros: [],
          lists: [],
          Shape: newShape(),
        };
        this.#fill(inner, this.#type(value.message), rule, owner);
        fields[number] = plannedField('', Shape.One, plannedValue(Form.Message, inner), undefined, false);
        continue;
      }
      const kept = rule === true || rule.members.get(json);
      if (kept === undefined || kept === false) {
        fields[number] = leftOut;
        continue;
      }
      const isMap = shape === Shape.Map;
      const keys = isMap && kept !== true ? this.#keys(value, kept) : undefined;
      const one = keys === undefined ? this.#value(value, kept) : undefined;
      fields[number] = plannedField(json, shape, one, keys, omitsZero(field));
      // The exact numbers of a list belong to the list that was read.
      if (shape === Shape.List && value.form !== Form.Int64 && value.form !== Form.Double)
        owner.lists.push(json);
      const zero = zeroOf(field);
      if (zero !== undefined) {
        const ofMessage = zero === ofItsMessage ? one?.message : undefined;
        owner.zeros.push({ name: json, zero, message: ofMessage });
      }
    }
  }

  #keys(value: ValueType, { members }: MaskNode): ReadonlyMap<string, ValuePlan> {
    const kept = new Map<string, ValuePlan>();
    for (const [key, rule] of members) if (rule !== false) kept.set(key, this.#value(value, rule));
    return kept;
  }

  #value({ form, message, items }: ValueType, rule: true | MaskNode): ValuePlan {
    const plan = message === '' ? undefined : this.#message(message, rule);
    const mask = form === Form.Raw && rule !== true ? rule : undefined;
    return plannedValue(form, plan, mask, items === undefined ? undefined : this.#value(items, true));
  }

  #namesOf(type: MessageType): Set<string> {
    const names = new Set<string>();
    for (const { json, value } of type.fields) {
      if (json !== '') names.add(json);
      else for (const name of this.#namesOf(this.#type(value.message))) names.add(name);
    }
    return names;
  }

  #type(name: string): MessageType {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const text = this.#texts.get(name);
    if (text === undefined) throw new NotInTable();
    const own = name.slice(0, name.lastIndexOf('.'));
    const type = { name, fields: text === '' ? [] : text.split(';').map((field) => fieldType(field, own)) };
    this.#types.set(name, type);
    return type;
  }
}

/**
 * Returns a constructor of plain objects. V8 learns from the first objects of a constructor how many members they get, and
 * gives the others exactly this room: a third less memory than with `{}`.
 */
function newShape(): new () => Record<string, unknown> {
  function Shape(): void {
    // The members are added by the reader.
  }
  Shape.prototype = Object.prototype;
  // A function can be called with new.
  return Shape as unknown as new () => Record<string, unknown>;
}

function fieldType(text: string, own: string): FieldType {
  const [json = '', number = '', written = '', flag = ''] = text.split(' ');
  const isPointer = written.startsWith('*');
  const type = isPointer ? written.slice(1) : written;
  const shape = type.startsWith('{}')
    ? Shape.Map
    : type.startsWith('[]') && type !== '[]byte'
      ? Shape.List
      : Shape.One;
  const value = valueType(shape === Shape.One ? type : type.slice(2), own);
  return { json, number: Number(number), shape, isPointer, value, flag };
}

function valueType(text: string, own: string): ValueType {
  if (text.startsWith('=[]'))
    return { form: Form.ListMessage, message: '', items: valueType(text.slice(3), own) };
  const form = forms[text];
  if (form === undefined)
    return { form: Form.Message, message: text.includes('/') ? text : `${own}.${text}`, items: undefined };
  return { form, message: text.startsWith('%schema') ? schemaMessage : '', items: undefined };
}

function plannedField(
  name: string,
  shape: Shape,
  value: ValuePlan | undefined,
  keys: ReadonlyMap<string, ValuePlan> | undefined,
  omits: boolean,
): FieldPlan {
  return { name, shape, value, keys, omitsZero: omits };
}

function plannedValue(form: Form, message?: MessagePlan, mask?: MaskNode, items?: ValuePlan): ValuePlan {
  return { form, wire: wireOf(form), message, mask, items };
}

function wireOf(form: Form): number {
  switch (form) {
    case Form.Bool:
    case Form.Int32:
    case Form.Int64:
      return Wire.Varint;
    case Form.Double:
      return Wire.Fixed64;
    default:
      return Wire.Bytes;
  }
}

/** True if JSON leaves out what the message has: Go's omitempty for scalars and bytes, omitzero for a time. */
function omitsZero({ isPointer, flag, value }: FieldType): boolean {
  if (isPointer) return false;
  return flag === 'z' || (flag === 'o' && (value.form < Form.Message || value.form === Form.Bytes));
}

const ofItsMessage = Symbol('the zero of its message');

/** What JSON has of a field that the message lacks; undefined if nothing. Go leaves out no struct, whatever its tag says. */
function zeroOf({ isPointer, flag, shape, value }: FieldType): unknown {
  if (flag === 'z') return undefined;
  const { form } = value;
  const canBeEmpty = isPointer || shape !== Shape.One || form < Form.Message || form === Form.Bytes;
  if (canBeEmpty && flag === 'o') return undefined;
  if (isPointer || shape !== Shape.One) return null;
  return form === Form.Message ? ofItsMessage : simpleZero(form);
}

/** The zero of a value that is neither a message nor bytes. */
export function simpleZero(form: Form): unknown {
  switch (form) {
    case Form.String:
      return '';
    case Form.Bool:
      return false;
    case Form.Int32:
    case Form.Int64:
    case Form.Double:
    case Form.IntOrString:
      return 0;
    case Form.Quantity:
      return '0';
    default:
      return null;
  }
}
