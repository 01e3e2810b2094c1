import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCli } from './run-cli.ts';

/**
 * One run of the program on the inputs of a case, and what came of it:
 *
 *     test/golden/<command>/<case>/            the inputs, named as the command names them
 *     test/golden/<command>/<case>/runs/<run>/
 *       command                                one line: mcptest rule simulate --rule rule.yml
 *       stdout, stderr, exit-code              what is expected
 *       files/                                 what the command is expected to write
 */
export interface GoldenRun {
  /** `<command>/<case>/<run>`. */
  readonly name: string;
  readonly folder: string;
  readonly inputs: string;
}

/** Every run below a folder, sorted. */
export function findRuns(root: string): GoldenRun[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'runs')
    .flatMap(({ parentPath: inputs }) =>
      readdirSync(join(inputs, 'runs')).map((run) => ({
        name: `${relative(root, inputs)}/${run}`,
        folder: join(inputs, 'runs', run),
        inputs,
      })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a run gives, as the files that hold it. */
export async function perform({ folder, inputs }: GoldenRun): Promise<Record<string, string>> {
  const files = readTree(inputs, (path) => path !== 'runs');
  const [program, ...argv] = splitCommand(readFileSync(join(folder, 'command'), 'utf8'));
  if (program !== 'mcptest') throw new Error(`${folder}: a command starts with mcptest`);
  const result = await runCli(argv, { files });
  const written = Object.entries(result.files).filter(([path, text]) => files[path] !== text);
  return {
    stdout: result.stdout,
    stderr: result.stderr,
    'exit-code': `${result.exitCode}\n`,
    ...Object.fromEntries(written.map(([path, text]) => [`files/${path}`, text])),
  };
}

/** What a run is expected to give; a file that is missing is missing here too. */
export function readExpected({ folder }: GoldenRun): Record<string, string> {
  return readTree(folder, (path) => path !== 'command');
}

/** Makes what a run gives the expectation. */
export function writeExpected({ folder }: GoldenRun, expected: Record<string, string>): void {
  for (const path of Object.keys(readExpected({ folder } as GoldenRun))) rmSync(join(folder, path));
  for (const [path, text] of Object.entries(expected)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Whether expectations are to be rewritten: only when a person asks for it.
 * @throws when a CI job does: it would accept whatever comes out
 */
export function mayUpdate({ UPDATE_GOLDENS, CI }: NodeJS.ProcessEnv): boolean {
  if (UPDATE_GOLDENS !== '1') return false;
  if (CI) throw new Error('UPDATE_GOLDENS is refused where CI is set');
  return true;
}

/** Words of a command line; quotes hold a word together, and stand for nothing else. */
export function splitCommand(line: string): string[] {
  const words = line.trim().match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

function readTree(folder: string, wants: (path: string) => boolean): Record<string, string> {
  if (!existsSync(folder)) return {};
  const texts: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!wants(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isFile()) texts[entry.name] = readFileSync(path, 'utf8');
    else {
      const below = readTree(path, () => true);
      for (const [name, text] of Object.entries(below)) texts[`${entry.name}/${name}`] = text;
    }
  }
  return texts;
}
