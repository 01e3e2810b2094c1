import type { ApprovalVerdict } from '../../artifacts/approval/model.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { toApprovalsReport } from '../../features/gateway/enforce/approvals-report.ts';
import { type HeldEntry, lastUse } from '../../features/gateway/enforce/held-state.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { APPROVALS_FORMATS } from '../../report/gateway/formats.ts';
import { quote } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { readNow } from '../../time/clock.ts';
import { formatInstant } from '../../time/instant.ts';
import { tellErrors, writeReport } from '../output.ts';
import { openHeldCalls } from './approvals-dir.ts';
import { decideHeld } from './decide-held.ts';
import type { APPROVAL_FLAGS, APPROVALS_FLAGS, DECIDE_FLAGS } from './enforce-flags.ts';
import { listHeld } from './list-held.ts';

/** Runs `mcptest gateway approvals list`: lists the calls that can be decided or are approved, or all. */
export async function listApprovals(
  options: OptionsOf<typeof APPROVALS_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const { calls, path } = openHeldCalls(options, ports);
  const { entries, problems } = await listHeld(calls, now, options.all ?? false);
  await writeReport(toApprovalsReport(path, entries, now), APPROVALS_FORMATS, options, ports);
  tellErrors(problems, ports);
  // a list that leaves out what cannot be read is no answer
  return problems.length === 0 ? EXIT.accepted : EXIT.unable;
}

/** Runs `mcptest gateway approvals show`: prints one held call with all that is known of it. */
export async function showApproval(
  id: string,
  options: OptionsOf<typeof APPROVAL_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const { calls, path } = openHeldCalls(options, ports);
  const entry = calls.find(id) ?? unknown(id, path);
  await writeReport(toApprovalsReport(path, [entry], now, true), APPROVALS_FORMATS, options, ports);
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
  const decision = { verdict, by: userOf(ports), at: now };
  const decided = decideHeld(calls, id, decision);
  if (decided.kind === 'unknown') unknown(id, path);
  if (decided.kind === 'too-late') throw tooLate(decided.entry, decided.why, path);
  ports.stdout.write(`${escapeForTerminal(told(decided.entry, decision))}\n`);
  return EXIT.accepted;
}

function told(entry: HeldEntry, { verdict }: ApprovalVerdict): string {
  const { id, tool } = entry.held;
  if (verdict === 'denied') return `${id} denied: ${quote(tool)} does not run`;
  return `${id} approved: ${quote(tool)} may run once, with these arguments, until ${formatInstant(lastUse(entry))}`;
}

function tooLate({ held }: HeldEntry, why: string, file: string): InputError {
  return new InputError({
    file,
    message: `the call \`${held.id}\` ${why}`,
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
export function userOf({ env }: Pick<Ports, 'env'>): string {
  return env.USER || env.LOGNAME || env.USERNAME || 'unknown';
}
