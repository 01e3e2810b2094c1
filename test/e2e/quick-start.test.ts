import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksBelow } from '../support/doc-blocks.ts';
import { projectWith, shellOf } from '../support/npx-project.ts';
import { packProgram } from '../support/packed.ts';

const packed = await packProgram();
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

/** Types each line into a shell, as a reader does. */
function type(lines: string[], cwd: string) {
  return lines.map((line) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], {
      cwd,
      encoding: 'utf8',
      timeout: 100_000,
      env: {
        ...shellOf(packed),
        MEMORY_FILE_PATH: join(cwd, 'memory.jsonl'),
      },
    });
    return { line, status, stdout, stderr };
  });
}

it('names commands to type next that work', async () => {
  const cwd = await projectWith('server-memory', packed);
  const [init] = type(['mcptest init -- npx -y @modelcontextprotocol/server-memory'], cwd);
  const next = (init?.stdout ?? '').split('\n').filter((line) => line.startsWith('  mcptest '));
  expect(next).toHaveLength(2);
  for (const ran of type(next, cwd)) expect(ran).toMatchObject({ status: 0 });
});

/** The steps of a CI job, as the system runs them: one after the other, the gate also after a failed test. */
function ciSteps(system: 'github' | 'gitlab', cwd: string): string[] {
  const written = (path: string) => parse(readFileSync(join(cwd, path), 'utf8'));
  if (system === 'gitlab') return [written('.gitlab-ci.yml').mcptest.script.join('\n')];
  const { steps } = written('.github/workflows/mcptest.yml').jobs.mcptest;
  return steps.flatMap(({ run }: { run?: string }) => run ?? []);
}

describe.each(['github', 'gitlab'] as const)('the CI job for %s', (system) => {
  /** Runs the job on a machine where `npm ci` has installed the program. Returns whether each step passed. */
  function ranJob(cwd: string): boolean[] {
    symlinkSync(join(packed.bin, 'mcptest'), join(cwd, 'node_modules', '.bin', 'mcptest'));
    return type(
      ciSteps(system, cwd).map((step) => `set -e; npm() { [ "$*" = ci ]; }\n${step}`),
      cwd,
    ).map(({ status }) => status === 0);
  }

  it('passes with the suite that `init` writes', async () => {
    const cwd = await projectWith('server-memory', packed);
    type([`mcptest init --ci ${system} -- npx -y @modelcontextprotocol/server-memory`], cwd);
    const passed = ranJob(cwd);
    expect(passed.every(Boolean)).toBe(true);
    expect(passed).toHaveLength(system === 'github' ? 3 : 1);
    expect(readdirSync(cwd)).toContain('run.json');
  });

  it('fails when a test fails, and the gate says so too', async () => {
    const cwd = await projectWith('server-memory', packed);
    type([`mcptest init --ci ${system} -- npx -y @modelcontextprotocol/server-memory`], cwd);
    const suite = join(cwd, 'mcptest.yml');
    writeFileSync(suite, readFileSync(suite, 'utf8').replace('outcome: ok', 'outcome: tool_error'));
    expect(ranJob(cwd)).toEqual(system === 'github' ? [true, false, false] : [false]);
    expect(readdirSync(cwd)).toEqual(
      expect.arrayContaining(system === 'github' ? ['run.json'] : ['run.xml']),
    );
  });
});

it('records a session with an official server, and `scenario run` judges its calls', async () => {
  const cwd = await projectWith('server-memory', packed);
  cpSync(join(packed.installed, 'examples', 'records', 'scenario.yml'), join(cwd, 'scenario.yml'));
  const lines = [
    'mcptest init -- npx -y @modelcontextprotocol/server-memory',
    'mcptest record --suite mcptest.yml --out session.jsonl',
    'mcptest record project --tape session.jsonl --out cassette.json',
    'mcptest scenario run scenario.yml',
  ];
  const ran = type(lines, cwd);
  for (const each of ran) expect(each).toMatchObject({ status: 0 });
  expect(ran.at(-1)?.stdout).toContain('PASS  the one scenario passes');
  // no tool may be called that the recording has
  writeFileSync(
    join(cwd, 'scenario.yml'),
    readFileSync(join(cwd, 'scenario.yml'), 'utf8').replace('delete_record', 'create_entities'),
  );
  expect(type(['mcptest scenario run scenario.yml'], cwd)[0]).toMatchObject({ status: 1 });
});

it('prints what docs/probe.md shows for a dry run of `probe`', async () => {
  const page = readFileSync(join(packed.installed, 'docs', 'probe.md'), 'utf8');
  const heading = 'Try it';
  const [line = ''] = blocksBelow(page, heading, 'sh');
  const [shown] = blocksBelow(page, heading, 'text');
  const [ran] = type([line.trim()], await projectWith('server-memory', packed));
  expect(ran).toMatchObject({ status: 0, stdout: shown });
});

describe.each([
  ['README.md', 'Does my server still work?'],
  ['docs/suites.md', 'Quick start'],
  ['docs/recording.md', 'Try it'],
])('the first commands of %s, below `%s`', (file, heading) => {
  it('do what the page says, in an empty folder, with the packed program', async () => {
    const page = readFileSync(join(packed.installed, file), 'utf8');
    const [block = ''] = blocksBelow(page, heading, 'sh');
    const lines = block.trim().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    const cwd = await projectWith('server-memory', packed);
    for (const ran of type(lines, cwd)) expect(ran).toMatchObject({ status: 0 });
    expect(readdirSync(cwd)).toEqual(expect.arrayContaining(['mcptest.yml', 'policy.yml']));
  });
});
