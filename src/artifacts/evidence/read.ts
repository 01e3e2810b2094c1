import * as z from 'zod/mini';
import type { ValuePath } from '../../diagnostic.ts';
import { Contradictions } from '../../documents/contradictions.ts';
import { described } from '../../documents/described.ts';
import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import { recordList } from '../../documents/record-list.ts';
import { anything } from '../../documents/schema-parts.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { describe, validate } from '../../documents/validate.ts';
import type { FilesPort } from '../../ports.ts';
import { parseInstant } from '../../time/instant.ts';
import {
  hasAnyKey,
  type JsonFormat,
  readJsonArtifact,
  refuseOtherKind,
  unrecognised,
} from '../json-artifact.ts';
import { ARTIFACTS } from '../kinds.ts';
import { SEVERITIES, type Severity } from '../security/model.ts';

const text = (description: string) => described(z.optional(z.string()), description);
const number = (description: string) => described(z.optional(z.number()), description);

const severityCounts = Object.fromEntries(
  SEVERITIES.map((severity) => [severity, number(`${severity} findings`)]),
) as Record<Severity, ReturnType<typeof number>>;

/**
 * Portable run evidence. Checks only what a file must be to be read at all: what is wrong with the content of
 * a field is a finding of {@link findInconsistencies}, so that a verifier can name it and reject the file.
 * Source: "Emitting an artifact" of the text on portable run evidence.
 */
export const evidenceSchema = z.object({
  schema_version: text(ARTIFACTS.evidence.schemaVersion),
  server_identity: described(
    z.optional(
      recordList(
        z.object({
          name: z.optional(z.string()),
          transport: z.optional(z.string()),
          auth: z.optional(z.string()),
        }),
      ),
    ),
    'the servers that were tested',
  ),
  spec_version: text('the version of the MCP specification they were tested against'),
  corpus_version: text('the version of the tests'),
  source: z.optional(
    z.object({
      repo: text('where the git repository is'),
      branch: text('the branch that was checked out'),
      commit_sha: text('the commit that was tested, 40 or 64 hexadecimal digits'),
    }),
  ),
  generated_at: text('the end of the run, an RFC 3339 time'),
  grades: z.optional(
    z.object({
      tests_total: number('tests in the run'),
      tests_passed: number('tests that passed'),
      tests_failed: number('tests that failed or errored'),
      security_severity_counts: described(
        z.optional(z.strictObject(severityCounts)),
        'security findings, severities without any left out',
      ),
    }),
  ),
  reproducible: described(z.optional(z.boolean()), 'the run was shown to be reproducible'),
  unverifiable_origin: described(z.optional(z.boolean()), 'no commit is known that was tested'),
  cassette_hash: text('the digest of the recording that was replayed'),
  cost_profile: described(z.optional(anything()), 'what the run cost'),
  compliance_tier: text('the tier of the conformance report'),
  tdqs: described(z.optional(anything()), 'scores of the tool descriptions'),
});

/** Portable run evidence (`mcptest.dev/evidence/v1`), as the file has it. */
export type Evidence = z.infer<typeof evidenceSchema>;

/** A file with none of these says nothing about a run. */
const TELLING_KEYS = ['schema_version', 'server_identity', 'grades', 'reproducible', 'unverifiable_origin'];

const FORMAT: JsonFormat<Evidence> = {
  name: 'mcptest evidence artifact',
  recognises: hasAnyKey(TELLING_KEYS),
  read: (document) => ({ value: validate(evidenceSchema, document), warnings: [] }),
};

/** Parses the text of a file that should be evidence. @throws InputError when it is no JSON */
export function parseEvidenceText(text: string, file: string): SourceDocument {
  if (/^\s*(?:[{[]|$)/.test(text)) return parseJson(text, file);
  const value = text.trimStart().slice(0, 100);
  throw unrecognised('evidence', { file, value, locate: () => ({ line: 1, column: 1 }) }, [FORMAT.name]);
}

/**
 * Takes a document for portable run evidence, whatever it says: {@link findInconsistencies} judges that.
 * @throws InputError when it is no evidence, or is malformed
 */
export function parseEvidence(document: SourceDocument): Evidence {
  refuseOtherKind('evidence', document);
  if (!FORMAT.recognises(document.value)) throw unrecognised('evidence', document, [FORMAT.name]);
  return FORMAT.read(document).value;
}

/**
 * Reads portable run evidence for a gate, which relies on it: what is inconsistent is refused.
 * @throws InputError when the file is none, or is inconsistent
 */
export function readEvidence(path: string, files: FilesPort): Reading<Evidence> {
  const document = parseEvidenceText(files.readText(path), path);
  const reading = readJsonArtifact('evidence', document, [FORMAT]);
  const contradictions = new Contradictions(document);
  for (const { path, message } of findInconsistencies(reading.value)) contradictions.add(path, message);
  contradictions.refuse();
  return reading;
}

/** What is inconsistent, for programs; the message is for people. */
export type InconsistencyCode = 'schema-version' | 'counts' | 'origin' | 'commit-sha' | 'generated-at';

/** One thing that evidence says and that cannot be, and where it says so. */
export interface Inconsistency {
  readonly code: InconsistencyCode;
  readonly path: ValuePath;
  readonly message: string;
}

/**
 * What evidence says that no honest run could: the checks of "forged" that need no clock, no flag and no other
 * file. A field that is absent is consistent with everything, but that a commit must be there or be denied.
 */
export function findInconsistencies(evidence: Evidence): Inconsistency[] {
  return [
    ...schemaVersionFaults(evidence),
    ...commitFaults(evidence),
    ...generatedAtFaults(evidence),
    ...countFaults(evidence),
    ...originFaults(evidence),
  ];
}

function schemaVersionFaults({ schema_version: found }: Evidence): Inconsistency[] {
  const expected = ARTIFACTS.evidence.schemaVersion;
  if (found === undefined || found === expected) return [];
  const message = `must be \`${expected}\`, found ${describe(found)}`;
  return [{ code: 'schema-version', path: ['schema_version'], message }];
}

function commitFaults({ source }: Evidence): Inconsistency[] {
  const commit = source?.commit_sha;
  // SHA-1 and SHA-256 repositories
  if (commit === undefined || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(commit)) return [];
  const message = `must be 40 or 64 hexadecimal digits, found ${describe(commit)}`;
  return [{ code: 'commit-sha', path: ['source', 'commit_sha'], message }];
}

function generatedAtFaults({ generated_at: time }: Evidence): Inconsistency[] {
  if (time === undefined || parseInstant(time) !== undefined) return [];
  const message = `must be an RFC 3339 time, found ${describe(time)}`;
  return [{ code: 'generated-at', path: ['generated_at'], message }];
}

function countFaults({ grades = {} }: Evidence): Inconsistency[] {
  const { tests_total: total, tests_passed: passed, tests_failed: failed } = grades;
  const counts: [path: ValuePath, count: number | undefined][] = [
    [['grades', 'tests_total'], total],
    [['grades', 'tests_passed'], passed],
    [['grades', 'tests_failed'], failed],
    ...SEVERITIES.map((severity): [ValuePath, number | undefined] => [
      ['grades', 'security_severity_counts', severity],
      grades.security_severity_counts?.[severity],
    ]),
  ];
  const faults = counts.flatMap(([path, count]): Inconsistency[] =>
    count === undefined || (Number.isSafeInteger(count) && count >= 0)
      ? []
      : [{ code: 'counts', path, message: `must be a whole number, 0 or more, found ${describe(count)}` }],
  );
  const ran = (passed ?? 0) + (failed ?? 0);
  if (faults.length === 0 && total !== undefined && ran > total) {
    const message = `is ${total}, but tests_passed and tests_failed add up to ${ran}`;
    faults.push({ code: 'counts', path: ['grades', 'tests_total'], message });
  }
  return faults;
}

function originFaults({ unverifiable_origin: isUnverifiable, source }: Evidence): Inconsistency[] {
  const hasCommit = source?.commit_sha !== undefined;
  if (isUnverifiable === undefined || isUnverifiable !== hasCommit) return [];
  const message = hasCommit
    ? 'is true, but source.commit_sha names a commit'
    : 'is false, but source.commit_sha names no commit';
  return [{ code: 'origin', path: ['unverifiable_origin'], message }];
}
