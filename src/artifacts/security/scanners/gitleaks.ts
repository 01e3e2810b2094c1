import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { hasKeys, isListOf, scannerFormat } from './scanner-format.ts';

/**
 * `gitleaks git --report-format json`, from version 7 on. Every secret counts the same: gitleaks has no severities. Its
 * empty list cannot be told from any other; its SARIF can.
 */
export const gitleaksFormat = scannerFormat({
  scanner: 'gitleaks',
  recognises: (value) =>
    isListOf(value, hasKeys('RuleID', 'Secret')) || isListOf(value, hasKeys('rule', 'offender', 'commit')),
  schema: recordList(z.looseObject({})),
  words: {},
  count(file, counter) {
    for (const [index, secret] of file.entries()) {
      if (hasKeys('RuleID')(secret) || hasKeys('rule')(secret)) counter.assume('secret');
      else counter.fail([index], 'is not a secret that gitleaks found: it names no rule');
    }
  },
});
