import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { anything } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { SCAN_SEVERITIES, type ScanSeverity } from '../security/model.ts';
import type { Evidence } from './model.ts';

const text = (description: string) => described(z.optional(z.string()), description);
const number = (description: string) => described(z.optional(z.number()), description);

const severityCounts = Object.fromEntries(
  SCAN_SEVERITIES.map((severity) => [severity, number(`${severity} findings`)]),
) as Record<ScanSeverity, ReturnType<typeof number>>;

/**
 * Portable run evidence. The schema checks only the types of the fields. `findInconsistencies` checks their content, so that a
 * verifier can name the fault and reject the file.
 * Spec (run evidence): "Emitting an artifact".
 */
export const evidenceSchema = z.object({
  schema_version: text(ARTIFACTS.evidence.schemaVersion),
  server_identity: described(
    z.optional(
      recordList(
        z.object({
          name: z.optional(z.string()),
          transport: z.optional(z.string()),
          auth: z.optional(z.string()),
        }),
      ),
    ),
    'the servers that were tested',
  ),
  spec_version: text('the version of the MCP specification that they were tested against'),
  corpus_version: text('the version of the tests'),
  source: z.optional(
    z.object({
      repo: text('the address of the git repository'),
      branch: text('the branch that was checked out'),
      commit_sha: text('the commit that was tested, 40 or 64 hexadecimal digits'),
    }),
  ),
  generated_at: text('the end of the run, an RFC 3339 time'),
  grades: z.optional(
    z.object({
      tests_total: number('tests in the run'),
      tests_passed: number('tests that passed'),
      tests_failed: number('tests that failed or errored'),
      security_severity_counts: described(
        z.optional(z.strictObject(severityCounts)),
        'security findings by severity; severities without findings are left out',
      ),
    }),
  ),
  reproducible: described(z.optional(z.boolean()), 'the run was shown to be reproducible'),
  unverifiable_origin: described(z.optional(z.boolean()), 'the tested commit is not known'),
  cassette_hash: text('the digest of the recording that was replayed'),
  cost_profile: described(z.optional(anything()), 'what the run cost'),
  compliance_tier: text('the tier of the conformance report'),
  tdqs: described(z.optional(anything()), 'scores of the tool descriptions'),
}) satisfies z.ZodMiniType<Evidence>;
