import type { Cassette, RecordedCall } from '../../src/artifacts/cassette/model.ts';
import { type CassetteReading, complete, readWhole } from '../../src/artifacts/cassette/read.ts';
import { formatDiagnostic } from '../../src/diagnostic.ts';
import { refusalOf } from './load.ts';
import { memoryFiles } from './memory-files.ts';

/** Reads a file `f.json` with this content: a text is used unchanged, anything else is written as JSON. */
export function readRuns(content: unknown, pointer = ''): CassetteReading {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return complete(readWhole(`f.json${pointer}`, memoryFiles({ 'f.json': text })));
}

/** Returns the only run of a file. */
export function readRun(content: unknown, pointer = ''): Cassette {
  const [run, ...others] = readRuns(content, pointer).value;
  if (!run || others.length > 0) throw new Error(`${others.length + 1} runs`);
  return run.cassette;
}

export function warningsOf(content: unknown): string[] {
  return readRuns(content).warnings.map((warning) => formatDiagnostic(warning, 'warning'));
}

/** Returns the messages that the user sees if a recording is refused. */
export function refusalOfRun(content: unknown, pointer = ''): Promise<string> {
  return refusalOf(async () => readRuns(content, pointer));
}

/** Returns all calls of a run, in order. */
export function callsOf({ turns }: Cassette): RecordedCall[] {
  return turns.flatMap(({ tool_calls }) => tool_calls);
}

/** Writes a run in one line: `user: > add! get > response`, with `!` after a failed call. */
export function sketch({ turns }: Cassette): string {
  return turns
    .map(({ user, tool_calls, final_response }) =>
      [
        ...(user === undefined ? [] : [`${user}:`]),
        ...tool_calls.map(({ name, is_error }) => name + (is_error ? '!' : '')),
        ...(final_response === undefined ? [] : [`"${final_response}"`]),
      ].join(' '),
    )
    .join(' / ');
}

/** Expands a short form of an OpenAI chat: `user hi`, `call ID NAME`, `result ID TEXT`, `say TEXT`. */
export function chatOf(...lines: string[]): Record<string, unknown>[] {
  return lines.map((line) => {
    const [kind = '', id = '', ...rest] = line.split(' ');
    switch (kind) {
      case 'call':
        return {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: { name: rest.join(' '), arguments: '{}' } }],
        };
      case 'result':
        return { role: 'tool', tool_call_id: id, content: rest.join(' ') };
      default:
        return { role: kind === 'say' ? 'assistant' : kind, content: [id, ...rest].join(' ') };
    }
  });
}
