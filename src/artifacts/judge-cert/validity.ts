import type { Diagnostic, ValuePath } from '../../diagnostic.ts';
import { agreeing, type Contradictions } from '../../documents/contradictions.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { describe } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { DAY } from '../../time/duration.ts';
import { formatInstant, type Instant, parseInstant } from '../../time/instant.ts';
import { present } from '../../values/own-property.ts';
import type { Validity } from './model.ts';
import type { JudgeCertFile } from './schema.ts';

/** The place where a certification may state a moment, and that moment; undefined when the place is empty. */
type Moment = readonly [path: ValuePath, instant: Instant | undefined];

/**
 * Returns the window in which a certification holds, in any spelling; undefined when the file states no end. It starts
 * at the stated start, but not before `certified_at`. Two spellings of one limit must name the same moment, and the window must end after it starts.
 * @throws InputError when a time is not in RFC 3339, or `valid_for_days` comes without `certified_at`
 */
export function toValidity(
  cert: JudgeCertFile,
  document: SourceDocument,
  contradictions: Contradictions,
): Validity | undefined {
  const { certifiedAt, starts, ends } = readMoments(cert, document);
  const stated = agreeing(starts, contradictions, formatInstant);
  const until = agreeing(ends, contradictions, formatInstant);
  if (until === undefined) return undefined;

  for (const [path, start] of starts) {
    if (start !== undefined && start >= until) {
      contradictions.add(path, `is not before the end of the validity, ${formatInstant(until)}`);
    }
  }
  const [, certified] = certifiedAt;
  if (certified !== undefined && certified > until) {
    contradictions.add(['certified_at'], `is after the end of the validity, ${formatInstant(until)}`);
  }
  // a judge does not hold a certificate that is still to be written
  const from =
    stated === undefined || certified === undefined ? (stated ?? certified) : Math.max(stated, certified);
  return present({ until, from });
}

function readMoments(
  cert: JudgeCertFile,
  document: SourceDocument,
): { certifiedAt: Moment; starts: Moment[]; ends: Moment[] } {
  const { validity = {}, valid_for_days: days } = cert;
  const faults: Diagnostic[] = [];
  const fault = (path: ValuePath, message: string, help: string) =>
    faults.push({ file: document.file, position: document.locate(path), path, message, help });
  const moment = (path: ValuePath, text: string | undefined): Moment => {
    const instant = text === undefined ? undefined : parseInstant(text);
    if (text !== undefined && instant === undefined) {
      fault(path, `must be an RFC 3339 time, found ${describe(text)}`, 'write it like 2026-12-31T00:00:00Z');
    }
    return [path, instant];
  };

  const certifiedAt = moment(['certified_at'], cert.certified_at);
  if (days !== undefined && cert.certified_at === undefined) {
    fault(['valid_for_days'], 'counts from `certified_at`, which is missing', 'add `certified_at`');
  }
  const [, start] = certifiedAt;
  const moments = {
    certifiedAt,
    starts: [
      moment(['valid_from'], cert.valid_from),
      moment(['not_before'], cert.not_before),
      moment(['validity', 'from'], validity.from),
      moment(['validity', 'not_before'], validity.not_before),
    ],
    ends: [
      moment(['valid_until'], cert.valid_until),
      moment(['not_after'], cert.not_after),
      moment(['expires_at'], cert.expires_at),
      moment(['validity', 'until'], validity.until),
      moment(['validity', 'not_after'], validity.not_after),
      [
        ['valid_for_days'],
        days === undefined || start === undefined ? undefined : start + days * DAY,
      ] as Moment,
    ],
  };
  if (faults.length > 0) throw new InputError(faults);
  return moments;
}
