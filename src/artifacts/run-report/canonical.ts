import { MOST_FINDINGS, type ValuePath } from '../../diagnostic.ts';
import { agreeing, Contradictions } from '../../documents/contradictions.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { isObject, present } from '../../values/own-property.ts';
import { hasAnyKey, type JsonFormat } from '../json-artifact.ts';
import { ARTIFACTS } from '../kinds.ts';
import { SCAN_SEVERITIES } from '../security/model.ts';
import { countTests, refuseNothingRan } from './counts.ts';
import type { RunReport, RunSource, TestRecord } from './model.ts';
import { testDetails } from './run-details.ts';
import {
  envelopeSchema,
  type RunEnvelope,
  runReportSchema,
  STATUS_WORDS,
  testRecordSchema,
} from './schema.ts';
import { settleCounts } from './settle-counts.ts';

// a total alone does not make a run report: a security scan has one too
const holdsOutcomes = hasAnyKey(['passed', 'failed', 'inconclusive']);

/** The format of mcptest's own run reports. */
export const canonicalFormat: JsonFormat<RunReport> = {
  name: 'mcptest run report',
  recognises: (value) =>
    isObject(value) &&
    (value.schema_version === ARTIFACTS['run-report'].schemaVersion ||
      Array.isArray(value.tests) ||
      [value, value.summary, value.totals].some(holdsOutcomes)),
  read(document) {
    const envelope = validate(envelopeSchema, document);
    if (envelope.tests && !envelope.tests.every(isTestRecord)) validateTests(envelope.tests, document);
    return { value: toCanonical(envelope, document), warnings: [] };
  },
};

/** Reports what is wrong with the entries of `tests`. @throws InputError when any entry is invalid */
function validateTests(tests: readonly unknown[], document: SourceDocument): void {
  let faulty = 0;
  const last = tests.findIndex((test) => !isTestRecord(test) && ++faulty > MOST_FINDINGS);
  // the entries up to there have more findings than are shown
  if (last !== -1) validate(runReportSchema, { ...document, value: { tests: tests.slice(0, last + 1) } });
  validate(runReportSchema, document);
}

/**
 * A quick check of an entry of `tests`: returns true only if the schema accepts the entry. To check a million records
 * with the schema would take longer than reading the file.
 */
export function isTestRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  const { name, status, server, file, line, duration_ms, message, rule_id, severity, flaky } = record;
  return (
    typeof name === 'string' &&
    typeof status === 'string' &&
    Object.hasOwn(STATUS_WORDS, status) &&
    (server === undefined || typeof server === 'string') &&
    (file === undefined || typeof file === 'string') &&
    (line === undefined || (Number.isSafeInteger(line) && (line as number) >= 0)) &&
    (duration_ms === undefined || (Number.isFinite(duration_ms) && (duration_ms as number) >= 0)) &&
    (message === undefined || typeof message === 'string') &&
    (rule_id === undefined || typeof rule_id === 'string') &&
    (severity === undefined || (SCAN_SEVERITIES as readonly unknown[]).includes(severity)) &&
    (flaky === undefined || typeof flaky === 'boolean') &&
    // only reports of `mcptest run` have these, and they are small
    (DETAIL_KEYS.every((key) => record[key] === undefined) || testRecordSchema.safeParse(value).success)
  );
}

const DETAIL_KEYS = Object.keys(testDetails);

function toCanonical(envelope: RunEnvelope, document: SourceDocument): RunReport {
  const { schema_version, summary, totals, total, passed, failed, skipped, inconclusive, ...rest } = envelope;
  const { tests: entries, source, git, ...metadata } = rest;
  const tests = entries && toRecords(entries);

  const contradictions = new Contradictions(document);
  const counts = settleCounts(
    [
      [['summary'], summary],
      [['totals'], totals],
      [[], { total, passed, failed, skipped, inconclusive }],
    ],
    tests && countTests(tests),
    contradictions,
  );
  const commit = toSource(envelope, contradictions);
  contradictions.refuse();
  refuseNothingRan(counts, document.file);
  return { ...metadata, counts, ...(tests && { tests }), ...(commit && { source: commit }) };
}

/** Rewrites the status words of all entries to their canonical spelling, in place because a copy would cost memory. */
function toRecords(entries: readonly unknown[]): readonly TestRecord[] {
  const records = entries as { status: keyof typeof STATUS_WORDS }[];
  for (const record of records) {
    const status = STATUS_WORDS[record.status];
    if (status !== record.status) record.status = status;
  }
  return records as unknown as readonly TestRecord[];
}

function toSource({ source, git }: RunEnvelope, contradictions: Contradictions): RunSource | undefined {
  if (!source && !git) return undefined;
  const holders = [
    ['source', source],
    ['git', git],
  ] as const;
  const settle = (...names: (keyof NonNullable<typeof source>)[]) =>
    agreeing(
      holders.flatMap(([holder, value]) =>
        names.map((name): [ValuePath, string | undefined] => [[holder, name], value?.[name]]),
      ),
      contradictions,
      (value) => JSON.stringify(value),
    );
  const [repo, branch, commit] = [settle('repo'), settle('branch'), settle('commit_sha', 'commit', 'sha')];
  return present({ repo, branch, commit_sha: commit });
}
