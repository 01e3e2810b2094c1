import type { SeverityScale } from '../../src/findings/severity.ts';
import type { FindingTable } from '../../src/findings/table.ts';

type ScanSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info';

const SCAN_SEVERITIES = {
  critical: { tone: 'bad', isRefusal: true, plural: 'critical' },
  high: { tone: 'bad', isRefusal: true, plural: 'high' },
  medium: { tone: 'caution', isRefusal: false, plural: 'medium' },
  low: { tone: 'note', isRefusal: false, plural: 'low' },
  info: { tone: 'quiet', isRefusal: false, plural: 'info' },
} as const satisfies SeverityScale<ScanSeverity>;

/** A table of findings as a scanner has it: five severities, findings of several files, about a tool of a server. */
export const SCAN_FINDINGS = {
  severities: SCAN_SEVERITIES,
  subjects: { server: 'server', tool: 'tool' },
  kinds: {
    'hidden-text': { severity: 'critical', title: 'a text holds characters that nobody sees' },
    'long-text': { severity: 'info', title: 'a description is very long' },
  },
} as const satisfies FindingTable<ScanSeverity>;
