/**
 * Writes `labels.jsonl` and `recordings/`, always the same ones: `npx tsx generate.ts`. The judge, the two models and their
 * help desk do not exist.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LABELS = 500;
const RUNS = 4;

/** Numbers from 0 to 1 that look random and never differ from run to run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A judge who is right as often as it says, and a person who graded the same answers of the help desk. */
function labels(): string {
  const next = numbers(7);
  const rows = Array.from({ length: LABELS }, (_, index) => {
    const confidence = Math.round((0.99 - 0.35 * next() ** 2) * 100) / 100;
    const correct = next() < confidence;
    const verdict = next() < 0.7 ? 'pass' : 'fail';
    const label = correct ? verdict : verdict === 'pass' ? 'fail' : 'pass';
    return { id: `a${String(index + 1).padStart(3, '0')}`, verdict, label, confidence, correct };
  });
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly result: string;
}

const get = (id: string, title: string): Call => ({
  name: 'get_ticket',
  args: { id },
  result: `${id} (open): ${title}`,
});
const close = (id: string, title: string): Call => ({
  name: 'close_ticket',
  args: { id },
  result: `${id} (closed): ${title}`,
});

const CASES = [
  {
    name: 'duplicate',
    user: 'T-3 is a duplicate. Clean it up.',
    calls: [get('T-3', 'A duplicate of T-1'), close('T-3', 'A duplicate of T-1')],
    answer: 'T-3 is closed: it was a duplicate of T-1.',
  },
  {
    name: 'password',
    user: 'Tell the user of T-2 how to reset a password, then close the ticket.',
    calls: [get('T-2', 'I forgot my password again'), close('T-2', 'I forgot my password again')],
    answer: 'Use the link below the login. I have closed T-2.',
  },
] as const;

/** The runs of one model; the newer one looks at all tickets first, in one run of the second task. */
function runs(model: string, { name, user, calls, answer }: (typeof CASES)[number]): string {
  const list: Call = { name: 'list_tickets', args: {}, result: 'T-1, T-2 and T-3 are open' };
  const recordings = Array.from({ length: RUNS }, (_, run) => {
    const isCareful = model === 'desk-2' && name === 'password' && run === 2;
    return {
      schema_version: 'mcptest.dev/cassette/v1',
      kind: 'agent',
      model,
      turns: [
        {
          user,
          tool_calls: (isCareful ? [list, ...calls] : calls).map((call) => ({ ...call, is_error: false })),
          final_response: answer,
        },
      ],
      usage: { input_tokens: 410 + run, output_tokens: 52 },
    };
  });
  return `[\n${recordings.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`;
}

/** Returns the text of each file, by its path in this folder. */
export function generated(): Record<string, string> {
  const files: Record<string, string> = { 'labels.jsonl': labels() };
  for (const model of ['desk-1', 'desk-2']) {
    for (const task of CASES) files[`recordings/${model}/${task.name}.json`] = runs(model, task);
  }
  return files;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of Object.entries(generated())) {
    const file = join(import.meta.dirname, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
