import type { ToolScaffold } from '../../features/probe/scaffold/scaffold.ts';
import { shellCommand } from '../shell-command.ts';
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

/** What the folder has of what the CI job needs. */
export interface NpmProject {
  /** Whether there is a package.json. */
  readonly hasManifest: boolean;
  /** Whether it names mcptest among its dependencies. */
  readonly hasMcptest: boolean;
  /** The name of the lock file, of npm or another package manager. */
  readonly lockFile: string | undefined;
  /** The tarballs in the folder from which npm installs packages. */
  readonly tarballs: readonly string[];
}

/** The file that tells git what not to commit. */
export const GITIGNORE = '.gitignore';

/** What was added to {@link GITIGNORE}, and what it still lacks because it cannot be read. */
export interface IgnoredOutputs {
  readonly added: readonly string[];
  readonly lacking: readonly string[];
}

function ignoredInWords({ added, lacking }: IgnoredOutputs): string[] {
  return [
    ...(added.length > 0 ? [`added to ${GITIGNORE}: ${added.join(' ')}`] : []),
    ...(lacking.length > 0 ? [`${GITIGNORE} cannot be read; add to it: ${lacking.join(' ')}`] : []),
  ];
}

/**
 * Formats the output of `mcptest init`: what it wrote, the commands to type next, and what the CI job lacks.
 * @param mcptest how the reader starts the program
 */
export function formatInitialised(
  scaffolds: readonly ToolScaffold[],
  files: readonly string[],
  project: NpmProject,
  ignored: IgnoredOutputs,
  mcptest: string,
): string {
  const hasJob = files.some((file) => file !== INIT_FILES.suite && file !== INIT_FILES.policy);
  const added = [
    ...files,
    ...(ignored.added.length > 0 ? [GITIGNORE] : []),
    ...(hasJob ? installed(project) : []),
  ];
  return [
    ...files.flatMap((file) =>
      file === INIT_FILES.suite ? suiteInWords(file, scaffolds) : [`wrote ${file}`],
    ),
    ...ignoredInWords(ignored),
    '',
    'read the suite, then type',
    `  ${mcptest} run ${REPORT}`,
    `  ${mcptest} ${GATE}`,
    `  ${shellCommand(['git', 'add', ...added])}`,
    ...(hasJob ? lackingForJob(project) : []),
    '',
  ].join('\n');
}

/** The files from which `npm ci` can install mcptest in the CI job; none where they are not there yet. */
function installed({ hasManifest, hasMcptest, lockFile, tarballs }: NpmProject): string[] {
  const isReady = hasManifest && hasMcptest && lockFile !== undefined && NPM_LOCK_FILES.includes(lockFile);
  return isReady ? ['package.json', lockFile, ...tarballs] : [];
}

/** Says what to do before `npm ci` can install mcptest in the CI job; nothing if it can already. */
function lackingForJob({ hasManifest, hasMcptest, lockFile, tarballs }: NpmProject): string[] {
  if (lockFile !== undefined && !NPM_LOCK_FILES.includes(lockFile)) {
    return [
      '',
      `the CI job runs \`npm ci\`; with ${lockFile}, write the install command of your package manager there`,
    ];
  }
  if (hasManifest && hasMcptest && lockFile !== undefined) return [];
  const steps = [
    ...(hasManifest ? [] : ['npm init -y']),
    hasMcptest ? 'npm install' : 'npm install --save-dev MCPTEST',
    shellCommand(['git', 'add', 'package.json', 'package-lock.json', ...tarballs]),
  ];
  return [
    '',
    'the CI job installs mcptest with `npm ci`; before it can, type',
    ...steps.map((step) => `  ${step}`),
    ...(hasMcptest
      ? []
      : ['where MCPTEST is the git URL of mcptest, or its tarball, which you commit, too (README, Install)']),
  ];
}

const NPM_LOCK_FILES: readonly string[] = ['package-lock.json', 'npm-shrinkwrap.json'];
