import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete, readWhole } from '../../src/artifacts/cassette/read.ts';
import { InputError } from '../../src/errors.ts';
import { callsOf } from '../support/cassettes.ts';
import { memoryFiles } from '../support/memory-files.ts';
import type { RecordingSample } from '../support/recording-samples/recording-sample.ts';
import { RECORDING_SAMPLES, textOfSample } from '../support/recording-samples.ts';

type Path = readonly (string | number)[];
type Json = Record<string | number, unknown>;

/** How many calls a recording has, and its warnings; undefined when it is refused. */
function read(text: string): { readonly calls: number; readonly warnings: readonly string[] } | undefined {
  try {
    const { value, warnings } = complete(readWhole('f.json', memoryFiles({ 'f.json': text })));
    const calls = value.flatMap(({ cassette }) => callsOf(cassette)).length;
    return { calls, warnings: warnings.map(({ message }) => message) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json)[key], value);
}

const OURS = /^(berth|ship|nights)$/;

/** The paths of the arguments of our calls, as objects or as JSON text, and those of what is around them. */
function aroundArguments(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') {
    return /^\s*\{.*\\?"(berth|ship|nights)\\?":/s.test(value) ? upwards(path) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && Object.keys(value).some((key) => OURS.test(key))) return upwards(path);
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'result' ? [] : aroundArguments(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A path and those around it, but for the document and its rows. */
function upwards(path: Path): Path[] {
  return [0, 1, 2].flatMap((up) => (path.length - up > 1 ? [path.slice(0, path.length - up)] : []));
}

/** Keys that no format reads: unknown ones, and those that other formats use for calls or for what is around them. */
const key = fc.oneof(
  fc.stringMatching(/^x[a-z]{1,8}(_[a-z]{1,6})?$/),
  fc.constantFrom(
    'actions',
    'did',
    'data',
    'history',
    'payload',
    'raw',
    'output',
    'events',
    'parts',
    'extra',
  ),
);

/** What a call is moved into. */
const form = fc.constantFrom<[string, (moved: unknown) => unknown]>(
  ['itself', (moved) => moved],
  ['a list', (moved) => [moved]],
  ['a text', (moved) => JSON.stringify(moved)],
  ['an object', (moved) => ({ first: { inner: moved } })],
  ['a group', (moved) => ({ type: 'group', content: [moved] })],
);

/** Moves a part of a document under another key of the nearest object around it; undefined if it has that key. */
function moved(document: unknown, path: Path, to: string, into: (moved: unknown) => unknown): unknown {
  const copy: unknown = structuredClone(document);
  const last = path.at(-1) as string | number;
  const parent = at(copy, path.slice(0, -1));
  const holders = path.slice(0, -1).map((_, index) => at(copy, path.slice(0, path.length - 1 - index)));
  const holder = holders.find((each) => !Array.isArray(each)) as Json | undefined;
  if (holder === undefined || Object.hasOwn(holder, to)) return undefined;
  const part = at(copy, path);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Json)[last];
  holder[to] = into(part);
  return copy;
}

const TYPES = /^(type|kind|role|method|event|subtype|author|source|part_kind)$/;

/** The paths of the texts that say what the parts of a recording are. */
function typesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const below = [...path, Array.isArray(value) ? Number(name) : name];
    return typeof member === 'string' && member !== '' && TYPES.test(name) ? [below] : typesIn(member, below);
  });
}

const respelling = fc.constantFrom<(type: string) => unknown>(
  (type) => type.toUpperCase(),
  (type) => type.charAt(0).toUpperCase() + type.slice(1),
  (type) => type.replaceAll('_', '-'),
  (type) => type.replaceAll(/[_-](.)/g, (_, letter: string) => letter.toUpperCase()),
  (type) => `${type}_v2`,
  (type) => `x${type}`,
  (type) => `${type} `,
  (type) => [type],
  () => '',
  () => null,
  () => 7,
);

function withValue(document: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(document);
  (at(copy, path.slice(0, -1)) as Json)[path.at(-1) as string | number] = value;
  return copy;
}

/** Checks that a changed recording has all calls, is refused, or says in a new warning that something is missing. */
function expectNothingLost(sample: RecordingSample, changed: unknown, what: string): void {
  const whole = read(textOfSample(sample));
  const found = read(textOfSample(sample.rows ? { rows: changed as unknown[] } : { document: changed }));
  if (!whole || !found || found.warnings.some((warning) => !whole.warnings.includes(warning))) return;
  expect(found.calls, what).toBeGreaterThanOrEqual(whole.calls);
}

const samples = RECORDING_SAMPLES.map((sample) => [sample.format, sample] as const);

// Spec (recordings): "One rule against silent loss"
describe('no call is lost without a word', () => {
  it.each(samples)('when it is moved under another key: %s', (_, sample) => {
    const content = sample.rows ?? sample.document;
    const paths = aroundArguments(content);
    fc.assert(
      fc.property(fc.constantFrom(...paths), key, form, (path, to, [name, into]) => {
        const changed = moved(content, path, to, into);
        if (changed === undefined) return;
        expectNothingLost(sample, changed, `${path.join('.')} under ${to} as ${name}`);
      }),
      { numRuns: 40 },
    );
  });

  it.each(samples)('when the type of a part is another one: %s', (_, sample) => {
    const content = sample.rows ?? sample.document;
    const paths = typesIn(content);
    if (paths.length === 0) return;
    fc.assert(
      fc.property(fc.constantFrom(...paths), respelling, (path, respell) => {
        const type = respell(at(content, path) as string);
        expectNothingLost(
          sample,
          withValue(content, path, type),
          `${path.join('.')} is ${JSON.stringify(type)}`,
        );
      }),
      { numRuns: 30 },
    );
  });

  const ofRows = samples.filter(([, { rows }]) => rows);
  it.each(ofRows)('when a row is inside another: %s', (_, sample) => {
    const rows = sample.rows ?? [];
    const around = fc.constantFrom('data', 'payload', 'message', 'row', 'event', 'item');
    const wrapping = fc.constantFrom('alone', 'with a type', 'as text');
    fc.assert(
      fc.property(fc.nat(rows.length - 1), around, wrapping, (index, name, how) => {
        const row = rows[index];
        const inner = how === 'as text' ? JSON.stringify(row) : row;
        const changed = { ...(how === 'with a type' && { type: 'other' }), [name]: inner };
        expectNothingLost(sample, withValue(rows, [index], changed), `row ${index} under ${name} ${how}`);
      }),
      { numRuns: 20 },
    );
  });
});
