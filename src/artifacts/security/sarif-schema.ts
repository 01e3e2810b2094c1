import * as z from 'zod/mini';
import { recordList } from '../../documents/record-list.ts';
import { SEVERITY_OF } from './schema.ts';

// The part of SARIF 2.1.0 that decides what a scan found. Section numbers refer to the OASIS standard.

/** A member that may be missing. Tools also write null for a member that says nothing. */
const maybe = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown): unknown => value ?? undefined),
      z.optional(schema),
    ),
  );

const level = () => z.enum(['none', 'note', 'warning', 'error']);

const AN_INDEX = 'a whole number, -1 or more';
/** An index into a list; -1 means none (3.7.4). */
const index = () => maybe(z.int(AN_INDEX).check(z.minimum(-1, AN_INDEX)));

const A_SCORE = 'a number from 0 to 10, the same as a string, or a severity such as `high`';
/** What tools write for a score that they do not know. Then the level decides. */
const NO_SCORE = ['undefined', 'null', 'none', 'unknown', 'n/a'];
const SCORE_TEXT = new RegExp(
  `^\\s*(?:\\d(?:\\.\\d+)?|10(?:\\.0+)?|${[...Object.keys(SEVERITY_OF), ...NO_SCORE].join('|')})\\s*$`,
  'i',
);
/** SARIF leaves properties open; by a convention of code scanning, `security-severity` is a CVSS score. */
const properties = maybe(
  z.object({
    'security-severity': maybe(
      z.union(
        [
          z.number().check(z.minimum(0, A_SCORE), z.maximum(10, A_SCORE)),
          z.string().check(z.regex(SCORE_TEXT, A_SCORE)),
        ],
        A_SCORE,
      ),
    ),
  }),
);

/** A reportingConfiguration, 3.50. A rule without a level has the level `warning`. */
const configuration = z.object({ level: maybe(level()) });

/** A reportingDescriptor, 3.49. */
const rule = z.object({
  id: maybe(z.string()),
  guid: maybe(z.string()),
  defaultConfiguration: maybe(configuration),
  properties,
});

/** A toolComponent, 3.19. */
const component = z.object({
  name: maybe(z.string()),
  guid: maybe(z.string()),
  rules: maybe(recordList(rule)),
});

/** A reportingDescriptorReference, 3.52. */
const reference = z.object({
  id: maybe(z.string()),
  index: index(),
  guid: maybe(z.string()),
  toolComponent: maybe(z.object({ index: index(), guid: maybe(z.string()), name: maybe(z.string()) })),
});

const notifications = maybe(recordList(z.object({ level: maybe(level()) })));

/** An invocation, 3.20. */
const invocation = z.object({
  executionSuccessful: maybe(z.boolean()),
  exitCode: maybe(z.int()),
  exitSignalName: maybe(z.string()),
  exitSignalNumber: maybe(z.int()),
  processStartFailureMessage: maybe(z.string()),
  toolExecutionNotifications: notifications,
  toolConfigurationNotifications: notifications,
  ruleConfigurationOverrides: maybe(recordList(z.object({ descriptor: reference, configuration }))),
});

/** A result, 3.27. */
const result = z.object({
  ruleId: maybe(z.string()),
  ruleIndex: index(),
  rule: maybe(reference),
  kind: maybe(z.enum(['pass', 'open', 'informational', 'notApplicable', 'review', 'fail'])),
  level: maybe(level()),
  suppressions: maybe(
    recordList(z.object({ status: z.nullish(z.enum(['accepted', 'underReview', 'rejected'])) })),
  ),
  baselineState: maybe(z.enum(['new', 'unchanged', 'updated', 'absent'])),
  provenance: maybe(z.object({ invocationIndex: index() })),
  properties,
});

/** A run, 3.14. */
const run = z.object({
  tool: maybe(z.object({ driver: maybe(component), extensions: maybe(recordList(component)) })),
  invocations: maybe(recordList(invocation)),
  externalPropertyFileReferences: maybe(z.record(z.string(), z.unknown())),
  results: recordList(result, 'a list of results: a run without it is not a scan'),
});

/** A SARIF log, 3.13. */
export const sarifSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z
    .array(run, 'a list of runs: without a run nothing was scanned')
    .check(z.minLength(1, 'a non-empty list of runs: without a run nothing was scanned')),
  inlineExternalProperties: maybe(z.array(z.record(z.string(), z.unknown()))),
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
