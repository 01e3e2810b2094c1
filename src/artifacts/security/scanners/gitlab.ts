import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { isObject } from '../../../values/own-property.ts';
import { hasKeys, isListOf, scannerFormat, text } from './scanner-format.ts';

const schema = z.object({
  vulnerabilities: recordList(z.object({ severity: text() })),
  scan: z.nullish(
    z.object({ status: text(), messages: z.nullish(recordList(z.object({ level: text(), value: text() }))) }),
  ),
});

/** The security reports of GitLab: SAST, secret detection, dependency and container scanning. */
export const gitlabFormat = scannerFormat({
  scanner: 'GitLab security report',
  recognises: (value) =>
    hasKeys('version', 'vulnerabilities')(value) &&
    (isObject(value.scan) ||
      Array.isArray(value.remediations) ||
      isListOf(value.vulnerabilities, hasKeys('identifiers', 'severity'))),
  schema,
  words: {
    critical: 'critical',
    high: 'high',
    medium: 'medium',
    low: 'low',
    info: 'info',
    unknown: 'vulnerability',
    undefined: 'vulnerability',
    '': 'vulnerability',
  },
  count({ vulnerabilities, scan }, counter) {
    if (scan?.status && scan.status !== 'success') {
      counter.fail(['scan', 'status'], `is \`${scan.status}\`: the scan failed`);
    }
    const fatal = scan?.messages?.findIndex(({ level }) => level === 'fatal') ?? -1;
    if (fatal !== -1) counter.fail(['scan', 'messages', fatal], 'is a fatal message: the scan failed');
    for (const [index, { severity }] of vulnerabilities.entries()) {
      counter.addWord(severity, ['vulnerabilities', index, 'severity']);
    }
  },
});
