import { BADGES, TIERS } from '../artifacts/conformance/model.ts';
import type { ArtifactKind } from '../artifacts/kinds.ts';
import type { ArtifactValues, LoadedArtifact } from '../artifacts/load.ts';
import type { Fact, FactContext, FactType } from './fact.ts';

interface ValueOfType {
  number: number;
  boolean: boolean;
  text: string;
}

type Read<K extends ArtifactKind, T extends FactType> = (
  artifact: ArtifactValues[K],
  context: FactContext,
) => ValueOfType[T] | undefined;

/** A row of the catalog: everything that the program and its docs know about a fact. */
export interface FactDefinition {
  readonly name: string;
  readonly type: FactType;
  readonly artifact: ArtifactKind;
  readonly description: string;
  /** The only values that a text fact can have, where they are listed. */
  readonly values?: readonly string[];
  /** Reads the fact from its artifact; undefined when the artifact does not carry it. */
  readonly read: (artifact: never, context: FactContext) => number | boolean | string | undefined;
}

function fact<K extends ArtifactKind, T extends FactType>(
  artifact: K,
  name: string,
  type: T,
  description: string,
  read: Read<K, T>,
  values?: T extends 'text' ? readonly string[] : never,
): FactDefinition {
  return { name, type, artifact, description, read, ...(values && { values }) };
}

/**
 * Every fact, in the order of the spec. To add one, add a row: the extraction, the lint, the spelling suggestions,
 * `docs/facts.md` and the catalog that `policy facts` prints all follow from it.
 * Spec (release gate): "The fact catalog".
 */
export const FACTS: readonly FactDefinition[] = [
  fact('run-report', 'run.total', 'number', 'tests in the run', (run) => run.counts.total),
  fact('run-report', 'run.passed', 'number', 'tests that passed', (run) => run.counts.passed),
  fact('run-report', 'run.failed', 'number', 'tests that failed or errored', (run) => run.counts.failed),
  fact('run-report', 'run.skipped', 'number', 'tests that were skipped', (run) => run.counts.skipped),
  fact(
    'run-report',
    'run.inconclusive',
    'number',
    'tests that ended without a result; absent when the report does not count them',
    (run) => run.counts.inconclusive,
  ),

  fact('judge-cert', 'judge.certified', 'boolean', 'the judge is certified', (cert) => cert.certified),
  fact('judge-cert', 'judge.ece', 'number', 'expected calibration error, 0 to 1', (cert) => cert.ece),
  fact('judge-cert', 'judge.brier', 'number', 'Brier score, 0 to 1', (cert) => cert.brier),
  fact(
    'judge-cert',
    'judge.expired',
    'boolean',
    'the current time is outside the validity window; absent when the window has no end',
    ({ validity }, { now }) =>
      validity && (now >= validity.until || (validity.from !== undefined && now < validity.from)),
  ),

  fact('conformance-report', 'conformance.badge', 'text', 'T1, T2, T3 or F', (r) => r.badge, BADGES),
  fact('conformance-report', 'conformance.must_passed', 'number', 'MUST checks passed', (r) => r.must_passed),
  fact('conformance-report', 'conformance.must_total', 'number', 'MUST checks in total', (r) => r.must_total),
  fact(
    'conformance-report',
    'conformance.should_passed',
    'number',
    'SHOULD checks passed',
    (report) => report.should_passed,
  ),
  fact(
    'conformance-report',
    'conformance.should_total',
    'number',
    'SHOULD checks in total',
    (report) => report.should_total,
  ),
  fact(
    'conformance-report',
    'conformance.tier',
    'text',
    'Tier 1, Tier 2, Tier 3 or Fail',
    (r) => r.tier,
    TIERS,
  ),

  fact('security', 'security.critical_count', 'number', 'critical findings', (scan) => scan.counts.critical),
  fact('security', 'security.high_count', 'number', 'high findings', (scan) => scan.counts.high),
  fact('security', 'security.medium_count', 'number', 'medium findings', (scan) => scan.counts.medium),
  fact('security', 'security.low_count', 'number', 'low findings', (scan) => scan.counts.low),
  fact('security', 'security.info_count', 'number', 'informational findings', (scan) => scan.counts.info),
  fact('security', 'security.total_findings', 'number', 'findings of any severity', (scan) => scan.total),

  fact('model-compat', 'model_compat.total', 'number', 'entries compared', (diff) => diff.counts.total),
  fact('model-compat', 'model_compat.pass', 'number', 'entries that still pass', (diff) => diff.counts.pass),
  fact('model-compat', 'model_compat.drift', 'number', 'entries that drifted', (diff) => diff.counts.drift),
  fact('model-compat', 'model_compat.fail', 'number', 'entries that now fail', (diff) => diff.counts.fail),

  fact(
    'evidence',
    'evidence.reproducible',
    'boolean',
    'the run was shown to be reproducible; absent when the evidence does not say',
    (evidence) => evidence.reproducible,
  ),
  fact(
    'evidence',
    'evidence.unverifiable_origin',
    'boolean',
    'the run is not tied to a git commit',
    (evidence) => evidence.unverifiable_origin,
  ),
];

const BY_NAME: ReadonlyMap<string, FactDefinition> = new Map(FACTS.map((row) => [row.name, row]));

/** Returns the row of a fact, or undefined for a name that is not in the catalog. */
export function findFact(name: string): FactDefinition | undefined {
  return BY_NAME.get(name);
}

/** Returns the names of all facts, in catalog order. */
export function factNames(): IterableIterator<string> {
  return BY_NAME.keys();
}

/** Returns the facts that an artifact carries, in catalog order. */
export function extractFacts(artifact: LoadedArtifact, context: FactContext): Fact[] {
  const facts: Fact[] = [];
  for (const { name, artifact: kind, read } of FACTS) {
    if (kind !== artifact.kind) continue;
    const value = read(artifact.value as never, context);
    if (value !== undefined) facts.push({ name, value, artifact: kind, path: artifact.path });
  }
  return facts;
}
