import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadArtifact } from '../../src/artifacts/load.ts';
import { InputError } from '../../src/errors.ts';
import { extractFacts } from '../../src/facts/catalog.ts';
import { ARTIFACT_SAMPLES, type Json } from '../support/artifact-samples.ts';
import { load, refusal } from '../support/load.ts';
import { memoryFiles } from '../support/memory-files.ts';

const KINDS = Object.keys(ARTIFACT_SAMPLES) as (keyof typeof ARTIFACT_SAMPLES)[];
type Kind = (typeof KINDS)[number];

const kinds = fc.constantFrom(...KINDS);
const samples = fc.constantFrom(
  ...KINDS.flatMap((kind) => ARTIFACT_SAMPLES[kind].map((sample) => [kind, sample as Json] as const)),
);

/** The paths of all values in a document, except the document itself. */
function pathsIn(document: Json, base: (string | number)[] = []): (string | number)[][] {
  if (typeof document !== 'object' || document === null) return [];
  const entries = Array.isArray(document) ? [...document.entries()] : Object.entries(document);
  return entries.flatMap(([key, value]) => [[...base, key], ...pathsIn(value, [...base, key])]);
}

/** A copy of the document with another value at a path; `undefined` removes the value. */
function withValueAt(document: Json, [key, ...rest]: (string | number)[], value: Json | undefined): Json {
  if (key === undefined) return value as Json;
  const inner = (document as Record<string, Json>)[key] as Json;
  const changed = rest.length === 0 ? value : withValueAt(inner, rest, value);
  if (Array.isArray(document)) {
    return changed === undefined
      ? document.toSpliced(key as number, 1)
      : document.with(key as number, changed);
  }
  const entries = Object.entries(document as object).flatMap(([name, old]) => {
    if (name !== key) return [[name, old]];
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries) as Json;
}

const NASTY_KEYS = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', ''];
const NASTY_VALUES: Json[] = [null, true, 0, -0, -1, 0.5, 2 ** 53, 1e308, '', 'T1', 'critical', [], {}, [[]]];

const anyJson = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const someValue = fc.oneof(
  fc.constantFrom(...NASTY_VALUES, undefined),
  anyJson,
  // words and values that have a meaning elsewhere
  samples.chain(([, sample]) =>
    fc
      .constantFrom(...pathsIn(sample))
      .map((path) => path.reduce<Json>((at, key) => (at as never)[key], sample)),
  ),
);

/** A sample with a few of its values replaced or removed, or with hostile keys added. */
const mutants: fc.Arbitrary<readonly [Kind, string]> = samples.chain(([kind, sample]) =>
  fc
    .array(fc.record({ pick: fc.nat(), value: someValue, key: fc.option(fc.constantFrom(...NASTY_KEYS)) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes) => {
      let document: Json = sample;
      for (const { pick, value, key } of changes) {
        const paths = pathsIn(document);
        const path = paths[pick % paths.length];
        if (path) document = withValueAt(document, path, key === null ? value : nasty(key, value ?? null));
      }
      return [kind, JSON.stringify(document) ?? 'null'] as const;
    }),
);

function nasty(key: string, value: Json): Json {
  // an object literal or an assignment would set the prototype
  return JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(value)}}`) as Json;
}

/** Reads the text as an artifact, then its facts. Fails unless the artifact is read or refused. */
async function readOrRefuse(kind: Kind, text: string): Promise<'read' | 'refused'> {
  try {
    const artifact = await loadArtifact(kind, 'f.json', memoryFiles({ 'f.json': text }));
    for (const { name, value } of extractFacts(artifact as never, { now: 0 })) {
      if (typeof value === 'number' && !/\.(ece|brier)$/.test(name)) {
        expect(Number.isSafeInteger(value) && value >= 0, `${name} is ${value}`).toBe(true);
      }
    }
    return 'read';
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.diagnostics.length).toBeGreaterThan(0);
    for (const { file, position, message } of error.diagnostics) {
      expect({ file, hasPosition: position !== undefined }).toEqual({ file: 'f.json', hasPosition: true });
      expect(message).toMatch(/^[^A-Z\n][^\n]*[^.\n]$/);
    }
    return 'refused';
  }
}

describe('every artifact reader', () => {
  it.each(KINDS.flatMap((kind) => ARTIFACT_SAMPLES[kind].map((sample) => [kind, sample] as const)))(
    'reads its sample of a %s',
    async (kind, sample) => {
      expect(await readOrRefuse(kind, JSON.stringify(sample))).toBe('read');
    },
  );

  it('reads or refuses any text', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, fc.string({ unit: 'binary' }), async (kind, text) => {
        await readOrRefuse(kind, text);
      }),
    );
  });

  it('reads or refuses any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, anyJson, async (kind, value) => {
        await readOrRefuse(kind, JSON.stringify(value));
      }),
    );
  });

  it('reads or refuses any mutated sample, and leaves every prototype unchanged', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(mutants, async ([kind, text]) => {
        outcomes.add(await readOrRefuse(kind, text));
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
    expect([...outcomes].sort()).toEqual(['read', 'refused']);
  });

  it('refuses any sample that is cut short', async () => {
    await fc.assert(
      fc.asyncProperty(
        samples,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async ([kind, sample], part) => {
          const text = JSON.stringify(sample);
          expect(await readOrRefuse(kind, text.slice(0, text.length * part))).toBe('refused');
        },
      ),
    );
  });

  it('reads the same whatever the order of the keys', async () => {
    const reversed = (document: Json): Json => {
      if (Array.isArray(document)) return document.map(reversed);
      if (typeof document !== 'object' || document === null) return document;
      return Object.fromEntries(
        Object.entries(document)
          .map(([key, value]) => [key, reversed(value)])
          .reverse(),
      );
    };
    for (const kind of KINDS) {
      for (const sample of ARTIFACT_SAMPLES[kind]) {
        expect(await load(kind, reversed(sample))).toEqual(await load(kind, sample));
      }
    }
  });

  it('refuses extreme nesting', async () => {
    for (const kind of KINDS) {
      const deep = `{"schema_version": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(await refusal(kind, deep)).toContain('nested deeper than 500 levels');
    }
  });
});

/**
 * The paths at which null is allowed: inside values of any shape, in keys that are not read, and where SARIF allows it.
 */
const FREE = ['cost_profile.a', 'tdqs.0', 'name', 'artifacts', 'suppressions'];

describe('null', () => {
  const cases = KINDS.flatMap((kind) =>
    ARTIFACT_SAMPLES[kind].flatMap((sample: Json) =>
      pathsIn(sample).map((path) => ({ kind, name: path.join('.'), path, sample })),
    ),
  );
  const isSarif = ({ sample }: { sample: Json }) => Object.hasOwn(sample as object, 'runs');

  it.each(
    cases.filter(
      (each) =>
        !isSarif(each) &&
        (each.name === 'server_identity.0.name' || !FREE.some((free) => each.name.endsWith(free))),
    ),
  )('in a $kind is refused at $name', async ({ kind, path, sample }) => {
    expect(await refusal(kind, withValueAt(sample, path, null))).not.toMatch(/^accepted/);
  });

  // many tools write null for what they do not have
  it.each(cases.filter(isSarif))('in SARIF says no more than nothing at $name', async (each) => {
    const { kind, path, sample } = each;
    const answer = await refusal(kind, withValueAt(sample, path, null));
    const isMember = typeof path.at(-1) === 'string';
    const mayBeNull = isMember && !['runs', 'results'].includes(path.at(-1) as string);
    if (!mayBeNull) expect(answer).not.toMatch(/^accepted/);
    // a suppression of no known status does not suppress: that is stricter than one without a status
    else if (answer.startsWith('accepted') && !each.name.endsWith('suppressions.0.status')) {
      expect(answer).toBe(await refusal(kind, withValueAt(sample, path, undefined)));
    }
  });
});
