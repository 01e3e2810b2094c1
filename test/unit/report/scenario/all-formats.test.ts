import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { scenarioReportSchema } from '../../../../src/features/scenario/judge/report-schema.ts';
import { SCENARIO_FORMAT_NAMES } from '../../../../src/report/scenario/formats.ts';
import { runCli } from '../../../support/run-cli.ts';
import { HOSTILE } from '../../../support/sample-report.ts';

// a terminal acts on these; line feeds are the format's own
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

const COMMAND = '::error::boo';
const path = `["${COMMAND}"]`;

/** A suite in which everything that an author or an agent may write is hostile. */
const suite = JSON.stringify({
  scenarios: [
    {
      name: HOSTILE,
      cassette: [`${COMMAND}.json`, 'no-such.json', `${COMMAND}-missing.json`],
      seed: { [COMMAND]: HOSTILE, [HOSTILE]: 1 },
      transitions: [{ tool: `${COMMAND} \\*`, effect: { [path]: { from_arg: '' } } }, { tool: 'list_*' }],
      forbidden: [{ tool: 'forbidden', reason: HOSTILE }],
      golden: { calls: [HOSTILE, COMMAND] },
      expect_state: { [path]: HOSTILE, [COMMAND]: 1 },
      expect_unchanged: true,
      expect: [
        { target: `state${path}`, matcher: { exact: HOSTILE }, message: HOSTILE },
        { target: 'final_responses[0]', matcher: { regex: '(a+)+$' }, message: COMMAND },
      ],
      rubric: HOSTILE,
    },
    { name: COMMAND, cassette: `${COMMAND}.json` },
  ],
});

const cassette = JSON.stringify({
  model: HOSTILE,
  turns: [
    {
      tool_calls: [
        { name: HOSTILE, server: COMMAND, args: { [HOSTILE]: HOSTILE } },
        { name: 'forbidden', args: { [COMMAND]: COMMAND }, error: HOSTILE },
        { name: `${COMMAND} *`, args: { a: HOSTILE } },
      ],
      final_response: `${'a'.repeat(20_000)}!${HOSTILE}`,
    },
  ],
  usage: { input_tokens: 1, output_tokens: 1 },
});

// the recordings of real programs hold lone surrogates as escapes
const files = { 'suite.yml': suite, [`${COMMAND}.json`]: cassette };

describe.each(SCENARIO_FORMAT_NAMES)('%s', (name) => {
  const run = () => runCli(['scenario', 'run', 'suite.yml', '--verbose', '--format', name], { files });

  it('ends with one line break, and gives the same bytes twice', async () => {
    const { stdout, exitCode } = await run();
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/[^\n]\n$/);
    expect((await run()).stdout).toBe(stdout);
  });

  it('lets nothing through that a terminal acts on', async () => {
    const { stdout, stderr } = await run();
    expect(stdout).not.toMatch(UNSAFE);
    expect(stderr).not.toMatch(UNSAFE);
  });

  it('says nothing to a CI log that is read as a command', async () => {
    const { stdout, stderr } = await run();
    expect(`${stdout}${stderr}`.split('\n').filter((line) => /^\s*(::|##\[)/.test(line))).toEqual([]);
  });

  it('is not blown up by very many calls', async () => {
    const calls = Array.from({ length: 20_000 }, () => ({ name: 'undeclared', args: {} }));
    const many = {
      'suite.yml':
        '{ "scenarios": [ { "name": "s", "cassette": "c.json", "transitions": [ { "tool": "a" } ] } ] }',
      'c.json': JSON.stringify({ turns: [{ tool_calls: calls }] }),
    };
    const { stdout } = await runCli(['scenario', 'run', 'suite.yml', '--format', name], { files: many });
    // the JSON report is complete; the others are for reading
    if (name === 'json') expect(JSON.parse(stdout).scenarios[0].violations).toHaveLength(20_000);
    // markup has lines of its own
    else expect(stdout.split('\n').length).toBeLessThan(name === 'html' ? 400 : 200);
  });
});

it('prints JSON that satisfies its schema, whatever the input', async () => {
  const { stdout } = await runCli(['scenario', 'run', 'suite.yml', '--json'], { files });
  expect(z.safeParse(scenarioReportSchema, JSON.parse(stdout)).error).toBeUndefined();
});
