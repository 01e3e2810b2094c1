import { UNKNOWN_SERVER } from '../../artifacts/audit-log/model.ts';
import type { LoggedArguments } from '../../features/gateway/enforce/audit-entry.ts';
import type { HookAgent } from '../../features/gateway/enforce/hooks/hooks.ts';
import type { DenyAs } from '../../features/gateway/enforce/proxy/denied-answer.ts';
import { choice, type FlagTable, flag, requiredChoice, value } from '../../flags.ts';
import { APPROVALS_FORMATS } from '../../report/gateway/formats.ts';
import { HEADER_FLAGS, NOW, reportFlags } from '../flags.ts';
import { NAMES, POLICIES, THREATS } from './flags.ts';

/** Where held calls wait. */
const APPROVALS_DIR = value(
  '--approvals-dir <folder>',
  'the folder of held calls, which only you can open (default: .mcptest/approvals)',
);

/** The flags of `gateway approvals approve` and `deny`. */
export const DECIDE_FLAGS = [APPROVALS_DIR, NOW] as const satisfies FlagTable;

/** The flags of `gateway approvals show`. */
export const APPROVAL_FLAGS = [
  ...DECIDE_FLAGS,
  ...reportFlags(APPROVALS_FORMATS, 'the format of the call'),
] as const satisfies FlagTable;

/** The flags of `gateway approvals list`. */
export const APPROVALS_FLAGS = [
  ...DECIDE_FLAGS,
  flag('--all', 'include calls that are over: expired, used, withdrawn'),
  ...reportFlags(APPROVALS_FORMATS, 'the format of the list'),
] as const satisfies FlagTable;

const RECORDS = ['masked', 'none', 'full'] as const satisfies readonly LoggedArguments[];

/** Flags of all that enforce a rule set: where they log, and what the rules cannot know of their calls. */
export const ENFORCE_FLAGS = [
  POLICIES,
  value('--audit-log <file>', 'append a record of each call to this file, which `backtest` reads'),
  value(
    '--audit-max-size <size>',
    'rename the log before it exceeds this size, such as 10m, and start a new one',
  ),
  choice(
    '--log-arguments <part>',
    'what a record keeps of the arguments; masked leaves out what detectors find',
    RECORDS,
  ),
  value('--server <name>', 'the MCP server, as in `servers` of the rule set, if calls do not name it'),
  value('--agent-id <id>', 'the agent that calls, as in `agents` of the rule set'),
  value('--labels <labels>', 'the labels of the agent, separated by commas'),
  NAMES,
  THREATS,
  choice(
    '--unknown-server <decision>',
    'the decision if a rule needs details of a server that is not in `servers`',
    UNKNOWN_SERVER,
  ),
] as const satisfies FlagTable;

const AGENTS = ['claude', 'codex', 'vscode', 'gemini', 'cursor'] as const satisfies readonly HookAgent[];

const APPROVAL_TTL = value(
  '--approval-ttl <duration>',
  'how long a held call can be decided, and how long a decision can be used (default: 15m)',
);

/** The flags of `gateway hook`, and of `gateway hook install`, which prints them. */
export const HOOK_FLAGS = [
  requiredChoice('--agent <name>', 'the agent that calls the hook', AGENTS),
  ...ENFORCE_FLAGS,
  value('--deadline <duration>', 'deny a call that is not decided within this time (default: 2s)'),
  APPROVAL_TTL,
  APPROVALS_DIR,
] as const satisfies FlagTable;

const DENIALS = ['result', 'error'] as const satisfies readonly DenyAs[];

/** The flags of `gateway proxy`. */
export const PROXY_FLAGS = [
  ...ENFORCE_FLAGS,
  value('--url <url>', 'the URL of a server over streamable HTTP, instead of a command'),
  ...HEADER_FLAGS,
  value('--listen <address>', 'where clients connect for --url (default: 127.0.0.1:0, any free port)'),
  flag('--allow-remote', 'let --listen be an address that other machines can reach'),
  choice(
    '--deny-as <kind>',
    'how a denied call is answered; clients show a result to the model, and may hide an error',
    DENIALS,
  ),
  flag('--show-denied', 'also list tools that are denied whatever the call says'),
  value(
    '--hold <duration>',
    'how long a held call waits for a decision before it is answered (default: 55s)',
  ),
  APPROVAL_TTL,
  APPROVALS_DIR,
] as const satisfies FlagTable;
