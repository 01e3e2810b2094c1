import { readTape } from '../../artifacts/tape/read.ts';
import { InputError } from '../../errors.ts';
import { CallBudget } from '../../exec-policy/call-budget.ts';
import { DEFAULT_KNOBS } from '../../exec-policy/knobs.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Wire } from '../../features/record/conversation.ts';
import { verifyTape } from '../../features/record/verify.ts';
import { toVerifyReport } from '../../features/record/verify-report.ts';
import type { VerifyReport } from '../../features/record/verify-schema.ts';
import type { OptionsOf } from '../../flags.ts';
import { shownCommand } from '../../inspection/shown-command.ts';
import { headerSecrets } from '../../mcp/header-secrets.ts';
import { nameOf, readTarget, type Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { VERIFY_FORMATS } from '../../report/record/formats.ts';
import { clip } from '../../text/clip.ts';
import { Masker } from '../../values/masker.ts';
import { interruption } from '../interruption.ts';
import { readTimeout } from '../live/live-options.ts';
import { writeReport } from '../output.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import { reportFiles } from '../report-files.ts';
import type { VERIFY_FLAGS } from './flags.ts';
import { knownSecrets } from './read-secrets.ts';

type Options = OptionsOf<typeof VERIFY_FLAGS>;

/** Runs `mcptest record verify`: sends the requests of a tape to a server, and says which answers differ. */
export async function recordVerify(
  command: readonly string[],
  options: Options,
  ports: Ports,
): Promise<ExitCode> {
  const target = readTarget(command, options, ports);
  refuseOverwriting(reportFiles(options), { inputs: [options.tape], targets: [target] }, ports.files);
  const timeout = readTimeout(options);
  const tape = await readTape(options.tape, ports.files);
  const policy = {
    executeDestructive: options.executeDestructive === true,
    strict: options.strict === true,
    budget: new CallBudget(options.maxCalls ?? DEFAULT_KNOBS.maxCalls),
    secrets: knownSecrets(tape.header.redaction.env, ports),
  };
  const { signal, stopListening } = interruption(ports);
  const { openRawWire } = await import('../../live/open-raw-wire.ts');
  const wire = openRawWire(target, timeout, signal);
  try {
    const paced: Wire = {
      send: (message, mirrored) => wire.send(message, mirrored),
      begin: () => wire.begin(),
      receive: () => wire.receive(),
      pause: () => pauseFor(target, signal),
    };
    const requests = await verifyTape(tape, paced, policy);
    signal.throwIfAborted();
    const found = new Masker(headerSecrets(target)).value(
      toVerifyReport(options.tape, nameOf(target, shownCommand), requests),
    );
    // nothing was compared
    if (wire.why !== undefined && found.counts.same + found.counts.differs === 0) {
      throw new InputError({ message: `\`${clip(nameOf(target), 120)}\` ${wire.why}` });
    }
    return await report(found, options, ports);
  } finally {
    await wire.close();
    stopListening();
  }
}

async function pauseFor({ kind }: Target, signal: AbortSignal): Promise<void> {
  if (kind !== 'http') return;
  const { systemClock } = await import('../../live/system-clock.ts');
  await systemClock(signal).sleep(DEFAULT_KNOBS.callDelay);
}

async function report(found: VerifyReport, options: Options, ports: Ports): Promise<ExitCode> {
  await writeReport(found, VERIFY_FORMATS, options, ports);
  if (found.counts.skipped === found.requests.length) return EXIT.nothingSelected;
  return found.accepted ? EXIT.accepted : EXIT.rejected;
}
