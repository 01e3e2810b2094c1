import type { ApprovalVerdict } from '../../artifacts/approval/model.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { attempt, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { toApprovalsReport } from '../../features/gateway/enforce/approvals-report.ts';
import { type HeldEntry, lastUse, stateOf } from '../../features/gateway/enforce/held-state.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { APPROVAL_FORMATS, APPROVALS_FORMATS } from '../../report/gateway/formats.ts';
import { quote } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { readNow } from '../../time/clock.ts';
import { formatInstant } from '../../time/instant.ts';
import { append } from '../../values/append.ts';
import { tellErrors, writeReport } from '../output.ts';
import { openHeldCalls } from './approvals-dir.ts';
import type { APPROVAL_FLAGS, APPROVALS_FLAGS, DECIDE_FLAGS } from './enforce-flags.ts';

/** Runs `mcptest gateway approvals list`: lists the calls that can be decided or are approved, or all. */
export async function listApprovals(
  options: OptionsOf<typeof APPROVALS_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const { calls, path } = openHeldCalls(options, ports);
  const entries: HeldEntry[] = [];
  const problems: Diagnostic[] = [];
  for (const id of calls.ids()) {
    const read = await attempt(() => calls.find(id));
    if ('problems' in read) append(problems, read.problems);
    else if (read.value && (options.all || SHOWN.includes(stateOf(read.value, now))))
      entries.push(read.value);
  }
  await writeReport(toApprovalsReport(path, entries, now), APPROVALS_FORMATS, options, ports);
  tellErrors(problems, ports);
  // a list that leaves out what cannot be read is no answer
  return problems.length === 0 ? EXIT.accepted : EXIT.unable;
}

const SHOWN: readonly string[] = ['pending', 'approved', 'denied'];

/** Runs `mcptest gateway approvals show`: prints one held call with all that is known of it. */
export async function showApproval(
  id: string,
  options: OptionsOf<typeof APPROVAL_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const { calls, path } = openHeldCalls(options, ports);
  const entry = calls.find(id) ?? unknown(id, path);
  await writeReport(toApprovalsReport(path, [entry], now), APPROVAL_FORMATS, options, ports);
  return EXIT.accepted;
}

/**
 * Runs `mcptest gateway approvals approve` and `deny`. Of two decisions the first counts, and whoever made the second is told.
 */
export async function decideApproval(
  verdict: ApprovalVerdict['verdict'],
  id: string,
  options: OptionsOf<typeof DECIDE_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const { calls, path } = openHeldCalls(options, ports);
  const entry = calls.find(id) ?? unknown(id, path);
  const state = stateOf(entry, now);
  if (state !== 'pending') throw tooLate(entry, state, path);
  const decision = { verdict, by: userOf(ports), at: now };
  if (!calls.decide(id, decision)) throw tooLate(calls.find(id) ?? unknown(id, path), 'decided', path);
  // the client may have withdrawn it at the same moment
  const after = calls.find(id) ?? unknown(id, path);
  if (after.end?.end === 'abandoned') throw tooLate(after, 'abandoned', path);
  ports.stdout.write(`${escapeForTerminal(told(after, decision))}\n`);
  return EXIT.accepted;
}

function told(entry: HeldEntry, { verdict }: ApprovalVerdict): string {
  const { id, tool } = entry.held;
  if (verdict === 'denied') return `${id} denied: ${quote(tool)} does not run`;
  return `${id} approved: ${quote(tool)} may run once, with these arguments, until ${formatInstant(lastUse(entry))}`;
}

function tooLate({ held, verdict, end }: HeldEntry, state: string, file: string): InputError {
  const by = verdict && `was ${verdict.verdict} by ${quote(verdict.by)} at ${formatInstant(verdict.at)}`;
  const why: Readonly<Record<string, string | undefined>> = {
    abandoned: `was withdrawn by its client at ${end && formatInstant(end.at)}`,
    expired: by ?? `expired at ${formatInstant(held.expires)}`,
  };
  return new InputError({
    file,
    message: `the call \`${held.id}\` ${why[state] ?? by ?? 'is over'}`,
    help: 'list the calls that wait with `mcptest gateway approvals list`',
  });
}

function unknown(id: string, file: string): never {
  throw new InputError({
    file,
    message: `no call ${quote(id)} is held`,
    help: 'list the calls that wait with `mcptest gateway approvals list`',
  });
}

/** The name that the system has for the user; it says who decided, and proves nothing. */
function userOf({ env }: Pick<Ports, 'env'>): string {
  return env.USER || env.LOGNAME || env.USERNAME || 'unknown';
}
