import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROW_FORMATS } from '../src/artifacts/cassette/formats/row-formats.ts';
import { RUN_FORMATS } from '../src/artifacts/cassette/formats/run-formats.ts';
import { complete, readWhole } from '../src/artifacts/cassette/read.ts';
import { sketch } from './support/cassettes.ts';
import { mayUpdate } from './support/golden-cases.ts';
import { memoryFiles } from './support/memory-files.ts';
import type { RecordingSample } from './support/recording-samples/recording-sample.ts';
import { RECORDING_SAMPLES, textOfSample } from './support/recording-samples.ts';
import { runCli } from './support/run-cli.ts';
import { renderTranscript } from './support/transcript.ts';

/** What `mcptest cassette show` prints for each sample, one file each. */
const SHOWN = join(import.meta.dirname, 'support', 'recording-samples', 'shown');

const update = mayUpdate(process.env);

/** The samples with a name for the file: that of the format, and a number if there are several of it. */
const samples = RECORDING_SAMPLES.map((sample, index): [string, RecordingSample] => {
  const before = RECORDING_SAMPLES.slice(0, index).filter(({ format }) => format === sample.format).length;
  const name = sample.format
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
  return [before === 0 ? name : `${name}-${before + 1}`, sample];
});

describe('`cassette show` on a sample of each format', () => {
  it.each(samples)('%s', async (name, sample) => {
    const input = sample.rows ? 'run.jsonl' : 'run.json';
    const command = `mcptest cassette show ${input}`;
    const { printed, exitCode } = await runCli(['cassette', 'show', input], {
      files: { [input]: textOfSample(sample) },
    });
    const actual = renderTranscript({ command, printed, exitCode, files: {} });
    const file = join(SHOWN, `${name}.console`);
    if (update) {
      mkdirSync(SHOWN, { recursive: true });
      writeFileSync(file, actual);
    }
    expect(actual).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
    expect(exitCode).toBe(0);
  });

  it.each(samples)('%s holds the calls that the sample states', (_, sample) => {
    const { value } = complete(readWhole('f.json', memoryFiles({ 'f.json': textOfSample(sample) })));
    expect(value.map(({ cassette }) => sketch(cassette))).toEqual([sample.sketch]);
  });

  it('has a sample of every format, and no file without a sample', () => {
    const formats = [...ROW_FORMATS, ...RUN_FORMATS].map(({ name }) => name);
    const sampled = RECORDING_SAMPLES.map(({ format }) => format.replace(' (OpenInference)', ''));
    expect([...new Set(sampled)].sort()).toEqual([...formats].sort());
    expect(readdirSync(SHOWN).sort()).toEqual(samples.map(([name]) => `${name}.console`).sort());
  });
});
