import type { SuiteCheck } from '../../features/scenario/check/check-schema.ts';
import { SUITE_FINDINGS } from '../../features/scenario/check/findings.ts';
import { formatFindings } from '../findings.ts';
import type { Palette } from '../palette.ts';

/** Writes the findings of `scenario check` as text. */
export function formatSuiteCheck(check: SuiteCheck, palette: Palette): string {
  return formatFindings(SUITE_FINDINGS, check.suite, check, palette);
}
