import { Argument, type Command } from 'commander';
import type { Run } from './cli.ts';
import { choice, example, NOW, operand, value } from './cli-options.ts';
import { InputError } from './errors.ts';

/** Declares `mcptest evidence`: itself a command, and a group of others. */
export function declareEvidence(evidence: Command, run: Run): void {
  // an option behind `verify` is one of verify's, though evidence may have one of that name
  evidence.enablePositionalOptions().hook('preSubcommand', refuseMisplacedOptions);
  declareEmit(evidence, run);
  declareKeygen(evidence, run);
  declareServerJson(evidence, run);
}

function declareEmit(evidence: Command, run: Run): void {
  evidence
    .addArgument(
      new Argument('<run.json>', 'the run report; a file called like a command is ./verify').argParser(
        operand,
      ),
    )
    .addOption(value('--out <file>', 'write the artifact to a file instead of standard output'))
    .addOption(value('--security <file>', 'a security scan, whose findings are counted by severity'))
    .addOption(value('--conformance <file>', 'a conformance report, whose tier is stated'))
    .option('--reproducible', 'state that the run was shown to be reproducible')
    .addOption(
      value(
        '--reproducible-with <run.json>',
        'show it: another run of the same commit, with the same verdict of every test',
      ),
    )
    .option('--source-from-git', 'take from git in the working folder what the report says not of its source')
    .addOption(value('--statement <file>', 'write an in-toto statement on the artifact too'))
    .option('--sign', 'sign with cosign, keyless; writes <out>.sig and <out>.cert')
    .addOption(value('--sign-timeout <duration>', 'how long cosign may take (default: 5m)'))
    .addOption(value('--sign-key <file>', 'sign with a private key instead; writes <out>.sigstore.json'))
    .addOption(NOW())
    .addHelpText('after', example('mcptest evidence run.json --security security.json --out evidence.json'))
    .action(
      run(async (options, at, file) =>
        (await import('./commands/evidence.ts')).emitEvidence(file ?? '', options, at),
      ),
    );
}

function declareKeygen(evidence: Command, run: Run): void {
  evidence
    .command('keygen')
    .summary('make a pair of keys for --sign-key')
    .description(
      'Writes a private key, NAME.key, which only you can read, and its public key, NAME.pub. Never overwrites a file.',
    )
    .addOption(
      value('--out <name>', 'what the two files are called, without .key and .pub').makeOptionMandatory(),
    )
    .addOption(choice('--algorithm <name>', 'what kind of key', ['ed25519', 'p256']))
    .addHelpText('after', example('mcptest evidence keygen --out release'))
    .action(
      run(async (options, at) => (await import('./commands/evidence-keygen.ts')).evidenceKeygen(options, at)),
    );
}

function declareServerJson(evidence: Command, run: Run): void {
  evidence
    .command('server-json')
    .summary("print the block that names an artifact in a registry's server.json")
    .description(
      'Prints the `_meta` block that a publisher adds to the server.json of the official MCP registry: where the\n' +
        'artifact is published, and its digest.',
    )
    .argument('<evidence.json>', 'the artifact', operand)
    .addOption(value('--url <url>', 'where the artifact is published, https').makeOptionMandatory())
    .addHelpText(
      'after',
      example('mcptest evidence server-json evidence.json --url https://example.com/evidence.json'),
    )
    .action(
      run(async (options, at, file) =>
        (await import('./commands/evidence-server-json.ts')).evidenceServerJson(file ?? '', options, at),
      ),
    );
}

/**
 * `evidence --out a.json verify b.json` would lose its option without a word: it is one of evidence, which does
 * not run.
 */
function refuseMisplacedOptions(evidence: Command, subcommand: Command): void {
  const given = evidence.options.find(
    (option) => evidence.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (!given) return;
  throw new InputError({
    message: `${given.long} stands before \`${subcommand.name()}\``,
    help: `put the options of \`${subcommand.name()}\` behind it; a report called ${subcommand.name()} is ./${subcommand.name()}`,
  });
}
