import * as z from 'zod/mini';
import { countsOf } from '../documents/schema-parts.ts';
import { HINTS } from './annotations.ts';
import { CLASSIFICATION_WARNING_CODES } from './classify.ts';
import { DECISION_CONTEXTS, DECISION_KINDS, DECISION_REASON_CODES, TOOL_CLASS_NAMES } from './model.ts';

/** What decided the class of a tool. */
const decidedBySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('annotation'), hint: z.enum(HINTS), value: z.boolean() }),
  z.strictObject({ kind: z.literal('word'), word: z.string() }),
  z.strictObject({ kind: z.literal('parameter'), parameter: z.string(), value: z.optional(z.string()) }),
  z.strictObject({ kind: z.literal('schema'), message: z.string() }),
  z.strictObject({ kind: z.literal('nothing') }),
]);

/** A tool with its class and the decision on it, as every report writes it. */
export const classifiedToolSchema = z.strictObject({
  name: z.string(),
  class: z.enum(TOOL_CLASS_NAMES),
  decided_by: decidedBySchema,
  decision: z.strictObject({
    kind: z.enum(DECISION_KINDS),
    reason: z.enum(DECISION_REASON_CODES),
    can_repeat: z.boolean(),
  }),
  warnings: z.array(z.strictObject({ code: z.enum(CLASSIFICATION_WARNING_CODES), message: z.string() })),
});

/** A classified tool in a report. */
export type ClassifiedTool = z.infer<typeof classifiedToolSchema>;

/** The report that `exec-policy classify --format json` prints. */
export const classificationSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/tool-classes/v1'),
  file: z.string(),
  strict: z.boolean(),
  execute_destructive: z.boolean(),
  context: z.enum(DECISION_CONTEXTS),
  counts: countsOf(TOOL_CLASS_NAMES),
  tools: z.array(classifiedToolSchema),
});

/** The report on a tool catalog. */
export type ClassificationReport = z.infer<typeof classificationSchema>;
