import type { ProbeComparison } from '../../features/probe/comparison-schema.ts';
import { FAILING_SKIPS, type OutcomeKind, PROBE_OUTCOMES } from '../../features/probe/outcomes.ts';
import type { ProbeReport } from '../../features/probe/report-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { evidenceInWords } from '../exec-policy/classify.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { entry, folded, list, pairs, paragraph, section } from '../html/parts.ts';
import { plural } from '../plural.ts';
import { callsInWords, callsMade, conclusionOf, reasonOf, serverInWords, TONES, type Tool } from './probe.ts';

/** What a tool has to do, by what came of it; nothing for a tool that was not called. */
const EXPECTED: Partial<Record<OutcomeKind, string>> = {
  'tool-error': 'an answer without an error',
  'protocol-error': 'an answer that the protocol allows',
  'schema-mismatch': 'an answer that matches the output schema',
  unstable: 'the same answer to the same call',
};

/**
 * Writes a probe as a page for people: the tools with faults first, each with its call, what was expected and what was received;
 * then those that were not called or answered with errors; those that answered folded.
 * Spec (reports): "Reports that people look at"
 */
export function formatHtml(report: ProbeReport): string {
  const { text, help } = conclusionOf(report);
  return htmlPage({
    kind: 'probe of a server',
    verdict: verdictOf(report.accepted, report.dry_run),
    headline: text,
    counts: countsOf([report]),
    facts: factsOf(report),
    notes: [...(help === undefined ? [] : [help]), ...report.notes],
    body: toolSections(report, new Anchors(), ''),
  });
}

/** Writes a probe in two protocols: what differs between them first, then each probe. */
export function formatComparisonHtml({ accepted, differences, reports }: ProbeComparison): string {
  const anchors = new Anchors();
  const differing = differences.map(({ tool, message }) =>
    entry({
      anchor: anchors.of(tool),
      mark: 'differs',
      tone: 'bad',
      title: tool,
      body: [paragraph(message)],
    }),
  );
  return htmlPage({
    kind: 'probe of a server in two protocols',
    verdict: verdictOf(
      accepted,
      reports.every((report) => report.dry_run),
    ),
    headline: `${differences.length === 0 ? 'no tool differs' : `${plural(differences.length, 'tool')} ${differences.length === 1 ? 'differs' : 'differ'}`} between the two protocols`,
    counts: [{ value: differences.length, label: 'differ', tone: 'bad' }, ...countsOf(reports)],
    notes: reports.flatMap((report) => report.notes.map((note) => `${protocolOf(report)}: ${note}`)),
    body: [
      ...section('Different in the two protocols', differing),
      ...reports.flatMap((report) => [
        ...section(protocolOf(report), [paragraph(conclusionOf(report).text), pairs(factsOf(report))]),
        ...toolSections(report, anchors, `${protocolOf(report)}: `),
      ]),
    ],
  });
}

function verdictOf(accepted: boolean, isDry: boolean): { word: string; tone: Tone } {
  if (isDry) return { word: 'DRY RUN', tone: 'note' };
  return accepted ? { word: 'PASS', tone: 'good' } : { word: 'FAIL', tone: 'bad' };
}

function countsOf(reports: readonly ProbeReport[]) {
  const tools = reports.flatMap((report) => report.tools);
  const kinds = [
    'protocol-error',
    'schema-mismatch',
    'unstable',
    'tool-error',
    'skipped',
    'planned',
    'ok',
  ] as const;
  return kinds.map((label) => ({
    value: tools.filter(({ outcome }) => outcome === label).length,
    label,
    tone: TONES[label],
  }));
}

function factsOf(report: ProbeReport): readonly (readonly [string, string])[] {
  const { name, how } = serverInWords(report);
  return [
    ['Server', `${name} ${how}`],
    ['Reached through', report.target],
    ['Calls', callsMade(report)],
    ...(report.volatile.length > 0 ? [['Not compared', report.volatile.join('\n')] as const] : []),
  ];
}

function protocolOf({ server }: ProbeReport): string {
  return `MCP ${server.protocol ?? 'of an unknown revision'}`;
}

/** @param prefix stands before each heading, where a page has several probes */
function toolSections({ tools, dry_run: isDry }: ProbeReport, anchors: Anchors, prefix: string): string[] {
  const some = (wanted: readonly Tool[]) => wanted.map((tool) => article(tool, isDry, anchors));
  const faulty = tools.filter(isFaulty);
  const errors = tools.filter(({ outcome }) => outcome === 'tool-error');
  const skipped = tools.filter((tool) => tool.outcome === 'skipped' && !isFaulty(tool));
  const planned = tools.filter(({ outcome }) => outcome === 'planned');
  const fine = tools.filter(({ outcome }) => outcome === 'ok');
  return [
    ...section(`${prefix}Faults`, some(faulty)),
    ...section(`${prefix}Tool errors`, some(errors)),
    ...section(`${prefix}Would be called`, some(planned)),
    ...section(`${prefix}Not called`, folded(`${plural(skipped.length, 'tool')} not called`, some(skipped))),
    ...section(`${prefix}Answered`, folded(`${plural(fine.length, 'tool')} answered`, some(fine))),
  ];
}

function isFaulty({ outcome, reason }: Tool): boolean {
  return PROBE_OUTCOMES[outcome].fails || (reason !== null && FAILING_SKIPS.includes(reason));
}

function article(tool: Tool, isDry: boolean, anchors: Anchors): string {
  const { name, outcome, calls, class: kind, decision, warnings } = tool;
  const why = reasonOf(tool);
  const expected = EXPECTED[outcome];
  const rows: (readonly [string, string])[] = [
    ...(calls > 0
      ? [[isDry ? 'Would be called with' : 'Called with', JSON.stringify(tool.arguments, null, 2)] as const]
      : []),
    ...(expected === undefined ? [] : [['Expected', expected] as const]),
    ...(why === null ? [] : [[expected === undefined ? 'Why' : 'Received', why] as const]),
    ...(calls > 0 ? [['Calls', callsInWords(tool, isDry)] as const] : []),
    ['Treated as', `${kind}, ${decision.kind}: ${evidenceInWords(tool)}`],
  ];
  return entry({
    anchor: anchors.of(name),
    mark: outcome,
    tone: isFaulty(tool) ? 'bad' : TONES[outcome],
    title: name,
    aside: PROBE_OUTCOMES[outcome].meaning,
    body: [pairs(rows), ...list(warnings.map(({ message }) => `warning: ${message}`))],
  });
}
