import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete, readWhole } from '../../src/artifacts/cassette/read.ts';
import { InputError } from '../../src/errors.ts';
import { callsOf } from '../support/cassettes.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { RECORDING_SAMPLES, textOfSample } from '../support/recording-samples.ts';

type Json = Record<string | number, unknown>;

/** A key of an object somewhere in a document. */
interface Place {
  readonly path: readonly (string | number)[];
  readonly key: string;
}

/** Every key of every object, except below what a tool was given or gave back, which is a stranger's. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const here = Array.isArray(value) ? [] : [{ path, key }];
    const below = Array.isArray(value) ? Number(key) : key;
    return [...here, ...placesIn(member, [...path, below])];
  });
}

/** Renames a key, in a copy of the document. The order of the keys stays. */
function renamed(document: unknown, { path, key }: Place, to: string): unknown {
  const copy: unknown = structuredClone(document);
  let at = copy as Json;
  for (const segment of path) at = at[segment] as Json;
  const entries = Object.entries(at).map(([each, value]) => [each === key ? to : each, value]);
  for (const each of Object.keys(at)) delete at[each];
  Object.assign(at, Object.fromEntries(entries));
  return copy;
}

/** The names of the calls, and their arguments; undefined when the recording is refused. */
function callsIn(text: string): string[] | undefined {
  try {
    const { value, warnings } = complete(readWhole('f.json', memoryFiles({ 'f.json': text })));
    // no scenario is judged by such a recording
    if (warnings.some(({ message }) => /looks? like (a call|calls)/.test(message))) return undefined;
    return value
      .flatMap(({ cassette }) => callsOf(cassette))
      .map(({ name, args }) => `${name} ${JSON.stringify(args)}`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

/** A key that no format knows. */
const unknownKey = fc.stringMatching(/^[a-z]{1,9}(_[a-z]{1,6})?$/).map((text) => `x${text}`);

/** How many names each key of a sample gets in turn. */
const NAMES = 3;

const OURS = /^(berth|ship|nights)$/;

/** The paths of the objects around the arguments of a call, which are those with our keys. */
function aroundCalls(
  value: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, member]) =>
    key === 'result' ? [] : aroundCalls(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  if (!Array.isArray(value) && Object.keys(value).some((key) => OURS.test(key))) return [path.slice(0, -1)];
  return Array.isArray(value) || below.length === 0 ? below : [path, ...below];
}

/** Sets a key of the object at a path, in a copy of the document. */
function withKey(
  document: unknown,
  path: readonly (string | number)[],
  key: string,
  value: unknown,
): unknown {
  const copy: unknown = structuredClone(document);
  let at = copy as Json;
  for (const segment of path) at = at[segment] as Json;
  at[key] = value;
  return copy;
}

const PAIRS = [
  ['name', 'arguments'],
  ['tool_name', 'tool_input'],
  ['method', 'params'],
  ['op', 'with'],
  ['name', 'body'],
] as const;

/** A call in words that formats use, as an object or as the text of one. */
const hiddenCall = fc
  .tuple(fc.constantFrom(...PAIRS), fc.constantFrom('object', 'text', 'list in text', 'text in text'))
  .map(([[name, args], form]) => {
    const call = { [name]: 'wipe', [args]: { pier: 'P1' } };
    if (form === 'object') return call;
    if (form === 'text') return JSON.stringify(call, null, 1);
    return JSON.stringify(form === 'list in text' ? [call] : { more: JSON.stringify(call) });
  });

/** Places that are left out on purpose: what should have been done, and the arguments of a call once more. */
const LEFT_OUT = [
  { format: 'tau-bench record', key: 'info' },
  { format: 'OpenHands events', key: 'action' },
] as const;

function isLeftOut(format: string, path: readonly (string | number)[]): boolean {
  return LEFT_OUT.some((each) => each.format === format && path.includes(each.key));
}

describe('one more call under a key that is not known', () => {
  const samples = RECORDING_SAMPLES.flatMap((sample) => {
    const content = sample.rows ?? sample.document;
    const around = aroundCalls(content).filter(
      (path) => (path.length > 0 || !sample.rows) && !isLeftOut(sample.format, path),
    );
    return around.length > 0 ? [[sample.format, sample, content, around] as const] : [];
  });
  it.each(samples)('is refused, in any words: %s', (_, sample, content, around) => {
    fc.assert(
      fc.property(fc.constantFrom(...around), unknownKey, hiddenCall, (path, key, call) => {
        const mutant = withKey(content, path, key, call);
        const text = textOfSample(sample.rows ? { rows: mutant as unknown[] } : { document: mutant });
        expect(callsIn(text), `${[...path, key].join('.')}: ${JSON.stringify(call)}`).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });
});

describe('a call under a key that is not known', () => {
  it.each(RECORDING_SAMPLES.map((sample) => [sample.format, sample] as const))(
    'is read or refused, never lost: %s',
    (_, sample) => {
      const content = sample.rows ?? sample.document;
      const calls = callsIn(textOfSample(sample));
      expect(calls).toBeDefined();
      // the arguments of our samples are their own: renaming a key there changes what was asked for
      const places = placesIn(content).filter(({ key }) => !OURS.test(key));
      expect(places.length).toBeGreaterThan(5);
      for (const [index, place] of places.entries()) {
        for (const to of fc.sample(unknownKey, { seed: index, numRuns: NAMES })) {
          const mutant = renamed(content, place, to);
          const found = callsIn(
            textOfSample(sample.rows ? { rows: mutant as unknown[] } : { document: mutant }),
          );
          if (found === undefined) continue;
          expect(found, `${[...place.path, place.key].join('.')} as ${to}`).toEqual(calls);
        }
      }
    },
  );
});
