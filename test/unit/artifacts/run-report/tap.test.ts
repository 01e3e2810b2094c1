import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';

const read = (...lines: string[]) => load('run-report', `${lines.join('\n')}\n`);
const refused = (...lines: string[]) => refusal('run-report', `${lines.join('\n')}\n`);
/** `status: name` of the tests of a stream. */
const tests = async (...lines: string[]) =>
  (await read(...lines)).tests?.map(({ status, name }) => `${status}: ${name}`);

describe('a TAP stream', () => {
  it.each<[string, string[], string[]]>([
    ['a plan first', ['TAP version 13', '1..2', 'ok 1 - a', 'not ok 2 - b'], ['pass: a', 'fail: b']],
    ['a plan last', ['TAP version 14', 'ok 1 - a', 'not ok 2 - b', '1..2'], ['pass: a', 'fail: b']],
    ['no version', ['ok 1 a', '1..1'], ['pass: a']],
    ['no numbers', ['1..3', 'ok - a', 'ok', 'not ok b'], ['pass: a', 'pass: ', 'fail: b']],
    ['numbers out of order', ['1..2', 'ok 2 - b', 'ok 1 - a'], ['pass: b', 'pass: a']],
    [
      'comments, output and blank lines',
      ['TAP version 13', '# a', 'printed by a test', '', 'ok 1 - a', 'okay', '  at file.js:1', '1..1 # end'],
      ['pass: a'],
    ],
    [
      'a pragma',
      ['TAP version 14', 'pragma +bail', 'pragma -strict', '1..1', 'ok 1 - a', 'noise'],
      ['pass: a'],
    ],
    [
      'tests to skip',
      [
        '1..5',
        'ok 1 - a # SKIP later',
        'ok 2 # skip',
        'ok 3 - c # Skipped: x',
        'ok 4 - d  #  skip',
        'ok 5 - e',
      ],
      ['skip: a', 'skip: ', 'skip: c', 'skip: d', 'pass: e'],
    ],
    [
      'tests to do',
      ['1..3', 'not ok 1 - a # TODO', 'ok 2 - b # todo some day', 'ok 3'],
      ['skip: a', 'skip: b', 'pass: '],
    ],
    ['a failure that cannot be skipped', ['1..1', 'not ok 1 - a # SKIP'], ['fail: a']],
    [
      'words that are no directive',
      [
        '1..5',
        'not ok 1 - a # TODO: x',
        'ok 2 - b #SKIPPER',
        'not ok 3 - c \\# TODO',
        'not ok 4 - TODO',
        'not ok 5 - x#TODO',
      ],
      ['fail: a # TODO: x', 'skip: b', 'fail: c \\# TODO', 'fail: TODO', 'fail: x#TODO'],
    ],
    ['times', ['1..2', 'ok 1 - a # time=1.5ms', 'ok 2 - b # more'], ['pass: a', 'pass: b # more']],
    [
      'YAML blocks',
      [
        '1..2',
        'not ok 1 - a',
        '  ---',
        '  message: |',
        '    not ok 2',
        'outside',
        '  ...',
        'ok 2 - b',
        '    ---',
        '    ok 3',
        '    ...',
      ],
      ['fail: a', 'pass: b'],
    ],
    [
      'a subtest before its line',
      ['# Subtest: a', '    ok 1 - b', '    not ok 2 - c', '    1..2', 'not ok 1 - a', '1..1'],
      ['pass: a › b', 'fail: a › c'],
    ],
    [
      'a subtest with a version',
      ['1..1', '    TAP version 14', '    1..1', '    ok 1 - b', 'ok 1 - a'],
      ['pass: a › b'],
    ],
    [
      'a subtest in braces',
      ['1..1', 'not ok 1 - a # time=1ms {', '    1..1', '    not ok 1 - b', '}'],
      ['fail: a › b'],
    ],
    [
      'braces after a YAML block',
      ['1..1', 'ok 1 - a', '  ---', '  x: 1', '  ...', '{', '    1..1', '    ok 1 - b', '}'],
      ['pass: a › b'],
    ],
    [
      'an empty subtest, which checked nothing',
      ['1..2', '    1..0', 'ok 1 - a', 'ok 2 - b'],
      ['skip: a', 'pass: b'],
    ],
    ['empty braces', ['1..2', 'ok 1 - a {', '}', 'not ok 2 - b {', '}'], ['skip: a', 'fail: b']],
    [
      'a failed test whose subtests passed',
      ['1..1', '    ok 1 - b', '    1..1', 'not ok 1 - a'],
      ['pass: a › b', 'fail: a'],
    ],
    [
      'a passed test whose subtests failed',
      ['1..1', '    not ok 1 - b', '    1..1', 'ok 1 - a'],
      ['fail: a › b'],
    ],
    [
      'a test to do whose subtests failed',
      ['1..1', '    not ok 1 - b', '    1..1', 'not ok 1 - a # TODO'],
      ['fail: a › b'],
    ],
    ['a name that ends in a brace', ['1..2', 'ok 1 - opens {', 'ok 2 - b'], ['pass: opens', 'pass: b']],
    ['line ends of Windows', ['1..1\r', 'ok 1 - a\r', '  ---\r', '  ...\r'], ['pass: a']],
  ])('is read with %s', async (_, lines, expected) => {
    expect(await tests(...lines)).toEqual(expected);
  });

  it('counts the leaves of subtests of subtests', async () => {
    const lines = [
      'TAP version 13',
      '    # Subtest: b',
      '        ok 1 - c',
      '        not ok 2 - d',
      '        1..2',
      '    not ok 1 - b',
      '    ok 2 - e',
      '    1..2',
      'not ok 1 - a',
      '1..1',
    ];
    expect(await tests(...lines)).toEqual(['pass: a › b › c', 'fail: a › b › d', 'pass: a › e']);
    expect((await read(...lines)).counts).toEqual({ total: 3, passed: 2, failed: 1, skipped: 0 });
  });

  it.each<[string, string]>([
    ['not   ok   1   -   far apart', 'fail: far apart'],
    ['ok 1 -close', 'pass: close'],
    ['ok 1 a - b', 'pass: a - b'],
    ['ok 1st place', 'pass: 1st place'],
    ['ok - 7', 'pass: 7'],
    ['ok 1 {a} {b}', 'pass: {a} {b}'],
    ['ok 1 - a # time=12s', 'pass: a'],
    ['ok 1 - a # time=12s or so', 'pass: a # time=12s or so'],
  ])('reads the line `%s`', async (line, expected) => {
    expect(await tests('1..1 # a comment', line)).toEqual([expected]);
  });

  it.each(['1..2 tests', '11..2', '1..2x', '1. .2', '1..'])('does not read `%s` as a plan', async (line) => {
    expect(await refused('ok', 'ok', line)).toContain('a list of 2 without a plan');
  });

  it.each([
    'see TAP version 99',
    'TAP version x',
    'I had to Bail out!',
    'pragmatic +strict',
    'pragma strict',
    '{ a: 1 }',
    '} else {',
  ])('reads `%s` as output', async (line) => {
    expect(await tests('1..1', 'ok 1 - a', line, 'noise')).toEqual(['pass: a']);
  });

  it.each(['pragma +strict', 'pragma   +strict', 'pragma +strict '])(
    'heeds `%s` until it is taken back',
    async (pragma) => {
      expect(await refused('1..1', pragma, 'noise', 'ok')).toContain('is not TAP');
      expect(await tests('1..1', pragma, '', 'pragma -strict', 'noise', 'ok')).toEqual(['pass: ']);
      expect(await refused('1..1', pragma, 'pragma +bail', 'noise', 'ok')).toContain('is not TAP');
    },
  );

  it('may end in the middle of a line', async () => {
    expect((await load('run-report', '1..1\nok')).counts.passed).toBe(1);
  });

  it.each<[string, string[], string]>([
    [
      'it has no plan',
      ['ok 1', 'ok 2'],
      'f.json:2:1: error: a list of 2 without a plan\n  help: check whether the output was cut off',
    ],
    [
      'tests are missing',
      ['1..3', 'ok 1', 'ok 2'],
      'f.json:3:1: error: the plan is 1..3, but the list contains 2',
    ],
    ['there are more tests than planned', ['1..1', 'ok', 'ok'], 'the plan is 1..1, but the list contains 2'],
    [
      'nothing was planned',
      ['TAP version 13', '1..0 # SKIP no server'],
      'f.json:1:1: error: shows no test that ran: 0 in all',
    ],
    ['all was skipped', ['1..1', 'ok 1 # SKIP'], 'shows no test that ran: 1 in all, 1 skipped'],
    ['there are two plans', ['1..1', 'ok 1', '1..1'], 'f.json:3:1: error: a second plan'],
    ['the plan is in the middle', ['ok 1', '1..2', 'ok 2'], 'f.json:3:1: error: a test after the plan'],
    ['the plan is far too large', ['1..99999999999999999999', 'ok 1'], 'but the list contains 1'],
    [
      'a number comes twice',
      ['1..2', 'ok 1', 'ok 1'],
      'f.json:3:1: error: a second test with the number 1\n  help: Node writes this when a test file did not load',
    ],
    ['a number is outside of the plan', ['1..1', 'ok 2'], 'the number 2 is outside the plan 1..1'],
    ['a number is zero', ['1..1', 'ok 0'], 'the number 0 is outside the plan 1..1'],
    [
      'it bailed out',
      ['1..1', 'ok 1', 'Bail out! no disk'],
      'f.json:3:1: error: the run bailed out: `no disk`',
    ],
    ['it bailed out without a reason', ['Bail out!'], 'error: the run bailed out\n'],
    [
      'a subtest bailed out',
      ['1..1', '    ok 1', '      bail out!'],
      'f.json:3:1: error: the run bailed out',
    ],
    ['its version is unknown', ['TAP version 15', '1..1', 'ok 1'], 'TAP version 15 is not supported'],
    [
      'another stream follows',
      ['TAP version 13', '1..1', 'ok 1', 'TAP version 13'],
      'f.json:4:1: error: a second TAP stream begins here',
    ],
    ['a subtest has no plan', ['1..1', '    ok 1', 'ok 1'], 'f.json:3:1: error: a list of 1 without a plan'],
    [
      'tests of a subtest are missing',
      ['1..1', '    1..2', '    ok 1', 'ok 1'],
      'the plan is 1..2, but the list contains 1',
    ],
    [
      'a subtest has no line',
      ['1..1', 'ok 1', '    1..1', '    ok 1'],
      'a subtest has no test line that sums it up',
    ],
    [
      'a subtest has no line before the next',
      ['    1..1', '    ok 1', '1..1', '    1..1', '    ok 1', 'ok 1'],
      'f.json:4:1: error: a subtest, but the test line of the previous subtest is missing',
    ],
    [
      'a subtest in braces has no end',
      ['1..1', 'ok 1 - a {', '    1..1', '    ok 1 - b'],
      'a subtest in braces has no `}`',
    ],
    [
      'a subtest in braces ends with the next test',
      ['1..2', 'ok 1 - a {', '    1..1', '    ok 1 - b', 'ok 2'],
      'a subtest in braces has no `}`',
    ],
    ['it ends after a brace', ['1..1', 'ok 1 - a {'], 'the list ends after a `{` that has no `}`'],
    [
      'a brace on its own line has no end',
      ['1..2', 'ok 1 - a', '{', 'ok 2'],
      'a subtest in braces has no `}`',
    ],
    ['the plan follows a brace on its own line', ['ok 1 - a', '{', '1..1'], 'a subtest in braces has no `}`'],
    ['a brace closes nothing', ['1..1', 'ok 1', '}'], 'a `}` without its `{`'],
    [
      'a brace closes a subtest that it did not open',
      ['1..1', '    1..1', '    ok 1', '}', 'ok 1'],
      'a `}` without its `{`',
    ],
    ['a brace opens nothing', ['1..1', '{', 'ok 1'], 'a `{` that does not follow a test line'],
    ['two braces open a subtest', ['1..1', 'ok 1 {', '{'], 'a `{` that does not follow a test line'],
    [
      'a subtest is both before and after its line',
      ['1..1', '    1..1', '    ok 1', 'ok 1 - a', '{', '    1..1', '    ok 1', '}'],
      'a `{` that does not follow a test line',
    ],
    [
      'a brace is outside of any list',
      ['1..1', '    }', 'ok 1'],
      'f.json:2:1: error: a line of TAP at an indentation where no subtest can be',
    ],
    [
      'a failure is indented oddly',
      ['1..1', '  not ok 1', 'ok 1'],
      'f.json:2:1: error: a line of TAP at an indentation where no subtest can be',
    ],
    [
      'a failure is indented too far',
      ['1..1', '        not ok 1', 'ok 1'],
      'f.json:3:1: error: a list of 1 without a plan',
    ],
    [
      'a failure follows a tab',
      ['1..1', '\tnot ok 1', 'ok 1'],
      'f.json:2:1: error: a line of TAP at an indentation',
    ],
    ['a YAML block has no end', ['1..1', 'ok 1', '  ---', '  a: b'], 'the file ends inside a YAML block'],
    [
      'a YAML block swallows a test',
      ['1..2', 'ok 1', '  ---', '  a: b', 'not ok 2', '  ...', 'ok 2'],
      'f.json:5:1: error: is inside a YAML block that has no end',
    ],
    [
      'there is noise that a pragma forbids',
      ['TAP version 14', 'pragma +strict', '1..1', 'noise', 'ok 1'],
      'f.json:4:1: error: is not TAP, although `pragma +strict` requires it',
    ],
  ])('is refused when %s', async (_, lines, message) => {
    expect(`${await refused(...lines)}\n`).toContain(message);
  });

  it('reads a block that does not follow a test as output, in which a result is an error', async () => {
    expect(await refused('1..1', '  ---', '  not ok 1', '  ...', 'ok 1')).toContain(
      'at an indentation where',
    );
  });

  it('reads almost `ok` as output, and almost `not ok` as a failure', async () => {
    expect(await tests('1..2', 'ok, now', 'okay', 'nothing', 'ok 1', 'not ok: b')).toEqual([
      'pass: ',
      'fail: : b',
    ]);
  });

  it('refuses more than 500 levels', async () => {
    const nested = (levels: number) => [
      ...Array.from({ length: levels }, (_, level) => `${' '.repeat(4 * level)}1..1`),
      ...Array.from({ length: levels }, (_, level) => `${' '.repeat(4 * (levels - 1 - level))}ok 1`),
    ];
    expect((await read(...nested(500))).counts.passed).toBe(1);
    expect(await refused(...nested(502))).toContain('error: nested deeper than 500 levels');
  });
});
