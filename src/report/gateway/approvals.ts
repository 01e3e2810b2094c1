import type { ApprovalsReport } from '../../features/gateway/enforce/approvals-schema.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Tone } from '../../text/tone.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, toLine } from '../table.ts';

type Entry = ApprovalsReport['approvals'][number];

const TONES = {
  pending: 'note',
  approved: 'good',
  denied: 'bad',
  expired: 'quiet',
  used: 'quiet',
  abandoned: 'quiet',
} as const satisfies Record<Entry['state'], Tone>;

/** The longest beginning of the arguments in a list, in characters. */
const MOST_SHOWN = 80;

/** Formats held calls for people: one line for each, or all that is known of one. What comes from a call is escaped. */
export function formatApprovals({ approvals, details }: ApprovalsReport, palette: Palette): string {
  if (details) return approvals.map((entry) => detailsOf(entry, palette)).join('\n');
  if (approvals.length === 0) return 'no calls are held\n';
  const titles = ['id', 'state', 'tool', 'server', 'agent', 'held by', 'until', 'arguments'];
  const [head = [], ...rows] = alignColumns([titles, ...approvals.map(cellsOf)]);
  const lines = approvals.map(({ state }, index) => {
    const [id = '', standing = '', ...rest] = rows[index] ?? [];
    return `${toLine([id, palette[TONES[state]](standing), ...rest])}\n`;
  });
  return `${palette.quiet(toLine(head))}\n${lines.join('')}\n${plural(approvals.length, 'call')}\n`;
}

function cellsOf({ id, state, tool, server, agent, policy, usable_until: until, ...rest }: Entry): string[] {
  const args = rest.arguments === undefined ? '-' : JSON.stringify(rest.arguments);
  return [
    ...[id, state, clip(tool), clip(server ?? '-'), clip(agent ?? '-'), clip(policy ?? '-'), until],
    clip(args, MOST_SHOWN),
  ].map(escapeForTerminal);
}

function detailsOf({ id, state, ...entry }: Entry, palette: Palette): string {
  const rows = [
    ['tool', entry.tool],
    ['server', entry.server],
    ['agent', entry.agent],
    ['session', entry.session],
    ['rule', entry.policy],
    ['reason', entry.reason],
    ...(entry.trace ?? []).map(({ policy, because }) => ['matched', `${policy}: ${because}`] as const),
    ['arguments', entry.arguments === undefined ? '(none, or too many to be kept)' : undefined],
    ['arguments', entry.arguments && JSON.stringify(entry.arguments)],
    ['sha256', entry.args_sha256],
    ['rule set', entry.rule_set_sha256],
    ['held', entry.created],
    ['decided', entry.decided && `${entry.decided} by ${entry.by}`],
    ['ended', entry.ended],
    ['until', entry.usable_until],
  ].flatMap(([label, text]) => (label && text ? [[label, text] as const] : []));
  const lines = rows.map(
    ([label, text]) => `  ${palette.quiet(label.padEnd(9))}  ${escapeForTerminal(text)}\n`,
  );
  return `${palette.bold(id)} ${palette[TONES[state]](state)}\n${lines.join('')}`;
}
