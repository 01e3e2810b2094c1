import type { SecurityReport } from '../../artifacts/security/report-schema.ts';

/** A line of a file that is to change. */
export interface Mending {
  readonly before: string;
  readonly after: string;
  /** The whole file with the changed line. */
  readonly text: string;
}

/**
 * Changes the line that a finding of the scan is about, as the finding says: it names the hints that the tool must have.
 * Undefined when there is no such finding, or no such line.
 */
export function mend(source: string, { findings }: Pick<SecurityReport, 'findings'>): Mending | undefined {
  const finding = findings.find(({ rule_id }) => rule_id === 'readonly-destroys');
  const hints = [...(finding?.fix ?? '').matchAll(/`(\w+Hint: (?:true|false))`/g)].map(([, hint]) => hint);
  const lines = source.split('\n');
  const start = lines.findIndex((line) => line.trim() === `name: '${finding?.tool}',`);
  const at = lines.findIndex((line, index) => index > start && line.trim().startsWith('annotations: {'));
  const before = lines[at];
  if (hints.length === 0 || start === -1 || before === undefined) return undefined;
  const hinted = `{ ${hints.join(', ')} }`;
  const after = before.slice(0, before.indexOf('{')) + hinted + before.slice(before.lastIndexOf('}') + 1);
  return { before, after, text: lines.with(at, after).join('\n') };
}
