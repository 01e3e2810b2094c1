import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { complete, readWhole } from '../../../../src/artifacts/cassette/read.ts';
import { toCassetteDocument } from '../../../../src/artifacts/cassette/write.ts';
import { nodeFiles } from '../../../../src/node/files.ts';
import { callsOf, readRun, refusalOfRun, sketch } from '../../../support/cassettes.ts';

// recordings that others made are no part of the repository; where they are missing, these tests are skipped
const data = process.env.MCPTEST_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const folder = join(data, 'trajectories');
const read = (path: string) => complete(readWhole(join(folder, path), nodeFiles()));

interface Message {
  role: string;
  content: string | null;
  tool_calls?: unknown[] | null;
  error?: boolean;
}

const isReply = ({ role, content, tool_calls }: Message) =>
  role === 'assistant' && Boolean(content) && !tool_calls?.length;

describe.skipIf(!existsSync(folder))('real recordings', () => {
  it('of tau-bench give their calls, errors and replies', () => {
    const files = readdirSync(join(folder, 'tau-bench/airline')).filter((name) =>
      name.endsWith('.trials.json'),
    );
    expect(files).toHaveLength(6);
    for (const file of files) {
      const records: { traj: Message[] }[] = JSON.parse(
        readFileSync(join(folder, 'tau-bench/airline', file), 'utf8'),
      );
      const { value, format, warnings } = read(`tau-bench/airline/${file}`);
      expect({ format, warnings, runs: value.length }).toEqual({
        format: 'tau-bench record',
        warnings: [],
        runs: 4,
      });
      for (const [index, { cassette }] of value.entries()) {
        const { traj } = records[index] ?? { traj: [] };
        const results = traj.filter(({ role }) => role === 'tool').map(({ content }) => content);
        // one call a message in these: results stand in the order of their calls
        expect(callsOf(cassette).map(({ result }) => result)).toEqual(results);
        expect(callsOf(cassette).map(({ is_error }) => is_error)).toEqual(
          results.map((content) => content?.startsWith('Error')),
        );
        expect(cassette.turns.flatMap(({ final_response }) => final_response ?? [])).toEqual(
          traj.filter(isReply).map(({ content }) => content),
        );
      }
    }
  });

  it('of tau2-bench give their calls, tokens and cost', () => {
    const file = 'tau2-bench/airline_grok-4-fast_task8_4trials.json';
    const { simulations } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { value, warnings } = read(file);
    expect({ runs: value.length, warnings }).toEqual({ runs: 4, warnings: [] });
    expect(value.map(({ cassette }) => cassette.cost_micros)).toEqual([18023, 17769, 14457, 19771]);
    for (const [index, { cassette }] of value.entries()) {
      const messages: (Message & { usage?: { prompt_tokens: number } | null })[] =
        simulations[index].messages;
      const replies = messages.filter(({ role }) => role === 'assistant');
      expect(callsOf(cassette)).toHaveLength(messages.filter(({ role }) => role === 'tool').length);
      expect(cassette.turns.filter(({ final_response }) => final_response)).toHaveLength(
        replies.filter(isReply).length,
      );
      expect(cassette.usage?.input_tokens).toBe(
        replies.reduce((sum, { usage }) => sum + (usage?.prompt_tokens ?? 0), 0),
      );
    }
  });

  it.each([
    ['atif/exmp02_atif.json', 'What is 3 + 4?: calculator__add "3 + 4 = 7"'],
    [
      'atif/exmp04_atif.json',
      'Summarize the document at /docs/intro.md: read_file "The document is the introduction page for an end-to-end demo project."',
    ],
    ['inspect/log_tool_call_error.json', Array(11).fill('bash!').join(' ')],
    ['mcp-recorder/mock_session.json', 'add multiply echo get_weather'],
    ['agent-vcr/calculator-errors.vcr', 'divide! nonexistent_tool! add'],
  ])('%s', (path, expected) => {
    const [recording, ...others] = read(path).value;
    if (!recording) throw new Error('no run');
    expect(others).toEqual([]);
    expect(sketch(recording.cassette)).toBe(expected);
    expect(readRun(toCassetteDocument(recording.cassette))).toEqual(recording.cassette);
  });

  it('without a call are refused', async () => {
    const tape = readFileSync(join(folder, 'mcp-cassette-ivermin1123/stdio-tape.jsonl'), 'utf8');
    expect(await refusalOfRun(tape)).toContain('is a recording (mcp-cassette tape) without any tool call');
  });
});
