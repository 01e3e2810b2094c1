import type { PinnedParameter } from '../../../artifacts/pins/model.ts';
import { toCompactCanonicalJson } from '../../../documents/canonical-json.ts';
import { append } from '../../../values/append.ts';
import { toPointer } from '../../../values/json-pointer.ts';
import { isObject, setOwn } from '../../../values/own-property.ts';

/** Members of a schema that are words for the reader. */
const WORDS = new Set(['title', 'description', '$comment']);

/** What belongs to a parameter: each value with its place, so that nothing can move without a trace. */
interface Part {
  readonly texts: unknown[];
  readonly shape: unknown[];
}

/** A value on the way down a schema. */
interface Step {
  readonly value: unknown;
  readonly parameter: string;
  /** Its place below the parameter, a JSON Pointer. */
  readonly at: string;
  /** Whether its keys are names of parameters. */
  readonly isMap: boolean;
}

/**
 * Takes a schema apart into its parameters, at any depth: of each the words and the rest. What is not a parameter belongs to the
 * one around it. Works without recursion.
 */
export function parametersOf(
  schema: unknown,
  digest: (value: unknown) => string,
): Record<string, PinnedParameter> {
  const parts = new Map<string, Part>();
  const waiting: Step[] = [{ value: schema, parameter: '', at: '', isMap: false }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const part = parts.get(step.parameter) ?? { texts: [], shape: [] };
    parts.set(step.parameter, part);
    append(waiting, take(step, part));
  }
  const pinned: Record<string, PinnedParameter> = {};
  const sorted = (list: readonly unknown[]) => list.map((each) => toCompactCanonicalJson(each)).sort();
  for (const [name, { texts, shape }] of parts)
    setOwn(pinned, name, { text: digest(sorted(texts)), shape: digest(sorted(shape)) });
  return pinned;
}

/** Notes a value as a part of its parameter, and returns what is below it. */
function take({ value, parameter, at, isMap }: Step, part: Part): Step[] {
  if (Array.isArray(value)) {
    part.shape.push([at, 'list', value.length]);
    return value.map((each, index) => ({ value: each, parameter, at: `${at}/${index}`, isMap: false }));
  }
  if (!isObject(value)) {
    part.shape.push([at, value === undefined ? 'none' : value]);
    return [];
  }
  if (isMap)
    return Object.entries(value).map(([key, member]) => ({
      value: member,
      parameter: nameBelow(parameter, key),
      at: '',
      isMap: false,
    }));
  part.shape.push([at, 'object']);
  return Object.entries(value).flatMap(([key, member]) => {
    const below = `${at}${toPointer([key])}`;
    if (WORDS.has(key) && typeof member === 'string') {
      part.texts.push([below, member]);
      return [];
    }
    return [{ value: member, parameter, at: below, isMap: key === 'properties' && isObject(member) }];
  });
}

/** An empty name: no other is written so. */
const EMPTY = '\\0';

/** A dot in a name must not look like one between two names. */
function nameBelow(parameter: string, key: string): string {
  const name = key === '' ? EMPTY : key.replaceAll(/[\\.]/g, '\\$&');
  return parameter === '' ? name : `${parameter}.${name}`;
}

/** Returns the path of a parameter in its schema, as far as names of parameters lead. */
export function pathOfParameter(parameter: string): string[] {
  if (parameter === '') return [];
  const names = parameter.match(/(?:\\[\s\S]|[^\\.])+/g) ?? [];
  return names.flatMap((name) => ['properties', name === EMPTY ? '' : name.replaceAll(/\\([\s\S])/g, '$1')]);
}
