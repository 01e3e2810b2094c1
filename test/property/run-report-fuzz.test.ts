import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTestRecord } from '../../src/artifacts/run-report/canonical.ts';
import type { RunCounts } from '../../src/artifacts/run-report/model.ts';
import { readRunReport } from '../../src/artifacts/run-report/read.ts';
import { testRecordSchema } from '../../src/artifacts/run-report/schema.ts';
import { InputError } from '../../src/errors.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { ctrfReport, junitReport, playwrightReport, vitestReport } from '../support/run-reports.ts';

/** The counts of a report; undefined when it is refused. Any other error is a bug. */
async function countsOf(text: string): Promise<RunCounts | undefined> {
  try {
    return (await readRunReport('f', memoryFiles({ f: text }))).value.counts;
  } catch (error) {
    if (error instanceof InputError && error.diagnostics.length > 0) return undefined;
    throw error;
  }
}

const pretty = (value: unknown) => JSON.stringify(value, null, 1);

/** A report in each format, with a failed test and every element that the format can contain. */
const FAILING: Readonly<Record<string, string>> = {
  canonical: pretty({
    schema_version: 'mcptest.dev/run/v1',
    run_id: 'r',
    summary: { total: 3, passed: 1, failed: 1, skipped: 1, inconclusive: 0 },
    source: { repo: 'a', commit_sha: 'c0ffee' },
    tests: [
      { name: 'a', status: 'pass', line: 1, duration_ms: 0.5 },
      { name: 'b', status: 'failed', message: 'n\u00f8' },
      { name: 'c', status: 'skip' },
    ],
  }),
  counts: pretty({ total: 2, passed: 1, failed: 1 }),
  ctrf: pretty(ctrfReport('passed', 'failed', 'other', 'skipped')),
  vitest: pretty(vitestReport('passed', 'failed', 'todo')),
  playwright: pretty({
    ...playwrightReport('expected', 'flaky', 'unexpected'),
    errors: [{ message: 'boom' }],
  }),
  junit: junitReport(
    '',
    '<failure message="no">&lt;trace&gt;</failure>',
    '<system-out><![CDATA[x]]></system-out>',
  ),
  'tap, plan first': `TAP version 13
1..4
ok 1 - a
  ---
  duration_ms: 1
  ...
ok 2 - later # SKIP
# Subtest: c
    # Subtest: d
        ok 1 - e
        1..1
    ok 1 - d
    not ok 2 - f
    1..2
not ok 3 - c
ok 4 - g
`,
  'tap, plan last': `ok 1 - a
not ok 2 - b # time=3ms {
    1..2
    ok 1 - c
    not ok 2 - d
}
ok 3 - e
ok 4 - e
ok 5 - e
ok 6 - e
ok 7 - e
ok 8 - e
ok 9 - e
ok 10 - e
1..10
# done
`,
};

describe.each(Object.entries(FAILING))('a failing report (%s)', (_, text) => {
  it('shows a failed test', async () => {
    expect((await countsOf(text))?.failed).toBeGreaterThan(0);
  });

  it('never passes when its end is cut off', async () => {
    const whole = await countsOf(text);
    for (let end = 0; end < text.length; end++) {
      const counts = await countsOf(text.slice(0, end));
      if (counts && counts.failed !== whole?.failed) expect.fail(`passes when cut at ${end}`);
    }
  });

  it('never passes when one of its lines is lost', async () => {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      const rest = lines.toSpliced(index, 1).join('\n');
      if ((await countsOf(rest))?.failed === 0) expect.fail(`passes without \`${line}\``);
    }
  });

  it('is read or refused after any mutation', async () => {
    const pieces = text.match(/\w+|\s+|[^\w\s]/g) ?? [];
    const piece = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...SPARKS), fc.string());
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.array(piece, { maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const edited = [...pieces];
        for (const [at, removed, inserted] of edits)
          edited.splice(at % (edited.length + 1), removed, ...inserted);
        await countsOf(edited.join(''));
      }),
      { numRuns: 400 },
    );
  });
});

/** Texts that have broken parsers before. */
const SPARKS = [
  ...[
    '\0',
    '\ufeff',
    '\ud800',
    '\u2028',
    '\r',
    '\u001b[31m',
    '9'.repeat(400),
    '-1',
    '1e999',
    '__proto__',
    'null',
  ],
  ...[
    '<',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '&',
    '&#0;',
    '&x;',
    '<!DOCTYPE a [',
    '"',
    "'",
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\',
    'ok',
    'not ok',
    '1..',
    '    ',
    '---',
    '...',
    '# TODO',
    'Bail out!',
    '\n',
  ],
];

describe('any text', () => {
  it('is read or refused when it looks like XML', async () => {
    const name = fc.constantFrom(
      'testsuites',
      'testsuite',
      'testcase',
      'failure',
      'skipped',
      'a:b',
      '__proto__',
    );
    const attribute = fc.constantFrom(
      '',
      ' tests="1"',
      ' name="a"',
      ' status="run"',
      ' tests="x"',
      ' xmlns="u"',
    );
    const part = fc.oneof(
      fc.tuple(name, attribute).map(([tag, attributes]) => `<${tag}${attributes}>`),
      name.map((tag) => `</${tag}>`),
      fc.tuple(name, attribute).map(([tag, attributes]) => `<${tag}${attributes}/>`),
      fc.constantFrom(...SPARKS),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
        await countsOf(`<testsuites>${parts.join('')}</testsuites>`);
      }),
      { numRuns: 1500 },
    );
  });

  it('is read or refused when it looks like TAP', async () => {
    const indent = fc.constantFrom('', '', '    ', '        ', '  ', '\t');
    const line = fc.constantFrom(
      ...[
        'ok',
        'ok 1',
        'not ok 2 - a',
        'ok - b # SKIP',
        'not ok # TODO',
        'ok 1 {',
        '{',
        '}',
        '1..1',
        '1..2',
        '1..0',
      ],
      ...['TAP version 13', 'pragma +strict', 'Bail out!', '---', '...', '# Subtest: a', 'noise', ''],
    );
    const lines = fc.array(
      fc.tuple(indent, line).map(([space, content]) => space + content),
      { maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(lines, async (content) => {
        await countsOf(`1..1\n${content.join('\n')}`);
        await countsOf(content.join('\n'));
      }),
      { numRuns: 3000 },
    );
  });

  it('is read or refused when it is JSON', async () => {
    const keys = [
      ...[
        'schema_version',
        'summary',
        'totals',
        'tests',
        'passed',
        'failed',
        'total',
        'status',
        'name',
        'results',
      ],
      ...[
        'suites',
        'specs',
        'stats',
        'errors',
        'testResults',
        'assertionResults',
        'numTotalTests',
        'success',
      ],
    ];
    const leaf = fc.constantFrom<unknown>(
      null,
      0,
      1,
      -1,
      0.5,
      'pass',
      'passed',
      'mcptest.dev/run/v1',
      true,
      '',
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 6 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (content) => {
        await countsOf(JSON.stringify(content));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the counts of a report', () => {
  const outcomes = fc.array(fc.constantFrom('pass', 'fail', 'skip'), { minLength: 1, maxLength: 12 });
  const words = (map: Record<string, string>, statuses: readonly string[]) =>
    statuses.map((status) => map[status] as string);
  const CTRF = { pass: 'passed', fail: 'failed', skip: 'skipped' };

  it.each<[string, (statuses: string[]) => string]>([
    ['canonical', (all) => pretty({ tests: all.map((status) => ({ name: 'a', status })) })],
    ['CTRF', (all) => pretty(ctrfReport(...words(CTRF, all)))],
    ['Vitest', (all) => pretty(vitestReport(...words(CTRF, all)))],
    [
      'Playwright',
      (all) =>
        pretty(playwrightReport(...words({ pass: 'expected', fail: 'unexpected', skip: 'skipped' }, all))),
    ],
    ['JUnit', (all) => junitReport(...words({ pass: '', fail: '<error/>', skip: '<skipped/>' }, all))],
    [
      'TAP',
      (all) =>
        `${words({ pass: 'ok', fail: 'not ok', skip: 'ok # SKIP' }, all).join('\n')}\n1..${all.length}\n`,
    ],
  ])('are those of its tests (%s)', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(outcomes, async (statuses) => {
        const count = (status: string) => statuses.filter((one) => one === status).length;
        const [passed, failed, skipped] = [count('pass'), count('fail'), count('skip')];
        const expected =
          passed + failed > 0 ? { total: statuses.length, passed, failed, skipped } : undefined;
        const counts = await countsOf(write(statuses));
        if (expected) expect(counts).toMatchObject(expected);
        else expect(counts).toBeUndefined();
      }),
    );
  });
});

describe('the quick check of a test record', () => {
  it('accepts only what the schema accepts', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        'pass',
        'ok',
        'error',
        'toString',
        'high',
        '',
        null,
        0,
        -0,
        1,
        -1,
        0.5,
        2 ** 53,
        true,
      ),
      fc.constantFrom<unknown>([], {}, Number.NaN, Number.POSITIVE_INFINITY),
      fc.string(),
    );
    const keys = [
      'server',
      'file',
      'line',
      'duration_ms',
      'message',
      'rule_id',
      'severity',
      'flaky',
      'attempts',
      'tags',
      'findings',
      'calls',
      'unknown',
      '__proto__',
    ];
    const good = fc.record(
      { name: fc.string(), status: fc.constantFrom('pass', 'ok', 'failed', 'skipped', 'inconclusive') },
      { requiredKeys: [] },
    );
    const record = fc
      .tuple(good, fc.dictionary(fc.constantFrom(...keys, 'name', 'status'), value, { maxKeys: 2 }))
      .map(([base, others]) => ({ ...base, ...others }));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 8, arbitrary: record }, value), (candidate) => {
        const isAccepted = isTestRecord(candidate);
        expect(isAccepted).toBe(testRecordSchema.safeParse(candidate).success);
        if (isAccepted) accepted++;
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });
});
