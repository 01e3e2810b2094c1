/**
 * Checks how long the regular expressions of src/ can take: `npm run regexes`. Writes the verdicts into test/regexes.json:
 * `linear`, or the reason why a slower one may stay, which you write. Takes seconds for each new expression. npm installs the checker in a folder for this run
 * only.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slowText } from './pumped.ts';
import { regexSources } from './regex-sources.ts';

/** What the package `recheck` offers. */
interface Checker {
  checkSync(source: string, flags: string, options: object): { status: string; attack?: { pattern: string } };
}

/** First a quick attempt, then the one that decides about large expressions. */
const ATTEMPTS = [{ timeout: 8000 }, { checker: 'automaton', timeout: 20_000, maxNFASize: 200_000 }];

const list = join(import.meta.dirname, '..', 'test', 'regexes.json');
const known = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>;
const sources = await regexSources();
const unknown = sources.filter((source) => !known[source]);

const verdicts = { ...known, ...(unknown.length > 0 && checked(unknown)) };
const sorted = Object.fromEntries(sources.map((source) => [source, verdicts[source] ?? '']));
writeFileSync(list, `${JSON.stringify(sorted, null, 2)}\n`);
const open = sources.filter((source) => !sorted[source]);
for (const source of open) console.log(`write into test/regexes.json why this may stay: ${source}`);
process.exitCode = open.length === 0 ? 0 : 1;

function checked(regexes: readonly string[]): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'mcptest-regexes-'));
  try {
    const install = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--omit=optional',
      '--prefix',
      folder,
    ];
    spawnSync('npm', [...install, 'recheck@4.5.0'], { stdio: 'inherit' });
    // the backend in JavaScript
    process.env.RECHECK_BACKEND = 'pure';
    const checker = createRequire(join(folder, 'index.js'))('recheck') as Checker;
    return Object.fromEntries(regexes.map((regex) => [regex, verdictOn(regex, checker)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function verdictOn(regex: string, { checkSync }: Checker): string {
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(regex) ?? [];
  if (source === undefined || flags === undefined) return '';
  for (const options of ATTEMPTS) {
    const { status, attack } = checkSync(source, flags, options);
    if (status === 'safe') return 'linear';
    if (status === 'vulnerable') {
      console.log(`slow: ${regex}\n  on ${attack?.pattern}`);
      return '';
    }
  }
  // counted repetitions are too much for the checker
  const slow = slowText(source, flags);
  if (slow === undefined) return 'linear on texts of its own parts';
  console.log(`slow: ${regex}\n  on ${JSON.stringify(slow)}, repeated`);
  return '';
}
