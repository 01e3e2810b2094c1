import { choice, type FlagTable, flag, required, value, values, whole } from '../../flags.ts';
import { PROBE_FORMATS } from '../../report/probe/formats.ts';
import { CLASS_FLAGS } from '../exec-policy/flags.ts';
import { HEADER_FLAGS, NOW, reportFlags } from '../flags.ts';

const MOST_CALLS = 2 ** 31 - 1;

/** The flags that name a server. */
export const TARGET_FLAGS = [
  value('--url <url>', 'the URL of a running server, over streamable HTTP'),
  ...HEADER_FLAGS,
  value(
    '--timeout <duration>',
    'how long the server may take to start and to answer each request (default: 30s)',
  ),
] as const satisfies FlagTable;

/** The flag for the protocol of commands that speak one at a time. */
export const PROTOCOL = value(
  '--protocol <revision>',
  'the protocol to speak: legacy, modern or a revision such as 2025-06-18 (default: what the server prefers)',
);

/** The flags that name a server, and those that limit what may be called on it. */
export const SERVER_FLAGS = [
  ...TARGET_FLAGS,
  value(
    '--protocol <revision>',
    'the protocol to speak: legacy, modern, both, or a revision such as 2025-06-18 (default: what the server prefers)',
  ),
  ...CLASS_FLAGS,
  whole(
    '--max-calls <count>',
    'the maximum number of tool calls in total (default: no limit)',
    0,
    MOST_CALLS,
  ),
  whole('--concurrency <count>', 'the maximum number of calls in flight at once (default: 2)', 1, 64),
  value('--call-delay <duration>', 'the shortest pause between calls over HTTP (default: 100ms)'),
] as const satisfies FlagTable;

/** The flags of `probe`. */
export const PROBE_FLAGS = [
  ...SERVER_FLAGS,
  values('--tool <name>', 'probe only this tool; may be given several times'),
  values(
    '--args <tool=json>',
    'call this tool with these arguments instead of generated ones; may be given several times',
  ),
  value(
    '--setup <suite>',
    'make the calls under `setup:` in this suite first, as they are written, such as a login',
  ),
  values(
    '--volatile <pointer>',
    'do not compare this place of the answers, a JSON pointer; may be given several times',
  ),
  values(
    '--expect-unstable <tool>',
    'accept that this tool answers differently the second time; may be given several times',
  ),
  flag(
    '--allow-tool-errors',
    'accept a server whose every call is a tool error, such as one that needs a login',
  ),
  flag('--dry-run', 'print what would be called, and call nothing'),
  ...reportFlags(PROBE_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;

/** The flags of `mock`. */
export const MOCK_FLAGS = [
  required('--tools-from <file>', 'a mock manifest (YAML), or a tools/list result (JSON)'),
  whole(
    '--port <port>',
    'serve streamable HTTP at http://127.0.0.1:<port>/mcp; 0 picks a free port',
    0,
    65_535,
  ),
  value(
    '--protocol <revision>',
    'the protocol to speak: legacy, modern, both, or a revision such as 2025-06-18 (default: both)',
  ),
] as const satisfies FlagTable;

/** The flags of `scaffold`. */
export const SCAFFOLD_FLAGS = [
  ...SERVER_FLAGS,
  required('--out <file>', 'the suite to write'),
  value(
    '--tools-from <file>',
    'read the tools from a mock manifest or a tools/list result; starts no server',
  ),
  flag('--observe', 'call the happy paths, as `mcptest probe` does, and expect the answers that come back'),
] as const satisfies FlagTable;

/** The flags of `snapshot`. */
export const SNAPSHOT_FLAGS = [
  ...TARGET_FLAGS,
  PROTOCOL,
  value('--out <file>', 'write the list to a file instead of standard output'),
] as const satisfies FlagTable;

/** The flags of `init`. */
export const INIT_FLAGS = [
  ...TARGET_FLAGS,
  PROTOCOL,
  choice('--ci <system>', 'the CI system to write a job for', ['github', 'gitlab', 'none']),
  NOW,
] as const satisfies FlagTable;
