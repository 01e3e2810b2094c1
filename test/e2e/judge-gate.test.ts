import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../src/statistics/random.ts';
import { recordingOf, trialsOf } from '../support/compared-runs.ts';
import { runCli } from '../support/run-cli.ts';

// From labels and recordings to the verdict of the release gate: each command reads what the one before it wrote.

const POLICY = `version: "1.0"
rules:
  - { id: certified, fact: judge.certified, equals: true }
  - { id: current, fact: judge.expired, equals: false }
  - { id: calibrated, fact: judge.ece, max: 0.1 }
  - { id: nothing-broke, fact: model_compat.fail, max: 0 }
  - { id: little-drift, fact: model_compat.drift, max: 1 }
`;

/** Labels of a judge that is less often right than it says, by a share. */
function labelsOf(overconfidence: number): string {
  const random = new SeededRandom('5eed'.padEnd(32, '0'));
  return Array.from({ length: 500 }, (_, id) => {
    const confidence = 0.5 + random.next() / 2;
    return `${JSON.stringify({ id, confidence, correct: random.next() < confidence - overconfidence })}\n`;
  }).join('');
}

interface Given {
  readonly overconfidence?: number;
  readonly failing?: number;
  readonly now?: string;
}

/** Certifies, compares and gates; returns the exit codes and the rules that did not pass. */
async function loop({ overconfidence = 0, failing = 0, now = '2026-06-02T00:00:00Z' }: Given) {
  let files: Record<string, string> = {
    'policy.yml': POLICY,
    'labels.jsonl': labelsOf(overconfidence),
    'old/book.json': recordingOf(...trialsOf(8, 0)),
    'new/book.json': recordingOf(...trialsOf(8 - failing, failing)),
  };
  const step = async (...argv: string[]) => {
    const result = await runCli(argv, { files });
    files = result.files;
    return result;
  };
  const certify = await step(
    ...['judge', 'certify', '--labels', 'labels.jsonl', '--judge-model', 'judge-1', '--out', 'cert.json'],
  );
  const diff = await step(
    ...['model-compat', 'diff', '--baseline', 'old', '--candidate', 'new', '--out', 'compat.json'],
  );
  const artifacts = ['--judge-cert', 'cert.json', '--model-compat', 'compat.json'];
  const gate = await step(
    ...[
      'policy',
      'simulate',
      '--policy',
      'policy.yml',
      ...artifacts,
      '--gate',
      '--now',
      now,
      '--format',
      'json',
    ],
  );
  const { rules } = JSON.parse(gate.stdout) as { rules: { id: string; outcome: string }[] };
  return {
    exits: [certify.exitCode, diff.exitCode, gate.exitCode],
    stopped: rules.filter(({ outcome }) => outcome !== 'pass').map(({ id }) => id),
  };
}

describe('a release gate on a judge and a model', () => {
  it('passes a calibrated judge and a model that holds', async () => {
    expect(await loop({})).toEqual({ exits: [0, 0, 0], stopped: [] });
  });

  it('stops a judge that is too sure of itself', async () => {
    expect(await loop({ overconfidence: 0.2 })).toEqual({
      exits: [1, 0, 1],
      stopped: ['certified', 'calibrated'],
    });
  });

  it('stops a model that does not hold any more', async () => {
    expect(await loop({ failing: 7 })).toEqual({ exits: [0, 1, 1], stopped: ['nothing-broke'] });
  });

  it('stops a certificate that is no longer valid', async () => {
    const { exits, stopped } = await loop({ now: '2026-09-01T00:00:00Z' });
    expect(exits).toEqual([0, 0, 1]);
    expect(stopped).toEqual(['current']);
  });
});
