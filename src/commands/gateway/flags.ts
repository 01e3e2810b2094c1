import {
  DECISIONS,
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

const POLICIES = required('--policies <file>', 'the rule set (YAML or JSON)');

export const SIMULATE_FLAGS = [
  POLICIES,
  value(
    '--call <file>',
    'the call as JSON, or many: a list, or one a line, each with the verdict that it must get as `expect` if you like; - is standard input',
  ),
  value('--tool <name>', 'the tool that is called; the flags below describe the call'),
  value('--args <json>', 'its arguments, a JSON object'),
  value('--agent <id>', 'the agent that calls'),
  values('--label <label>', 'a label of the agent; may be given several times'),
  optionalChoice('--threat <class>', 'its latest threat assessment', THREAT_CLASSES),
  value('--ip <address>', 'where the call comes from'),
  value('--server <name>', 'the MCP server of the tool, as in `servers` of the rule set'),
  value('--env <environment>', 'the environment of the target'),
  optionalChoice('--type <type>', 'the type of the target', RESOURCE_TYPES),
  value('--host <host>', 'the destination host'),
  whole('--risk <number>', 'the risk, 0 to 100, instead of the one that inspection finds', 0, 100),
  choices('--signal <category>', 'a signal, instead of those that inspection finds', SIGNAL_CATEGORIES),
  value('--at <time>', 'when the call is made, RFC 3339 (default: the current time)'),
  choice(
    '--trace <rules>',
    'the rules that the report tells of',
    ['all', 'matching', 'none'] satisfies readonly TraceMode[],
    'all for one call, matching for many',
  ),
  flag('--gate', 'exit 1 when a call is denied or held for approval; without it the command exits 0'),
  ...reportFlags(SIMULATION_FORMATS, 'how the report is written'),
  NOW,
] as const satisfies FlagTable;

export const CHECK_FLAGS = [
  value('--tools <file>', 'the tools that there are: an answer to tools/list, or a list of tools'),
  ...reportFlags(CHECK_FORMATS, 'how the findings are written'),
] as const satisfies FlagTable;

export const LIST_FLAGS = [
  POLICIES,
  ...reportFlags(RULE_LIST_FORMATS, 'how the list is written'),
] as const satisfies FlagTable;

export const ADD_FLAGS = [
  POLICIES,
  value('--from <file>', 'the rule as YAML or JSON, instead of the flags below; - is standard input'),
  value('--name <name>', 'its name, 1 to 120 characters'),
  value('--tool-pattern <pattern>', 'the tools it is for; * stands for one or more characters'),
  optionalChoice('--action <action>', 'what it says', DECISIONS),
  whole('--risk-threshold <number>', 'deny from this risk on, 0 to 100, when no other rule decides', 0, 100),
  optionalChoice('--signal-category <category>', 'fire on this signal only', SIGNAL_CATEGORIES),
  whole('--priority <number>', 'lower is evaluated first (default: 100)', Number.MIN_SAFE_INTEGER),
  flag('--disabled', 'switched off until `gateway policies enable`'),
] as const satisfies FlagTable;

export const EDIT_FLAGS = [POLICIES] as const satisfies FlagTable;

/** The audit logs that are looked at, and which part of them. */
export const LOG_FLAGS = [
  values('--audit-log <file>', 'an audit log, one record a line, also as gzip; may be given several times'),
  value('--since <time>', 'only records at or after this time, RFC 3339'),
  value('--until <time>', 'only records before this time, RFC 3339'),
] as const satisfies FlagTable;

export const BACKTEST_FLAGS = [
  POLICIES,
  ...LOG_FLAGS,
  value('--draft <file>', 'the draft: policies to add, or to take the place of those with their names'),
  values('--remove <name>', 'try it without this policy; may be given several times'),
  value('--after <file>', 'a whole rule set, compared as it is: its order, its servers, what it leaves out'),
  whole('--samples <number>', 'how many records are shown for each flip (default: 5)', 0, 1000),
  whole('--max-flips <number>', 'exit 1 when more decisions flip', 0),
  flag('--fail-on-loosen', 'exit 1 when a decision becomes less strict'),
  flag('--allow-unknown', 'do not count unknown records against these limits'),
  ...reportFlags(BACKTEST_FORMATS, 'how the report is written'),
] as const satisfies FlagTable;

const STATE = value(
  '--state <file>',
  'where suggestions are kept (default: the rule set with .suggestions.json behind its name)',
);

/** Whose suggestions, and where they are kept. */
export const STATE_FLAGS = [POLICIES, STATE] as const satisfies FlagTable;

export const SUGGEST_FLAGS = [
  POLICIES,
  ...LOG_FLAGS,
  STATE,
  whole('--min-support <number>', 'how many records must speak for a rule (default: 20)', 1),
  ...reportFlags(SUGGEST_FORMATS, 'how the suggestions are written'),
] as const satisfies FlagTable;

export const SUGGESTIONS_FLAGS = [
  ...STATE_FLAGS,
  flag('--all', 'those that were accepted or dismissed too'),
  ...reportFlags(SUGGESTIONS_FORMATS, 'how the list is written'),
] as const satisfies FlagTable;
