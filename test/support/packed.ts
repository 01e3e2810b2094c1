import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce } from './made-once.ts';

const root = join(import.meta.dirname, '..', '..');

/** The inputs of the build, and the other files of the package. */
const SOURCES = [
  ...[
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.types.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'action.yml',
  ],
  ...['bin', 'docs', 'examples', 'schemas', 'scripts', 'src'],
];

/** The version of Node that runs the built program: the one of the tests, unless MCPTEST_TEST_NODE names another. */
export const TESTED_NODE = process.env.MCPTEST_TEST_NODE ?? process.execPath;

/** A package as npm installs it. */
export interface Packed {
  /** A folder only for the test file, which removes it. */
  readonly folder: string;
  /** The package as npm would install it. */
  readonly installed: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
  /** A folder with the command `mcptest`, and with `node`, for PATH. */
  readonly bin: string;
}

/** Copies the inputs of the build to a folder, and builds there. */
export function buildIn(folder: string): void {
  for (const path of SOURCES.filter((path) => existsSync(join(root, path)))) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: folder, stdio: 'pipe' });
}

/**
 * Returns a built copy of the repository: the build in the checkout may be old, and stays unchanged. All test files
 * share it, so none may write there.
 */
export function builtCheckout(): Promise<string> {
  return madeOnce('checkout', buildIn);
}

/**
 * The arguments with which Node runs the built program, in a process of its own. What V8 compiles is kept beside it, and
 * not for the user who runs the tests: most of what a start takes is spared from the second one on.
 */
export async function builtProgram(): Promise<readonly string[]> {
  const checkout = await builtCheckout();
  const caches = await madeOnce('caches', (folder) => {
    const text = `process.env.XDG_CACHE_HOME = process.env.LOCALAPPDATA = ${JSON.stringify(folder)};\n`;
    writeFileSync(join(folder, 'here.cjs'), text);
  });
  return ['--require', join(caches, 'here.cjs'), join(checkout, 'bin', 'mcptest.js')];
}

/** Makes a folder for one test file, which removes it. */
export function ownFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-built-')));
}

/**
 * Packs the built copy and installs the tarball without a network: the package has no dependencies. All test files share
 * what is installed.
 */
export async function packProgram(): Promise<Packed> {
  const checkout = await builtCheckout();
  const project = await madeOnce('project', (folder) => {
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' });
    const [packed] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder));
    npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, packed.filename));
    symlinkSync(TESTED_NODE, join(folder, 'node_modules', '.bin', 'node'));
    const paths: string[] = packed.files.map(({ path }: { path: string }) => path);
    writeFileSync(join(folder, 'files.json'), JSON.stringify(paths.sort()));
  });
  return {
    folder: ownFolder(),
    installed: join(project, 'node_modules', 'mcptest'),
    files: JSON.parse(readFileSync(join(project, 'files.json'), 'utf8')),
    bin: join(project, 'node_modules', '.bin'),
  };
}
