import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, scannerFormat, text } from './scanner-format.ts';

const bySeverity = z.object({ severity: text() });
const metadata = z.nullish(
  z.object({ vulnerabilities: z.nullish(z.record(z.string(), z.nullish(z.number()))) }),
);

const WORDS = { critical: 'critical', high: 'high', moderate: 'medium', low: 'low', info: 'info' } as const;

/** `npm audit --json` of npm 7 and later: one entry a package. */
export const npmAuditFormat = scannerFormat({
  scanner: 'npm audit',
  recognises: hasKeys('auditReportVersion'),
  schema: z.object({
    auditReportVersion: z.literal(2),
    vulnerabilities: z.record(z.string(), bySeverity),
    metadata,
  }),
  words: WORDS,
  count({ vulnerabilities, metadata: about }, counter) {
    countEntries(vulnerabilities, ['vulnerabilities'], about, counter);
  },
});

/** `npm audit --json` of npm 6, `pnpm audit --json` and `yarn npm audit --json`: one entry an advisory. */
export const npmAdvisoriesFormat = scannerFormat({
  scanner: 'npm audit',
  recognises: (value) =>
    hasKeys('advisories', 'metadata')(value) &&
    isObject(value.metadata) &&
    isObject(value.metadata.vulnerabilities),
  schema: z.object({ advisories: z.record(z.string(), bySeverity), metadata }),
  words: WORDS,
  count({ advisories, metadata: about }, counter) {
    countEntries(advisories, ['advisories'], about, counter);
  },
});

function countEntries(
  entries: Readonly<Record<string, z.output<typeof bySeverity>>>,
  path: ValuePath,
  about: z.output<typeof metadata>,
  counter: FindingCounter,
): void {
  const listed = Object.entries(entries);
  for (const [name, { severity }] of listed) counter.addWord(severity, [...path, name, 'severity']);
  // npm 6 counts paths here, not advisories, so only a list without entries can be compared
  const counted = Object.entries(about?.vulnerabilities ?? {}).find(([, count]) => (count ?? 0) > 0);
  if (listed.length === 0 && counted) {
    const [name, count] = counted;
    counter.fail(['metadata', 'vulnerabilities', name], `is ${count}, but the file lists no vulnerability`);
  }
}
