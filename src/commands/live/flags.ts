import { type FlagTable, flag, required, value, values, whole } from '../../flags.ts';
import { PROBE_FORMATS } from '../../report/probe/formats.ts';
import { CLASS_FLAGS } from '../exec-policy/flags.ts';
import { reportFlags } from '../flags.ts';

const MOST_CALLS = 2 ** 31 - 1;

/** The server that a command talks to, and what the execution safety policy lets the command call. */
export const SERVER_FLAGS = [
  value('--url <url>', 'the address of a server that runs: streamable HTTP'),
  values('--header <header>', 'sent with every request to --url: `Name: value`'),
  value('--timeout <duration>', 'how long the server may take to start, and to answer (default: 30s)'),
  ...CLASS_FLAGS,
  whole('--max-calls <count>', 'call tools so many times in all (default: no limit)', 0, MOST_CALLS),
  whole('--concurrency <count>', 'how many calls may be in flight at once (default: 2)', 1, 64),
  whole(
    '--call-delay <milliseconds>',
    'the least time from one call to the next over HTTP (default: 100)',
    0,
    3_600_000,
  ),
] as const satisfies FlagTable;

export const PROBE_FLAGS = [
  ...SERVER_FLAGS,
  values('--tool <name>', 'probe this tool only; may be given several times'),
  values(
    '--args <tool=json>',
    'call this tool with these arguments, not with made-up ones; may be given several times',
  ),
  flag('--dry-run', 'print what would be called, and call nothing'),
  ...reportFlags(PROBE_FORMATS, 'how the report is written'),
] as const satisfies FlagTable;

export const MOCK_FLAGS = [
  required('--tools-from <file>', 'the manifest (YAML), or a tools/list result (JSON)'),
  whole('--port <port>', 'serve streamable HTTP at http://127.0.0.1:<port>/mcp; 0: any free port', 0, 65_535),
] as const satisfies FlagTable;

export const SCAFFOLD_FLAGS = [
  ...SERVER_FLAGS,
  required('--out <file>', 'the suite to write'),
  value(
    '--tools-from <file>',
    'instead of a server: a mock manifest, or a tools/list result; nothing is started',
  ),
  flag('--observe', 'call the happy paths, as `mcptest probe` would, and expect what they answer'),
] as const satisfies FlagTable;
