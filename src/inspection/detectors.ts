import { readName } from '../exec-policy/read-name.ts';
import { COMMAND_DETECTORS } from './destructive-commands.ts';
import { SQL_DETECTORS } from './destructive-sql.ts';
import { type Detector, detector } from './detector.ts';
import { EGRESS_DETECTORS } from './egress-detectors.ts';
import { CODE_DETECTORS } from './injection-code.ts';
import { HOST_DETECTORS } from './injection-hosts.ts';
import { PROMPT_DETECTORS } from './injection-prompts.ts';
import { PII_DETECTORS } from './pii-detectors.ts';
import { SECRET_DETECTORS } from './secret-detectors.ts';

/**
 * All detectors. To add one, add a row to the table of its kind and its identifier to `detector-ids.ts`; the
 * inspection, the check of rule sets and `docs/inspection.md` follow. When two detectors find the same text, the first
 * is reported.
 */
export const DETECTORS: readonly Detector[] = [
  ...SECRET_DETECTORS,
  ...PII_DETECTORS,
  // checked against the name alone, so it needs no texts of the arguments
  detector(
    'destructive.tool_name',
    'medium',
    0,
    [
      "a destructive word in the tool's name, from the list of the execution safety policy",
      '`delete_repository`',
    ],
    () => [],
  ),
  ...COMMAND_DETECTORS,
  ...SQL_DETECTORS,
  ...PROMPT_DETECTORS,
  ...CODE_DETECTORS,
  ...HOST_DETECTORS,
  ...EGRESS_DETECTORS,
];

/** Whether the name of a tool contains a destructive word. */
export function isDestructiveName(tool: string): boolean {
  return readName(tool).kind === 'destructive';
}
