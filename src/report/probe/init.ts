import type { ToolScaffold } from '../../features/probe/scaffold/scaffold.ts';
import { suiteInWords } from './scaffold.ts';

/** The files of a new project. The names are those that `mcptest run` and the CI systems look for. */
export const INIT_FILES = {
  suite: 'mcptest.yml',
  policy: 'policy.yml',
  github: '.github/workflows/mcptest.yml',
  gitlab: '.gitlab-ci.yml',
} as const;

const REPORT = '--report json=run.json';
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
        run: ./node_modules/.bin/mcptest run --format github ${REPORT}
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
    - ./node_modules/.bin/mcptest run ${REPORT} --report junit=run.xml || tests=$?
    # also when a test has failed: the gate says what blocks the release
    - ./node_modules/.bin/mcptest ${GATE}
    - exit $tests
  artifacts:
    when: always
    reports: { junit: run.xml }
`,
} as const;

/** A CI system for which there is a recipe. */
export type CiSystem = keyof typeof RECIPES;

/** Returns the text of the job for a CI system. */
export function formatCiRecipe(system: CiSystem): string {
  return RECIPES[system];
}

/** Formats the output of `mcptest init`: what it wrote, and the commands to type next. */
export function formatInitialised(scaffolds: readonly ToolScaffold[], files: readonly string[]): string {
  const needsProgram = files.some((file) => file !== INIT_FILES.suite && file !== INIT_FILES.policy);
  return [
    ...files.flatMap((file) =>
      file === INIT_FILES.suite ? suiteInWords(file, scaffolds) : [`wrote ${file}`],
    ),
    '',
    'read the suite, then type',
    `  mcptest run ${REPORT}`,
    `  mcptest ${GATE}`,
    `  git add ${files.join(' ')}`,
    ...(needsProgram
      ? [
          '',
          'the CI job installs mcptest with `npm ci`, so it must be among the devDependencies of your project',
        ]
      : []),
    '',
  ].join('\n');
}
