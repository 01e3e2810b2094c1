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
 * Declares `mcptest evidence`: itself a command, and a group of others.
 * @param next the argument that follows it
 */
export function declareEvidence(evidence: Command, declare: Declare, next?: string): void {
  declareOthers(evidence, declare);
  // else `--out` behind `keygen` would be taken for that of evidence
  if (evidence.commands.some((command) => command.name() === next)) return;
  evidence.hook('preSubcommand', refuseMisplacedOptions);
  declare(evidence, {
    summary: evidence.description(),
    description:
      'Aggregates what a run report says of a run into one small artifact: which server was tested, against what, at ' +
      'which commit, when, and how it scored. Exits 0, 1 when a run was not reproduced, 2 when nothing could be written.',
    operand: { spelling: '<run.json>', about: 'the run report; a file called like a command is ./verify' },
    flags: EMIT_FLAGS,
    example: 'mcptest evidence run.json --security security.json --out evidence.json',
    load: async () => (await import('../commands/evidence/emit.ts')).evidenceEmit,
  });
}

function declareOthers(evidence: Command, declare: Declare): void {
  declare(evidence.command('verify'), {
    summary: 'accept or reject an artifact: consistent, fresh, of this history, signed',
    description:
      'Weighs whether an artifact is consistent, and what else the flags ask for. Exits 0 when it is accepted, 1 when it ' +
      'is rejected, with all reasons, 2 when a file cannot be read.',
    operand: { spelling: '<evidence.json>', about: 'the artifact; its signature lies beside it' },
    flags: VERIFY_FLAGS,
    example: 'mcptest evidence verify evidence.json --key release.pub --max-age 720h',
    load: async () => (await import('../commands/evidence/verify.ts')).evidenceVerify,
  });

  declare(evidence.command('verify-bundle'), {
    summary: 'verify a Sigstore bundle of any file, offline',
    description:
      'Verifies that a Sigstore bundle vouches for a file: its digest, the signature, the certificate, the log. Exits 0 ' +
      'when it does, 1 when it does not, with the reasons, 2 when a file cannot be read. Nothing is asked from a network.',
    operand: { spelling: '[file]', about: 'the file that was signed' },
    flags: VERIFY_BUNDLE_FLAGS,
    example: 'mcptest evidence verify-bundle --bundle app.tgz.sigstore.json --key release.pub app.tgz',
    load: async () => (await import('../commands/evidence/verify-bundle.ts')).evidenceVerifyBundle,
  });

  declare(evidence.command('keygen'), {
    summary: 'make a pair of keys for --sign-key',
    description:
      'Writes a private key, NAME.key, which only you can read, and its public key, NAME.pub. Never overwrites a file.',
    flags: KEYGEN_FLAGS,
    example: 'mcptest evidence keygen --out release',
    load: async () => (await import('../commands/evidence/keygen.ts')).evidenceKeygen,
  });

  declare(evidence.command('server-json'), {
    summary: "print the block that names an artifact in a registry's server.json",
    description:
      'Prints the `_meta` block that a publisher adds to the server.json of the official MCP registry: where the ' +
      'artifact is published, and its digest.',
    operand: { spelling: '<evidence.json>', about: 'the artifact' },
    flags: SERVER_JSON_FLAGS,
    example: 'mcptest evidence server-json evidence.json --url https://example.com/evidence.json',
    load: async () => (await import('../commands/evidence/server-json.ts')).evidenceServerJson,
  });
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
