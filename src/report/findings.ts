import type { Position } from '../diagnostic.ts';
import type { Finding } from '../findings/finding.ts';
import type { FindingTable } from '../findings/table.ts';
import { escapeForTerminal, escapeLine } from '../text/escape-terminal.ts';
import { scalarText } from '../values/scalar-text.ts';
import type { Palette } from './palette.ts';
import { plural } from './plural.ts';

/** The place of a finding. Without a file, it is in the file that the report is about. */
type Place = Partial<Position> & { readonly file?: string | undefined };

/** The part that every report of findings has. */
interface Found<Severity extends string> {
  readonly findings: readonly Finding<Severity, string, Place>[];
  readonly counts: Readonly<Record<Severity, number>>;
}

/**
 * Formats the findings of any table for people, and for editors that read `file:line:column: severity: message`.
 * @param path the file that the report is about
 */
export function formatFindings<Severity extends string>(
  table: FindingTable<Severity>,
  path: string,
  { findings, counts }: Found<NoInfer<Severity>>,
  palette: Palette,
): string {
  if (findings.length === 0) return `${escapeLine(path)}: no findings\n`;
  const lines = findings.map((finding) => {
    const { code, severity, file = path, line, column, message, help } = finding;
    const place = [escapeLine(file), line, column].filter((part) => part !== undefined).join(':');
    const painted = palette[table.severities[severity].tone](severity);
    const said = escapeForTerminal(`${subjectInWords(table, finding)}${message}`);
    const first = `${place}: ${painted}: ${said} ${palette.quiet(`[${code}]`)}\n`;
    return help === undefined ? first : `${first}  help: ${escapeForTerminal(help)}\n`;
  });
  return `${lines.join('')}\n${plural(findings.length, 'finding')}: ${countsInWords(table, counts)}\n`;
}

/** Returns "rule `x`: ", or nothing when the finding is about the whole file or its message names the subject. */
function subjectInWords({ subjects = {} }: FindingTable, finding: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(subjects).filter(([member]) => finding[member] !== undefined);
  if (named.length === 0) return '';
  return `${named.map(([member, noun]) => `${noun} \`${scalarText(finding[member])}\``).join(', ')}: `;
}

function countsInWords<Severity extends string>(
  { severities }: FindingTable<Severity>,
  counts: Readonly<Record<Severity, number>>,
): string {
  const names = Object.keys(severities) as Severity[];
  return names
    .map((name) => `${counts[name]} ${counts[name] === 1 ? name : severities[name].plural}`)
    .join(', ');
}
