import { type FlagTable, required, value } from '../../flags.ts';
import { DECIDE_FLAGS } from './enforce-flags.ts';
import { LOG_FLAGS, STATE_FLAGS } from './flags.ts';

const [POLICIES, STATE] = STATE_FLAGS;
const [AUDIT_LOG, LOG_FORMAT, ASSUME, , , TRUST_FORWARDED] = LOG_FLAGS;
const [APPROVALS_DIR] = DECIDE_FLAGS;

/** The flags of `gateway serve`. */
export const CONTROL_FLAGS = [
  POLICIES,
  required(
    '--token-file <file>',
    'the tokens of clients and what each may do (YAML or JSON), which only you can read',
  ),
  value('--listen <address>', 'where to listen on this machine (default: 127.0.0.1:0, any free port)'),
  AUDIT_LOG,
  LOG_FORMAT,
  ASSUME,
  TRUST_FORWARDED,
  STATE,
  value('--change-log <file>', 'append a JSON line for each request to change something, made or refused'),
  APPROVALS_DIR,
] as const satisfies FlagTable;
