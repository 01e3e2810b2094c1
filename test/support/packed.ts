import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The inputs of the build, and the other files of the package. */
const SOURCES = [
  ...[
    'package.json',
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

/** A copy of the repository in a temporary folder, built there: the build in the checkout stays unchanged. */
export interface Built {
  /** A folder only for this run, with everything else in it. */
  readonly folder: string;
  readonly checkout: string;
  readonly remove: () => void;
}

/** A built copy that was packed, and installed as npm does. */
export interface Packed extends Built {
  /** The package as npm would install it. */
  readonly installed: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
  /** A folder with the command `mcptest`, and with `node`, for PATH. */
  readonly bin: string;
}

/** Copies the inputs of the build, and builds. */
export function buildProgram(): Built {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-built-')));
  const checkout = join(folder, 'checkout');
  for (const path of SOURCES.filter((path) => existsSync(join(root, path)))) {
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: checkout, stdio: 'pipe' });
  return { folder, checkout, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Packs a built copy of the repository and installs the tarball without a network: the package has no dependencies. */
export function packProgram(): Packed {
  const { folder, checkout, remove } = buildProgram();
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' });
  const [packed] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  const home = join(folder, 'project');
  npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', home, join(folder, packed.filename));
  const bin = join(home, 'node_modules', '.bin');
  symlinkSync(TESTED_NODE, join(bin, 'node'));
  return {
    folder,
    checkout,
    installed: join(home, 'node_modules', 'mcptest'),
    files: packed.files.map(({ path }: { path: string }) => path).sort(),
    bin,
    remove,
  };
}
