import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { time } from '../../documents/schema-parts.ts';
import {
  APPROVAL_STATES,
  DECISIONS,
  NAME_MATCHING,
  RESOURCE_TYPES,
  SIGNAL_CATEGORIES,
  SIGNAL_SEVERITIES,
  THREAT_CLASSES,
  UNKNOWN_SERVER,
} from './model.ts';

/** Makes a key optional, and null the same as its absence: programs write null when they have no value. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

const text = () => maybe(z.string());

const name = () => z.string().check(z.minLength(1));

const RISK = 'a whole number from 0 to 100';

const SIGNAL = `one of ${SIGNAL_CATEGORIES.map((category) => `\`${category}\``).join(', ')}, or a mapping whose \`category\` is one of these`;

const signal = () =>
  z.union(
    [
      z.enum(SIGNAL_CATEGORIES),
      z.object({
        category: z.enum(SIGNAL_CATEGORIES),
        id: described(text(), 'the detector: secret.aws_access_key'),
        severity: maybe(z.enum(SIGNAL_SEVERITIES)),
        location: described(text(), 'the place in the call: arguments.env.KEY'),
        points: maybe(z.number()),
        evidence: described(text(), 'masked'),
      }),
    ],
    SIGNAL,
  );

const enforced = z.object({
  names: z.enum(NAME_MATCHING),
  isOverride: described(maybe(z.literal(true)), 'whether `names` was asked for, whatever the rule set says'),
  unknownServer: z.enum(UNKNOWN_SERVER),
});

const ASSESSMENT = 'its most recent ML threat assessment';

const agent = z.object({
  id: text(),
  labels: described(maybe(z.array(z.string())), 'the identity labels of the agent'),
  mlThreatClass: described(text(), ASSESSMENT),
});

const resource = z.object({
  environment: text(),
  type: text(),
  host: described(text(), 'the destination host'),
});

/** One of a list, or nothing: an empty text is no value. */
const oneOf = (values: readonly [string, ...string[]]) =>
  maybe(z.enum([...values, ''], `one of ${values.map((value) => `\`${value}\``).join(', ')}`));

const callKeys = {
  tool: described(name(), 'the tool that was called'),
  agent: maybe(agent),
  arguments: maybe(z.looseObject({})),
  ip: described(text(), 'the source address'),
  server: described(text(), 'the MCP server, by its name in the rule set'),
  resource: maybe(resource),
  risk: described(
    maybe(z.int(RISK).check(z.minimum(0, RISK), z.maximum(100, RISK))),
    'the risk that inspection computed',
  ),
  signals: described(maybe(z.array(signal())), 'what inspection found: categories, or mappings with details'),
  enforced: described(
    maybe(enforced),
    'how the hook or proxy decided that wrote the record: what is absent here was absent',
  ),
};

/** A call to be decided: an audit record without its outcome. */
export const toolCallSchema = z.object({
  ...callKeys,
  // what a program has logged is kept; what is to be decided must be understood
  agent: maybe(z.extend(agent, { mlThreatClass: described(oneOf(THREAT_CLASSES), ASSESSMENT) })),
  resource: maybe(z.extend(resource, { type: described(oneOf(RESOURCE_TYPES), 'the kind of the target') })),
  at: described(maybe(time()), 'when the call is made; the current time by default'),
});

/** One line of an audit log. */
export const auditRecordSchema = z.object({
  ...callKeys,
  at: described(time(), 'when the call was made'),
  id: described(text(), 'an identifier, for finding the call again'),
  decision: described(z.enum([...DECISIONS, 'hold']), 'hold means require_approval'),
  approval: described(
    maybe(z.object({ state: z.enum(APPROVAL_STATES), by: text(), at: maybe(time()) })),
    'how a call that was held for approval ended, who decided it, and when',
  ),
  policy: described(text(), 'the name of the policy that decided'),
  ruleSet: described(text(), 'the SHA-256 of the rule set that decided'),
  fault: described(
    maybe(z.never()),
    'in the line of a call about which nothing could be decided, which may have no tool either: no rule denied it, so it is no record of a decision',
  ),
});
