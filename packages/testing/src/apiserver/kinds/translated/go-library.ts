/** What is used of Go's standard library and of Kubernetes' small packages, for functions that are translated from Go. */
import { isIPv4, isIPv6 } from 'node:net';
import { types } from 'node:util';
import { labelSelectorAsSelector as asSelector, SelectorError } from 'kube-informers';
import type { LabelSelector } from 'kube-informers';
import { isError } from 'kube-informers/internal';
import {
  type JsonObject,
  addQuantities,
  asObject,
  canonicalQuantity,
  compareQuantities,
  multiplyQuantity,
  quantityProblem,
  quantityValue,
  roundUpQuantity,
} from '@kube-informers/schema/internal';
import { same } from './go-language.js';

// strings

export const strings_HasPrefix = (text: string, prefix: string): boolean => text.startsWith(prefix);
export const strings_HasSuffix = (text: string, suffix: string): boolean => text.endsWith(suffix);
export const strings_Contains = (text: string, part: string): boolean => text.includes(part);
export const strings_Count = (text: string, part: string): number => text.split(part).length - 1;
export const strings_EqualFold = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
export const strings_Fields = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '');
export const strings_FieldsFunc = (text: string, splits: (rune: number) => boolean): string[] => {
  const parts = [''];
  for (const character of text) {
    if (splits(character.codePointAt(0) ?? 0)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part !== '');
};
export const strings_Index = (text: string, part: string): number => text.indexOf(part);
export const strings_IndexAny = (text: string, characters: string): number =>
  Array.from(text).findIndex((character) => characters.includes(character));
export const strings_Join = (parts: readonly string[] | undefined, separator: string): string =>
  (parts ?? []).join(separator);
export const strings_LastIndex = (text: string, part: string): number => text.lastIndexOf(part);
export const strings_Map = (map: (rune: number) => number, text: string): string =>
  Array.from(text, (character) => {
    const rune = map(character.codePointAt(0) ?? 0);
    return rune < 0 ? '' : String.fromCodePoint(rune);
  }).join('');
export const strings_ReplaceAll = (text: string, part: string, by: string): string =>
  text.replaceAll(part, by);
export const strings_Split = (text: string, separator: string): string[] => text.split(separator);
export const strings_ToLower = (text: string): string => text.toLowerCase();
export const strings_TrimSpace = (text: string): string => text.trim();
export const strings_TrimPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;
export const strings_TrimSuffix = (text: string, suffix: string): string =>
  text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text;
export const strings_CutPrefix = (text: string, prefix: string): [string, boolean] =>
  text.startsWith(prefix) ? [text.slice(prefix.length), true] : [text, false];
export function strings_Cut(text: string, separator: string): [string, string, boolean] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, '', false] : [text.slice(0, at), text.slice(at + separator.length), true];
}
export function strings_SplitN(text: string, separator: string, count: number): string[] {
  const parts = text.split(separator);
  if (count < 0 || parts.length <= count) return parts;
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

// strconv, unicode

function integer(text: string, digits: RegExp, base: number): [number, Error | undefined] {
  const quoted = JSON.stringify(text);
  if (!digits.test(text)) return [0, new Error(`strconv.ParseInt: parsing ${quoted}: invalid syntax`)];
  return [Number.parseInt(text, base), undefined];
}
export function strconv_Atoi(text: string): [number, Error | undefined] {
  if (!/^[+-]?\d+$/.test(text)) {
    return [0, new Error(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)];
  }
  return [Number(text), undefined];
}
export const strconv_ParseInt = (text: string, base: number): [number, Error | undefined] =>
  base === 8 ? integer(text, /^[+-]?[0-7]+$/, 8) : integer(text, /^[+-]?\d+$/, 10);
export const unicode_IsPrint = (rune: number): boolean =>
  rune === 32 || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(String.fromCodePoint(rune));

// regexp

/** The classes of Go that are used. */
const characterClasses: Readonly<Record<string, string>> = { alnum: 'A-Za-z0-9', cntrl: '\\x00-\\x1f\\x7f' };

export function regexp_MustCompile(source: string): RegExp {
  const pattern = source
    .replaceAll(/\[:(\w+):\]/g, (text, name: string) => characterClasses[name] ?? text)
    .replace('(?i)', '');
  return new RegExp(pattern, source.includes('(?i)') ? 'i' : '');
}
export const Regexp_MatchString = (expression: RegExp, text: string): boolean => expression.test(text);

// fmt, errors

export const fmt_Errorf = (format: string, ...values: readonly unknown[]): Error =>
  new Error(fmt_Sprintf(format, ...values));
export const error_Error = (error: unknown): string =>
  isError(error) ? error.message : fieldErrorText(error);

function fieldErrorText(error: unknown): string {
  const { field, detail } = (asObject(error) ?? {}) as { readonly field?: string; readonly detail?: string };
  return `${field ?? ''}: ${detail ?? ''}`;
}

/** fmt.Sprintf, for the verbs that the translated functions use. */
export function fmt_Sprintf(format: string, ...values: readonly unknown[]): string {
  let next = 0;
  return format.replace(/%([+#]?)(\d*)([a-zA-Z%])/g, (_all, flag: string, _width: string, verb: string) => {
    if (verb === '%') return '%';
    const value = values[next++];
    if (flag === '#' && Array.isArray(value)) {
      return `[]string{${value.map((item) => JSON.stringify(item)).join(', ')}}`;
    }
    return formatted(verb, value);
  });
}

function formatted(verb: string, value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => formatted(verb, item)).join(' ')}]`;
  if (types.isSet(value)) return formatted(verb, [...(value as ReadonlySet<unknown>)]);
  if (types.isRegExp(value)) return value.source;
  if (isError(value)) return verb === 'q' ? JSON.stringify(value.message) : value.message;
  if (verb === 'q') return JSON.stringify(typeof value === 'string' ? value : String(value));
  if (verb === 'x') return Number(value).toString(16);
  if (value === undefined || value === null) return '<nil>';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, part]) => `${key}:${formatted('v', part)}`).join(' ')}]`;
}

// slices, reflect, sync

export const slices_Contains = (list: readonly unknown[] | undefined, item: unknown): boolean =>
  (list ?? []).some((other) => same(other, item));
export const reflect_DeepEqual = same;
export const equality_Semantic = { Equalities: undefined };
export const Equalities_DeepEqual = (_semantic: unknown, a: unknown, b: unknown): boolean => same(a, b);
/** The differences of two structs, which Go appends to some messages, are left out. */
export const diff_Diff = (): string => '';

/** The pairs of an iterator of Go: a function that calls another for each. */
export function pairsOf(
  iterate: (yields: (a: unknown, b: unknown) => boolean) => void,
): [unknown, unknown][] {
  const pairs: [unknown, unknown][] = [];
  iterate((a, b) => {
    pairs.push([a, b]);
    return true;
  });
  return pairs;
}

// sets: of texts or integers.

type Item = string | number;
type Items = ReadonlySet<Item> | undefined;

export const sets_New = (...items: readonly Item[]): Set<Item> => new Set(items);
export const sets_NewString = sets_New;
export const sets_NewInt32 = sets_New;
export const sets_List = (set: Items): Item[] =>
  [...(set ?? [])].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
export const Set_Has = (set: Items, item: Item): boolean => set?.has(item) ?? false;
export const Set_Len = (set: Items): number => set?.size ?? 0;
export const Set_Clone = (set: Items): Set<Item> => new Set(set);
export function Set_Insert(set: Set<Item>, ...items: readonly Item[]): Set<Item> {
  for (const item of items) set.add(item);
  return set;
}
export function Set_Delete(set: Set<Item>, ...items: readonly Item[]): Set<Item> {
  for (const item of items) set.delete(item);
  return set;
}
export const Set_Difference = (set: Items, other: Items): Set<Item> =>
  new Set([...(set ?? [])].filter((item) => !Set_Has(other, item)));
export const String_Has = Set_Has;
export const String_Insert = Set_Insert;
export const String_Delete = Set_Delete;
export const String_Len = Set_Len;
export const String_List = sets_List;
export const String_Difference = Set_Difference;
export const Int32_Has = Set_Has;
export const Int32_Insert = Set_Insert;
export const setItems = (set: Items): Item[] => [...(set ?? [])];

// intstr: a number or a text, as in JSON.

type IntOrString = number | string | undefined;

export const intstr_FromInt32 = (value: number): number => value;
export const intstr_FromString = (value: string): string => value;
export const intOrStringType = (value: IntOrString): number => (typeof value === 'string' ? 1 : 0);
export const intOrStringText = (value: IntOrString): string => (typeof value === 'string' ? value : '');
export const IntOrString_IntValue = (value: IntOrString): number =>
  typeof value === 'string' ? strconv_Atoi(value)[0] : (value ?? 0);

// time: a Duration is a number of nanoseconds, a Time its text.

type Time = string | undefined;

export const Duration_Seconds = (duration: number): number => duration / 1e9;
export const Duration_Nanoseconds = (duration: number): number => duration;
export const time_Local = 'Local';
export const Time_IsZero = (time: Time): boolean => time === undefined || time === null;
export const Time_Before = (time: Time, other: Time): boolean =>
  time === undefined ? other !== undefined : other !== undefined && Date.parse(time) < Date.parse(other);
export function time_LoadLocation(name: string): [unknown, Error | undefined] {
  if (name === '' || name === 'UTC' || name === 'Local') return [name, undefined];
  try {
    return [new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone, undefined];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [undefined, new Error(`unknown time zone ${name}`)];
  }
}
export function time_ParseDuration(text: string): [number, Error | undefined] {
  const units: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 6e10, h: 3.6e12 };
  if (!/^[+-]?(?:\d+(?:\.\d*)?(?:ns|us|ms|s|m|h))+$/.test(text)) {
    return [0, new Error(`time: invalid duration ${JSON.stringify(text)}`)];
  }
  // Each part is digits, then a unit.
  const numbers = text.split(/[a-z]+/);
  const names = text.split(/[^a-z]+/).slice(1);
  const sum = names.reduce(
    (total, name, index) => total + Math.abs(Number(numbers[index])) * (units[name] ?? 0),
    0,
  );
  return [text.startsWith('-') ? -sum : sum, undefined];
}

// resource.Quantity: its text.

export const Quantity_Add = addQuantities;
export const Quantity_Mul = multiplyQuantity;
export const Quantity_Cmp = compareQuantities;
export const Quantity_RoundUp = roundUpQuantity;
export const Quantity_IsZero = (quantity: unknown): boolean => compareQuantities(quantity, '0') === 0;
export const Quantity_Sign = (quantity: unknown): number => compareQuantities(quantity, '0');
export const Quantity_String = (quantity: string | undefined): string => quantity ?? '0';
export const Quantity_Value = (quantity: unknown): number => quantityValue(quantity);
export const Quantity_MilliValue = (quantity: unknown): number => quantityValue(quantity, -3);
export function resource_ParseQuantity(text: string): [string, Error | undefined] {
  const canonical = canonicalQuantity(text);
  return canonical === undefined ? ['0', new Error(quantityProblem)] : [canonical, undefined];
}

// net, netip: an IP is its 16 bytes, an Addr its text.

type Bytes = readonly number[] | undefined;

export const net_IPv4 = (a: number, b: number, c: number, d: number): number[] => [
  ...Array.from({ length: 10 }, () => 0),
  255,
  255,
  a,
  b,
  c,
  d,
];
export const IP_To16 = (ip: Bytes): Bytes =>
  ip?.length === 4
    ? net_IPv4(...(ip as [number, number, number, number]))
    : ip?.length === 16
      ? ip
      : undefined;
export function IP_To4(ip: Bytes): Bytes {
  if (ip?.length === 4) return ip;
  if (ip?.length !== 16 || ip.slice(0, 10).some((byte) => byte !== 0) || ip[10] !== 255 || ip[11] !== 255) {
    return undefined;
  }
  return ip.slice(12);
}
export const IP_IsLoopback = (ip: Bytes): boolean => {
  const four = IP_To4(ip);
  return four === undefined
    ? ip?.length === 16 && ip.every((byte, i) => byte === (i === 15 ? 1 : 0))
    : four[0] === 127;
};
export const IP_IsUnspecified = (ip: Bytes): boolean => (IP_To4(ip) ?? ip ?? [1]).every((byte) => byte === 0);
export const IP_IsLinkLocalUnicast = (ip: Bytes): boolean => {
  const four = IP_To4(ip);
  if (four !== undefined) return four[0] === 169 && four[1] === 254;
  return ip?.[0] === 0xfe && ((ip[1] ?? 0) & 0xc0) === 0x80;
};
export const IP_IsLinkLocalMulticast = (ip: Bytes): boolean => {
  const four = IP_To4(ip);
  if (four !== undefined) return four[0] === 224 && four[1] === 0 && four[2] === 0;
  return ip?.[0] === 0xff && ((ip[1] ?? 0) & 0x0f) === 0x02;
};
export const net_CIDRMask = (ones: number, bits: number): number[] =>
  Array.from({ length: bits / 8 }, (_, index) => {
    const left = Math.min(8, Math.max(0, ones - index * 8));
    return (0xff << (8 - left)) & 0xff;
  });
export const IP_Mask = (ip: Bytes, mask: Bytes): Bytes => {
  const bytes = mask?.length === 4 ? (IP_To4(ip) ?? ip) : ip;
  return bytes?.map((byte, index) => byte & (mask?.[index] ?? 0));
};
export function net_SplitHostPort(text: string): [string, string, Error | undefined] {
  const match = /^(?:\[([^\]]*)\]|([^:]*)):([^:]*)$/.exec(text);
  if (match === null) return ['', '', new Error(`address ${text}: missing port in address`)];
  return [match[1] ?? match[2] ?? '', match[3] ?? '', undefined];
}

export function netip_ParseAddr(text: string): [string, Error | undefined] {
  const [address = '', ...zone] = text.split('%');
  if (isIPv4(text) || (isIPv6(address) && zone.length <= 1 && zone[0] !== '')) return [text, undefined];
  return ['', new Error(`ParseAddr(${JSON.stringify(text)}): unable to parse IP`)];
}
export const Addr_Is4In6 = (address: string): boolean => /^(?:0{0,4}:)*:?ffff:[\d.]+$/i.test(address);
export function netip_ParsePrefix(text: string): [[string, number], Error | undefined] {
  const slash = text.lastIndexOf('/');
  const [address, problem] = netip_ParseAddr(text.slice(0, Math.max(0, slash)));
  const bits = text.slice(slash + 1);
  const most = isIPv4(address) ? 32 : 128;
  if (problem !== undefined || !/^(?:0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > most) {
    return [['', 0], new Error(`netip.ParsePrefix(${JSON.stringify(text)}): invalid`)];
  }
  return [[address, Number(bits)], undefined];
}
/** The bytes of an IPv4 address, or the words of an IPv6 one. */
function unitsOf(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const [before = '', after] = address.replace(/%.*$/, '').split('::');
  const words = (part: string): number[] =>
    part.split(':').flatMap((word) => {
      if (word === '') return [];
      if (!word.includes('.')) return [Number.parseInt(word, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });
  const [head, tail] = [words(before), words(after ?? '')];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

/** The prefix without the bits of the host. */
export function Prefix_Masked([address, bits]: readonly [string, number]): [string, number] {
  const width = isIPv4(address) ? 8 : 16;
  const clear = unitsOf(address).every((unit, index) => {
    const free = Math.min(width, Math.max(0, (index + 1) * width - bits));
    return (unit & (2 ** free - 1)) === 0;
  });
  // Only whether it is another address matters.
  return [clear ? address : '', bits];
}
export const Prefix_Addr = ([address]: readonly [string, number]): string => address;

// path, filepath

export const path_IsAbs = (path: string): boolean => path.startsWith('/');
export const filepath_ToSlash = (path: string): string => path;

// labels and metadata

export const labelSelectorAsSelector = (
  selector: LabelSelector | null | undefined,
): [{ readonly selector: LabelSelector | undefined }, Error | undefined] => {
  try {
    // A nil selector, which matches nothing.
    if (selector === undefined || selector === null) return [{ selector: undefined }, undefined];
    asSelector(selector);
    return [{ selector }, undefined];
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return [{ selector: undefined }, error];
  }
};

interface Selection {
  readonly selector: LabelSelector | undefined;
}

export const Selector_Matches = (
  { selector }: Selection,
  labels: Record<string, string> | undefined,
): boolean => selector !== undefined && asSelector(selector).matches(labels ?? {});
export const Selector_Empty = ({ selector }: Selection): boolean =>
  selector !== undefined &&
  Object.keys(selector.matchLabels ?? {}).length === 0 &&
  (selector.matchExpressions ?? []).length === 0;

/** The metadata of an object, or that itself. */
function metadataOf(object: JsonObject): JsonObject {
  return asObject(object['metadata']) ?? object;
}

export const metadataAccessor = (object: JsonObject): [JsonObject, undefined] => [
  metadataOf(object),
  undefined,
];
export const Object_GetAnnotations = (object: JsonObject): unknown => metadataOf(object)['annotations'];
export const Object_GetCreationTimestamp = (object: JsonObject): unknown =>
  metadataOf(object)['creationTimestamp'];
export const Object_GetDeletionGracePeriodSeconds = (object: JsonObject): unknown =>
  metadataOf(object)['deletionGracePeriodSeconds'];
export const Object_GetDeletionTimestamp = (object: JsonObject): unknown =>
  metadataOf(object)['deletionTimestamp'];
export const Object_GetFinalizers = (object: JsonObject): unknown => metadataOf(object)['finalizers'];
export const Object_GetGenerateName = (object: JsonObject): unknown =>
  metadataOf(object)['generateName'] ?? '';
export const Object_GetGeneration = (object: JsonObject): unknown => metadataOf(object)['generation'] ?? 0;
export const Object_GetLabels = (object: JsonObject): unknown => metadataOf(object)['labels'];
export const Object_GetManagedFields = (object: JsonObject): unknown => metadataOf(object)['managedFields'];
export const Object_GetName = (object: JsonObject): unknown => metadataOf(object)['name'] ?? '';
export const Object_GetNamespace = (object: JsonObject): unknown => metadataOf(object)['namespace'] ?? '';
export const Object_GetOwnerReferences = (object: JsonObject): unknown =>
  metadataOf(object)['ownerReferences'];
export const Object_GetResourceVersion = (object: JsonObject): unknown =>
  metadataOf(object)['resourceVersion'] ?? '';
export const Object_GetUID = (object: JsonObject): unknown => metadataOf(object)['uid'] ?? '';

/** The request is not in a context here. */
export const requestInfoFrom = (): [undefined, boolean] => [undefined, false];

/** A function that is left out of the translation. */
export function nothing(): void {
  // Described where it is listed, in roots.go.
}

/** What the flags of the server allow. */
export const capabilities = (): JsonObject => ({ AllowPrivileged: true });

/** A validation that is left out of the translation. */
export const noErrors = (): [] => [];

/** Sets a field to the value of a JSON text: a default that is written as a tag. */
export function json_Unmarshal(bytes: Uint8Array, set: (value: unknown) => void): undefined {
  set(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

/** Whether bytes are a JSON object: Go's error if not. */
export function jsonObjectProblem(bytes: string | undefined): Error | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes ?? '', 'base64').toString('utf8'));
    return asObject(value) === undefined && value !== null
      ? new Error('json: cannot unmarshal into Go value of type map[string]interface {}')
      : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new Error('invalid character');
  }
}

const domain = /^(?:localhost|\[[a-fA-F0-9:]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?)(?::[0-9]+)?$/;
const path = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;
const digestForm = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

/** The name, tag and digest of an image; the tag is `latest` if it has neither. */
export function parseImageName(image: string): [name: string, tag: string, digest: string, error: unknown] {
  const invalid: [string, string, string, unknown] = [
    '',
    '',
    '',
    new Error(`couldn't parse image name ${image}`),
  ];
  const at = image.indexOf('@');
  const digest = at === -1 ? '' : image.slice(at + 1);
  if (at !== -1 && !digestForm.test(digest)) return invalid;
  const named = at === -1 ? image : image.slice(0, at);
  const slash = named.indexOf('/');
  const first = slash === -1 ? '' : named.slice(0, slash);
  const hosted = /[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first;
  const rest = hosted ? named.slice(slash + 1) : named;
  const colon = rest.indexOf(':');
  const name = colon === -1 ? rest : rest.slice(0, colon);
  const tag = colon === -1 ? '' : rest.slice(colon + 1);
  if (hosted && !domain.test(first)) return invalid;
  if (name.length > 255 || !path.test(name) || (colon !== -1 && !/^\w[\w.-]{0,127}$/.test(tag)))
    return invalid;
  if (!hosted && /^[a-f0-9]{64}$/.test(named)) return invalid;
  return [
    hosted ? `${first}/${name}` : name,
    tag === '' && digest === '' ? 'latest' : tag,
    digest,
    undefined,
  ];
}
