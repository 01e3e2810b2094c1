import { DECISION_CONTEXTS } from '../../exec-policy/model.ts';
import { choice, type FlagTable, flag } from '../../flags.ts';
import { CLASSIFICATION_FORMATS } from '../../report/exec-policy/formats.ts';
import { reportFlags } from '../flags.ts';

/** The flags that decide whether a tool may run, for every command that consults the execution safety policy. */
export const CLASS_FLAGS = [
  flag(
    '--execute-destructive',
    'let destructive tools run once; with --strict, also every tool that is not shown to be read-only',
  ),
  flag('--strict', 'treat a tool as read-only only if its name or an annotation shows it'),
] as const satisfies FlagTable;

/** The flags of `exec-policy classify`. */
export const CLASSIFY_FLAGS = [
  ...CLASS_FLAGS,
  choice(
    '--context <context>',
    'refuse a tool that may not run (live), or only write it as a test (generate)',
    DECISION_CONTEXTS,
  ),
  ...reportFlags(CLASSIFICATION_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;
