import { type FlagTable, flag, required, value, values } from '../../flags.ts';
import { CHECK_FORMATS, FACTS_FORMATS, POLICY_FORMATS } from '../../report/policy/formats.ts';
import { ARTIFACT_FLAGS, NOW, reportFlags } from '../flags.ts';

const WARN_EXPIRING = value(
  '--warn-expiring <duration>',
  'warn about waivers that expire within this time (default: 14d)',
);

/** The flags of `policy simulate`. */
export const SIMULATE_FLAGS = [
  ...ARTIFACT_FLAGS,
  required('--policy <file>', 'the policy file (YAML)'),
  flag('--gate', 'exit 1 when the verdict is fail; without --gate, the command is a dry run and exits 0'),
  ...reportFlags(POLICY_FORMATS, 'the format of the report'),
  NOW,
  WARN_EXPIRING,
] as const satisfies FlagTable;

/** The flags of `policy facts`. */
export const FACTS_FLAGS = [
  ...ARTIFACT_FLAGS,
  values('--only <fact>', 'show only this fact; may be given several times'),
  ...reportFlags(FACTS_FORMATS, 'the format of the facts'),
  NOW,
] as const satisfies FlagTable;

/** The flags of `policy check`. */
export const CHECK_FLAGS = [
  ...reportFlags(CHECK_FORMATS, 'the format of the findings'),
  NOW,
  WARN_EXPIRING,
] as const satisfies FlagTable;

/** The flags of `policy init`. */
export const INIT_FLAGS = [
  ...ARTIFACT_FLAGS,
  value('--out <file>', 'the file to write (default: policy.yml)'),
  NOW,
] as const satisfies FlagTable;
