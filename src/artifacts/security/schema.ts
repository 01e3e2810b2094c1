import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { anything, count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import type { ScanSeverity } from './model.ts';

/** The words for a severity, in lower case. A file may use any case. mcptest writes the first five. */
export const SEVERITY_OF = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  info: 'info',
  error: 'high',
  warning: 'medium',
  moderate: 'medium',
  note: 'info',
  informational: 'info',
} as const satisfies Record<string, ScanSeverity>;

/** A word for a severity, in lower case. */
export type SeverityWord = keyof typeof SEVERITY_OF;

const severityWord = () =>
  z.pipe(
    z.transform((word: unknown) => (typeof word === 'string' ? word.toLowerCase() : word)),
    z.enum(Object.keys(SEVERITY_OF) as SeverityWord[]),
  );

/** A finding of any scanner, of which only the severity is read. */
export const anyFinding = z.object({ severity: severityWord() });

/** A scan in every spelling that mcptest reads; it writes `findings` and `summary`. */
export const securitySchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS.security.schemaVersion)),
  target: described(z.optional(anything()), 'what was scanned'),
  findings: z.optional(
    recordList(
      z.object({
        rule_id: z.optional(z.string()),
        severity: severityWord(),
        tool: described(z.optional(z.string()), 'the MCP tool that the finding is about'),
        message: z.optional(z.string()),
        location: z.optional(anything()),
        evidence: z.optional(anything()),
      }),
    ),
  ),
  summary: described(
    z.optional(
      z.object({
        critical: z.optional(count()),
        high: z.optional(count()),
        medium: z.optional(count()),
        low: z.optional(count()),
        info: z.optional(count()),
        total: z.optional(count()),
      }),
    ),
    'the number of findings, by severity',
  ),
  results: described(z.optional(recordList(anyFinding)), 'another name for findings, used by other scanners'),
  issues: described(z.optional(recordList(anyFinding)), 'another name for findings, used by other scanners'),
});

/** A scan as written in the file. */
export type SecurityFile = z.infer<typeof securitySchema>;
