import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXAMPLE_ARTIFACTS } from '../scripts/example-artifacts.ts';
import { ARTIFACT_KINDS } from '../src/artifacts/kinds.ts';
import { builtCheckout, ownFolder } from './support/packed.ts';

interface Step {
  readonly name: string;
  readonly run: string;
  readonly env?: Record<string, string>;
  readonly [key: string]: unknown;
}

const text = readFileSync(join(import.meta.dirname, '..', 'action.yml'), 'utf8');
const action = parse(text) as {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
};
const [build, gate] = action.runs.steps as [Step, Step];

describe('action.yml', () => {
  it('takes every artifact under the name of its flag', () => {
    const others = ['policy', 'gate', 'working-directory'];
    expect(Object.keys(action.inputs).sort()).toEqual([...ARTIFACT_KINDS, ...others].sort());
  });

  it('uses every input, and passes it through the environment', () => {
    const used = [...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name);
    expect(used.sort()).toEqual(Object.keys(action.inputs).sort());
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
    for (const name of Object.keys(gate.env ?? {})) expect(gate.run).toContain(`$${name}`);
  });

  it('states the shell of every step, and describes every input', () => {
    for (const step of action.runs.steps) expect(step.shell).toBe('bash');
    for (const input of Object.values(action.inputs)) expect(input.description).not.toBe('');
  });

  it('builds only if no build exists', () => {
    expect(build.run).toContain('[ -f dist/main.cjs ] ||');
  });
});

describe('the gate of the action', () => {
  let checkout: string;
  const folder = ownFolder();
  beforeAll(async () => {
    checkout = await builtCheckout();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the step as a runner does, with these inputs. */
  function run(inputs: Record<string, string>) {
    const temp = mkdtempSync(join(folder, 'runner-'));
    const cwd = join(temp, 'workspace');
    cpSync(join(checkout, 'examples', 'policy'), cwd, { recursive: true });
    const [summary, outputs] = [join(temp, 'summary'), join(temp, 'output')];
    writeFileSync(summary, '');
    writeFileSync(outputs, '');
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(gate.env ?? {})) {
      env[name] = value
        .replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input) => inputs[input] ?? action.inputs[input]!.default)
        .replace(/\$\{\{ github\.action_path \}\}/, checkout);
    }
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', gate.run], {
      cwd,
      encoding: 'utf8',
      timeout: 100_000,
      env: {
        ...{ PATH: process.env.PATH, RUNNER_TEMP: temp },
        ...{ GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs },
        ...env,
      },
    });
    const written = readFileSync(outputs, 'utf8').trim().split('\n').filter(Boolean);
    return {
      status,
      stdout,
      stderr,
      summary: readFileSync(summary, 'utf8'),
      outputs: Object.fromEntries(written.map((line) => line.split('='))) as Record<string, string>,
      wroteNothing: !existsSync(join(cwd, 'hacked')),
    };
  }

  const all = EXAMPLE_ARTIFACTS;

  it('succeeds on a passing verdict', () => {
    const result = run({ ...all, policy: 'policy.yml' });
    expect(result).toMatchObject({ status: 0, outputs: { verdict: 'pass' } });
    expect(result.stdout).not.toContain('::error');
    expect(result.summary).toContain('no-failed-tests');
    const report = JSON.parse(readFileSync(result.outputs.report ?? '', 'utf8'));
    expect(report).toMatchObject({ schema_version: 'mcptest.dev/policy-report/v1', verdict: 'pass' });
  });

  it('fails on a failing verdict, with annotations, a summary and outputs', () => {
    const result = run({ ...all, policy: 'strict.yml' });
    expect(result).toMatchObject({ status: 1, outputs: { verdict: 'fail' } });
    expect(result.stdout).toMatch(/^::error .*no-high-findings/m);
    expect(result.summary).toContain('no-high-findings');
  });

  it('only reports when the gate is off', () => {
    expect(run({ ...all, policy: 'strict.yml', gate: 'false' })).toMatchObject({
      status: 0,
      outputs: { verdict: 'fail' },
    });
  });

  it('fails when an artifact is not given', () => {
    expect(run({ policy: 'policy.yml' })).toMatchObject({ status: 1, outputs: { verdict: 'fail' } });
  });

  it.each([
    ['a missing policy', { policy: 'no.yml' }],
    ['a missing artifact', { policy: 'policy.yml', 'run-report': 'no.json' }],
    ['an empty policy', { policy: '' }],
    ['a gate that is neither on nor off', { ...all, policy: 'policy.yml', gate: 'yes' }],
  ])('fails on %s', (_, inputs) => {
    const result = run(inputs);
    expect(result).toMatchObject({ status: 2, outputs: {}, summary: '' });
    expect(result.stdout).toContain('::error');
  });

  it('does not execute the text of an input', () => {
    for (const hostile of ['$(touch hacked)', '`touch hacked`', 'x"; touch hacked; "', "x' ; touch hacked"]) {
      const result = run({ policy: hostile, 'run-report': hostile, gate: hostile });
      expect(result).toMatchObject({ status: 2, wroteNothing: true });
      const second = run({ policy: 'policy.yml', 'run-report': hostile });
      expect(second).toMatchObject({ status: 2, wroteNothing: true });
    }
  });
});
