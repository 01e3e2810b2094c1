import { readJson } from '../../../documents/read-json.ts';
import { isObject, own, setOwn } from '../../../values/own-property.ts';

type Members = Record<string, unknown>;

/** Attributes of a span by name, decoded; see {@link PlainValues.attributes}. */
export type Attributes = Readonly<Members>;

/** The keys of the values of OTLP JSON, in both spellings, and how to decode them. */
const ANY_VALUES: Readonly<Record<string, (value: unknown, plain: PlainValues) => unknown>> = {
  stringValue: (value, plain) => plain.ofText(value),
  boolValue: (value) => value,
  // a 64-bit number is text in JSON
  intValue: (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  doubleValue: (value) => value,
  bytesValue: (value) => value,
  arrayValue: (value, plain) => listOf(value).map((each) => plain.ofAnyValue(each)),
  kvlistValue: (value, plain) => plain.ofPairs(listOf(value)),
};

function listOf(value: unknown): readonly unknown[] {
  return isObject(value) && Array.isArray(value.values) ? value.values : [];
}

/** Attributes that may hold an object although their names are cut at dots. */
const STRUCTURED =
  /^(gen_ai\.tool\.call\.(arguments|result)|metadata|(input|output)\.value|tool\.parameters)$/;

/**
 * Decodes what a trace holds to plain values: attributes as lists of keys and values become objects, JSON text becomes
 * what it says, and a list that is cut into numbered attributes (`llm.input_messages.0.message.role`) becomes a list.
 */
export class PlainValues {
  readonly #texts = new WeakMap<object, string>();
  /** What cannot be decoded, and may hide a call. */
  readonly faults: string[] = [];

  /** The text of a value: as it was written, if it was JSON text. */
  textOf(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) return '';
    return (typeof value === 'object' && this.#texts.get(value)) || JSON.stringify(value);
  }

  /** Whether a value was written as text. */
  isText(value: unknown): boolean {
    return (
      typeof value === 'string' || (typeof value === 'object' && value !== null && this.#texts.has(value))
    );
  }

  /** Decodes a text that may be JSON. Only an object or a list is decoded: other texts are left as they are. */
  ofText(text: unknown): unknown {
    if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return text;
    const { value, fault } = readJson(text, 'exact');
    if (fault) return text;
    if (typeof value === 'object' && value !== null) this.#texts.set(value, text);
    return value;
  }

  /** Decodes a value of OTLP: `{stringValue: "…"}`. */
  ofAnyValue(value: unknown): unknown {
    if (!isObject(value)) return value;
    for (const [key, member] of Object.entries(value)) {
      const decode = own(ANY_VALUES, key.replace(/_value$/, 'Value'));
      if (decode) return decode(member, this);
    }
    if (Object.keys(value).length > 0)
      this.faults.push(`\`${Object.keys(value)[0]}\` is not a kind of value`);
    return null;
  }

  /** Decodes a list of keys and values. */
  ofPairs(pairs: readonly unknown[]): Members {
    const members: Members = {};
    for (const pair of pairs) {
      if (isObject(pair) && typeof pair.key === 'string') {
        const others = Object.keys(pair).filter((key) => key !== 'key' && key !== 'value');
        if (pair.value === undefined && others.length > 0) {
          this.faults.push(`the attribute \`${pair.key}\` has \`${others[0]}\` instead of \`value\``);
        }
        setOwn(members, pair.key, this.ofAnyValue(pair.value));
      } else this.faults.push('an attribute has no `key`');
    }
    return members;
  }

  /** Decodes the attributes of a span, an event or a resource: a list of keys and values, or an object. */
  attributes(written: unknown): Attributes {
    const given = this.ofText(written);
    if (Array.isArray(given)) return joinNumbered(this.ofPairs(given));
    const flat: Members = {};
    if (isObject(given)) this.#flatten(given, '', flat);
    return joinNumbered(flat);
  }

  /** Phoenix keeps `llm.model_name` as `{llm: {model_name}}`. */
  #flatten(given: Attributes, prefix: string, flat: Members): void {
    for (const [key, value] of Object.entries(given)) {
      const name = prefix + key;
      const isNested = isObject(value) && !key.includes('.') && !STRUCTURED.test(name);
      if (isNested) this.#flatten(value, `${name}.`, flat);
      else setOwn(flat, name, this.ofText(value));
    }
  }

  /** Decodes any value of a document that may hold attributes or JSON text. */
  of(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.some(isPair) ? joinNumbered(this.ofPairs(value)) : value.map((each) => this.of(each));
    }
    if (typeof value === 'string') {
      const inText = this.ofText(value);
      return typeof inText === 'string' ? inText : this.of(inText);
    }
    if (!isObject(value)) return value;
    const members: Members = {};
    for (const [key, member] of Object.entries(value)) setOwn(members, key, this.of(member));
    return members;
  }
}

function isPair(value: unknown): boolean {
  return isObject(value) && typeof value.key === 'string' && isObject(value.value);
}

const NUMBERED = /^(.+?)\.(\d+)(?:\.(.+))?$/s;

/** A list or an object that is put together from numbered attributes. */
type Branch = Map<string, unknown>;

/** Puts the lists together that are cut into numbered attributes. */
function joinNumbered(flat: Members): Members {
  const joined: Members = {};
  const branches: Branch = new Map();
  for (const [key, value] of Object.entries(flat)) {
    const match = NUMBERED.exec(key);
    if (!match?.[1]) setOwn(joined, key, value);
    else {
      const below = [match[2] as string, ...(match[3]?.split('.') ?? [])];
      graft(branchOf(branches, match[1]), below, value);
    }
  }
  for (const [key, branch] of branches) {
    setOwn(joined, Object.hasOwn(joined, key) ? `${key}[]` : key, grown(branch));
  }
  return joined;
}

function branchOf(branches: Branch, key: string): Branch {
  const known = branches.get(key);
  if (known instanceof Map) return known as Branch;
  const branch: Branch = new Map();
  branches.set(key, branch);
  return branch;
}

function graft(branch: Branch, [key = '', ...below]: readonly string[], value: unknown): void {
  if (below.length === 0) branch.set(key, value);
  else graft(branchOf(branch, key), below, value);
}

function grown(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Branch)];
  if (entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, each]) => grown(each));
  }
  const members: Members = {};
  for (const [key, each] of entries) setOwn(members, key, grown(each));
  return members;
}
