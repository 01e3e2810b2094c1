/**
 * Runs every check that a change must pass: `npm run check`. A failed step does not stop the others, so one round shows
 * all problems.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const testReport = 'reports/tests.json';

const STEPS: readonly (readonly [what: string, command: string])[] = [
  ['format and lint', 'biome check --error-on-warnings'],
  ['types', 'tsc'],
  ['types of the page', 'tsc -p page'],
  ['texts of unknown values', 'tsx scripts/coercions.ts'],
  ['dead code and dependencies', 'knip'],
  ['build', 'tsx scripts/build.ts'],
  ['package', 'publint --strict'],
  ['generated files', 'tsx scripts/generate.ts --check'],
  // the command of the README: a plain run before this one would find the same
  [
    'tests with coverage',
    `npm test -- --coverage --reporter=default --reporter=json --outputFile.json=${testReport}`,
  ],
  // the program gates itself, with the test report that was just written
  [
    'release gate',
    `node bin/mcptest.js policy simulate --policy .mcptest/policy.yml --run-report ${testReport} --gate`,
  ],
];

// an old report would pass as well
rmSync(join(root, testReport), { force: true });

const failed = STEPS.filter(([what, command]) => {
  console.log(`\n== ${what}: ${command}`);
  const [program = '', ...args] = command.split(' ');
  return spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status !== 0;
}).map(([what]) => what);

console.log(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
