import type { Conformance } from '../../../artifacts/conformance/model.ts';
import { findInconsistencies } from '../../../artifacts/evidence/consistency.ts';
import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { ARTIFACTS } from '../../../artifacts/kinds.ts';
import type { RunReport, RunSource } from '../../../artifacts/run-report/model.ts';
import { SCAN_SEVERITIES, type SecurityScan } from '../../../artifacts/security/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import type { Instant } from '../../../time/instant.ts';
import { complianceTier } from './compliance-tier.ts';
import { type Checked, type InputFile, located } from './input-file.ts';
import { withoutCredentials } from './repo-url.ts';
import { endOfRun } from './run-end.ts';

/** The inputs that evidence is made from. */
export interface EmitInputs {
  readonly run: InputFile<RunReport>;
  /** The source to state. The one in the run report when left out. */
  readonly source?: RunSource | undefined;
  readonly security?: InputFile<SecurityScan> | undefined;
  readonly conformance?: InputFile<Conformance> | undefined;
  /** Whether the artifact states that the run was shown to be reproducible. It never states the opposite. */
  readonly isReproducible: boolean;
  /** The end of a run whose report states no time. */
  readonly now: Instant;
}

/** An artifact, and warnings about it. */
export interface Emitted {
  readonly evidence: Evidence;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Makes portable run evidence. Each field comes from one field of the run's metadata, and none states more than the inputs.
 * Spec (run evidence): "Emitting an artifact".
 * @throws InputError with all problems, when a verifier would reject the artifact
 */
export function toEvidence(inputs: EmitInputs): Emitted {
  const { run, security, conformance, isReproducible, now } = inputs;
  const { value: report, path: file } = run;
  const source = toSource(inputs.source ?? report.source, file);
  const end = endOfRun(run, now);
  const counts = toCounts(run);
  const tier = complianceTier(run, conformance);
  const evidence: Evidence = {
    schema_version: ARTIFACTS.evidence.schemaVersion,
    server_identity: toIdentity(report),
    spec_version: report.spec_version,
    corpus_version: report.corpus_version,
    source: source.value,
    generated_at: end.value,
    grades: {
      ...counts.value,
      security_severity_counts: security && severitiesSeen(security.value),
    },
    // absent, not false, unless asked for: the run may well be reproducible
    reproducible: isReproducible || undefined,
    unverifiable_origin: source.value?.commit_sha === undefined,
    cassette_hash: report.cassette_hash,
    cost_profile: report.cost_profile as Evidence['cost_profile'],
    compliance_tier: tier.value,
    tdqs: report.tdqs as Evidence['tdqs'],
  };
  const problems = [
    ...[source, end, counts, tier].flatMap((part) => part.problems),
    ...findInconsistencies(evidence).map(({ path, message }) => ({ file, path, message })),
  ];
  if (problems.length > 0) throw new InputError(located(problems, run));
  return { evidence, warnings: [...end.warnings, ...omissions(run, evidence)] };
}

/** Returns the tested servers. Undefined rather than an empty list, which would say that there were none. */
function toIdentity({ servers = [] }: RunReport): Evidence['server_identity'] {
  return servers.length === 0
    ? undefined
    : servers.map(({ name, transport, auth }) => ({ name, transport, auth }));
}

/** Returns the source as it may be published: without credentials, and without blank fields. */
function toSource(source: RunSource | undefined, file: string): Checked<Evidence['source']> {
  if (!source) return { value: undefined, problems: [] };
  const problems: Diagnostic[] = [];
  // CI systems leave an unknown field blank; a blank commit is still refused, as that would be a mistake
  const { repo, branch } = withoutBlanks(source);
  const { commit_sha: commit } = source;
  const published = repo === undefined ? undefined : withoutCredentials(repo);
  if (repo !== undefined && published === undefined) {
    // the value is not shown: it may contain a password
    const message = 'is not an address, or may contain a password';
    const help = 'write https://host/path, git@host:path or /path, without credentials';
    problems.push({ file, path: ['source', 'repo'], message, help });
  }
  if (published === undefined && branch === undefined && commit === undefined)
    return { value: undefined, problems };
  return { value: { repo: published, branch, commit_sha: commit?.toLowerCase() }, problems };
}

function withoutBlanks({ repo, branch }: RunSource): RunSource {
  return { ...(repo?.trim() && { repo }), ...(branch?.trim() && { branch }) };
}

const COUNTS = ['total', 'passed', 'failed'] as const;

/** Returns the three counts of the grade. A count that the report does not state is an error, not a zero or a guess. */
function toCounts({ path: file, value: { counts } }: InputFile<RunReport>): Checked<Evidence['grades']> {
  const problems: Diagnostic[] = [];
  for (const name of COUNTS) {
    if (counts[name] !== undefined) continue;
    const question = name === 'total' ? 'how many tests there are' : `how many tests ${name}`;
    const help = 'add it: evidence must state how many tests there are, and how many passed and failed';
    problems.push({ file, message: `does not say ${question}`, help });
  }
  if (counts.passed === 0 && counts.failed === 0) {
    problems.push({
      file,
      message: 'has no test that passed or failed, so there is nothing to give evidence of',
    });
  }
  const value = { tests_total: counts.total, tests_passed: counts.passed, tests_failed: counts.failed };
  return { value, problems };
}

/** Returns the counts above zero, as the spec shows them. An empty object means that a scan found nothing. */
function severitiesSeen({ counts }: SecurityScan) {
  return Object.fromEntries(
    SCAN_SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => [
      severity,
      counts[severity],
    ]),
  );
}

/** Warns about what the artifact leaves out and a registry would expect. */
function omissions(
  { path: file, value: { servers } }: InputFile<RunReport>,
  evidence: Evidence,
): Diagnostic[] {
  const warnings: Diagnostic[] = [];
  if (servers === undefined || servers.length === 0) {
    warnings.push({ file, message: 'names no server: the evidence does not say what was tested' });
  }
  if (evidence.unverifiable_origin) {
    const message = 'names no commit: the evidence is unattested';
    warnings.push({ file, message, help: 'use --source-from-git to take the commit from git' });
  }
  return warnings;
}
