import * as z from 'zod/mini';
import { recordList } from '../../documents/record-list.ts';

// SARIF 2.1.0, the part of it that decides what a scan found. Section numbers are those of the OASIS standard.

const level = () => z.enum(['none', 'note', 'warning', 'error']);

const AN_INDEX = 'a whole number, -1 or more';
/** An index into a list; -1 is none (3.7.4). */
const index = () => z.optional(z.int(AN_INDEX).check(z.minimum(-1, AN_INDEX)));

const A_SCORE = 'a number from 0 to 10, also as text';
/** Properties are free in SARIF; `security-severity` is a CVSS score by a convention of code scanning. */
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

/** 3.50; the level of a rule without one is `warning`. */
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

/** 3.20. */
const invocation = z.object({
  executionSuccessful: z.optional(z.boolean()),
  processStartFailureMessage: z.optional(z.string()),
  toolExecutionNotifications: notifications,
  toolConfigurationNotifications: notifications,
  ruleConfigurationOverrides: z.optional(recordList(z.object({ descriptor: reference, configuration }))),
});

/** 3.27. */
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

/** 3.14. */
const run = z.object({
  tool: z.optional(
    z.object({ driver: z.optional(component), extensions: z.optional(recordList(component)) }),
  ),
  invocations: z.optional(recordList(invocation)),
  externalPropertyFileReferences: z.optional(z.record(z.string(), z.unknown())),
  results: recordList(result, 'a list of results: a run without one did not scan'),
});

/** 3.13. */
export const sarifSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z
    .array(run, 'a list of runs: without one nothing was scanned')
    .check(z.minLength(1, 'a non-empty list of runs: without one nothing was scanned')),
  inlineExternalProperties: z.optional(z.array(z.record(z.string(), z.unknown()))),
});

/** A SARIF file, as far as it is read. */
export type SarifLog = z.infer<typeof sarifSchema>;
/** One run of one tool. */
export type SarifRun = SarifLog['runs'][number];
/** Something that the tool found, or looked at and found in order. */
export type SarifResult = SarifRun['results'][number];
/** How bad a result is, in the words of SARIF. */
export type SarifLevel = z.infer<ReturnType<typeof level>>;
/** How a result or an override refers to a rule. */
export type SarifReference = z.infer<typeof reference>;
/** A rule as the tool describes it. */
export type SarifRule = z.infer<typeof rule>;
