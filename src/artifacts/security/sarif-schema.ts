import * as z from 'zod/mini';
import { recordList } from '../../documents/record-list.ts';

// The part of SARIF 2.1.0 that decides what a scan found. Section numbers refer to the OASIS standard.

const level = () => z.enum(['none', 'note', 'warning', 'error']);

const AN_INDEX = 'a whole number, -1 or more';
/** An index into a list; -1 means none (3.7.4). */
const index = () => z.optional(z.int(AN_INDEX).check(z.minimum(-1, AN_INDEX)));

const A_SCORE = 'a number from 0 to 10, or the same as a string';
/** SARIF leaves properties open; by a convention of code scanning, `security-severity` is a CVSS score. */
const properties = z.optional(
  z.object({
    'security-severity': z.optional(
      z.union(
        [
          z.number().check(z.minimum(0, A_SCORE), z.maximum(10, A_SCORE)),
          z.string().check(z.regex(/^(?:\d(?:\.\d+)?|10(?:\.0+)?)$/, A_SCORE)),
        ],
        A_SCORE,
      ),
    ),
  }),
);

/** A reportingConfiguration, 3.50. A rule without a level has the level `warning`. */
const configuration = z.object({ level: z.optional(level()) });

/** A reportingDescriptor, 3.49. */
const rule = z.object({
  id: z.optional(z.string()),
  guid: z.optional(z.string()),
  defaultConfiguration: z.optional(configuration),
  properties,
});

/** A toolComponent, 3.19. */
const component = z.object({
  name: z.optional(z.string()),
  guid: z.optional(z.string()),
  rules: z.optional(recordList(rule)),
});

/** A reportingDescriptorReference, 3.52. */
const reference = z.object({
  id: z.optional(z.string()),
  index: index(),
  guid: z.optional(z.string()),
  toolComponent: z.optional(
    z.object({ index: index(), guid: z.optional(z.string()), name: z.optional(z.string()) }),
  ),
});

const notifications = z.optional(recordList(z.object({ level: z.optional(level()) })));

/** An invocation, 3.20. */
const invocation = z.object({
  executionSuccessful: z.optional(z.boolean()),
  processStartFailureMessage: z.optional(z.string()),
  toolExecutionNotifications: notifications,
  toolConfigurationNotifications: notifications,
  ruleConfigurationOverrides: z.optional(recordList(z.object({ descriptor: reference, configuration }))),
});

/** A result, 3.27. */
const result = z.object({
  ruleId: z.optional(z.string()),
  ruleIndex: index(),
  rule: z.optional(reference),
  kind: z.optional(z.enum(['pass', 'open', 'informational', 'notApplicable', 'review', 'fail'])),
  level: z.optional(level()),
  suppressions: z.nullish(
    recordList(z.object({ status: z.optional(z.enum(['accepted', 'underReview', 'rejected'])) })),
  ),
  baselineState: z.optional(z.enum(['new', 'unchanged', 'updated', 'absent'])),
  provenance: z.optional(z.object({ invocationIndex: index() })),
  properties,
});

/** A run, 3.14. */
const run = z.object({
  tool: z.optional(
    z.object({ driver: z.optional(component), extensions: z.optional(recordList(component)) }),
  ),
  invocations: z.optional(recordList(invocation)),
  externalPropertyFileReferences: z.optional(z.record(z.string(), z.unknown())),
  results: recordList(result, 'a list of results: a run without it is not a scan'),
});

/** A SARIF log, 3.13. */
export const sarifSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z
    .array(run, 'a list of runs: without a run nothing was scanned')
    .check(z.minLength(1, 'a non-empty list of runs: without a run nothing was scanned')),
  inlineExternalProperties: z.optional(z.array(z.record(z.string(), z.unknown()))),
});

/** The part of a SARIF file that mcptest reads. */
export type SarifLog = z.infer<typeof sarifSchema>;
/** One run of one tool. */
export type SarifRun = SarifLog['runs'][number];
/** Something that the tool found, or checked without finding a problem. */
export type SarifResult = SarifRun['results'][number];
/** How severe a result is, in SARIF's terms. */
export type SarifLevel = z.infer<ReturnType<typeof level>>;
/** How a result or an override refers to a rule. */
export type SarifReference = z.infer<typeof reference>;
/** A rule as the tool describes it. */
export type SarifRule = z.infer<typeof rule>;
