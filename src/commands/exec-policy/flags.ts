import { DECISION_CONTEXTS } from '../../exec-policy/model.ts';
import { choice, type FlagTable, flag } from '../../flags.ts';
import { CLASSIFICATION_FORMATS } from '../../report/exec-policy/formats.ts';
import { reportFlags } from '../flags.ts';

/** The flags that decide whether a tool may run, for every command that consults the execution safety policy. */
export const CLASS_FLAGS = [
  flag(
    '--execute-destructive',
    'let held-back tools run once: destructive ones, with --strict all not shown to be read-only',
  ),
  flag('--strict', 'treat a tool as read-only only if its name or an annotation shows it'),
] as const satisfies FlagTable;

/** The flags of `exec-policy classify`. */
export const CLASSIFY_FLAGS = [
  ...CLASS_FLAGS,
  choice(
    '--context <context>',
    'live: a tool that may not run is refused; generate: it is only written as a test',
    DECISION_CONTEXTS,
  ),
  ...reportFlags(CLASSIFICATION_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;
