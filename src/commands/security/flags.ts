import { SCAN_SEVERITIES } from '../../artifacts/security/model.ts';
import { choice, type FlagTable, flag, type OptionsOf, value, values } from '../../flags.ts';
import { SECURITY_FORMATS } from '../../report/scan/formats.ts';
import { artifactFlags, NOW } from '../flags.ts';
import { PROTOCOL, TARGET_FLAGS } from '../live/flags.ts';

/** The flags of `security`. */
export const SECURITY_FLAGS = [
  ...TARGET_FLAGS,
  PROTOCOL,
  values(
    '--config <file>',
    'a client configuration to scan, such as .mcp.json; starts no server; may be given several times',
  ),
  value('--pins <file>', 'the lock file: every change to the servers since it was written is a finding'),
  flag('--update-pins', 'show what changed, accept it, and write it to the lock of --pins'),
  value('--baseline <file>', 'an earlier report in JSON: its findings are shown as known, and do not count'),
  value(
    '--suppress <file>',
    'a list of findings that do not count, each with a reason and an expiry time (YAML or JSON)',
  ),
  choice('--fail-on <severity>', 'exit 1 on findings of at least this severity', SCAN_SEVERITIES, 'high'),
  flag('--rules', 'list the rules, and scan nothing'),
  NOW,
  ...artifactFlags(SECURITY_FORMATS, 'report'),
] as const satisfies FlagTable;

/** The options of `security`. */
export type SecurityOptions = OptionsOf<typeof SECURITY_FLAGS>;
