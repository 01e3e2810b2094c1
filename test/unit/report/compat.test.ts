import { describe, expect, it } from 'vitest';
import { recordingOf, runOf, trialsOf } from '../../support/compared-runs.ts';
import { runCli } from '../../support/run-cli.ts';

type Runs = readonly Record<string, unknown>[];

/** Compares cases, each with its runs before and now, and returns what is printed. */
async function report(format: string, cases: Readonly<Record<string, readonly [before: Runs, now: Runs]>>) {
  const files: Record<string, string> = {};
  for (const [name, [before, now]] of Object.entries(cases)) {
    files[`old/${name}.json`] = recordingOf(...before);
    files[`new/${name}.json`] = recordingOf(...now);
  }
  const argv = ['model-compat', 'diff', '--baseline', 'old', '--candidate', 'new', '--format', format];
  const { stdout, stderr } = await runCli(argv, { files });
  expect(stderr).toBe('');
  return stdout;
}

const many = (count: number, before: Runs, now: Runs) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, [before, now] as const]));

describe('the report of a comparison', () => {
  it('says that all cases together are worse', async () => {
    const text = await report('pretty', many(7, trialsOf(1, 0), trialsOf(0, 1)));
    expect(text).toContain('FAIL  7 cases: 7 fail, 0 drift, 0 pass\n');
    expect(text).toContain('overall    7 worse, 0 better; McNemar p 0.0156: significantly worse at 0.05\n');
    expect(text).toContain('held before and does not now; all cases together are significantly worse\n');
    expect(text).toContain('rate       -100.0 %, 95.0 % interval -100.0 % to -100.0 %');
  });

  it('says what may be chance, what is better and what is undecided', async () => {
    const text = await report('pretty', {
      worse: [trialsOf(1, 0), trialsOf(0, 1)],
      better: [trialsOf(0, 3), trialsOf(3, 0)],
      tie: [trialsOf(2, 0), trialsOf(1, 1)],
    });
    expect(text).toContain('DRIFT  3 cases: 0 fail, 3 drift, 0 pass\n');
    expect(text).toContain('1 worse, 1 better, 1 undecided; McNemar p 1.0000: no significant loss at 0.05');
    expect(text).toMatch(/worse +1\/1 -> 0\/1 .*\n +held before and does not now, which may be chance\n/);
    expect(text).toContain('more trials of each side would decide\n');
    expect(text).toMatch(/better +0\/3 -> 3\/3 .*\n +did not hold before and holds now\n/);
    expect(text).toMatch(/tie +2\/2 -> 1\/2 .*\n +undecided: as many runs held as not\n/);
    expect(text).toContain('rate       -16.7 %');
  });

  it('lists only so many cases that pass, and shows tokens and cost', async () => {
    const runs = trialsOf(1, 0, {
      model: 'm',
      cost_micros: 250_000,
      usage: { input_tokens: 3, output_tokens: 1 },
    });
    const text = await report('pretty', many(23, runs, trialsOf(1, 0)));
    expect(text).toContain('PASS  23 cases: 0 fail, 0 drift, 23 pass\n');
    expect(text).toContain('baseline   m, 23 of 23 runs held, median 4 tokens, median 0.25 dollars\n');
    expect(text).toContain('candidate  no model stated, 23 of 23 runs held\n');
    expect(text).toContain('  3 more cases that pass\n');
    expect(text).not.toContain('read: the runs that differ most');
    const page = await report('html', many(23, runs, trialsOf(1, 0)));
    expect(page).toContain('<summary class="name">23 that pass</summary>');
    const none = await report('html', many(1, trialsOf(1, 0), trialsOf(0, 1)));
    expect(none).not.toContain('<details>');
  });

  it('writes a probability that is nearly none', async () => {
    const text = await report('pretty', { a: [trialsOf(12, 0), trialsOf(0, 12)] });
    expect(text).toContain('12/12 -> 0/12  <0.0001');
  });

  const HOSTILE = 'a|b`<img src=x onerror=alert(1)>\u202e\u001b[31m::error::x\u200b';

  it.each(['pretty', 'markdown', 'html'])('shows names of strangers as text: %s', async (format) => {
    const run = (name: string) => [runOf({ tool: HOSTILE, isError: name === 'now', model: HOSTILE })];
    const text = await report(format, { [HOSTILE.replaceAll('/', '')]: [run('before'), run('now')] });
    for (const unsafe of ['\u202e', '\u001b', '\u200b']) expect(text).not.toContain(unsafe);
    if (format === 'html') expect(text).not.toContain('<img');
    if (format === 'markdown') {
      const row = text.split('\n').find((line) => line.startsWith('| DRIFT')) ?? '';
      expect(row.replaceAll('\\|', '').split('|')).toHaveLength(8);
    }
    expect(text).not.toMatch(/^ *::/m);
  });
});
