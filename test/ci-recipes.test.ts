import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pages } from '../scripts/generated-files.ts';
import { blocksBelow } from './support/doc-blocks.ts';
import { runCli } from './support/run-cli.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');

const blocks = (heading: string, language: string) => blocksBelow(page, heading, language);

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-recipes-')));
afterAll(() => rmSync(folder, { recursive: true }));

/** The exit codes of the runner and of the two runs of the gate. */
interface Codes {
  readonly tests: number;
  readonly gate: number;
  readonly red?: number;
}

/** Runs a recipe with a fake test runner and a fake gate that only exit with these codes. */
function run(recipe: string, { tests, gate, red = 0 }: Codes): number | null {
  const script = [
    'npm() { :; }',
    `npx() { return ${tests}; }`,
    `pytest() { return ${tests}; }`,
    'mcptest() {',
    '  case " $* " in',
    // a call that only prints a report always succeeds
    '    *" --gate "*) ;;',
    '    *) return 0 ;;',
    '  esac',
    `  case " $* " in *" --policy red.yml "*) return ${red} ;; *) return ${gate} ;; esac`,
    '}',
    recipe.replaceAll('./node_modules/.bin/mcptest', 'mcptest'),
  ].join('\n');
  const file = join(folder, 'recipe.sh');
  writeFileSync(file, script);
  const env = { PATH: process.env.PATH, GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  const { status } = spawnSync('bash', ['-e', '-o', 'pipefail', file], {
    cwd: folder,
    env,
    timeout: 100_000,
  });
  return status;
}

type Job = { readonly script: string[] };

const [shell = '', shellEnd = ''] = blocks('Plain shell', 'sh');
const [gitlab = '', gitlabWaived = ''] = blocks('GitLab', 'yaml');
const [github = '', githubWaived = '', githubStep = '', githubSarif = ''] = blocks('GitHub Actions', 'yaml');
const script = ({ script }: Job) => script.join('\n');

describe('a recipe for scenarios', () => {
  const [onGithub = '', onGitlab = ''] = blocks('Scenarios', 'yaml');
  const [step] = parse(onGithub) as { run: string }[];
  const { agent } = parse(onGitlab) as { agent: Job };

  it.each([0, 1, 2, 7, 127])('exits with the code of the run: %i', (gate) => {
    for (const recipe of [step?.run ?? '', script(agent)]) {
      // these recipes do not use --gate
      expect(
        run(recipe.replaceAll('/mcptest scenario run', '/mcptest scenario run --gate'), { tests: 0, gate }),
      ).toBe(gate);
    }
  });
});

describe('a recipe that trusts the exit code of the runner', () => {
  it.each<[Codes, number]>([
    [{ tests: 0, gate: 0 }, 0],
    // the gate passes on a report that does not show the failure
    [{ tests: 1, gate: 0 }, 1],
    [{ tests: 137, gate: 0 }, 137],
    [{ tests: 0, gate: 1 }, 1],
    [{ tests: 1, gate: 1 }, 1],
    [{ tests: 1, gate: 2 }, 2],
    [{ tests: 0, gate: 127 }, 127],
  ])('in a shell, %o exits with %i', (codes, expected) => {
    expect(run(shell, codes)).toBe(expected);
  });

  it('in GitLab has a test job that fails with the tests, and a gate that runs anyway', () => {
    const { test, gate } = parse(gitlab) as { test: Job; gate: Job & { when: string } };
    for (const code of [0, 1, 137]) expect(run(script(test), { tests: code, gate: 0 })).toBe(code);
    for (const code of [0, 1, 2]) expect(run(script(gate), { tests: 0, gate: code })).toBe(code);
    expect(gate.when).toBe('always');
  });

  it('in GitHub Actions lets the tests fail the job, and runs the gate anyway', () => {
    const { steps } = parse(github).jobs.gate as { steps: Record<string, string>[] };
    expect(steps.some((step) => 'continue-on-error' in step)).toBe(false);
    expect(steps.find(({ id }) => id === 'gate')?.if).toContain('!cancelled()');
    const [step] = parse(githubStep) as { run: string; if: string }[];
    expect(step?.if).toContain('!cancelled()');
    for (const code of [0, 1, 2]) expect(run(step?.run ?? '', { tests: 0, gate: code })).toBe(code);
  });
});

describe('a recipe with waived failures', () => {
  const cases: [Codes, number][] = [
    [{ tests: 0, gate: 0, red: 1 }, 0],
    // a failure that the gate saw and waived
    [{ tests: 1, gate: 0, red: 0 }, 0],
    // a failure that the report does not show
    [{ tests: 1, gate: 0, red: 1 }, 1],
    [{ tests: 1, gate: 1, red: 0 }, 1],
    [{ tests: 0, gate: 1, red: 1 }, 1],
    [{ tests: 1, gate: 2, red: 2 }, 2],
  ];

  it.each(cases)('in a shell, %o exits with %i', (codes, expected) => {
    const start = shell.slice(0, shell.indexOf('if ['));
    expect(run(start + shellEnd, codes)).toBe(expected);
  });

  it.each(cases)('in GitLab, %o exits with %i', (codes, expected) => {
    expect(run(script(parse(gitlabWaived).gate), codes)).toBe(expected);
  });

  it('in GitHub Actions runs the gate a second time when the tests have failed', () => {
    const steps = parse(githubWaived) as { if?: string; with?: { policy: string } }[];
    expect(steps[0]).toMatchObject({ id: 'tests', 'continue-on-error': true });
    expect(steps.map((step) => step.with?.policy)).toEqual([undefined, 'policy.yml', 'red.yml']);
    // a step without a condition on the state of the job runs only after a passing gate
    expect(steps.slice(0, 2).map((step) => step.if)).toEqual([undefined, undefined]);
    expect(steps[2]?.if).toContain("steps.tests.outcome == 'failure'");
  });

  it.each([
    ['shows the failure', 1, 0],
    ['does not show it', 0, 1],
  ])('passes red.yml only when the report %s', async (_, failed, expected) => {
    const [red = ''] = blocks('A test that may fail', 'yaml');
    const report = JSON.stringify({ summary: { total: 3, passed: 3 - failed, failed, skipped: 0 } });
    const args = ['policy', 'simulate', '--policy', 'red.yml', '--run-report', 'run.json', '--gate'];
    const { exitCode } = await runCli(args, { files: { 'red.yml': red, 'run.json': report } });
    expect(exitCode).toBe(expected);
  });
});

describe('every recipe', () => {
  it('has the permission to upload findings, and uploads them even after a failed gate', () => {
    const { permissions, steps } = parse(githubSarif) as {
      permissions: Record<string, string>;
      steps: { if: string }[];
    };
    expect(permissions['security-events']).toBe('write');
    for (const step of steps) expect(step.if).toContain('!cancelled()');
  });

  it('calls the installed program, and ignores no exit code', () => {
    for (const path of pages(root)) {
      const code = readFileSync(join(root, path), 'utf8').match(/^```[\s\S]*?^```$/gm) ?? [];
      for (const block of code) {
        expect(block, path).not.toMatch(/npx (--\S+ )*mcptest/);
        expect(block, path).not.toContain('|| true');
      }
    }
  });
});
