import { showBare } from '../../assertions/show.ts';
import {
  CONCLUSIONS,
  type Conclusion,
  OUTCOME_KINDS,
  type OutcomeKind,
  PROBE_OUTCOMES,
  SKIP_REASONS,
} from '../../features/probe/outcomes.ts';
import type { ProbeReport } from '../../features/probe/report-schema.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Tone } from '../../text/tone.ts';
import { evidenceInWords } from '../exec-policy/classify.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, nameCell, toLine } from '../table.ts';

/** How each outcome looks. */
export const TONES: Readonly<Record<OutcomeKind, Tone>> = {
  ok: 'good',
  'tool-error': 'caution',
  'protocol-error': 'bad',
  'schema-mismatch': 'bad',
  unstable: 'bad',
  planned: 'note',
  skipped: 'quiet',
};

/** A tool in the report. */
export type Tool = ProbeReport['tools'][number];

/** Formats a probe as text: the server, one line for each tool with details below it, and the totals. */
export function formatProbe(report: ProbeReport, palette: Palette): string {
  const rows = report.tools.map((tool) => [
    tool.outcome,
    nameCell(tool.name),
    tool.class,
    tool.decision.kind,
    callsInWords(tool, report.dry_run),
  ]);
  const [head = [], ...aligned] = alignColumns([
    ['outcome', 'tool', 'class', 'decision', 'calls'],
    ...rows.map((row) => row.map(escapeForTerminal)),
  ]);
  const lines = report.tools.flatMap((tool, index) => {
    const [outcome = '', ...rest] = aligned[index] ?? [];
    const details = detailsOf(tool, report.dry_run).map((text) => `      ${escapeForTerminal(text)}`);
    return [
      toLine([palette[TONES[tool.outcome]](outcome), ...rest]),
      ...details.map(palette.quiet),
      ...tool.warnings.map(({ message }) => palette.caution(`      warning: ${escapeForTerminal(message)}`)),
    ];
  });
  const notes = report.notes.map((note) => palette.caution(`note: ${escapeForTerminal(note)}`));
  const blocks = [
    title(report, palette),
    [palette.quiet(toLine(head)), ...lines].join('\n'),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    summary(report, palette),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function title(report: ProbeReport, { bold }: Palette): string {
  const { name, how } = serverInWords(report);
  return `${bold(escapeForTerminal(name))} ${escapeForTerminal(how)}: ${escapeForTerminal(report.target)}`;
}

/** Names a server, and says how it was reached. */
export function serverInWords({ server, transport }: ProbeReport): {
  readonly name: string;
  readonly how: string;
} {
  const protocol = server.protocol === null ? '' : `, MCP ${server.protocol}`;
  return {
    name: [server.name ?? 'unnamed server', server.version].filter(Boolean).join(' '),
    how: `over ${transport === 'http' ? 'HTTP' : 'stdio'}${protocol}`,
  };
}

/** Says how often a tool was called, and how long that took. */
export function callsInWords(tool: Tool, dryRun: boolean): string {
  const { calls, latency_ms } = tool;
  if (calls === 0) return '-';
  if (dryRun) return String(calls);
  const times = `${calls}: ${latency_ms.map((ms) => `${Math.round(ms)} ms`).join(', ')}`;
  // a failed call is never repeated, so do not say that it was not compared
  return reads(tool) && !isCompared(tool) && !PROBE_OUTCOMES[tool.outcome].fails
    ? `${times}, not compared`
    : times;
}

/** Whether the tool may be called a second time. */
function reads({ decision }: Tool): boolean {
  return decision.kind === 'Execute';
}

function isCompared({ stability }: Tool): boolean {
  return stability !== 'not-compared';
}

/** Returns the lines below a tool: the explanation of its outcome, and the arguments of the call. */
function detailsOf(tool: Tool, dryRun: boolean): string[] {
  const why = reasonOf(tool);
  const args = `${dryRun ? 'would be called' : 'called'} with ${showBare(tool.arguments, 100)}`;
  return [
    ...(why === null ? [] : [why]),
    ...(tool.calls > 0 && (dryRun || tool.outcome !== 'ok') ? [args] : []),
  ];
}

/** Says why a tool was not called, or what came of its calls; null when there is nothing to say. */
export function reasonOf(tool: Tool): string | null {
  return tool.reason === null ? tool.message : whySkipped(tool, tool.reason);
}

function whySkipped(tool: Tool, reason: NonNullable<Tool['reason']>): string {
  if (reason === 'refused') return `${tool.message}: ${evidenceInWords(tool)}`;
  if (reason === 'no-arguments' || reason === 'arguments-write')
    return `${SKIP_REASONS[reason]}: ${tool.message}`;
  return SKIP_REASONS[reason];
}

function summary(report: ProbeReport, palette: Palette): string {
  const parts = OUTCOME_KINDS.flatMap((kind) =>
    report.counts[kind] > 0 ? [`${report.counts[kind]} ${kind}`] : [],
  );
  const sum = `${palette.bold(plural(report.tools.length, 'tool'))}: ${parts.join(', ')}; ${callsMade(report)}`;
  if (report.conclusion === 'dry-run') return sum;
  const { text, tone, help } = conclusionOf(report);
  return [sum, palette[tone](text), ...(help === undefined ? [] : [`  help: ${help}`])].join('\n');
}

/** Says how many calls were made, or are planned. */
export function callsMade({ calls, dry_run: isDry }: ProbeReport): string {
  return `${plural(calls, 'call')}${isDry ? ' planned, none made' : ' made'}`;
}

/** Says what a probe comes to, and what to do about it. */
export function conclusionOf(report: ProbeReport): {
  readonly text: string;
  readonly tone: Tone;
  readonly help?: string | undefined;
} {
  const { conclusion, accepted, counts, tools } = report;
  if (conclusion === 'dry-run') return { text: CONCLUSIONS[conclusion], tone: 'note' };
  if (conclusion !== 'no-faults') {
    const hasHelp = !accepted && (conclusion !== 'faults' || counts.unstable > 0);
    const help = hasHelp ? WHAT_NEXT[conclusion] : undefined;
    return { text: CONCLUSIONS[conclusion], tone: accepted ? 'caution' : 'bad', help };
  }
  const reading = tools.filter(reads);
  const compared = reading.filter(isCompared).length;
  return {
    text: `${CONCLUSIONS[conclusion]}; ${comparedInWords(compared, reading.length, report)}`,
    tone: compared < reading.length ? 'caution' : 'good',
  };
}

/** What the user can do about a probe that checked nothing. */
const WHAT_NEXT: Partial<Record<Conclusion, string>> = {
  'only-tool-errors':
    'pass meaningful arguments with --args, or --allow-tool-errors if the server needs a login that it does not have',
  faults: 'exempt what rightly changes with --volatile and the place, or --expect-unstable and the tool',
  'nothing-called':
    'the reason is below each tool; see --args, --tool, --execute-destructive and --max-calls',
};

/** Returns how many tools were called a second time, and the result. */
function comparedInWords(compared: number, reading: number, { tools, volatile }: ProbeReport): string {
  if (reading === 0) return 'no tool may be called twice, so no answers were compared';
  const what = `${compared} of ${plural(reading, 'tool')} called twice and compared`;
  if (compared === 0) return what;
  const outside = volatile.length > 0 ? ', outside of --volatile' : '';
  const changed = tools.filter(({ stability }) => stability === 'different').length;
  if (changed === 0) return `${what}, all with the same answer${outside}`;
  return `${what}, ${changed} with another answer, as expected${outside}`;
}
