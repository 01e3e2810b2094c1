import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { factNames } from '../../src/facts/catalog.ts';
import { POLICY_FORMAT_NAMES } from '../../src/report/policy/formats.ts';
import { runCli } from '../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The only files where the lines are completed. */
const cwd = join(folder, 'here');
mkdirSync(cwd);
const FILES = ['a b.json', 'run.json'];
for (const name of FILES) writeFileSync(join(cwd, name), '');

for (const shell of ['bash', 'zsh', 'fish']) {
  const { exitCode, stdout, stderr } = await runCli(['completion', shell]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  writeFileSync(join(folder, `mcptest.${shell}`), stdout);
}
// zsh can also load it by itself, as a function of its search path
mkdirSync(join(folder, 'fpath'));
writeFileSync(join(folder, 'fpath', '_mcptest'), (await runCli(['completion', 'zsh'])).stdout);
writeFileSync(
  join(folder, 'autoload.zsh'),
  `fpath=(${folder}/fpath $fpath); autoload -Uz _mcptest; compdef _mcptest mcptest`,
);

/** Runs a shell, and returns the lines that it prints, sorted. */
function run(program: string, ...args: string[]): string[] {
  const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', TERM: 'dumb' };
  const { stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 100_000,
  });
  if (error) throw error;
  expect(stderr).toBe('');
  const lines = stdout.split('\n').filter((line) => line !== '');
  return [...new Set(lines)].sort();
}

/** Loads the script, splits a line as bash does, and asks the function of the script. */
const BASH = `
source "$1"
complete -p mcptest | grep -q -- '-F _mcptest' || echo 'not registered'
compopt() { [[ $1 == +o ]] && files=no; }
files=yes
IFS=$'\\x1f' read -r -a COMP_WORDS <<< "$2"
[[ $2 == *$'\\x1f' ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_mcptest
printf '%s\\n' "\${COMPREPLY[@]}"
# bash offers files itself, when the function finds nothing
[[ \${#COMPREPLY[@]} == 0 && $files == yes ]] && compgen -f -- "\${COMP_WORDS[COMP_CWORD]#=}"
true`;

/** Returns what a shell offers at the end of a line. */
const SHELLS: Readonly<Record<string, (line: string) => string[]>> = {
  bash: (line) => {
    // bash splits at = as well
    const words = line.replaceAll('=', ' = ').replace(/ = $/, ' =').split(' ');
    return run('bash', '-c', BASH, 'bash', join(folder, 'mcptest.bash'), words.join('\x1f'));
  },
  zsh: (line) => completedByZsh('mcptest.zsh', line),
  'zsh, by itself': (line) => completedByZsh('autoload.zsh', line),
  fish: (line) => {
    const script = 'source $argv[1]; complete -C $argv[2]';
    const offers = run('fish', '--no-config', '-c', script, join(folder, 'mcptest.fish'), line);
    // without what each is about, and without what was typed before a sign
    return offers.map((offer) => offer.replace(/\t.*/, '').replace(/^.*=(?=.)/, '')).sort();
  },
};

function completedByZsh(script: string, line: string): string[] {
  const capture = join(import.meta.dirname, '../support/complete.zsh');
  return run('zsh', '-f', capture, join(folder, script), line).map((each) =>
    each.replaceAll('\\', '').trim(),
  );
}

const isThere = (name: string) =>
  process.env.CI !== undefined || !spawnSync(name.replace(/,.*/, ''), ['--version']).error;

const COMMANDS = ['check', 'facts', 'init', 'simulate'];

describe.each(Object.entries(SHELLS))('%s completes', (name, offered) => {
  // CI installs zsh and fish, see .ci/run
  it.skipIf(!isThere(name)).each<[line: string, offers: readonly string[]]>([
    ['mcptest completion ', ['bash', 'fish', 'zsh']],
    ['mcptest policy ', COMMANDS],
    ['mcptest --no-color policy ', COMMANDS],
    ['mcptest policy si', ['simulate']],
    ['mcptest policy simulate --g', ['--gate']],
    ['mcptest policy simulate --gate --run-report run.json --po', ['--policy']],
    ['mcptest policy simulate --format ', [...POLICY_FORMAT_NAMES].sort()],
    ['mcptest policy simulate --format=j', ['json', 'junit']],
    [
      'mcptest policy facts --only judge.',
      [...factNames()].filter((fact) => fact.startsWith('judge.')).sort(),
    ],
    ['mcptest policy facts --only run.total --only run.f', ['run.failed']],
    ['mcptest policy simulate --policy ', FILES],
    // the value of a flag is not a command
    ['mcptest policy facts --run-report policy --on', ['--only']],
    ['mcptest evidence k', ['keygen']],
    ['mcptest gateway policies ', ['add', 'disable', 'enable', 'list', 'remove']],
    ['mcptest policy facts --now ', []],
    ['mcptest policy simulate --report json=r', ['run.json']],
  ])('%s', (line, offers) => {
    expect(offered(line)).toEqual(offers);
  });
});
