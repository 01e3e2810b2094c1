import type { Conformance } from '../../../artifacts/conformance/model.ts';
import { findInconsistencies } from '../../../artifacts/evidence/consistency.ts';
import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { ARTIFACTS } from '../../../artifacts/kinds.ts';
import type { RunReport, RunSource } from '../../../artifacts/run-report/model.ts';
import { SEVERITIES, type SecurityScan } from '../../../artifacts/security/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import type { Instant } from '../../../time/instant.ts';
import { complianceTier } from './compliance-tier.ts';
import { type Checked, type From, located } from './from.ts';
import { withoutCredentials } from './repo-url.ts';
import { endOfRun } from './run-end.ts';

/** What evidence is made from. */
export interface EmitInputs {
  readonly run: From<RunReport>;
  /** The state of the code, if not that of the run report. */
  readonly source?: RunSource | undefined;
  readonly security?: From<SecurityScan> | undefined;
  readonly conformance?: From<Conformance> | undefined;
  /** Whether the artifact states that the run was shown to be reproducible; it never denies it. */
  readonly isReproducible: boolean;
  /** The time that a report without one is taken to end at. */
  readonly now: Instant;
}

/** An artifact, and what a person should know of it. */
export interface Emitted {
  readonly evidence: Evidence;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Portable run evidence of a run: one field of the run's metadata each, and nothing that the inputs do not say.
 * Source: "Emitting an artifact" of the text on portable run evidence.
 * @throws InputError with all that is missing or wrong, when a verifier would reject what came of it
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
    // absent, not false, when nobody asked: the run may well be reproducible
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

/** The servers that were tested; an empty list would say that there were none. */
function toIdentity({ servers = [] }: RunReport): Evidence['server_identity'] {
  return servers.length === 0
    ? undefined
    : servers.map(({ name, transport, auth }) => ({ name, transport, auth }));
}

/** The source as it may be published: without credentials, and without what is not known. */
function toSource(source: RunSource | undefined, file: string): Checked<Evidence['source']> {
  if (!source) return { value: undefined, problems: [] };
  const problems: Diagnostic[] = [];
  // CI systems fill in nothing where they know nothing; without a commit that would be a mistake, and is refused
  const { repo, branch } = withoutBlanks(source);
  const { commit_sha: commit } = source;
  const published = repo === undefined ? undefined : withoutCredentials(repo);
  if (repo !== undefined && published === undefined) {
    // the value is not shown: it may hold a password
    const message = 'is no address that is known to hold no password';
    const help = 'write it like https://host/path, git@host:path or /path, without credentials';
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

/** The three counts that make the grade. One that the report does not state is no zero, and no guess either. */
function toCounts({ path: file, value: { counts } }: From<RunReport>): Checked<Evidence['grades']> {
  const problems: Diagnostic[] = [];
  for (const name of COUNTS) {
    if (counts[name] !== undefined) continue;
    const question = name === 'total' ? 'how many tests there are' : `how many tests ${name}`;
    const help = 'evidence states all three of total, passed and failed';
    problems.push({ file, message: `does not say ${question}`, help });
  }
  if (counts.passed === 0 && counts.failed === 0) {
    problems.push({
      file,
      message: 'shows no test that passed or failed: there is nothing to give evidence of',
    });
  }
  const value = { tests_total: counts.total, tests_passed: counts.passed, tests_failed: counts.failed };
  return { value, problems };
}

/** The counts above zero, as the source text shows them; none at all means scanned, and nothing found. */
function severitiesSeen({ counts }: SecurityScan) {
  return Object.fromEntries(
    SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => [severity, counts[severity]]),
  );
}

/** What the artifact does not say, and a registry would want to know. */
function omissions({ path: file, value: { servers } }: From<RunReport>, evidence: Evidence): Diagnostic[] {
  const warnings: Diagnostic[] = [];
  if (servers === undefined || servers.length === 0) {
    warnings.push({ file, message: 'names no server: the evidence does not say what was tested' });
  }
  if (evidence.unverifiable_origin) {
    const message = 'names no commit: the evidence is unattested';
    warnings.push({ file, message, help: 'if there is one, let git tell it: --source-from-git' });
  }
  return warnings;
}
