import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCassette, readRuns } from '../../../../../src/artifacts/cassette/read.ts';
import { attempt } from '../../../../../src/errors.ts';
import { nodeFiles } from '../../../../../src/node/files.ts';
import { type ZipEntry, zipOf } from '../../../../support/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-eval-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const sample = (id: number | string, epoch: number) => ({
  id,
  epoch,
  input: 'Free B7.',
  messages: [
    { role: 'user', content: 'Free B7.' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'a', function: 'free_berth', arguments: { berth: 'B7' }, type: 'function' }],
    },
    {
      role: 'tool',
      content: '',
      tool_call_id: 'a',
      function: 'free_berth',
      error: { type: 'unknown', message: 'locked' },
    },
    { role: 'assistant', content: `sample ${id} of epoch ${epoch}`, model: 'harbour-1' },
  ],
  model_usage: { 'harbour/harbour-1': { input_tokens: 3, output_tokens: 2, total_tokens: 5 } },
});
type Sample = ReturnType<typeof sample>;

const header = {
  version: 2,
  status: 'success',
  eval: { model: 'harbour/harbour-1', created: '2026-05-01T08:00:00Z', dataset: { sample_ids: [2, 10] } },
};

const fileOf = ({ id, epoch, ...rest }: Sample, method = 8): ZipEntry => ({
  name: `samples/${id}_epoch_${epoch}.json`,
  text: JSON.stringify({ id, epoch, ...rest }, null, 2),
  method,
});
const json = (name: string, value: unknown): ZipEntry => ({ name, text: JSON.stringify(value) });

// a run writes its samples as they end
const samples = [sample(10, 1), sample(2, 2), sample(2, 1)];
const sorted = [sample(2, 1), sample(10, 1), sample(2, 2)];

function write(name: string, ...entries: readonly ZipEntry[]): string {
  writeFileSync(at(name), zipOf(entries));
  return at(name);
}

const log = (method?: number) =>
  write(
    `run-${method}.eval`,
    json('_journal/start.json', { version: 2, eval: header.eval }),
    ...samples.map((each) => fileOf(each, method)),
    json('_journal/summaries/1.json', []),
    json('summaries.json', []),
    json('header.json', header),
  );

const read = async (reference: string) => {
  const { value, isList, ...rest } = await readCassette(reference, nodeFiles(), { identify: 'always' });
  const runs = value.map(({ reference: each, ...run }) => ({ ...run, pointer: each.split('#')[1] }));
  return { runs, isList, format: rest.format, warnings: rest.warnings.map(({ message }) => message) };
};

const problems = async (reference: string) => {
  const found = await attempt(() => readRuns(reference, nodeFiles()));
  if (!('problems' in found)) throw new Error('it was read');
  return found.problems.map(({ file, message, position }) => ({
    file: file?.slice(folder.length + 1),
    message,
    line: position?.line,
  }));
};

describe('a log of Inspect in an archive', () => {
  it.each([
    ['deflate', 8],
    ['Zstandard', 93],
  ])('is read as its JSON form is: %s', async (_, method) => {
    writeFileSync(at('run.json'), JSON.stringify({ ...header, samples: sorted }));
    const archived = await read(log(method));
    expect(archived).toEqual(await read(at('run.json')));
    expect(archived.runs.map(({ cassette }) => cassette.turns[0]?.final_response)).toEqual([
      'sample 2 of epoch 1',
      'sample 10 of epoch 1',
      'sample 2 of epoch 2',
    ]);
    expect(archived.runs[0]?.cassette).toMatchObject({
      model: 'harbour/harbour-1',
      recorded_at: '2026-05-01T08:00:00Z',
      turns: [{ tool_calls: [{ name: 'free_berth', args: { berth: 'B7' }, is_error: true }] }],
      usage: { input_tokens: 3, output_tokens: 2 },
    });
  });

  it.each(['', '#', '#/samples', '#/samples/1', '#/samples/1/messages'])(
    'takes the pointers of the JSON form: %s',
    async (pointer) => {
      writeFileSync(at('run.json'), JSON.stringify({ ...header, samples: sorted }));
      const ofJson = await read(`${at('run.json')}${pointer}`).catch(({ message }) => message);
      expect(await read(`${log()}${pointer}`).catch(({ message }) => message)).toEqual(ofJson);
    },
  );

  it.each([
    ['#/samples/3', 'the pointer `#/samples/3` matches nothing: there is no `3`'],
    ['#/results', 'the pointer `#/results` matches nothing: there is no `results`'],
    ['#/eval', 'the pointer `#/eval` leads to no sample'],
    ['#/samples/0/trace', 'the pointer `#/samples/0/trace` matches nothing: there is no `trace`'],
  ])('refuses the pointer %s', async (pointer, message) => {
    expect(await problems(`${log()}${pointer}`)).toMatchObject([{ message }]);
  });

  it('shows each sample as the log states it', async () => {
    const stated: unknown[] = [];
    const onStated = (reference: string, value: unknown) =>
      stated.push([reference.split('#')[1], (value as Sample).id, (value as Sample).epoch]);
    await readRuns(log(), nodeFiles(), { onStated });
    expect(stated).toEqual(sorted.map(({ id, epoch }, index) => [`/samples/${index}`, id, epoch]));
  });

  it('is read when its run has not ended', async () => {
    const path = write('open.eval', json('_journal/start.json', header), fileOf(sample(1, 1)));
    expect((await read(path)).runs).toMatchObject([{ cassette: { model: 'harbour/harbour-1' } }]);
  });

  it.each([
    ['says little', [json('header.json', { version: 2 })]],
    ['is missing', []],
  ])('is read when what describes the run %s', async (_, entries) => {
    const path = write('bare.eval', ...entries, fileOf(sample(1, 1)));
    expect((await read(path)).runs).toMatchObject([{ cassette: { model: 'harbour-1' } }]);
  });

  it('has ids that are texts in the order of texts', async () => {
    const texts = { ...header, eval: { dataset: { sample_ids: ['2', '10'] } } };
    const path = write('texts.eval', json('header.json', texts), ...samples.map((each) => fileOf(each)));
    expect((await read(path)).runs.map(({ cassette }) => cassette.turns[0]?.final_response)).toEqual([
      'sample 10 of epoch 1',
      'sample 2 of epoch 1',
      'sample 2 of epoch 2',
    ]);
  });

  it('goes on after a sample that cannot be read, and names its file', async () => {
    const { messages, ...without } = sample(1, 1);
    const path = write(
      'part.eval',
      json('header.json', header),
      json('samples/1_epoch_1.json', { ...without, messages: messages.slice(0, 1) }),
      fileOf(sample(2, 1)),
    );
    const { runs } = await readRuns(path, nodeFiles());
    expect(runs.map(({ read: each }) => 'value' in each)).toEqual([false, true]);
    expect(await problems(`${path}#/samples/0`)).toEqual([
      {
        file: 'part.eval/samples/1_epoch_1.json',
        message: 'is a recording (Inspect sample) without any tool call or final response',
        line: 1,
      },
    ]);
  });

  it('names the place of a fault in a sample', async () => {
    const text = '{\n  "epoch": 1,\n  "messages": [{ "role": "assistent", "content": "x" }]\n}';
    const path = write('fault.eval', json('header.json', header), { name: 'samples/1_epoch_1.json', text });
    expect(await problems(path)).toMatchObject([{ file: 'fault.eval/samples/1_epoch_1.json', line: 3 }]);
  });

  it('refuses a call under a key that is not known', async () => {
    const hidden = {
      ...sample(1, 1),
      extra: { tool_calls: [{ name: 'free_berth', args: { berth: 'B8' } }] },
    };
    const path = write('hidden.eval', json('header.json', header), json('samples/1_epoch_1.json', hidden));
    expect(await problems(path)).toMatchObject([
      { message: 'looks like a tool call, but is in a place that is not read' },
    ]);
  });

  it.each<[string, readonly ZipEntry[], string]>([
    ['other files', [json('a.json', {})], 'is a zip archive, but not a log of Inspect: found `a.json`'],
    ['no files', [], 'is a zip archive, but not a log of Inspect: found no files'],
    [
      'no facts',
      [json('header.json', {})],
      'is a zip archive, but not a log of Inspect: found `header.json`',
    ],
    ['no samples', [json('header.json', header)], 'is a log of Inspect without samples'],
  ])('is refused with %s', async (_, entries, message) => {
    expect(await problems(write('other.eval', ...entries))).toMatchObject([{ message }]);
  });
});
