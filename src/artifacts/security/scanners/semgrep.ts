import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { isObject } from '../../../values/own-property.ts';
import { hasKeys, isListOf, scannerFormat, text, whatever } from './scanner-format.ts';

const schema = z.object({
  results: recordList(
    z.object({ extra: z.object({ severity: text(), is_ignored: z.nullish(z.boolean()) }) }),
  ),
  errors: recordList(z.object({ level: text() })),
  paths: z.optional(z.object({ scanned: z.nullish(z.array(z.unknown())) })),
  skipped_rules: z.nullish(z.array(whatever())),
});

/**
 * `semgrep scan --json`, and Opengrep. An error of level `error` means that the scan is not complete, e.g. after a
 * timeout; a warning means that a file was only parsed in part.
 */
export const semgrepFormat = scannerFormat({
  scanner: 'Semgrep',
  recognises: (value) =>
    hasKeys('results', 'errors')(value) &&
    (isObject(value.paths) || isListOf(value.results, hasKeys('check_id', 'extra'))),
  schema,
  words: {
    critical: 'critical',
    high: 'high',
    medium: 'medium',
    low: 'low',
    error: 'high',
    warning: 'medium',
    info: 'low',
    inventory: 'info',
    experiment: 'info',
  },
  count({ results, errors, paths, skipped_rules }, counter) {
    for (const [index, { extra }] of results.entries()) {
      if (extra.is_ignored === true) continue;
      counter.addWord(extra.severity, ['results', index, 'extra', 'severity']);
    }
    const isMinor = (level: string | null | undefined) => /^(warn|warning|info)$/i.test(level ?? '');
    const failure = errors.findIndex(({ level }) => !isMinor(level));
    if (failure !== -1) counter.fail(['errors', failure], 'is an error of Semgrep: the scan is not complete');
    else if (errors.length > 0) {
      counter.warn(
        ['errors'],
        `Semgrep reports ${errors.length} problems: it may not have scanned every file`,
      );
    }
    if (results.length === 0 && paths?.scanned?.length === 0) {
      counter.fail(['paths', 'scanned'], 'is an empty list: Semgrep scanned no file');
    }
    const skipped = skipped_rules?.length ?? 0;
    if (skipped > 0) counter.warn(['skipped_rules'], `Semgrep skipped ${skipped} rules`);
  },
});
