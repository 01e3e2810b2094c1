import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { isObject } from '../../../values/own-property.ts';
import { hasKeys, scannerFormat, text } from './scanner-format.ts';

/** `grype -o json`. What it was told to ignore is in `ignoredMatches`, and does not count. */
export const grypeFormat = scannerFormat({
  scanner: 'Grype',
  recognises: (value) =>
    hasKeys('matches', 'descriptor')(value) &&
    isObject(value.descriptor) &&
    value.descriptor.name === 'grype',
  schema: z.object({ matches: recordList(z.object({ vulnerability: z.object({ severity: text() }) })) }),
  words: {
    critical: 'critical',
    high: 'high',
    medium: 'medium',
    low: 'low',
    negligible: 'low',
    unknown: 'vulnerability',
    '': 'vulnerability',
  },
  count({ matches }, counter) {
    for (const [index, { vulnerability }] of matches.entries()) {
      counter.addWord(vulnerability.severity, ['matches', index, 'vulnerability', 'severity']);
    }
  },
});
