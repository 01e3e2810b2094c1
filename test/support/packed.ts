import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What the build reads, and what goes into the package beside it. */
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

export interface Packed {
  /** A folder of this run alone; everything below lies in it. */
  readonly folder: string;
  /** A copy of the repository, built. */
  readonly checkout: string;
  /** The package as npm would install it. */
  readonly installed: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
  /** A folder with the command `mcptest`, for PATH. */
  readonly bin: string;
  readonly remove: () => void;
}

/**
 * Builds and packs the repository in a temporary copy, so that the build in the checkout stays as it is, and
 * installs the tarball without a network: the package has no dependencies.
 */
export function packProgram(): Packed {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-packed-')));
  const checkout = join(folder, 'checkout');
  for (const path of SOURCES.filter((path) => existsSync(join(root, path)))) {
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: checkout, stdio: 'pipe' });

  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' });
  const [packed] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  const home = join(folder, 'project');
  npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', home, join(folder, packed.filename));
  return {
    folder,
    checkout,
    installed: join(home, 'node_modules', 'mcptest'),
    files: packed.files.map(({ path }: { path: string }) => path).sort(),
    bin: join(home, 'node_modules', '.bin'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
