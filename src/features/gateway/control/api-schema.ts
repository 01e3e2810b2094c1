import * as z from 'zod/mini';
import { toolCallSchema } from '../../../artifacts/audit-log/schema.ts';
import { described } from '../../../documents/described.ts';
import { count, time } from '../../../documents/schema-parts.ts';
import { backtestSchema } from '../backtest/backtest-schema.ts';
import { expectationSchema } from '../calls/call-schema.ts';
import { gatewayVerdictSchema } from '../decide/gateway-verdict-schema.ts';
import { approvalSchema, approvalsReportSchema } from '../enforce/approvals-schema.ts';
import { RULE_SET_FORMS } from '../rule-file/rule-set-schema.ts';
import { suggestReportSchema } from '../suggest/suggest-schema.ts';
import { suggestionSchema, suggestionsFileSchema } from '../suggest/suggestions-file.ts';
import { SCOPES } from './scopes.ts';

const rule = RULE_SET_FORMS.single;

/** A policy as it is sent to create one. Spec (tool-call policies): "Anatomy of a policy". */
export const newPolicySchema = rule;

/** The keys of a policy to change; all others stay. */
export const policyChangesSchema = z.partial(rule);

/** A policy as it is returned, with all its defaults. */
export const policySchema = z.required(rule, {
  riskThreshold: true,
  signalCategory: true,
  context: true,
  priority: true,
  enabled: true,
});

/** The policies in the order of evaluation. */
export const policiesSchema = z.array(policySchema);

/** A policy of the rule set. */
export type Policy = z.output<typeof policySchema>;

const warnings = described(z.array(z.string()), 'what the answer does not cover, or what may be a mistake');

/** A call to try: as in the file of `gateway simulate --call`. */
export const simulateRequestSchema = z.union([
  z.extend(toolCallSchema, expectationSchema.shape),
  described(
    z.object({
      method: z.literal('tools/call'),
      params: z.object({ name: z.string(), arguments: z.optional(z.looseObject({})) }),
    }),
    'a request as an MCP client sends it',
  ),
]);

/** The decision about a call, as `gateway simulate` gives it. */
export const simulateResponseSchema = z.extend(gatewayVerdictSchema, { warnings });

const whole = z.int().check(z.minimum(0));

const range = {
  since: described(z.optional(time()), 'only records at or after this time'),
  until: described(z.optional(time()), 'only records before this time'),
};

/** Rules to try out: one, or a list. */
export const draftSchema = z.union([rule, z.array(rule).check(z.minLength(1))]);

/** Rules to try out, with more about them. */
export const backtestTaskSchema = z.strictObject({
  draft: described(
    z.optional(z.union([rule, z.array(rule).check(z.minLength(1))])),
    'rules to add; a rule replaces the one with the same name',
  ),
  remove: described(z.optional(z.array(z.string())), 'names of rules to leave out'),
  ...range,
  samples: described(
    z.optional(whole.check(z.maximum(1000))),
    'how many records to show for each kind of flip; 5 by default',
  ),
  maxFlips: described(z.optional(whole), 'the gate fails when more than this many decisions flip'),
  failOnLoosen: described(z.optional(z.boolean()), 'the gate fails when a decision becomes less strict'),
  allowUnknown: described(z.optional(z.boolean()), 'unknown records do not count against these limits'),
});

/** What to backtest. */
export type BacktestRequest = z.output<typeof backtestTaskSchema>;

/** What to backtest: a rule, rules, or rules with more about them. */
export const backtestRequestSchema = z.union([draftSchema, backtestTaskSchema]);

/** The report of a backtest, as `gateway backtest` gives it. */
export const backtestResponseSchema = z.extend(backtestSchema, { warnings });

/** Which records to look for suggestions in. */
export const generateRequestSchema = z.strictObject({
  ...range,
  minSupport: described(
    z.optional(z.int().check(z.minimum(1))),
    'how many records must support a suggestion; 20 by default',
  ),
});

/** The suggestions that were found, as `gateway suggest` gives them. */
export const generateResponseSchema = z.extend(suggestReportSchema, { warnings });

/** All suggestions that were found and not settled, or all. */
export const suggestionsResponseSchema = suggestionsFileSchema;

/** What to do about a suggestion. */
export const suggestionChangeSchema = z.strictObject({ status: z.enum(['accepted', 'dismissed']) });

/** The suggestion with its new status. */
export const suggestionResponseSchema = z.extend(suggestionSchema, { warnings });

/** How often each rule decided, by the records of the audit logs. */
export const hitsResponseSchema = z.strictObject({
  records: count(),
  unreadable: described(count(), 'lines that are not records'),
  undecided: described(count(), 'records without a policy: no rule decided'),
  hits: z.array(
    z.strictObject({
      policy: z.string(),
      records: count(),
      last: described(z.nullable(z.string()), 'the time of the last of them; null: the log has no times'),
    }),
  ),
});

/** How often each rule decided. */
export type Hits = z.infer<typeof hitsResponseSchema>;

/** Held calls, as `gateway approvals list` gives them. */
export const approvalsResponseSchema = z.extend(approvalsReportSchema, {
  unreadable: described(z.array(z.string()), 'what is wrong with calls that cannot be read'),
});

/** A held call, with what the rules say of it now. */
export const approvalResponseSchema = z.extend(approvalSchema, {
  now: described(
    z.pick(gatewayVerdictSchema, { decision: true, reason: true, matchedPolicy: true, trace: true }),
    'the decision of the rules that are in force, on the arguments as they are shown: what is masked is not inspected',
  ),
});

/** A held call with what the rules say of it, as data. */
export type HeldWithTrace = z.infer<typeof approvalResponseSchema>;

/** What a person decides about a held call. */
export const approvalDecisionSchema = z.strictObject({ decision: z.enum(['approve', 'deny']) });

/** The held call after the decision. */
export const approvalDecidedSchema = approvalSchema;

/** What is served, and what is wrong with it. */
export const statusResponseSchema = z.strictObject({
  ruleSet: z.string(),
  sha256: described(z.string(), 'of the rule set that is in force'),
  faults: described(
    z.array(z.string()),
    'why the file as it is now is not in force; the rules from before are',
  ),
  auditLogs: z.array(z.string()),
  name: described(z.string(), 'who asks, by the name of the token'),
  scopes: z.array(z.enum(SCOPES)),
});

/** The key of the link that was printed at the start. */
export const sessionRequestSchema = z.strictObject({ key: z.string() });

/** The token of a page, which ends with the server. */
export const sessionResponseSchema = z.strictObject({ token: z.string() });

/** Every answer that is a refusal. */
export const refusalSchema = z.strictObject({
  error: z.strictObject({
    status: z.int(),
    message: z.string(),
    help: z.optional(z.string()),
    findings: described(
      z.optional(
        z.array(
          z.strictObject({
            path: described(z.optional(z.string()), 'the place in the body, or in a file'),
            message: z.string(),
            help: z.optional(z.string()),
          }),
        ),
      ),
      'each problem on its own, if there are several or they have a place',
    ),
  }),
});

/** A refusal, as data. */
export type RefusalBody = z.infer<typeof refusalSchema>;
