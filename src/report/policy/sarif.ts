import type { FormatContext } from '../../policy/formats.ts';
import type { PolicyReport } from '../../policy/report-schema.ts';

export function formatSarif(_report: PolicyReport, _context: FormatContext): string {
  throw new Error('not built yet');
}
