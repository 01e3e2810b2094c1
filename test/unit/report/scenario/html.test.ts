import { expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

/** The text of a page, without its markup. */
const textOf = (html: string) =>
  html
    .replace(/^[\s\S]*<main[^>]*>|<\/main>[\s\S]*$/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ');

async function page(
  scenario: object,
  cassettes: Record<string, readonly string[]>,
  ...flags: readonly string[]
) {
  const names = Object.keys(cassettes);
  const suite = { scenarios: [{ name: 's', cassette: names.length === 1 ? names[0] : names, ...scenario }] };
  const files = Object.fromEntries(
    Object.entries(cassettes).map(([name, calls]) => [
      name,
      calls.length === 0
        ? '{'
        : JSON.stringify({ turns: [{ tool_calls: calls.map((call) => ({ name: call, result: '' })) }] }),
    ]),
  );
  const argv = ['scenario', 'run', 'suite.yml', '--format', 'html', ...flags];
  return (await runCli(argv, { files: { ...files, 'suite.yml': JSON.stringify(suite) } })).stdout;
}

const world = {
  seed: { open: false, log: [] },
  transitions: [
    { tool: 'look' },
    { tool: 'open', effect: { open: true } },
    { tool: 'note', effect: { log: { append: 'x' } } },
  ],
};

it('shows each call beside the world before and after, and the step of the golden path that it took', async () => {
  const golden = { calls: ['look', 'open', 'close', { tool: 'wave', optional: true }] };
  const html = await page(
    { ...world, golden, expect: [{ target: 'actions', matcher: { max: 0 } }] },
    { 'c.json': ['look', 'look', 'open', 'burn'] },
  );
  const text = textOf(html);
  expect(text).toContain(
    'Failed fail s suite.yml:1, recording c.json vacuous: an agent that does nothing passes this 1 invalid action, 1 failed assertion',
  );
  expect(text).toContain('turn 0, call 0 applied look changes nothing kept');
  expect(text).toContain('turn 0, call 1 applied look changes nothing extra');
  expect(text).toContain('turn 0, call 2 applied open open = true open: false open: true kept');
  expect(text).toMatch(
    /turn 0, call 3 invalid burn invalid: not declared.* allowed here: look, open, note .*replaces close/,
  );
  expect(text).toMatch(/no call left out wave left out/);
  expect(text).toContain('Changes to the world Place in the world Before and after open false -> true');
  expect(text).toContain('The world at the end { "open": true, "log": [] }');
});

it('shows the steps that no call took where they were expected', async () => {
  const golden = { calls: ['look', 'open', 'look', 'note'] };
  const text = textOf(
    await page({ ...world, golden, expect_state: { open: true } }, { 'c.json': ['look', 'look'] }),
  );
  expect(text).toMatch(
    /call 0 applied look changes nothing kept no call missing open missing turn 0, call 1/,
  );
  expect(text).toMatch(/call 1 applied look changes nothing kept no call missing note missing/);
  expect(text).toContain('Place in the world Expected Found open expected true found false');
});

it('says how many calls of a long run are not shown', async () => {
  const calls = Array.from({ length: 100 }, () => 'look');
  const text = textOf(await page({ ...world, expect_state: { open: true } }, { 'c.json': calls }));
  expect(text).toContain('… 60 more calls');
});

it('folds what passed, trials of a scenario that failed among them, and says why a run could not be judged', async () => {
  const expects = { expect_state: { open: true } };
  const passing = await page({ ...world, ...expects }, { 'c.json': ['open'] });
  expect(passing).toMatch(/<h2>Passed<\/h2>\n<details>\n<summary[^>]*>1 scenario passed/);
  expect(passing).toMatch(/<summary[^>]*>1 call<\/summary>/);
  const mixed = await page(
    { ...world, ...expects },
    { 'a.json': ['open'], 'b.json': ['look'], 'c.json': [] },
  );
  const text = textOf(mixed);
  expect(text).toContain('Could not be judged error s suite.yml:1, 3 recordings');
  expect(text).toMatch(/fail: b\.json .*error: c\.json .*c\.json.*pass: a\.json/);
  expect(text).toContain('Trials: pass rate 33.3%');
});

it('says what a scenario without an aim proves', async () => {
  const text = textOf(await page(world, { 'c.json': ['look'] }, '--strict'));
  expect(text).toContain('vacuous: an agent that does nothing passes this, which --strict does not accept');
});
