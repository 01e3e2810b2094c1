import type { ToolScaffold } from '../../features/probe/scaffold/scaffold.ts';
import { plural } from '../plural.ts';

/** The files of a new project. The names are those that `mcptest run` and the CI systems look for. */
export const INIT_FILES = {
  suite: 'mcptest.yml',
  policy: 'policy.yml',
  github: '.github/workflows/mcptest.yml',
  gitlab: '.gitlab-ci.yml',
} as const;

const RUN = 'run --json --out run.json';
const GATE = `policy simulate --policy ${INIT_FILES.policy} --run-report run.json --gate`;

/** The job of each CI system: it runs the suite, then the gate, also when a test has failed. */
const RECIPES = {
  github: `name: mcptest
on: [push, pull_request]
permissions:
  contents: read
jobs:
  mcptest:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm ci
      - name: Tests of the server
        id: tests
        run: ./node_modules/.bin/mcptest ${RUN}
      - name: Release gate
        # also when a test has failed: the gate says what blocks the release
        if: \${{ !cancelled() && steps.tests.outcome != 'skipped' }}
        run: ./node_modules/.bin/mcptest ${GATE}
`,
  gitlab: `mcptest:
  image: node:22
  script:
    - npm ci
    - tests=0
    - ./node_modules/.bin/mcptest ${RUN} || tests=$?
    # also when a test has failed: the gate says what blocks the release
    - ./node_modules/.bin/mcptest ${GATE}
    - exit $tests
`,
} as const;

/** A CI system for which there is a recipe. */
export type CiSystem = keyof typeof RECIPES;

/** Returns the text of the job for a CI system. */
export function formatCiRecipe(system: CiSystem): string {
  return RECIPES[system];
}

/** Formats the output of \`mcptest init\`: what it wrote, and the commands to type next. */
export function formatInitialised(scaffolds: readonly ToolScaffold[], files: readonly string[]): string {
  const tests = scaffolds.reduce((sum, each) => sum + each.tests.length, 0);
  return [
    ...files.map((file) =>
      file === INIT_FILES.suite
        ? `wrote ${file}: ${plural(tests, 'test')} for ${plural(scaffolds.length, 'tool')}`
        : `wrote ${file}`,
    ),
    '',
    'read the suite, then type',
    `  mcptest ${RUN}`,
    `  mcptest ${GATE}`,
    '  npm install --save-dev mcptest',
    '',
  ].join('\n');
}
