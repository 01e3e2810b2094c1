import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { recordList } from '../../../documents/record-list.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, isListOf, scannerFormat, text } from './scanner-format.ts';

const findings = z.nullish(recordList(z.object({ Severity: text(), Status: text() })));

/** What Trivy found in one target: an image layer, a lock file, a configuration. */
const target = z.object({
  Vulnerabilities: findings,
  Misconfigurations: findings,
  MisconfSummary: z.nullish(z.object({ Failures: z.nullish(z.number()) })),
  Secrets: findings,
  Licenses: findings,
});
const targets = z.nullish(recordList(target));

const resource = z.object({ Results: targets, Error: text() });
const resources = z.nullish(recordList(resource));

const KINDS = ['Vulnerabilities', 'Misconfigurations', 'Secrets', 'Licenses'] as const;
/** Where a scan of a cluster lists its resources, depending on the version. */
const CLUSTER = ['Resources', 'Vulnerabilities', 'Misconfigurations', 'Findings'] as const;

const WORDS = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
  unknown: 'vulnerability',
  '': 'vulnerability',
} as const;

const HELP = 'let Trivy write SARIF, which says what it scanned: --format sarif';

/** `trivy --format json` of an image, a folder or a repository. */
export const trivyFormat = scannerFormat({
  scanner: 'Trivy',
  recognises: (value) =>
    hasKeys('SchemaVersion')(value) &&
    ['ArtifactName', 'ArtifactType', 'Results'].some((key) => Object.hasOwn(value, key)),
  schema: z.object({ SchemaVersion: z.literal(2), Results: targets }),
  words: WORDS,
  count: ({ Results }, counter) => countTargets(Results, ['Results'], counter),
});

/** `trivy k8s --report all --format json`. */
export const trivyClusterFormat = scannerFormat({
  scanner: 'Trivy (Kubernetes)',
  recognises: (value) =>
    hasKeys('ClusterName')(value) && CLUSTER.some((key) => isListOf(value[key], hasKeys('Kind'))),
  schema: z.object({
    Resources: resources,
    Vulnerabilities: resources,
    Misconfigurations: resources,
    Findings: resources,
  }),
  words: WORDS,
  count(file, counter) {
    for (const key of CLUSTER) {
      for (const [index, { Results, Error: error }] of (file[key] ?? []).entries()) {
        if (error) counter.fail([key, index, 'Error'], 'is an error of Trivy: the resource was not scanned');
        if (Results) countTargets(Results, [key, index, 'Results'], counter);
      }
    }
  },
});

/** The JSON of Trivy before version 0.20: a list of targets. */
export const trivyListFormat = scannerFormat({
  scanner: 'Trivy',
  recognises: (value) =>
    isListOf(value, hasKeys('Target')) && isListOf(value, (entry) => !hasKeys('severity')(entry)),
  schema: recordList(target),
  words: WORDS,
  count: (file, counter) => countTargets(file, [], counter),
});

function countTargets(results: z.output<typeof targets>, path: ValuePath, counter: FindingCounter): void {
  if (!results || results.length === 0) {
    counter.fail(path, 'names no target: nothing shows what Trivy scanned', HELP);
    return;
  }
  for (const [index, each] of results.entries()) {
    let failures = 0;
    for (const kind of KINDS) {
      for (const [at, { Severity, Status }] of (each[kind] ?? []).entries()) {
        // checks that passed are listed too, with --include-non-failures
        if (kind === 'Misconfigurations' && /^(pass|exception)$/i.test(Status ?? '')) continue;
        if (kind === 'Misconfigurations') failures++;
        counter.addWord(Severity, [...path, index, kind, at, 'Severity']);
      }
    }
    // Trivy counts after its filters, so a failure that is counted is also listed
    const stated = each.MisconfSummary?.Failures ?? 0;
    if (stated <= failures) continue;
    const at = [...path, index, 'MisconfSummary', 'Failures'];
    counter.fail(at, `is ${stated}, but Misconfigurations lists ${failures}`, HELP);
  }
}
