import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACTS } from '../../../../src/facts/catalog.ts';
import type { Fact } from '../../../../src/facts/fact.ts';
import { lintPolicy } from '../../../../src/features/policy/lint.ts';
import { parsePolicy } from '../../../../src/features/policy/policy-file.ts';
import { starterRules } from '../../../../src/features/policy/starter.ts';
import { formatStarterPolicy } from '../../../../src/report/policy/starter.ts';
import { COMPARATOR_NAMES } from '../../../../src/rules/comparators.ts';
import { runCli } from '../../../support/run-cli.ts';
import { HOSTILE } from '../../../support/sample-report.ts';

const number = fc.oneof(
  fc.nat(),
  fc.integer({ min: 0 }),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);

/** Any facts that artifacts could yield, from files of any name. */
const someFacts = fc
  .tuple(
    ...FACTS.map(({ name, type, artifact, values = ['any'] }) =>
      fc.option(
        fc.record({
          name: fc.constant(name),
          value: { number, boolean: fc.boolean(), text: fc.constantFrom(...values) }[type] as fc.Arbitrary<
            Fact['value']
          >,
          artifact: fc.constant(artifact),
          path: fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constant(HOSTILE)),
        }),
      ),
    ),
  )
  .map((facts) => facts.filter((fact) => fact !== null));

const NOW = Date.parse('2026-06-01T12:00:00Z');

describe('a starter policy', () => {
  it('always loads, and has no findings', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const rules = starterRules(facts);
        fc.pre(rules.length > 0);
        const policy = parsePolicy(formatStarterPolicy(rules, './s.json', NOW), 'policy.yml');
        expect(policy.rules.map(({ id, comparisons }) => [id, comparisons])).toEqual(
          rules.map(({ id, comparison }) => [id, [comparison]]),
        );
        expect(lintPolicy(policy, 0, 0).findings).toEqual([]);
      }),
    );
  });

  it('has a rule that every policy has when there are no artifacts', () => {
    expect(starterRules('no artifacts').map(({ fact }) => fact)).toEqual(['run.failed']);
  });

  it('names each rule once', () => {
    const all = FACTS.map(({ name, artifact }): Fact => ({ name, artifact, value: 1, path: 'a.json' }));
    const ids = starterRules(all).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['2026-06-01T12:00:00Z', '2026-08-31T00:00:00Z'],
    ['2026-06-01T00:00:00Z', '2026-08-30T00:00:00Z'],
  ])('at %s has a waiver to fill in that ends at %s', (now, expiry) => {
    const text = formatStarterPolicy(starterRules('no artifacts'), undefined, Date.parse(now));
    const policy = parsePolicy(text.replaceAll(/^# (?=waivers:| {2})/gm, ''), 'policy.yml');
    expect(policy.waivers).toMatchObject([{ rule: 'no-failed-tests', expiry }]);
    expect(lintPolicy(policy, Date.parse(now), 0).findings).toEqual([]);
  });

  it('names every comparator', () => {
    const text = formatStarterPolicy(starterRules('no artifacts'), undefined, NOW);
    expect(text).toContain(`one comparator (${COMPARATOR_NAMES.join(', ')})`);
  });

  it('names the schema for editors first, if there is one', () => {
    const lines = (schema?: string) =>
      formatStarterPolicy(starterRules('no artifacts'), schema, NOW).split('\n');
    expect(lines('../s.json').slice(0, 2)).toEqual(['# yaml-language-server: $schema=../s.json', '#']);
    expect(lines('../s.json').slice(2)).toEqual(lines());
  });
});

describe('mcptest policy init', () => {
  it('writes policy.yml and says how to go on', async () => {
    const { exitCode, stdout, stderr, files } = await runCli(['policy', 'init']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(Object.keys(files)).toEqual(['policy.yml']);
    expect(stdout).toContain('mcptest policy simulate --policy policy.yml --run-report run.json --gate\n');
  });

  it('never overwrites', async () => {
    const { exitCode, stdout, files } = await runCli(['policy', 'init'], { files: { 'policy.yml': 'mine' } });
    expect({ exitCode, stdout, files }).toEqual({ exitCode: 2, stdout: '', files: { 'policy.yml': 'mine' } });
  });

  it('quotes what a shell would take apart', async () => {
    const { stdout } = await runCli(['policy', 'init', '--out', "my policy's.yml"]);
    expect(stdout).toContain("--policy 'my policy'\\''s.yml' --run-report");
  });
});
