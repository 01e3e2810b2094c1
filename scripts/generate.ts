/**
 * Brings every derived file up to date: schemas/, docs/facts.md, tables in docs/, the output of each command in the
 * documentation. With `--check` it writes nothing and fails if a file is stale.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles, staleFiles } from './generated-files.ts';

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

const files = await generatedFiles(root);
const stale = staleFiles(root, files);
for (const path of stale) {
  console.log(`${check ? 'stale' : 'written'}: ${path}`);
  if (check) continue;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), files.get(path) ?? '');
}
if (stale.length === 0) console.log(`all ${files.size} generated files are up to date`);
else if (check) {
  console.log('\nrun `npm run generate`, review the diff, and commit it');
  process.exitCode = 1;
}
