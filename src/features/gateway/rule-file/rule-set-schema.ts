import * as z from 'zod/mini';
import {
  DECISIONS,
  type Decision,
  NAME_MATCHING,
  type NameMatching,
  RESOURCE_TYPES,
  SIGNAL_CATEGORIES,
  THREAT_CLASSES,
} from '../../../artifacts/audit-log/model.ts';
import { atLeastOneKey, described, withKeywords } from '../../../documents/described.ts';
import { DETECTOR_IDS } from '../../../inspection/detector-ids.ts';
import { INCOMPLETE, type InspectionSettings } from '../../../inspection/settings.ts';

/** Tool names are short, and a pattern of unlimited length would make every match slow. */
const LONGEST_PATTERN = 1000;

// an empty text is reported once
const text = () => z.string().check(z.regex(/\S/, { error: 'non-empty text', abort: true }));

/**
 * Makes a mapping optional but requires a key in it. An empty mapping would constrain nothing and match every call,
 * which its author surely did not mean.
 */
function inhabited<T extends z.ZodMiniType>(schema: T, description: string): z.ZodMiniOptional<T> {
  return described(z.optional(atLeastOneKey(schema)), description);
}

const negate = described(
  z.optional(z.boolean()),
  'true: inverts the condition; an absent attribute is in no list, so the condition then holds',
);

function anyOf<T extends z.ZodMiniType>(item: T, description: string) {
  const values = described(z.array(item).check(z.minLength(1)), 'the values of which the call must have one');
  return described(z.optional(z.strictObject({ anyOf: values, negate })), description);
}

const timeOfDay = (pattern: RegExp, form: string) => z.string().check(z.regex(pattern, form));
const day = z.int('a day from 0 to 7').check(z.gte(0, 'a day from 0 to 7'), z.lte(7, 'a day from 0 to 7'));

const timeWindow = z.strictObject({
  days: described(
    z.optional(z.array(day).check(z.minLength(1))),
    '1 Monday to 6 Saturday, 0 or 7 Sunday; absent: every day',
  ),
  start: described(
    timeOfDay(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day like "09:00"'),
    'HH:MM, the first minute of the window',
  ),
  end: described(
    timeOfDay(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'a time of day like "18:00", or "24:00"'),
    'HH:MM or 24:00, the first minute after the window; on the next day when not later than `start`',
  ),
});

const time = z.strictObject({
  windows: described(
    z.array(timeWindow).check(z.minLength(1)),
    'the windows of which the call must be in one',
  ),
  tz: described(z.optional(text()), 'an IANA time zone, such as America/New_York; UTC by default'),
  negate,
});

const resource = z.strictObject({
  environment: anyOf(text(), 'where the target runs, such as production'),
  type: anyOf(z.enum(RESOURCE_TYPES), 'the kind of the target'),
  host: anyOf(text(), 'the destination; `*.corp.com` matches corp.com and its subdomains'),
});

const context = z.strictObject({
  ip: anyOf(text(), 'the source address of the call: addresses, or networks like 10.0.0.0/8'),
  time: described(z.optional(time), 'the local time at which the call is made'),
  resource: inhabited(resource, 'the target of the call, taken from the call or else from `servers`'),
  agent: inhabited(
    z.strictObject({ labels: anyOf(text(), 'labels of the agent; letter case does not matter') }),
    'the agent that calls',
  ),
  mlThreatClass: described(
    z.optional(z.strictObject({ anyOf: z.array(z.enum(THREAT_CLASSES)).check(z.minLength(1)) })),
    "the agent's latest threat assessment; never matches when there is none",
  ),
});

const threshold = 'a whole number from 0 to 100';

/** One rule. Spec (tool-call policies): "Anatomy of a policy". */
const ruleSchema = z.strictObject({
  name: described(
    text().check(z.regex(/^[\s\S]{1,120}$/u, 'text of 1 to 120 characters')),
    'unique in the rule set, 1 to 120 characters',
  ),
  toolPattern: described(
    text().check(z.maxLength(LONGEST_PATTERN, `text of at most ${LONGEST_PATTERN} characters`)),
    'the name of a tool; `*` stands for one or more characters',
  ),
  action: described(z.enum(DECISIONS), 'the verdict when the rule matches'),
  riskThreshold: described(
    z.optional(z.nullable(z.int(threshold).check(z.gte(0, threshold), z.lte(100, threshold)))),
    'a fallback: deny at this risk or above when no other rule decides',
  ),
  signalCategory: described(
    z.optional(z.nullable(z.enum(SIGNAL_CATEGORIES))),
    'match only calls with a signal of this category',
  ),
  context: described(
    z.optional(z.nullable(inhabited(context, 'attributes that the call must have'))),
    'attributes that the call must have; all must hold',
  ),
  priority: described(z.optional(z.int()), 'rules with a lower number are evaluated first; 100 by default'),
  enabled: described(z.optional(z.boolean()), 'true by default'),
  id: described(z.optional(text()), 'an identifier, for programs'),
  description: described(z.optional(z.string()), 'a note for people'),
  createdAt: described(z.optional(z.string()), 'when the rule was created, for people'),
});

const serverSchema = z.strictObject({
  name: described(text(), 'the name of the server, as in `server` of calls'),
  environment: described(z.optional(text()), 'where it runs, such as production'),
  type: described(z.optional(z.enum(RESOURCE_TYPES)), 'the kind of resource that it gives access to'),
  host: described(z.optional(text()), 'the host that it connects to'),
});

const agentSchema = z.strictObject({
  id: described(text(), 'the identifier of the agent, as in `agent.id` of calls'),
  labels: described(z.optional(z.array(text())), 'its identity labels; letter case does not matter'),
});

const inspectionSchema = z.strictObject({
  disabled: described(
    // the reader refuses other texts, with the nearest id
    z.optional(z.array(withKeywords(text(), { enum: DETECTOR_IDS }))),
    'detectors that are switched off, such as pii.email',
  ),
  incomplete: described(
    z.optional(z.enum(INCOMPLETE)),
    'deny: a rule on a signal or a risk that denies or holds also matches a call whose arguments were not inspected to their end; allow by default',
  ),
});

// whether the list may be empty depends on the command
const rules = () => z.array(ruleSchema);

/** The forms in which a rule set may be written, by name. */
export const RULE_SET_FORMS = {
  file: z.strictObject({
    version: described(
      z.union([z.literal('1'), z.literal(1)], '`"1"` or `1`'),
      'the version of the format: "1" or 1',
    ),
    policies: described(rules(), 'the rules'),
    servers: described(
      z.optional(z.array(serverSchema)),
      'the servers that calls go to, with their attributes',
    ),
    agents: described(z.optional(z.array(agentSchema)), 'the agents that call, with their labels'),
    inspection: described(z.optional(inspectionSchema), 'how the arguments of calls are inspected'),
    default: described(
      z.optional(z.enum(DECISIONS)),
      'the decision on a call that no rule decides; allow by default',
    ),
    names: described(
      z.optional(z.enum(NAME_MATCHING)),
      'strict: a rule that denies or holds also matches names that look like those of its pattern; by default in `hook` and `proxy`',
    ),
  }),
  list: rules(),
  single: ruleSchema,
} as const;

/** The contents of a rule set file: a mapping, a bare list of rules as the API returns it, or a single rule. */
export const ruleSetSchema = z.union([RULE_SET_FORMS.file, RULE_SET_FORMS.list, RULE_SET_FORMS.single]);

/** A rule as written, after validation. */
export type WrittenRule = z.output<typeof ruleSchema>;

/** A rule set in one of its forms. */
export interface WrittenForm {
  readonly policies: readonly WrittenRule[];
  readonly servers: readonly z.output<typeof serverSchema>[];
  readonly agents: readonly z.output<typeof agentSchema>[];
  readonly inspection: InspectionSettings;
  readonly default?: Decision | undefined;
  readonly names?: NameMatching | undefined;
}
