import { type FlagTable, required, value, values, whole } from '../../flags.ts';
import { VERIFY_FORMATS } from '../../report/record/formats.ts';
import { CLASS_FLAGS } from '../exec-policy/flags.ts';
import { HEADER_FLAGS, reportFlags } from '../flags.ts';

const TAPE = required('--tape <file>', 'the tape, as `mcptest record` writes it');

/** The flags of `record`. */
export const RECORD_FLAGS = [
  required('--out <file>', 'the tape to write'),
  value(
    '--url <url>',
    'record a server over streamable HTTP: clients connect to a proxy in front of this URL',
  ),
  ...HEADER_FLAGS,
  value(
    '--listen <address>',
    'where the proxy for --url listens on this machine (default: 127.0.0.1:0, any free port)',
  ),
  value('--suite <file>', 'run this suite as the client, and record its session'),
  value('--protocol <revision>', 'for --suite: legacy, modern, or a revision such as 2025-06-18'),
  values('--name <glob>', 'for --suite: run the tests whose name matches; may be given several times'),
  values('--tag <tag>', 'for --suite: run the tests with this tag; may be given several times'),
  values(
    '--redact-env <name>',
    'keep the value of this environment variable off the tape; may be given several times',
  ),
] as const satisfies FlagTable;

/** The flags of `serve`. */
export const SERVE_FLAGS = [
  TAPE,
  value(
    '--listen <address>',
    'serve streamable HTTP on this address of this machine, such as 127.0.0.1:0 for any free port (default: stdio)',
  ),
] as const satisfies FlagTable;

/** The flags of `record project`. */
export const PROJECT_FLAGS = [
  TAPE,
  required('--out <file>', 'the cassette to write'),
] as const satisfies FlagTable;

/** The flags of `record verify`. */
export const VERIFY_FLAGS = [
  TAPE,
  value('--url <url>', 'the URL of a running server, over streamable HTTP'),
  ...HEADER_FLAGS,
  value('--timeout <duration>', 'how long the server may take for each answer (default: 30s)'),
  ...CLASS_FLAGS,
  whole(
    '--max-calls <count>',
    'the maximum number of tool calls in total (default: no limit)',
    0,
    2 ** 31 - 1,
  ),
  ...reportFlags(VERIFY_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;
