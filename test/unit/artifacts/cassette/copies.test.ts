import { describe, expect, it } from 'vitest';
import { writeIn } from '../../../../src/artifacts/cassette/written/forms.ts';
import { readRun, readRuns, refusalOfRun, warningsOf } from '../../../support/cassettes.ts';
import { chat, otlp, said, span, toolRun } from '../../../support/otlp.ts';

const asked = { role: 'user', content: 'Free B7.' };

/** The canonical copy of a recording. */
function copyOf(recording: unknown): string {
  const { value, isList } = readRuns(recording);
  const cassettes = value.map(({ cassette }) => cassette);
  return writeIn('canonical', cassettes, isList).text;
}

const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'free', arguments: '{}' } }],
});
const written = { name: 'wipe', arguments: { pier: 'P1' } };

const RECORDINGS: readonly [string, unknown][] = [
  [
    'a call that is written in a text',
    [asked, call('c1'), { role: 'assistant', content: JSON.stringify(written) }],
  ],
  ['acting through text', [asked, { role: 'assistant', content: '```bash\nrm -rf berths\n```' }]],
  ['an answer of nothing', [asked, { role: 'assistant', content: '' }]],
  ['calls without an answer', [asked, call('c1'), call('c2')]],
  [
    'arguments that are not recorded, and an answer whose call is lost',
    otlp(
      span('a', [0, 1], chat([said.user('Free B7.'), said.answer('c9', 'ok')], [said.agent('Done.')])),
      span('b', [2, 3], { ...toolRun('free', 'c1', {}), 'gen_ai.tool.call.arguments': '' }),
    ),
  ],
  [
    'several runs',
    [
      [asked, { role: 'assistant', content: '' }],
      [asked, { role: 'assistant', content: '' }],
    ],
  ],
];

describe('a canonical copy', () => {
  it.each(RECORDINGS)('warns as the recording does of %s', (_, recording) => {
    const warnings = warningsOf(recording);
    expect(warnings.length).toBeGreaterThan(0);
    expect(warningsOf(copyOf(recording))).toEqual(warnings);
  });

  it('says that calls are not read even if it does not say which', () => {
    const run = { turns: [{ final_response: 'Done.' }], caveats: ['unread-calls'] };
    expect(warningsOf(run)).toEqual([
      'f.json: warning: parts that look like calls are not read\n  help: no scenario is judged by such a recording',
    ]);
  });

  it('may not say which parts are not read without the caveat that no scenario is judged by it', async () => {
    const unread = [{ why: 'lost-call', count: 1, examples: ['c9'] }];
    const run = { turns: [{ final_response: 'Done.' }], unread };
    expect(await refusalOfRun(run)).toContain('is given without `unread-calls` among the `caveats`');
    expect(readRun({ ...run, caveats: ['unread-calls'] }).unread).toEqual(unread);
  });
});
