/**
 * Measures `cassette show` on large sessions of Claude Code: the built program against a plain loop over the lines that
 * calls JSON.parse on each, and the peak memory of both: `npm run build && npx tsx bench/recordings.ts [megabytes]`.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRow, median, pairwise, peakOf } from './measure.ts';

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'mcptest.js');
const PAIRS = 3;

/** What a plain program does with the lines of a session. */
const LOOP = `
const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[1]) });
let rows = 0;
lines.on('line', (line) => { if (JSON.parse(line).type) rows++; });
lines.on('close', () => { if (rows === 0) process.exitCode = 1; });
`;

const largest = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
try {
  for (const megabytes of [largest / 4, largest]) {
    const session = join(folder, `${megabytes}.jsonl`);
    const calls = writeSession(session, megabytes);
    console.log(`a session of Claude Code of ${megabytes} MB, ${calls.toLocaleString('en')} calls`);
    const peaks: { show: number[]; loop: number[] } = { show: [], loop: [] };
    const measured = (into: number[], args: readonly string[]) => {
      const { elapsed, megabytes: peak } = peakOf(args);
      into.push(peak);
      return elapsed;
    };
    const pairs = pairwise(
      PAIRS,
      () => measured(peaks.show, [PROGRAM, 'cassette', 'show', session]),
      () => measured(peaks.loop, ['-e', LOOP, session]),
    );
    console.log(formatRow('cassette show, against a loop of JSON.parse', pairs, 'target at most 3'));
    console.log(
      `  peak memory ${median(peaks.show).toFixed(0)} MB, of the loop ${median(peaks.loop).toFixed(0)} MB`,
    );
    rmSync(session);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes a session whose results are files of some kilobytes, as real ones are. Returns the number of its calls. */
function writeSession(path: string, megabytes: number): number {
  const file = openSync(path, 'w');
  const source = 'const berth = harbour.find((each) => each.isFree); // "quoted" text\n'.repeat(60);
  let bytes = 0;
  let turn = 0;
  for (; bytes < megabytes * 1e6; turn++) bytes += writeSync(file, turnOf(turn, source));
  closeSync(file);
  return turn * 2;
}

/** A message of the user, two calls with their results, and a reply. */
function turnOf(turn: number, source: string): string {
  let parent: string | null = turn === 0 ? null : `r${turn - 1}`;
  const row = (type: string, uuid: string, message: object, more: object = {}) => {
    const base = {
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/harbour',
      sessionId: 's',
    };
    parent = uuid;
    return `${JSON.stringify({ ...base, version: '2.1.0', type, uuid, timestamp: '2026-05-01T08:00:00Z', message, ...more })}\n`;
  };
  const usage = { input_tokens: 40, output_tokens: 20, cache_read_input_tokens: 900 };
  const agent = (id: string, block: object) => ({
    id,
    role: 'assistant',
    model: 'bench',
    content: [block],
    usage,
  });
  const read = (id: string) => ({
    type: 'tool_use',
    id,
    name: 'Read',
    input: { file_path: `/harbour/${id}.ts` },
  });
  const result = (id: string) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: source }],
  });
  const copy = { toolUseResult: { type: 'text', file: { content: source, numLines: 60 } } };
  return [
    row('user', `u${turn}`, { role: 'user', content: `Look at file ${turn}.` }),
    row('assistant', `a${turn}`, agent(`m${turn}`, read(`t${turn}a`))),
    row('assistant', `b${turn}`, agent(`m${turn}`, read(`t${turn}b`))),
    row('user', `c${turn}`, result(`t${turn}a`), copy),
    row('user', `d${turn}`, result(`t${turn}b`), copy),
    row('assistant', `r${turn}`, agent(`n${turn}`, { type: 'text', text: `File ${turn} is fine.` })),
  ].join('');
}
