import { createHash } from 'node:crypto';
import { parseJson } from '../../../documents/json.ts';
import { describe } from '../../../documents/validate.ts';
import { attempt } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { isObject } from '../../../values/own-property.ts';
import { PAYLOAD_TYPE, STATEMENT_TYPE } from '../signature/in-toto.ts';
import type { Reason } from './reasons.ts';

/** The known types of in-toto statements. */
const STATEMENT_TYPES: readonly string[] = [STATEMENT_TYPE, 'https://in-toto.io/Statement/v0.1'];

/** What a statement must say. */
export interface Expected {
  readonly bytes: Uint8Array;
  /** The commit that the file names. Null when it names none, undefined when files of its kind never name one. */
  readonly commit?: string | null | undefined;
  /** The accepted predicate types. All are accepted when left out. */
  readonly predicateTypes?: readonly string[];
  /** Compares the predicate with the file. Called only for a predicate of an accepted type. */
  readonly checkPredicate?: (predicate: unknown) => Reason[];
}

/** The signed content of a DSSE envelope. */
export interface DsseEnvelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
}

/**
 * Compares a statement with the file that it must be about. Checks every subject, not only the first: a statement that also
 * names other files is a statement about something else.
 */
export async function checkStatement(
  { payloadType, payload }: DsseEnvelope,
  expected: Expected,
): Promise<Reason[]> {
  if (payloadType !== PAYLOAD_TYPE) {
    return [typeReason('payloadType', payloadType, [PAYLOAD_TYPE])];
  }
  const reading = await attempt(() =>
    parseJson(new TextDecoder('utf-8', { fatal: true }).decode(payload), 'payload'),
  ).catch(() => ({ problems: [{ message: 'it is not UTF-8 text' }] }));
  if ('problems' in reading) {
    const why = reading.problems.map(({ message }) => message).join('; ');
    return [{ code: 'statement-type', message: `the payload of the envelope is not JSON: ${why}` }];
  }
  const { value } = reading.value;
  if (!isObject(value))
    return [{ code: 'statement-type', message: 'the payload of the envelope is not a statement' }];
  const types = typeReasons(value, expected);
  const predicate = types.length === 0 ? expected.checkPredicate?.(value.predicate) : undefined;
  return [...types, ...subjectReasons(value.subject, expected), ...(predicate ?? [])];
}

/** Whether a statement names a file among its subjects; also true of a payload that is not a statement. */
export function isStatementOn({ payload }: DsseEnvelope, bytes: Uint8Array): boolean {
  let statement: unknown;
  try {
    statement = JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return true;
  }
  const subjects = isObject(statement) ? statement.subject : undefined;
  if (!Array.isArray(subjects)) return true;
  return subjects.some((subject) => {
    const digest = isObject(subject) ? subject.digest : undefined;
    return isObject(digest) && HASHES.some((hash) => isSame(digest[hash], digestOf(hash, bytes)));
  });
}

function typeReasons(statement: Record<string, unknown>, { predicateTypes }: Expected): Reason[] {
  const { _type, predicateType } = statement;
  const reasons: Reason[] = [];
  if (!STATEMENT_TYPES.includes(_type as string)) reasons.push(typeReason('_type', _type, STATEMENT_TYPES));
  const isWanted = predicateTypes
    ? predicateTypes.includes(predicateType as string)
    : typeof predicateType === 'string' && predicateType !== '';
  if (!isWanted) reasons.push(typeReason('predicateType', predicateType, predicateTypes ?? ['any']));
  return reasons;
}

function typeReason(name: string, found: unknown, wanted: readonly string[]): Reason {
  const is = found === undefined ? 'is missing' : `is ${describe(found)}`;
  return {
    code: 'statement-type',
    message: `${name} ${is}, but must be ${wanted.map((each) => `\`${each}\``).join(' or ')}`,
  };
}

function subjectReasons(subjects: unknown, expected: Expected): Reason[] {
  if (!Array.isArray(subjects) || subjects.length === 0) {
    return [{ code: 'subject-mismatch', message: 'the statement has no subject' }];
  }
  const faults = subjects.map((subject) => faultOf(subject, expected));
  const reasons = faults.flatMap((fault, index): Reason[] =>
    fault === undefined ? [] : [{ code: 'subject-mismatch', message: `subject[${index}] ${fault}` }],
  );
  // a statement about the commit alone says nothing about the file
  if (reasons.length === 0 && !subjects.some((subject) => fileDigests(subject.digest).length > 0)) {
    reasons.push({ code: 'subject-mismatch', message: 'no subject states the digest of a file' });
  }
  return reasons;
}

/** The kinds of file digests that can be checked. Other kinds are weaker or not in use. */
const HASHES: readonly string[] = ['sha256', 'sha384', 'sha512'];

/** Returns the kinds of file digests that a subject states. All of them must match. */
function fileDigests(digest: Record<string, unknown>): string[] {
  return HASHES.filter((hash) => digest[hash] !== undefined);
}

/** Describes why a subject is neither this file nor its commit. Undefined when it is one of them. */
function faultOf(subject: unknown, { bytes, commit }: Expected): string | undefined {
  const digest = isObject(subject) ? subject.digest : undefined;
  if (!isObject(digest)) return 'has no digest';
  const { gitCommit } = digest;
  const hashes = fileDigests(digest);
  if (hashes.length === 0 && gitCommit === undefined) return 'has no digest that can be checked';
  // it may be the digest of another file
  const unknown = Object.keys(digest).find((name) => name !== 'gitCommit' && !HASHES.includes(name));
  if (unknown !== undefined) return `has a digest that cannot be checked: ${describe(unknown)}`;
  for (const hash of hashes) {
    const actual = digestOf(hash, bytes);
    if (isSame(digest[hash], actual)) continue;
    return `is another file: its ${hash} is ${show(digest[hash])}, but this file has ${show(actual)}`;
  }
  if (gitCommit === undefined || commit === undefined || isSame(gitCommit, commit)) return undefined;
  return `is the commit ${describe(gitCommit)}, but the artifact names ${commit === null ? 'none' : describe(commit)}`;
}

function digestOf(hash: string, bytes: Uint8Array): string {
  return createHash(hash).update(bytes).digest('hex');
}

/** Shows a digest whole, so that people can compare it with others. */
function show(digest: unknown): string {
  return typeof digest === 'string' ? `\`${clip(digest, 128)}\`` : describe(digest);
}

function isSame(found: unknown, expected: string | null): boolean {
  return typeof found === 'string' && expected !== null && found.toLowerCase() === expected.toLowerCase();
}
