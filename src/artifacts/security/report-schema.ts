import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { count, ordinal, time } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { SCAN_SEVERITIES } from './model.ts';

const severity = () => z.enum(SCAN_SEVERITIES);

const finding = {
  rule_id: described(z.string(), 'the rule; `mcptest security --rules` lists all'),
  severity: severity(),
  family: z.string(),
  server: described(z.optional(z.string()), 'the server that it is about'),
  tool: described(z.optional(z.string()), 'the tool that it is about'),
  item: described(
    z.optional(z.strictObject({ kind: z.enum(['prompt', 'resource', 'template']), name: z.string() })),
    'the prompt, resource or template that it is about',
  ),
  message: z.string(),
  location: z.strictObject({
    file: described(z.optional(z.string()), 'the file; absent for a server that was asked'),
    line: z.optional(ordinal()),
    column: z.optional(ordinal()),
    pointer: described(z.string(), 'the place in the file or in what the server lists, a JSON Pointer'),
  }),
  evidence: described(
    z.optional(z.string()),
    'the text that shows it, with invisible characters made visible',
  ),
  why: described(z.string(), 'why it matters'),
  fix: described(z.string(), 'what to do'),
  false_alarms: described(
    z.optional(z.strictObject({ found: count(), of: count() })),
    'how many harmless tools of others the rule found something in, and of how many',
  ),
  fingerprint: described(z.string(), 'the same in every scan that finds it, wherever it stands in the file'),
};

const suppression = z.strictObject({
  file: z.string(),
  line: ordinal(),
  rule_id: z.string(),
  reason: z.string(),
  owner: z.optional(z.string()),
  expires: time(),
  status: described(
    z.enum(['active', 'expired', 'unused']),
    'active: it suppresses something; expired: what it names counts again; unused: nothing was found that it names',
  ),
});

/** The report of `mcptest security`. It is a security scan: {@link securitySchema} reads it. */
export const securityReportSchema = z.strictObject({
  schema_version: z.literal(ARTIFACTS.security.schemaVersion),
  target: described(
    recordList(
      z.strictObject({
        kind: z.enum(['catalog', 'server', 'config']),
        name: z.string(),
        file: z.optional(z.string()),
        tools: z.optional(count()),
        prompts: z.optional(count()),
        resources: z.optional(count()),
        servers: z.optional(count()),
      }),
    ),
    'what was scanned',
  ),
  fail_on: severity(),
  accepted: described(z.boolean(), 'false if a finding is at least as severe as fail_on'),
  findings: described(recordList(z.strictObject(finding)), 'what counts, worst first'),
  known: described(recordList(z.strictObject(finding)), 'what the baseline has too; it does not count'),
  suppressed: described(recordList(z.strictObject(finding)), 'what is suppressed; it does not count'),
  pinned: described(
    recordList(z.strictObject(finding)),
    'what changed since it was pinned, and was accepted into the lock by --update-pins; it does not count',
  ),
  pins: described(
    z.optional(z.strictObject({ file: z.string(), compared: count(), written: z.boolean() })),
    'the lock: how many of the servers it has, and whether this scan wrote it',
  ),
  suppressions: z.array(suppression),
  notes: z.array(z.string()),
  summary: z.strictObject({
    critical: count(),
    high: count(),
    medium: count(),
    low: count(),
    info: count(),
    total: count(),
  }),
});

/** The report of `mcptest security`, as data. */
export type SecurityReport = z.infer<typeof securityReportSchema>;

/** One finding of a report. */
export type SecurityFinding = SecurityReport['findings'][number];
