import { DECISION_CONTEXTS } from '../../exec-policy/model.ts';
import { choice, type FlagTable, flag } from '../../flags.ts';
import { CLASSIFICATION_FORMATS } from '../../report/exec-policy/formats.ts';
import { reportFlags } from '../flags.ts';

/** What decides whether a tool may run: the same flags wherever the execution safety policy is asked. */
export const CLASS_FLAGS = [
  flag(
    '--execute-destructive',
    'let run, once, what is held back: destructive tools, with --strict all that is not shown to read',
  ),
  flag('--strict', 'take a tool for read-only only where its name or an annotation shows it'),
] as const satisfies FlagTable;

export const CLASSIFY_FLAGS = [
  ...CLASS_FLAGS,
  choice(
    '--context <context>',
    'live: a tool that may not run is refused; generate: it is only written down',
    DECISION_CONTEXTS,
  ),
  ...reportFlags(CLASSIFICATION_FORMATS, 'how the report is written'),
] as const satisfies FlagTable;
