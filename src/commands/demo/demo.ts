import type { SecurityReport } from '../../artifacts/security/report-schema.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { makeKeyPair } from '../../features/evidence/sign/keygen.ts';
import { noOptions } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { type Palette, paletteFor } from '../../report/palette.ts';
import { shellCommand } from '../../report/shell-command.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { inFolder } from '../../text/folders.ts';
import { all } from '../all/all.ts';
import { ALL_FLAGS } from '../all/flags.ts';
import { VERIFY_FLAGS } from '../evidence/flags.ts';
import { evidenceVerify } from '../evidence/verify.ts';
import { copyExample } from './copy-example.ts';
import { DEMO_FOLDER, type DemoOptions } from './flags.ts';
import { mend } from './mend.ts';

/** Something came out otherwise than the demo says it would. */
class Otherwise extends Error {}

/**
 * Runs `mcptest demo`: a release that the gate stops, the fix that the report names, and the release that passes.
 * Spec (reports): "The whole loop in one place"
 */
export async function demo(options: DemoOptions, ports: Ports): Promise<ExitCode> {
  const folder = (options.out ?? DEMO_FOLDER).replace(/(?<=[^/\\])[/\\]+$/, '');
  const told: string[] = [];
  // the warnings are about a demo: they help only when it goes wrong
  const quiet = { ...ports, stderr: { isTerminal: false, write: (text: string) => void told.push(text) } };
  const palette = await paletteFor({ out: undefined, color: options.color }, ports);
  try {
    await show(new Story(folder, options, quiet, palette));
    return EXIT.accepted;
  } catch (error) {
    ports.stderr.write(told.join(''));
    if (!(error instanceof Otherwise)) throw error;
    ports.stderr.write(`the demo did not show what it should: ${escapeForTerminal(error.message)}\n`);
    return EXIT.rejected;
  }
}

async function show(story: Story): Promise<void> {
  const { at, say } = story;
  story.copy();
  say(
    'A new version of an MCP server for a help desk is due for release. One of its tools lies about what it does.',
  );
  say(`Its server, tests, recordings, labels and policy are now in ${story.folder}.`);
  say('One command runs every check and lets the policy decide:');
  await story.all({}, EXIT.rejected);
  say('The tests pass, but the gate is closed: clients would call a tool that deletes without asking.');
  say(`The report names the fix, which is one line of ${at('server.mjs')}:`);
  story.mend();
  say('Run the same command again. A new key signs the evidence this time:');
  story.makeKey();
  await story.all({ signKey: at('release.key') }, EXIT.accepted);
  say('The gate is open. Whoever has the public key can check the evidence, without trusting this machine:');
  await story.verify();
  say(
    `You have seen the whole circle: produce, judge, enforce, prove. Open ${at('report/index.html')} to look around.`,
  );
  say('Next: `mcptest init -- COMMAND` writes the first suite and policy for your own server.');
}

/** The steps of the demo, and what it prints between them. */
class Story {
  readonly folder: string;
  readonly #options: DemoOptions;
  readonly #ports: Ports;
  readonly #palette: Palette;

  constructor(folder: string, options: DemoOptions, ports: Ports, palette: Palette) {
    this.folder = folder;
    this.#options = options;
    this.#ports = ports;
    this.#palette = palette;
  }

  readonly at = (name: string) => inFolder(this.folder, name);

  readonly say = (sentence: string) => {
    this.#ports.stdout.write(`${this.#palette.bold(`# ${escapeForTerminal(sentence)}`)}\n`);
  };

  copy(): void {
    copyExample(this.folder, this.#ports);
  }

  /** Runs all checks. @throws Otherwise if they do not end with this exit code */
  async all({ signKey }: { readonly signKey?: string }, wanted: ExitCode): Promise<void> {
    const [suite, out] = [this.at('mcptest.yml'), this.at('report')];
    this.#type([
      'mcptest',
      'all',
      suite,
      '--out',
      out,
      ...(signKey === undefined ? [] : ['--sign-key', signKey]),
    ]);
    const options = { ...noOptions(ALL_FLAGS), out, signKey, color: this.#options.color };
    this.#expect(await all(suite, options, this.#ports), wanted, '`mcptest all`');
  }

  /** Changes the line that the scan names. @throws Otherwise if it names none */
  mend(): void {
    const { files, stdout } = this.#ports;
    const server = this.at('server.mjs');
    const report = JSON.parse(files.readText(this.at('report/security.json'))) as SecurityReport;
    const source = files.readFile(server);
    const mending = mend(source, report);
    if (mending === undefined) throw new Otherwise(`the scan names no line of ${server}`);
    const { bad, good } = this.#palette;
    stdout.write(`\n${bad(`- ${mending.before}`)}\n${good(`+ ${mending.after}`)}\n\n`);
    files.replaceText(server, source, mending.text);
  }

  makeKey(): void {
    const { privateKey, publicKey } = makeKeyPair('ed25519');
    this.#ports.files.writeTogether([
      { path: this.at('release.key'), text: privateKey, isPrivate: true },
      { path: this.at('release.pub'), text: publicKey },
    ]);
  }

  /** Verifies the evidence. @throws Otherwise if it is rejected */
  async verify(): Promise<void> {
    const [artifact, key] = [this.at('report/evidence.json'), this.at('release.pub')];
    this.#type(['mcptest', 'evidence', 'verify', artifact, '--key', key]);
    const options = { ...noOptions(VERIFY_FLAGS), key, color: this.#options.color };
    this.#expect(await evidenceVerify(artifact, options, this.#ports), EXIT.accepted, '`evidence verify`');
  }

  #type(command: readonly string[]): void {
    this.#ports.stdout.write(`\n${this.#palette.note(`$ ${escapeForTerminal(shellCommand(command))}`)}\n`);
  }

  #expect(exitCode: ExitCode, wanted: ExitCode, what: string): void {
    this.#ports.stdout.write(`${this.#palette.note('$ echo $?')}\n${exitCode}\n\n`);
    if (exitCode !== wanted)
      throw new Otherwise(`${what} should have exited with ${wanted}, not ${exitCode}`);
  }
}
