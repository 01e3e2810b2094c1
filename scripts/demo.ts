/** Shows the release gate on examples/policy: a policy that accepts the release, and one that stops it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EXAMPLE_ARTIFACTS } from './example-artifacts.ts';

const root = join(import.meta.dirname, '..');

const ARTIFACTS = Object.entries(EXAMPLE_ARTIFACTS).map(([kind, file]) => `--${kind} ${file}`);

const ACTS = [
  {
    says: 'The example policy. Its one false rule is waived until 2099, so the release may go out.',
    policy: 'policy.yml',
    exits: 0,
  },
  {
    says: 'A stricter policy on the same files. The security scan has a finding of severity high.',
    policy: 'strict.yml',
    exits: 1,
  },
];

console.log('Two policies on the artifacts of an invented MCP server; the files are in examples/policy.');
for (const { says, policy, exits } of ACTS) {
  const args = ['policy simulate', `--policy ${policy}`, ...ARTIFACTS, '--gate'];
  console.log(`\n${says}\n\n$ mcptest ${args.join(' \\\n    ')}`);
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'bin/mcptest.js'), ...args.join(' ').split(' ')],
    {
      cwd: join(root, 'examples/policy'),
      stdio: 'inherit',
    },
  );
  console.log(`$ echo $?\n${status}`);
  if (status !== exits) throw new Error(`the gate should have exited with ${exits}`);
}
console.log('\nNext: README.md, "Five minutes with a JUnit file". The exit code is all that your CI needs.');
