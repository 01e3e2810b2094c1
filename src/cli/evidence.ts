import type { Command } from 'commander';
import {
  EMIT_FLAGS,
  KEYGEN_FLAGS,
  SERVER_JSON_FLAGS,
  VERIFY_BUNDLE_FLAGS,
  VERIFY_FLAGS,
} from '../commands/evidence/flags.ts';
import { InputError } from '../errors.ts';
import type { Declare } from './command.ts';

/**
 * Declares `mcptest evidence`, which is both a command and a group of subcommands.
 * @param next the argument after `evidence`
 */
export function declareEvidence(evidence: Command, declare: Declare, next?: string): void {
  declareOthers(evidence, declare);
  // otherwise `--out` after `keygen` would be read as the option of `evidence`
  if (evidence.commands.some((command) => command.name() === next)) return;
  evidence.hook('preSubcommand', refuseMisplacedOptions);
  declare(evidence, {
    summary: evidence.description(),
    description:
      'Condenses a run report into one small artifact: which server was tested, against what, at which commit, when, and ' +
      'how it scored. Exits 0 when the artifact is written, 1 when the run was not reproduced, 2 when nothing can be written.',
    operand: {
      spelling: '<run.json>',
      about: 'the run report; write ./verify for a file named like a subcommand',
    },
    flags: EMIT_FLAGS,
    example: 'mcptest evidence run.json --security security.json --out evidence.json',
    load: async () => (await import('../commands/evidence/emit.ts')).evidenceEmit,
  });
}

function declareOthers(evidence: Command, declare: Declare): void {
  declare(evidence.command('verify'), {
    summary: 'accept or reject an artifact by its consistency, age, commit and signature',
    description:
      'Checks that an artifact is consistent, and whatever else the flags ask for. Exits 0 when it is accepted, 1 when it ' +
      'is rejected, with all reasons, 2 when a file cannot be read.',
    operand: { spelling: '<evidence.json>', about: 'the artifact, with its signature files next to it' },
    flags: VERIFY_FLAGS,
    example: 'mcptest evidence verify evidence.json --key release.pub --max-age 720h',
    load: async () => (await import('../commands/evidence/verify.ts')).evidenceVerify,
  });

  declare(evidence.command('verify-bundle'), {
    summary: 'verify the Sigstore bundle of any file, offline',
    description:
      'Verifies that a Sigstore bundle vouches for a file: its digest, the signature, the certificate, the log. Exits 0 ' +
      'when it does, 1 when it does not, with all reasons, 2 when a file cannot be read. Uses no network.',
    operand: { spelling: '[file]', about: 'the file that was signed' },
    flags: VERIFY_BUNDLE_FLAGS,
    example: 'mcptest evidence verify-bundle --bundle app.tgz.sigstore.json --key release.pub app.tgz',
    load: async () => (await import('../commands/evidence/verify-bundle.ts')).evidenceVerifyBundle,
  });

  declare(evidence.command('keygen'), {
    summary: 'make a key pair for --sign-key',
    description:
      'Writes a private key, NAME.key, that only you can read, and its public key, NAME.pub. Never overwrites a file.',
    flags: KEYGEN_FLAGS,
    example: 'mcptest evidence keygen --out release',
    load: async () => (await import('../commands/evidence/keygen.ts')).evidenceKeygen,
  });

  declare(evidence.command('server-json'), {
    summary: "print the block that names an artifact in a registry's server.json",
    description:
      'Prints the `_meta` block that a publisher adds to the server.json for the official MCP registry: the URL of the ' +
      'artifact, and its digest.',
    operand: { spelling: '<evidence.json>', about: 'the artifact' },
    flags: SERVER_JSON_FLAGS,
    example: 'mcptest evidence server-json evidence.json --url https://example.com/evidence.json',
    load: async () => (await import('../commands/evidence/server-json.ts')).evidenceServerJson,
  });
}

/**
 * Refuses `evidence --out a.json verify b.json`. The option belongs to `evidence`, which does not run, so it would be
 * ignored silently.
 * @throws InputError
 */
function refuseMisplacedOptions(evidence: Command, subcommand: Command): void {
  const given = evidence.options.find(
    (option) => evidence.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (!given) return;
  throw new InputError({
    message: `${given.long} comes before \`${subcommand.name()}\``,
    help: `put the options of \`${subcommand.name()}\` after it; for a report named ${subcommand.name()} write ./${subcommand.name()}`,
  });
}
