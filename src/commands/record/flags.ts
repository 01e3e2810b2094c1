import { type FlagTable, required, value, values } from '../../flags.ts';

const TAPE = required('--tape <file>', 'the tape, as `mcptest record` writes it');

/** The flags of `record`. */
export const RECORD_FLAGS = [
  required('--out <file>', 'the tape to write'),
  value(
    '--url <url>',
    'record a server over streamable HTTP: clients connect to a proxy in front of this URL',
  ),
  values(
    '--header <header>',
    'a header that the proxy adds to every request to --url, as `Name: value`; may be given several times',
  ),
  value(
    '--listen <address>',
    'where the proxy for --url listens on this machine (default: 127.0.0.1:0, any free port)',
  ),
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
