import { describe, expect, it } from 'vitest';
import type { ScanSeverity } from '../../../../src/artifacts/security/model.ts';
import { load, refusal } from '../../../support/load.ts';

const sarif = (...runs: object[]) => ({ version: '2.1.0', runs });
const run = (results: object[], rest: object = {}) => ({
  tool: { driver: { name: 'scanner' } },
  ...rest,
  results,
});

/** A run whose driver has these rules. */
const ruled = (rules: object[], ...results: object[]) =>
  run(results, { tool: { driver: { name: 'scanner', rules } } });

/** A run whose extensions have these rules, and whose driver has one rule that could be mistaken for them. */
const extended = (extensions: object[], ...results: object[]) =>
  run(results, { tool: { driver: { guid: 'd', rules: [rule('driver', 'note')] }, extensions } });

const rule = (id: string, level?: string, score?: unknown) => ({
  id,
  ...(level && { defaultConfiguration: { level } }),
  ...(score !== undefined && { properties: { 'security-severity': score, tags: ['security'] } }),
});
const scored = (score: unknown) => ({ properties: { 'security-severity': score } });

/** The severities that are found, worst first. */
async function found(...runs: object[]): Promise<ScanSeverity[]> {
  const { counts } = await load('security', sarif(...runs));
  return Object.entries(counts).flatMap(([severity, count]) => Array(count).fill(severity));
}

const refused = (...runs: object[]) => refusal('security', sarif(...runs));

describe('the severity of a SARIF result', () => {
  it.each<[string, object, ScanSeverity[]]>([
    ['level error', { level: 'error' }, ['high']],
    ['level warning', { level: 'warning' }, ['medium']],
    ['level note', { level: 'note' }, ['low']],
    ['level none', { level: 'none' }, ['info']],
    ['no level', {}, ['medium']],
    ['a score of 10', scored('10.0'), ['critical']],
    ['a score of 9', scored(9), ['critical']],
    ['a score below 9', { ...scored('8.9'), level: 'none' }, ['high']],
    ['a score of 7', scored(7.0), ['high']],
    ['a score below 7', scored('6.99'), ['medium']],
    ['a score of 4', scored('4'), ['medium']],
    ['a score below 4', { ...scored(3.9), level: 'error' }, ['low']],
    ['a score above 0', scored('0.1'), ['low']],
    ['a score of 0', { ...scored('0.0'), level: 'error' }, ['high']],
    ['a score in words', { ...scored('MEDIUM'), level: 'error' }, ['medium']],
    ['a score with blanks', { ...scored('  7.0 '), level: 'note' }, ['high']],
    ['a word with blanks', { ...scored(' High\t'), level: 'note' }, ['high']],
    ['the score Critical', { ...scored('Critical'), level: 'note' }, ['critical']],
    ['a score that is not known', { ...scored('undefined'), level: 'error' }, ['high']],
    ['null for a score', { ...scored(null), level: 'note' }, ['low']],
    ['nothing but nulls', { level: null, kind: null, rule: null, properties: null }, ['medium']],
    ['kind fail', { kind: 'fail' }, ['medium']],
    ['kind pass', { kind: 'pass' }, []],
    ['kind pass and a score', { kind: 'pass', level: 'none', ...scored(9.8) }, []],
    ['kind pass and a level', { kind: 'pass', level: 'error' }, []],
    ['kind notApplicable', { kind: 'notApplicable' }, []],
    ['kind notApplicable and a level', { kind: 'notApplicable', level: 'warning' }, []],
    ['kind informational and a level', { kind: 'informational', level: 'error' }, ['high']],
    ['kind informational', { kind: 'informational' }, ['info']],
    ['kind open', { kind: 'open' }, ['info']],
    ['kind review and a score', { kind: 'review', ...scored(9.8) }, ['critical']],
    ['kind review and a level', { kind: 'review', level: 'error' }, ['high']],
    ['a suppression', { suppressions: [{ kind: 'inSource' }] }, []],
    ['an accepted suppression', { suppressions: [{ kind: 'external', status: 'accepted' }] }, []],
    [
      'a suppression under review',
      { suppressions: [{ kind: 'external', status: 'underReview' }] },
      ['medium'],
    ],
    ['a rejected suppression', { suppressions: [{ kind: 'external', status: 'rejected' }] }, ['medium']],
    [
      'one suppression of two accepted',
      { suppressions: [{ status: 'accepted' }, { status: 'rejected' }] },
      ['medium'],
    ],
    ['a suppression without a status', { suppressions: [{ status: null }] }, ['medium']],
    ['no suppressions', { suppressions: [] }, ['medium']],
    ['nothing known of suppressions', { suppressions: null }, ['medium']],
    ['a baseline that had it only', { baselineState: 'absent', level: 'error' }, []],
    ['a baseline that had it too', { baselineState: 'unchanged' }, ['medium']],
  ])('with %s', async (_, result, expected) => {
    expect(await found(run([{ ruleId: 'r', message: { text: 'm' }, ...result }]))).toEqual(expected);
  });

  const RULES = [rule('a', 'error'), rule('b', 'note', '9.1'), rule('c'), rule('a', 'warning', 4)];
  const GUIDED = [{ ...rule('g', 'error'), guid: 'x' }];

  it.each<[string, object, ScanSeverity[]]>([
    ['the level of a rule by index', ruled(RULES, { ruleId: 'a', ruleIndex: 0 }), ['high']],
    ['the score of a rule by index', ruled(RULES, { ruleIndex: 1, level: 'note' }), ['critical']],
    ['a rule by the index of its reference', ruled(RULES, { rule: { index: 1 } }), ['critical']],
    ['a rule by both indexes', ruled(RULES, { ruleIndex: 0, rule: { index: 0, id: 'a' } }), ['high']],
    ['a rule by id', ruled(RULES, { ruleId: 'b' }), ['critical']],
    ['a rule by the id of its reference', ruled(RULES, { rule: { id: 'b' } }), ['critical']],
    ['a rule by id where the index is none', ruled(RULES, { ruleId: 'b', ruleIndex: -1 }), ['critical']],
    ['a rule by id, twice', ruled(RULES, { ruleId: 'b', rule: { id: 'b' } }), ['critical']],
    ['a rule by guid', ruled(GUIDED, { rule: { guid: 'x' } }), ['high']],
    ['a rule that says nothing', ruled(RULES, { ruleId: 'c' }), ['medium']],
    ['a rule that is not described', ruled(RULES, { ruleId: 'z' }), ['medium']],
    ['a rule named like the prototype', ruled(RULES, { ruleId: '__proto__' }), ['medium']],
    ['an index where there are no rules', run([{ ruleId: 'a', ruleIndex: 3 }]), ['medium']],
    ['a part of a rule by id', ruled(RULES, { ruleId: 'b/md5' }), ['critical']],
    ['a part of a rule by index', ruled(RULES, { ruleId: 'b/md5', ruleIndex: 1 }), ['critical']],
    ['no rule whose id only looks alike', ruled(RULES, { ruleId: 'bx' }), ['medium']],
    ['one of two rules with the same id, by index', ruled(RULES, { ruleId: 'a', ruleIndex: 3 }), ['medium']],
    [
      'the worse of two rules with the same id',
      ruled([rule('a', 'note'), rule('a', 'error')], { ruleId: 'a' }),
      ['high'],
    ],
    [
      'the worse of two rules, the other way round',
      ruled([rule('a', 'error'), rule('a', 'note')], { ruleId: 'a' }),
      ['high'],
    ],
    [
      'the worse score of two rules',
      ruled([rule('a', 'note', 1), rule('a', 'note', 9), rule('a')], { ruleId: 'a' }),
      ['critical'],
    ],
    ['its own level before that of its rule', ruled(RULES, { ruleId: 'c', level: 'note' }), ['low']],
    ['the higher of two scores, its own', ruled(RULES, { ruleIndex: 3, ...scored('9.5') }), ['critical']],
    [
      'the higher of two scores, that of its rule',
      ruled(RULES, { ruleIndex: 1, ...scored('1.0') }),
      ['critical'],
    ],
    [
      'an extension by index',
      extended([{ rules: [rule('e', 'error')] }], { rule: { index: 0, toolComponent: { index: 0 } } }),
      ['high'],
    ],
    [
      'an extension by guid',
      extended([{ guid: 'e', rules: [rule('e', 'error')] }], {
        ruleId: 'e',
        rule: { toolComponent: { guid: 'e' } },
      }),
      ['high'],
    ],
    [
      'the driver by guid',
      extended([{ guid: 'e' }], { ruleIndex: 0, rule: { toolComponent: { guid: 'd' } } }),
      ['low'],
    ],
    [
      'an extension by name',
      extended([{ name: 'e', rules: [rule('e', 'error')] }], {
        ruleId: 'e',
        rule: { toolComponent: { name: 'e' } },
      }),
      ['high'],
    ],
    [
      'an extension, though the reference names no component',
      extended([{ rules: [rule('e', 'error')] }], { ruleId: 'e', rule: { toolComponent: {} } }),
      ['high'],
    ],
    [
      'an extension by the id of the rule alone',
      extended([{}, { rules: [rule('e', 'error')] }], { ruleId: 'e' }),
      ['high'],
    ],
  ])('comes from %s', async (_, given, expected) => {
    expect(await found(given)).toEqual(expected);
  });

  it.each<[string, object, ScanSeverity[]]>([
    ['of its own invocation', { ruleId: 'a', provenance: { invocationIndex: 1 } }, ['high']],
    ['of no invocation', { ruleId: 'a' }, ['low']],
    ['of another invocation', { ruleId: 'a', provenance: { invocationIndex: 0 } }, ['low']],
    [
      'in addition to a level of its own',
      { ruleId: 'a', level: 'warning', provenance: { invocationIndex: 1 } },
      ['medium'],
    ],
    ['of the first invocation', { ruleId: 'c', provenance: { invocationIndex: 0 } }, ['high']],
    ['of no invocation', { ruleId: 'a', provenance: { invocationIndex: -1 } }, ['low']],
    ['that says nothing of the level', { ruleId: 'c', provenance: { invocationIndex: 1 } }, ['low']],
    ['for another rule', { ruleId: 'b', provenance: { invocationIndex: 1 } }, ['low']],
  ])('follows an override %s', async (_, result, expected) => {
    const override = (index: number, configuration: object) => ({ descriptor: { index }, configuration });
    const invocations = [
      { ruleConfigurationOverrides: [override(2, { level: 'error' })] },
      { ruleConfigurationOverrides: [override(0, { level: 'error' }), override(2, { enabled: true })] },
    ];
    const rules = [rule('a', 'note'), rule('b', 'note'), rule('c', 'note')];
    const given = { ...ruled(rules, result, result), invocations };
    expect(await found(given)).toEqual([...expected, ...expected]);
  });
});

const NULLS = {
  tool: { driver: { name: null, rules: null }, extensions: null },
  invocations: null,
  externalPropertyFileReferences: { results: null, extensions: null },
};

describe('a run of SARIF that its tool ended early', () => {
  const ended = (invocation: object, ...results: object[]) => run(results, { invocations: [invocation] });

  it.each<[string, object, string]>([
    ['a signal', { exitSignalName: 'SIGKILL' }, 'exitSignalName: is `SIGKILL`: the tool was killed'],
    ['a signal by number', { exitSignalNumber: 9 }, 'exitSignalNumber: is 9: the tool was killed'],
    [
      'a signal, though it claims success',
      { exitSignalName: 'SIGTERM', executionSuccessful: true },
      'the tool was killed',
    ],
    ['a failing exit code', { exitCode: 2 }, 'invocations[0].exitCode: is 2: the tool failed'],
    [
      'no word about its success',
      { startTimeUtc: '2026-06-01T12:00:00Z' },
      'invocations[0].executionSuccessful: is missing: nothing shows that the scan succeeded',
    ],
    ['null for its success', { executionSuccessful: null }, 'executionSuccessful: is missing'],
  ])('is refused with %s and no findings', async (_, invocation, message) => {
    expect(await refused(ended(invocation))).toContain(message);
    expect(await refused(ended(invocation, { kind: 'pass' }))).toContain(message);
  });

  it.each<[string, object]>([
    ['a signal', { exitSignalName: 'SIGKILL' }],
    ['the exit code of a signal', { exitCode: 137 }],
    ['failure', { exitCode: 1, executionSuccessful: false }],
  ])('is refused with %s, even with findings', async (_, invocation) => {
    expect(await refused(ended(invocation, { level: 'note' }))).toContain('error: runs[0].invocations[0].');
  });

  it.each<[string, object]>([
    ['1, as linters do', { exitCode: 1 }],
    ['1 and success', { exitCode: 1, executionSuccessful: true }],
    ['nothing', {}],
  ])('is read if it exits with %s and shows findings', async (_, invocation) => {
    expect(await found(ended(invocation, { level: 'note' }))).toEqual(['low']);
  });
});

describe('a run of SpotBugs', () => {
  const spotbugs = (invocation: object, ...results: object[]) =>
    run(results, { tool: { driver: { name: 'SpotBugs' } }, invocations: [invocation] });
  const FOUND = { exitCode: 1, exitSignalName: 'BUGS FOUND', executionSuccessful: false };

  it('is read, though it calls its findings a failure', async () => {
    expect(await found(spotbugs(FOUND, { level: 'note' }))).toEqual(['low']);
    const missing = { ...FOUND, exitCode: 3, exitSignalName: 'MISSING CLASS,BUGS FOUND' };
    expect(await found(spotbugs(missing, { level: 'error' }))).toEqual(['high']);
    const clean = { exitCode: 0, exitSignalName: 'SUCCESS', executionSuccessful: true };
    expect(await found(spotbugs(clean))).toEqual([]);
  });

  it.each<[string, object]>([
    ['failed', spotbugs({ ...FOUND, exitCode: 5, exitSignalName: 'ERROR,BUGS FOUND' }, { level: 'note' })],
    ['was killed', spotbugs({ ...FOUND, exitSignalName: 'SIGKILL' }, { level: 'note' })],
    ['shows no finding', spotbugs(FOUND)],
    ['is of another tool', run([{ level: 'note' }], { invocations: [FOUND] })],
  ])('is refused if it %s', async (_, given) => {
    expect(await refused(given)).toContain('executionSuccessful: is false');
  });
});

describe('the rules of extensions', () => {
  it('are found in one step, however large their number', async () => {
    const extensions = Array.from({ length: 20_000 }, (_, index) => ({
      name: `e${index}`,
      guid: `g${index}`,
    }));
    const byName = { ruleId: 'x', rule: { toolComponent: { name: 'e19999' } } };
    const byGuid = { ruleId: 'x', rule: { toolComponent: { guid: 'g19999' } } };
    const results = Array.from(
      { length: 20_000 },
      (_, index) => [{ ruleId: 'x' }, byName, byGuid][index % 3],
    );
    const start = performance.now();
    expect(await found(run(results as object[], { tool: { driver: {}, extensions } }))).toHaveLength(20_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('are those of the first extension that has the id, or the id that it extends', async () => {
    const [parent, exact] = [{ rules: [rule('e', 'note')] }, { rules: [rule('e/1', 'error')] }];
    expect(await found(extended([parent, exact], { ruleId: 'e/1' }))).toEqual(['low']);
    expect(await found(extended([exact, parent], { ruleId: 'e/1' }))).toEqual(['high']);
    const both = { rules: [rule('e', 'note'), rule('e/1', 'error')] };
    expect(await found(extended([both], { ruleId: 'e/1' }))).toEqual(['high']);
  });
});

describe('a SARIF log', () => {
  it('adds up its runs', async () => {
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      ...sarif(run([{ level: 'error' }, { level: 'error' }]), run([]), run([{ level: 'note' }])),
      inlineExternalProperties: [{ artifacts: [{}] }],
      properties: null,
    };
    const counts = { critical: 0, high: 2, medium: 0, low: 1, info: 0 };
    expect(await load('security', log)).toEqual({ counts, total: 3 });
  });

  it.each<[string, object]>([
    ['a tool that succeeded', { invocations: [{ executionSuccessful: true, exitCode: 1 }] }],
    [
      'warnings of the tool',
      { invocations: [{ exitCode: 0, toolExecutionNotifications: [{ level: 'warning' }, {}] }] },
    ],
    ['nothing but nulls', NULLS],
    ['no invocations', { invocations: [] }],
    ['sources in other files', { externalPropertyFileReferences: { artifacts: [{}], results: [] } }],
  ])('counts as a scan with %s', async (_, rest) => {
    expect(await found(run([], rest))).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    [
      'no runs',
      { version: '2.1.0', $schema: 'https://example.org/SARIF.json' },
      'runs: is missing; it must be a list of runs',
    ],
    [
      'null for runs',
      { version: '2.1.0', runs: null },
      'runs: must be a list of runs: without a run nothing was scanned, found null',
    ],
    [
      'an empty list of runs',
      sarif(),
      'runs: must be a non-empty list of runs: without a run nothing was scanned',
    ],
    [
      'another version',
      { version: '2.0.0', runs: [run([])] },
      'version: must be one of `2.1.0`, found `"2.0.0"`',
    ],
    ['no version', { runs: [run([])] }, 'version: is missing'],
    [
      'a run without results',
      sarif(run([]), { tool: {} }),
      'runs[1].results: is missing; it must be a list of results',
    ],
    [
      'null for results',
      sarif({ results: null }),
      'runs[0].results: must be a list of results: a run without it is not a scan',
    ],
    [
      'findings next to its runs',
      { ...sarif(run([])), findings: [{ severity: 'critical' }] },
      'is a security scan in two formats at once: SARIF 2.1.0 and mcptest security scan',
    ],
  ])('is refused with %s', async (_, log, message) => {
    expect(await refusal('security', log)).toContain(message);
  });

  it.each<[string, object, string]>([
    [
      'failed',
      { invocations: [{}, { executionSuccessful: false }] },
      'invocations[1].executionSuccessful: is false: a run that failed',
    ],
    [
      'did not start',
      { invocations: [{ processStartFailureMessage: 'x' }] },
      'says that the tool did not start',
    ],
    [
      'reports an error of its own',
      { invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{}, { level: 'error' }] }] },
      'runs[0].invocations[0].toolExecutionNotifications[1]: is an error of the tool: the run failed',
    ],
    [
      'was set up wrongly',
      { invocations: [{ toolConfigurationNotifications: [{ level: 'error' }] }] },
      'is an error of the tool',
    ],
    [
      'keeps its results elsewhere',
      { externalPropertyFileReferences: { results: [{}] } },
      'externalPropertyFileReferences.results: keeps a part of the run outside the run',
    ],
    [
      'keeps its rules elsewhere',
      { externalPropertyFileReferences: { driver: {} } },
      'externalPropertyFileReferences.driver: keeps a part of the run outside the run',
    ],
    [
      'keeps other rules elsewhere',
      { externalPropertyFileReferences: { extensions: [{}] } },
      'externalPropertyFileReferences.extensions',
    ],
    [
      'keeps elsewhere whether it failed',
      { externalPropertyFileReferences: { invocations: [{}] } },
      'externalPropertyFileReferences.invocations',
    ],
  ])('is refused with a run that %s', async (_, rest, message) => {
    expect(await refused(run([], rest))).toContain(message);
  });

  it('is refused with results outside its runs', async () => {
    const log = { ...sarif(run([])), inlineExternalProperties: [{}, { results: [{ level: 'error' }] }] };
    expect(await refusal('security', log)).toContain(
      'inlineExternalProperties[1].results: keeps a part of the run outside the run',
    );
  });

  it.each<[string, object, string]>([
    ['an unknown level', { level: 'critical' }, 'level: must be one of `none`, `note`, `warning`, `error`'],
    ['an unknown kind', { kind: 'failed' }, 'kind: must be one of'],
    [
      'an unknown status of a suppression',
      { suppressions: [{ status: 'approved' }] },
      'suppressions[0].status: must be one of',
    ],
    ['an unknown baseline state', { baselineState: 'gone' }, 'baselineState: must be one of'],
    [
      'an unknown word for a score',
      scored('severe'),
      'properties.security-severity: must be a number from 0 to 10, the same as a string, or a severity such as `high`, found `"severe"`',
    ],
    ['an empty score', scored(''), 'must be a number from 0 to 10'],
    ['a score above 10', scored('10.1'), 'must be a number from 0 to 10'],
    ['a negative score', scored(-1), 'must be a number from 0 to 10'],
    ['an index below -1', { ruleIndex: -2 }, 'ruleIndex: must be a whole number, -1 or more'],
    [
      'a rule beyond the rules',
      { ruleIndex: 2 },
      'runs[0].results[0]: refers to rule 2, but the tool has 2 rules',
    ],
    [
      'another rule than its id',
      { ruleId: 'b', ruleIndex: 0 },
      'names rule `b`, but its index points to rule `a`',
    ],
    [
      'a longer id than that of its rule',
      { ruleId: 'ab', ruleIndex: 0 },
      'names rule `ab`, but its index points to rule `a`',
    ],
    ['two ids', { ruleId: 'a', rule: { id: 'b' } }, 'rule.id: is `b`, but ruleId is `a`'],
    ['two indexes', { ruleIndex: 0, rule: { index: 1 } }, 'rule.index: is 1, but ruleIndex is 0'],
    [
      'an extension that is not there',
      { rule: { index: 0, toolComponent: { index: 0 } } },
      'refers to a component that the tool does not have',
    ],
    [
      'a component that nobody knows',
      { rule: { id: 'a', toolComponent: { guid: 'q' } } },
      'refers to a component that the tool does not have',
    ],
    [
      'a component of an unknown name',
      { rule: { id: 'a', toolComponent: { name: 'q' } } },
      'refers to a component that the tool does not have',
    ],
    [
      'an invocation that is not there',
      { ruleIndex: 0, provenance: { invocationIndex: 1 } },
      'provenance.invocationIndex: is 1, but no invocation has that index',
    ],
    ['a text for a result', ['error'], 'runs[0].results[0]: must be a mapping'],
  ])('is refused with a result that has %s', async (_, result, message) => {
    expect(await refused(ruled([rule('a'), rule('b')], result))).toContain(message);
  });

  it('is refused with an invocation just beyond the last', async () => {
    const result = { ruleId: 'a', provenance: { invocationIndex: 1 } };
    const given = { ...ruled([rule('a')], result), invocations: [{}] };
    expect(await refused(given)).toContain(
      'provenance.invocationIndex: is 1, but no invocation has that index',
    );
  });

  it('is refused with an override of a missing rule', async () => {
    const ruleConfigurationOverrides = [{ descriptor: { index: 4 }, configuration: {} }];
    const result = { ruleId: 'a', provenance: { invocationIndex: 0 } };
    const given = { ...ruled([rule('a')], result), invocations: [{ ruleConfigurationOverrides }] };
    expect(await refused(given)).toContain(
      'runs[0].invocations[0].ruleConfigurationOverrides[0].descriptor: refers to rule 4',
    );
  });

  it('is refused with a rule whose score is not a number, even if no result uses it', async () => {
    const message =
      'runs[0].tool.driver.rules[0].properties.security-severity: must be a number from 0 to 10';
    expect(await refused(ruled([rule('a', 'note', 'severe')]))).toContain(message);
  });

  it('reports the first of a large number of faults, quickly', async () => {
    const lines = (
      await refused({ ...ruled([rule('a')]), results: Array(200_000).fill({ ruleIndex: 7 }) })
    ).split('\n');
    expect(lines).toHaveLength(26);
    expect(lines[25]).toContain('more findings in this file are not shown; the limit is 25');
  });
});
