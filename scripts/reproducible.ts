/**
 * Shows that the package can be reproduced: builds and packs two copies of the repository in different folders, with the same
 * SOURCE_DATE_EPOCH, and compares the tarballs byte for byte. Fails if they differ.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** What a build does not read, or makes. */
const LEFT_OUT = [
  '.git',
  '.stryker-tmp',
  'coverage',
  'dist',
  'dist.new',
  'dist.old',
  'node_modules',
  'reports',
];
// 2026-06-01T12:00:00Z, unless the caller has a time of its own
const { SOURCE_DATE_EPOCH = '1780315200' } = process.env;

const base = mkdtempSync(join(tmpdir(), 'mcptest-reproducible-'));
try {
  console.log(`SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH}`);
  const digests = [join(base, 'first'), join(base, 'another', 'folder')].map(packedIn);
  const isSame = new Set(digests).size === 1;
  console.log(isSame ? 'the tarballs are the same, byte for byte' : 'the tarballs differ');
  process.exitCode = isSame ? 0 : 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}

/** Copies the repository to a folder, packs it there, and returns the SHA-256 of the tarball. */
function packedIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root).filter((each) => !LEFT_OUT.includes(each) && !each.endsWith('.tgz')))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const env = { ...process.env, SOURCE_DATE_EPOCH };
  // runs `prepare`, which builds
  const { status, stderr } = spawnSync('npm', ['pack', '--silent'], { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack in ${folder}: ${stderr}`);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack in ${folder} made no tarball`);
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, tarball)))
    .digest('hex');
  console.log(`${digest}  ${basename(tarball)}, packed in ${folder}`);
  return digest;
}
