import { Argument, type Command } from 'commander';
import { InputError } from '../errors.ts';
import { example } from './help.ts';
import { choice, NOW, operand, type Run, required, value } from './options.ts';

/**
 * Declares `mcptest evidence`: itself a command, and a group of others.
 * @param next the argument that follows it
 */
export function declareEvidence(evidence: Command, run: Run, next?: string): void {
  declareVerify(evidence, run);
  declareVerifyBundle(evidence, run);
  declareKeygen(evidence, run);
  declareServerJson(evidence, run);
  // else `--out` behind `keygen` would be taken for that of evidence
  if (evidence.commands.some((command) => command.name() === next)) return;
  evidence.hook('preSubcommand', refuseMisplacedOptions);
  declareEmit(evidence, run);
}

function declareEmit(evidence: Command, run: Run): void {
  evidence
    .summary(evidence.description())
    .description(
      'Aggregates what a run report says of a run into one small artifact: which server was tested, against what, at ' +
        'which commit, when, and how it scored. Exits 0, 1 when a run was not reproduced, 2 when nothing could be written.',
    )
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
        'show that: a report of another run of the commit, with the same verdict of each test',
      ),
    )
    .option(
      '--source-from-git',
      'ask git in the working folder for the source that the report does not state',
    )
    .addOption(value('--statement <file>', 'write an in-toto statement on the artifact too'))
    .option('--sign', 'sign with cosign, keyless; writes <out>.sig and <out>.cert')
    .addOption(value('--sign-timeout <duration>', 'how long cosign may take (default: 5m)'))
    .addOption(value('--sign-key <file>', 'sign with a private key instead; writes <out>.sigstore.json'))
    .addOption(NOW())
    .addHelpText('after', example('mcptest evidence run.json --security security.json --out evidence.json'))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/evidence/emit.ts')).evidenceEmit(file ?? '', options, at),
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
    .addOption(required('--out <name>', 'what the two files are called, without .key and .pub'))
    .addOption(choice('--algorithm <name>', 'what kind of key', ['ed25519', 'p256']))
    .addHelpText('after', example('mcptest evidence keygen --out release'))
    .action(
      run(async (options, at) =>
        (await import('../commands/evidence/keygen.ts')).evidenceKeygen(options, at),
      ),
    );
}

function declareServerJson(evidence: Command, run: Run): void {
  evidence
    .command('server-json')
    .summary("print the block that names an artifact in a registry's server.json")
    .description(
      'Prints the `_meta` block that a publisher adds to the server.json of the official MCP registry: where the ' +
        'artifact is published, and its digest.',
    )
    .argument('<evidence.json>', 'the artifact', operand)
    .addOption(required('--url <url>', 'where the artifact is published, https'))
    .addHelpText(
      'after',
      example('mcptest evidence server-json evidence.json --url https://example.com/evidence.json'),
    )
    .action(
      run(async (options, at, file) =>
        (await import('../commands/evidence/server-json.ts')).evidenceServerJson(file ?? '', options, at),
      ),
    );
}

function declareVerify(evidence: Command, run: Run): void {
  const verify = evidence
    .command('verify')
    .summary('accept or reject an artifact: consistent, fresh, of this history, signed')
    .description(
      'Weighs whether an artifact is consistent, and what else the flags ask for. Exits 0 when it is accepted, 1 when it ' +
        'is rejected, with all reasons, 2 when a file cannot be read.',
    )
    .argument('<evidence.json>', 'the artifact; its signature lies beside it', operand)
    .addOption(value('--max-age <duration>', 'reject what is older, e.g. 720h, 30d or 4w'))
    .addOption(value('--clock-skew <duration>', 'how far clocks may differ (default: 5m)'))
    .option('--require-signed', 'reject what has no signature beside it; alone it looks for presence only')
    .option('--require-origin', 'reject what names no commit')
    .addOption(
      value('--repo <folder>', 'a git repository: reject when the commit is not part of its history'),
    )
    .addOption(value('--ref <ref>', 'the end of that history (default: HEAD)'))
    .addOption(value('--run-report <file>', 'the run report: reject when it does not give this artifact'))
    .addOption(value('--security <file>', 'the security scan that was folded in, for --run-report'))
    .addOption(value('--conformance <file>', 'the conformance report that was folded in, for --run-report'))
    .option(
      '--source-from-git',
      'do not compare what the run report does not state of the source, which git told',
    );
  withSigner(verify)
    .addOption(choice('--format <format>', 'how the verdict is written', ['pretty', 'json']))
    .addOption(value('--out <file>', 'write the verdict to a file instead of standard output'))
    .addOption(NOW())
    .addHelpText('after', example('mcptest evidence verify evidence.json --key release.pub --max-age 720h'))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/evidence/verify.ts')).evidenceVerify(file ?? '', options, at),
      ),
    );
}

function declareVerifyBundle(evidence: Command, run: Run): void {
  const verify = evidence
    .command('verify-bundle')
    .summary('verify a Sigstore bundle of any file, offline')
    .description(
      'Verifies that a Sigstore bundle vouches for a file: its digest, the signature, the certificate, the log. Exits 0 ' +
        'when it does, 1 when it does not, with the reasons, 2 when a file cannot be read. Nothing is asked from a network.',
    )
    .argument('[file]', 'the file that was signed', operand)
    .addOption(required('--bundle <file>', 'the bundle, .sigstore.json'))
    .addOption(value('--artifact <file>', 'the file that was signed, as an option'));
  withSigner(verify)
    .addOption(value('--out <file>', 'write the verdict to a file instead of standard output'))
    .addHelpText(
      'after',
      example('mcptest evidence verify-bundle --bundle app.tgz.sigstore.json --key release.pub app.tgz'),
    )
    .action(
      run(async (options, at, file) =>
        (await import('../commands/evidence/verify-bundle.ts')).evidenceVerifyBundle(file, options, at),
      ),
    );
}

/** The flags that say whose signature is wanted. */
function withSigner(command: Command): Command {
  return command
    .addOption(value('--key <file>', 'verify: signed with this public key (PEM)'))
    .addOption(value('--certificate-identity <id>', 'verify: signed by exactly this identity'))
    .addOption(value('--certificate-oidc-issuer <url>', 'verify: whom exactly this issuer vouches for'))
    .addOption(
      value(
        '--trusted-root <file>',
        'the authorities to trust (default: those of the public Sigstore, shipped)',
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
