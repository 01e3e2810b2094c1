import { SCAN_SEVERITIES, type ScanSeverity } from '../../artifacts/security/model.ts';
import type { SecurityFinding, SecurityReport } from '../../artifacts/security/report-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { plural } from '../plural.ts';

/** The tone of each severity. */
export const TONES = {
  critical: 'bad',
  high: 'bad',
  medium: 'caution',
  low: 'note',
  info: 'quiet',
} as const satisfies Record<ScanSeverity, Tone>;

/** Says what was scanned: `2 servers with 14 tools`. */
function targetInWords({ target }: SecurityReport): string {
  const servers = target.filter(({ kind }) => kind !== 'config');
  const configs = target.length - servers.length;
  const sum = (of: 'tools' | 'prompts' | 'resources') =>
    servers.reduce((total, each) => total + (each[of] ?? 0), 0);
  const others = (['prompts', 'resources'] as const).flatMap((of) =>
    sum(of) === 0 ? [] : [plural(sum(of), of.slice(0, -1))],
  );
  const listed = [plural(sum('tools'), 'tool'), ...others].join(', ');
  return [
    ...(servers.length === 0 ? [] : [`${plural(servers.length, 'server')} with ${listed}`]),
    ...(configs === 0 ? [] : [plural(configs, 'configuration')]),
  ].join(' and ');
}

/** Says how many findings of each severity there are: `1 critical, 2 high`. */
function countsInWords({ summary }: SecurityReport): string {
  const counts = SCAN_SEVERITIES.filter((severity) => summary[severity] > 0).map(
    (severity) => `${summary[severity]} ${severity}`,
  );
  return counts.length === 0 ? 'no findings' : counts.join(', ');
}

/** Says what was compared with the lock; undefined if there is none. */
function pinsInWords({ pins, target }: SecurityReport): string | undefined {
  if (!pins) return undefined;
  const { file, compared, written } = pins;
  const servers = target.filter(({ kind }) => kind !== 'config').length;
  if (!written) return `${compared} of ${plural(servers, 'server')} compared with ${file}`;
  return `${file} now pins ${plural(servers, 'server')}, ${compared} of which ${compared === 1 ? 'was' : 'were'} pinned before`;
}

/** Returns the notes of a report: what became of the lock, and what else the reader should know. */
export function notesOf(report: SecurityReport): string[] {
  const pins = pinsInWords(report);
  return [...(pins === undefined ? [] : [pins]), ...report.notes];
}

/** Lists what does not count, and why. */
export function notCounted({ known, suppressed, pinned }: SecurityReport) {
  return [
    { title: 'changed since it was pinned, and accepted with --update-pins', list: pinned },
    { title: 'known from the baseline, not counted', list: known },
    { title: 'suppressed, not counted', list: suppressed },
  ];
}

/** Says what a report found, in one line. */
export function headline(report: SecurityReport): string {
  return `${targetInWords(report)}: ${countsInWords(report)}`;
}

/** Says what a finding is about: `tool \`read\` of \`files\``. */
export function subjectInWords({ server, tool, item }: SecurityFinding): string {
  const what = tool === undefined ? (item ? `${item.kind} \`${item.name}\`` : undefined) : `tool \`${tool}\``;
  const of = server === undefined ? undefined : `\`${server}\``;
  return [what, of].filter((part) => part !== undefined).join(' of ');
}

/** Says where a finding is: `tools.json:12:5`, or the pointer where there is no file. */
export function placeInWords({ location }: SecurityFinding): string {
  const { file, line, column, pointer } = location;
  return file === undefined ? pointer : [file, line, column].filter((part) => part !== undefined).join(':');
}

/** Says how often the rule of a finding is wrong. */
export function alarmsInWords({ false_alarms: alarms }: SecurityFinding): string | undefined {
  if (!alarms) return undefined;
  return `found in ${alarms.found} of ${alarms.of} harmless tools`;
}

/** Says what the suppressions of a report do that the reader should know. */
export function suppressionNotes({ suppressions }: SecurityReport): string[] {
  return suppressions.flatMap(({ file, line, rule_id: rule, status, expires, owner, reason }) => {
    const by = owner === undefined ? '' : ` by ${owner}`;
    const where = `${file}:${line}`;
    if (status === 'active') return [`${where}: \`${rule}\` is suppressed until ${expires}${by}: ${reason}`];
    if (status === 'expired')
      return [
        `${where}: the suppression of \`${rule}\`${by} expired on ${expires}, so its findings count again`,
      ];
    return [`${where}: the suppression of \`${rule}\` is unused: no finding matches it`];
  });
}
