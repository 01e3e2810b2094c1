import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { recordList } from '../../../documents/record-list.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, isListOf, scannerFormat, text, whatever } from './scanner-format.ts';

const vulnerability = z.object({ id: text(), severity: text(), isIgnored: z.nullish(z.boolean()) });

const application = z.object({
  ok: z.nullish(z.boolean()),
  error: whatever(),
  vulnerabilities: z.nullish(recordList(vulnerability)),
  infrastructureAsCodeIssues: z.nullish(recordList(vulnerability)),
});

/** One project. The scan of an image lists the applications in it, which are projects of their own. */
const project = z.extend(application, { applications: z.nullish(recordList(application)) });

type Application = z.output<typeof application>;

const isProject = (value: unknown) =>
  hasKeys('ok')(value) &&
  ['vulnerabilities', 'infrastructureAsCodeIssues', 'error'].some((key) => Object.hasOwn(value, key));

const WORDS = { critical: 'critical', high: 'high', medium: 'medium', low: 'low' } as const;

/** `snyk test --json`, `snyk container test --json`, `snyk iac test --json`. `snyk code test --json` is SARIF. */
export const snykFormat = scannerFormat({
  scanner: 'Snyk',
  recognises: isProject,
  schema: project,
  words: WORDS,
  count: (file, counter) => countProject(file, [], counter),
});

/** The same for several projects: `snyk test --all-projects --json`. */
export const snykListFormat = scannerFormat({
  scanner: 'Snyk',
  recognises: (value) => isListOf(value, isProject),
  schema: recordList(project),
  words: WORDS,
  count(file, counter) {
    for (const [index, each] of file.entries()) countProject(each, [index], counter);
  },
});

function countProject(file: z.output<typeof project>, path: ValuePath, counter: FindingCounter): void {
  countApplication(file, path, counter);
  for (const [index, each] of (file.applications ?? []).entries()) {
    countApplication(each, [...path, 'applications', index], counter);
  }
}

function countApplication(file: Application, path: ValuePath, counter: FindingCounter): void {
  const { ok, error, vulnerabilities, infrastructureAsCodeIssues: issues } = file;
  if (error !== undefined && error !== null) {
    counter.fail([...path, 'error'], 'is an error of Snyk: the scan failed');
    return;
  }
  if (!vulnerabilities && !issues) {
    counter.fail([...path, 'vulnerabilities'], 'is missing: nothing shows that the scan ran');
    return;
  }
  if (ok === false && (vulnerabilities ?? []).length + (issues ?? []).length === 0) {
    counter.fail([...path, 'ok'], 'is false, but the file shows no vulnerability');
  }
  // a vulnerability is listed once for each path that leads to it
  const seen = new Set<string>();
  for (const [key, list] of [
    ['vulnerabilities', vulnerabilities],
    ['infrastructureAsCodeIssues', issues],
  ] as const) {
    for (const [index, { id, severity, isIgnored }] of (list ?? []).entries()) {
      if (isIgnored === true || (key === 'vulnerabilities' && id && seen.has(id))) continue;
      if (id) seen.add(id);
      counter.addWord(severity, [...path, key, index, 'severity']);
    }
  }
}
