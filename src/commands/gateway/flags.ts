import {
  ASSUMPTIONS,
  DECISIONS,
  LOG_FORMAT_NAMES,
  NAME_MATCHING,
  RESOURCE_TYPES,
  SIGNAL_CATEGORIES,
  THREAT_CLASSES,
} from '../../artifacts/audit-log/model.ts';
import type { TraceMode } from '../../features/gateway/rules/model.ts';
import {
  choice,
  choices,
  type FlagTable,
  flag,
  optionalChoice,
  required,
  value,
  values,
  whole,
} from '../../flags.ts';
import {
  BACKTEST_FORMATS,
  CHECK_FORMATS,
  RULE_LIST_FORMATS,
  SIMULATION_FORMATS,
  SUGGEST_FORMATS,
  SUGGESTIONS_FORMATS,
} from '../../report/gateway/formats.ts';
import { NOW, reportFlags } from '../flags.ts';

/** The rule set of most commands. */
export const POLICIES = required('--policies <file>', 'the rule set (YAML or JSON)');

const TRUST_FORWARDED = flag(
  '--trust-forwarded',
  'read a list of source addresses, as in X-Forwarded-For, as its first address',
);

/** How names are compared. */
export const NAMES = optionalChoice(
  '--names <how>',
  'how names of tools are compared, whatever the rule set says',
  NAME_MATCHING,
);

/** The most recent threat assessments of agents. */
export const THREATS = value(
  '--threats <file>',
  'threat assessments of agents, one `{"agent", "class", "at"}` a line; the most recent one of an agent counts',
);

/** The flags of `gateway simulate`. */
export const SIMULATE_FLAGS = [
  POLICIES,
  value(
    '--call <file>',
    'JSON with one call, a list of calls, or one call per line; `expect` in a call is the verdict that it must get; - is standard input',
  ),
  value('--tool <name>', 'the tool to call; the flags below describe the call'),
  value('--args <json>', 'the arguments of the call, a JSON object'),
  value('--agent <id>', 'the agent that calls'),
  values('--label <label>', 'a label of the agent; may be given several times'),
  optionalChoice('--threat <class>', "the agent's latest threat assessment", THREAT_CLASSES),
  value('--ip <address>', 'the address that the call comes from'),
  TRUST_FORWARDED,
  value('--server <name>', 'the MCP server of the tool, as in `servers` of the rule set'),
  value('--env <environment>', 'the environment of the target'),
  optionalChoice('--type <type>', 'the type of the target', RESOURCE_TYPES),
  value('--host <host>', 'the destination host'),
  whole('--risk <number>', 'the risk, 0 to 100, instead of the risk that inspection computes', 0, 100),
  choices('--signal <category>', 'a signal, instead of the signals that inspection finds', SIGNAL_CATEGORIES),
  value('--at <time>', 'when the call is made, RFC 3339 (default: the current time)'),
  THREATS,
  NAMES,
  choice(
    '--trace <rules>',
    'the rules that the trace shows',
    ['all', 'matching', 'none'] satisfies readonly TraceMode[],
    'all for one call, matching for several',
  ),
  flag('--gate', 'exit 1 when a call is denied or held for approval; without --gate, the command exits 0'),
  optionalChoice('--on-hold <code>', 'the exit code of --gate when calls are held and none is denied', [
    '0',
    '1',
  ]),
  ...reportFlags(SIMULATION_FORMATS, 'the format of the report'),
  NOW,
] as const satisfies FlagTable;

/** The flags of `gateway check`. */
export const CHECK_FLAGS = [
  value('--tools <file>', 'all available tools: a tools/list response, or a list of tools'),
  ...reportFlags(CHECK_FORMATS, 'the format of the findings'),
] as const satisfies FlagTable;

/** The flags of `gateway policies list`. */
export const LIST_FLAGS = [
  POLICIES,
  ...reportFlags(RULE_LIST_FORMATS, 'the format of the list'),
] as const satisfies FlagTable;

/** The flags of `gateway policies add`. */
export const ADD_FLAGS = [
  POLICIES,
  value('--from <file>', 'the rule as YAML or JSON, instead of the flags below; - is standard input'),
  value('--name <name>', 'the name of the rule, 1 to 120 characters'),
  value('--tool-pattern <pattern>', 'the tools that the rule matches; * matches one or more characters'),
  optionalChoice('--action <action>', 'the decision of the rule', DECISIONS),
  whole(
    '--risk-threshold <number>',
    'deny at this risk (0 to 100) or above when no other rule decides',
    0,
    100,
  ),
  optionalChoice('--signal-category <category>', 'match only calls with this signal', SIGNAL_CATEGORIES),
  whole(
    '--priority <number>',
    'rules with a lower number are evaluated first (default: 100)',
    Number.MIN_SAFE_INTEGER,
  ),
  flag('--disabled', 'add the rule switched off, until `gateway policies enable`'),
] as const satisfies FlagTable;

/** The flags of `gateway policies enable`, `disable` and `remove`. */
export const EDIT_FLAGS = [POLICIES] as const satisfies FlagTable;

/** Flags that select the audit logs and a time range. */
export const LOG_FLAGS = [
  values(
    '--audit-log <file>',
    'an audit log, or the log of another gateway or agent, optionally gzipped; may be given several times',
  ),
  choice('--log-format <name>', 'the format of the logs', ['auto', ...LOG_FORMAT_NAMES]),
  optionalChoice(
    '--assume <decision>',
    'the decision to assume for calls in a log without decisions; current: what the rules of --policies decide now',
    ASSUMPTIONS,
  ),
  value(
    '--since <time>',
    'only records at or after this time: RFC 3339, or a day such as 2026-05-01, which means its start in UTC',
  ),
  value(
    '--until <time>',
    'only records before this time: RFC 3339, or a day such as 2026-05-08, which means its start in UTC',
  ),
  TRUST_FORWARDED,
] as const satisfies FlagTable;

/** Flags that select a table instead of audit logs. */
const SOURCE_FLAGS = [
  value(
    '--source <source>',
    'a table instead of audit logs: `parquet:logs/*.parquet`, `duckdb:file.db?table=audit`, ' +
      '`clickhouse://host:8123/database?table=audit`',
  ),
  value('--columns <file>', 'which column of the table has which field of a record (YAML or JSON)'),
  value(
    '--credentials <file>',
    '`user` and `password` of the server (YAML or JSON; default: CLICKHOUSE_USER and CLICKHOUSE_PASSWORD)',
  ),
  flag('--explain', 'show the queries for the table instead of running the backtest'),
] as const satisfies FlagTable;

/** The flags of `gateway backtest`. */
export const BACKTEST_FLAGS = [
  value('--policies <file>', 'the rule set (YAML or JSON); without it, there are no rules yet'),
  ...LOG_FLAGS,
  ...SOURCE_FLAGS,
  value('--draft <file>', 'a file of rules to add; a rule replaces the one with the same name'),
  values('--remove <name>', 'leave out this rule; may be given several times'),
  value('--after <file>', 'a whole rule set to compare with, including order, servers and missing rules'),
  whole('--samples <number>', 'how many records to show for each kind of flip (default: 5)', 0, 1000),
  whole('--max-flips <number>', 'exit 1 when more than this many decisions flip', 0),
  flag('--fail-on-loosen', 'exit 1 when a decision becomes less strict'),
  flag('--allow-unknown', 'do not count unknown records against these limits'),
  ...reportFlags(BACKTEST_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;

const STATE = value(
  '--state <file>',
  'the file for suggestions (default: the path of the rule set with .suggestions.json appended)',
);

/** Flags that name the rule set and the file with its suggestions. */
export const STATE_FLAGS = [POLICIES, STATE] as const satisfies FlagTable;

/** The flags of `gateway suggest`. */
export const SUGGEST_FLAGS = [
  POLICIES,
  ...LOG_FLAGS,
  STATE,
  whole('--min-support <number>', 'how many records must support a suggestion (default: 20)', 1),
  ...reportFlags(SUGGEST_FORMATS, 'the format of the suggestions'),
] as const satisfies FlagTable;

/** The flags of `gateway suggestions list`. */
export const SUGGESTIONS_FLAGS = [
  ...STATE_FLAGS,
  flag('--all', 'include accepted and dismissed suggestions'),
  ...reportFlags(SUGGESTIONS_FORMATS, 'the format of the list'),
] as const satisfies FlagTable;
