import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { commandsIn } from '../../scripts/console-commands.ts';
import { words } from '../../scripts/shell-words.ts';
import { openApprovalsFolder } from '../../src/node/approvals-folder.ts';
import { SCRIPT_DIGEST, STYLE_DIGEST } from '../../src/report/html/digests.ts';
import { SCRIPT } from '../../src/report/html/script.ts';
import { STYLE } from '../../src/report/html/style.ts';
import { runCli } from './run-cli.ts';
import { type Printed, renderTranscript } from './transcript.ts';

/**
 * One run of the program on the inputs of a case:
 *
 *     test/golden/<command>/<case>/                      the inputs, named as the command names them
 *     test/golden/<command>/<case>/runs/<run>.console    the command and its result, see {@link renderTranscript}
 */
export interface GoldenRun {
  /** `<command>/<case>/<run>`. */
  readonly name: string;
  /** The file with the command and its expected text. */
  readonly file: string;
  /** The folder of the case. */
  readonly inputs: string;
}

const ENDING = '.console';

/** A case with this file has a folder that stands for the built package. */
const DIGESTS_OF_CASE = 'package/dist/digests.json';

/**
 * Returns every run below a folder, sorted.
 * @throws if a case has no runs, or contains other files among them, which would never be compared
 */
export function findRuns(root: string): GoldenRun[] {
  return readdirSync(root)
    .flatMap((command) => readdirSync(join(root, command)).map((name) => join(root, command, name)))
    .flatMap((inputs) => {
      const entries = readdirSync(join(inputs, 'runs'), { withFileTypes: true });
      if (entries.length === 0) throw new Error(`${inputs}: no run uses these inputs`);
      return entries.map((entry) => {
        const file = join(inputs, 'runs', entry.name);
        if (!entry.isFile() || !entry.name.endsWith(ENDING)) {
          throw new Error(`${file}: expected a run, \`<name>${ENDING}\``);
        }
        return { name: `${relative(root, inputs)}/${basename(file, ENDING)}`, file, inputs };
      });
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the command of a run, and the texts of its inputs. */
export function readRun({ file, inputs }: GoldenRun) {
  const [{ command } = { command: '' }] = commandsIn(readFileSync(file, 'utf8'), 1);
  const [program, ...argv] = words(command);
  if (program !== 'mcptest') throw new Error(`${file}: expected a command that starts with \`mcptest\``);
  return { command, argv, inputTexts: readTree(inputs, (path) => path !== 'runs') };
}

/** Runs the command of a run, and returns the text that its file should have. */
export async function perform(run: GoldenRun): Promise<string> {
  const { command, argv, inputTexts } = readRun(run);
  const {
    printed: timed,
    exitCode,
    files,
  } = await runCli(argv, {
    files: inputTexts,
    approvals: openApprovalsFolder,
    ...(Object.hasOwn(inputTexts, DIGESTS_OF_CASE) && { packageFolder: 'package' }),
  });
  // the calls of a suite are made, and take as long as they take
  const printed = (argv[0] === 'run' ? timed.map(withoutTimes) : timed).map(withoutFrame);
  // `all` writes what the other commands write, and sums up what it prints
  const written = Object.entries(files).filter(
    ([path, text]) => inputTexts[path] !== text && argv[0] !== 'all',
  );
  return renderTranscript({ command, printed, exitCode, files: Object.fromEntries(written) });
}

/** Puts 0 in place of how long something took, in the way of each format. */
function withoutTimes({ stream, text }: Printed): Printed {
  const timeless = text
    .replace(/(duration_ms"?: )[\d.]+/g, '$10')
    .replace(/( time=")[\d.]+/g, '$10')
    .replace(/\b\d+ ms\b/g, '0 ms');
  return { stream, text: timeless };
}

/** What every HTML report has in common, which other tests check: a change of the style changes no golden run. */
const FRAME: readonly (readonly [text: string, shown: string])[] = [
  [STYLE, '(the style)'],
  [STYLE_DIGEST, '(its digest)'],
  [SCRIPT, '(the script)'],
  [SCRIPT_DIGEST, '(its digest)'],
];

function withoutFrame({ stream, text }: Printed): Printed {
  return { stream, text: FRAME.reduce((rest, [each, shown]) => rest.replaceAll(each, () => shown), text) };
}

/**
 * Whether to rewrite expectations: only on explicit request.
 * @throws in a CI job, which would accept any output
 */
export function mayUpdate({ UPDATE_GOLDENS, CI }: NodeJS.ProcessEnv): boolean {
  if (UPDATE_GOLDENS !== '1') return false;
  if (CI) throw new Error('UPDATE_GOLDENS is refused where CI is set');
  return true;
}

function readTree(folder: string, wants: (path: string) => boolean): Record<string, string> {
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
