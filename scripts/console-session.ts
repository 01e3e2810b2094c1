import './package-version.ts';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { main } from '../src/main.ts';
import { nodeFiles } from '../src/node/files.ts';
import { sha256 } from '../src/node/sha256.ts';
import { writeSamplePackage } from './sample-package.ts';
import { words } from './shell-words.ts';

/** The time at which the commands in the documentation run, so their output stays the same. */
export const DOCUMENTED_NOW = '2026-06-01T12:00:00Z';

/** The name that the documentation gives every key that its commands create: a new key has another name each time. */
const DOCUMENTED_KEY = '7c0fe1d2'.repeat(8);

/** How `evidence keygen` prints the name of the new key. */
const FRESH_KEY = /^the key is ([0-9a-f]{64}),/m;

/** A command line that reads standard input from a file. */
const REDIRECTED = /^(.*) < ([\w./-]+)$/s;

/**
 * A reader who types the commands of one page, from top to bottom, into a fresh copy of examples/: `mcptest`, `cd`,
 * `cat` and `echo $?`. `< call.json` gives a file as standard input. Changes the working folder of the process; {@link end}
 * restores it.
 */
export class ConsoleSession {
  readonly #home = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-docs-')));
  readonly #before = process.cwd();
  readonly #env: Readonly<Record<string, string>>;
  readonly #freshKeys = new Set<string>();
  readonly #packageFolder = join(this.#home, 'node_modules', 'mcptest');
  #exitCode = 0;

  /** @param page the path of the page below `root`; the commands of a page inside `examples` run in its own folder */
  constructor(root: string, page: string, env: Readonly<Record<string, string>> = {}) {
    this.#env = env;
    writeSamplePackage(this.#packageFolder);
    cpSync(join(root, 'examples'), join(this.#home, 'examples'), { recursive: true });
    process.chdir(join(this.#home, page.startsWith('examples/') ? dirname(page) : '.'));
  }

  get exitCode(): number {
    return this.#exitCode;
  }

  /** Runs one command line and returns its standard output and standard error, in order. */
  async run(line: string): Promise<string> {
    const [, typed = line, input] = REDIRECTED.exec(line) ?? [];
    const [command, ...args] = words(typed.replaceAll('$?', String(this.#exitCode)));
    if (command === 'echo') return this.#done(`${args.join(' ')}\n`);
    if (command === 'cat') return this.#done(args.map((file) => readFileSync(file, 'utf8')).join(''));
    if (command === 'cd') {
      process.chdir(args[0] ?? this.#home);
      if (!`${process.cwd()}${sep}`.startsWith(this.#home + sep))
        throw new Error(`\`${line}\` leaves the copy`);
      return this.#done('');
    }
    if (command !== 'mcptest')
      throw new Error(`\`${command}\` is not a command that the documentation can run`);
    const files = nodeFiles();
    let printed = '';
    const output = { isTerminal: false, write: (text: string) => (printed += text) };
    this.#exitCode = await main({
      processes: { run: async () => ({ kind: 'not-found' }) },
      argv: args,
      env: this.#env,
      stdout: output,
      stderr: output,
      files:
        input === undefined ? files : { ...files, receive: async () => ({ bytes: readFileSync(input) }) },
      sha256,
      packageFolder: this.#packageFolder,
      systemTime: () => Date.parse(DOCUMENTED_NOW),
      onInterrupt: () => () => {},
    });
    const fresh = FRESH_KEY.exec(printed)?.[1];
    if (fresh !== undefined) this.#freshKeys.add(fresh);
    return [...this.#freshKeys].reduce((text, key) => text.replaceAll(key, DOCUMENTED_KEY), printed);
  }

  end(): void {
    process.chdir(this.#before);
    rmSync(this.#home, { recursive: true });
  }

  #done(printed: string): string {
    this.#exitCode = 0;
    return printed;
  }
}
