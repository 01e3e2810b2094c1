import { agreeing, Contradictions } from '../../documents/contradictions.ts';
import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import type { FilesPort } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import { present } from '../../values/own-property.ts';
import { hasAnyKey, type JsonFormat, readJsonArtifact } from '../json-artifact.ts';
import type { JudgeCert } from './model.ts';
import { type JudgeCertFile, judgeCertSchema } from './schema.ts';
import { toValidity } from './validity.ts';

/** A file that has none of these keys says nothing about a judge. */
const TELLING_KEYS = ['schema_version', 'certified', 'metrics', 'thresholds', 'ece', 'brier'];

/** The certification that mcptest writes, in any of its spellings. */
export const canonicalFormat: JsonFormat<JudgeCert> = {
  name: 'mcptest judge certification',
  recognises: hasAnyKey(TELLING_KEYS),
  read: (document) => ({ value: toJudgeCert(validate(judgeCertSchema, document), document), warnings: [] }),
};

/**
 * Reads a judge certification in any of its spellings.
 * @throws InputError when the file is not a judge certification, or contradicts itself
 */
export function readJudgeCert(path: string, files: FilesPort): Reading<JudgeCert> {
  return readJsonArtifact('judge-cert', parseJson(files.readText(path), path), [canonicalFormat]);
}

function toJudgeCert(cert: JudgeCertFile, document: SourceDocument): JudgeCert {
  const contradictions = new Contradictions(document);
  const { certified, metrics } = cert;
  const either = (name: 'ece' | 'brier') =>
    agreeing(
      [
        [['metrics', name], metrics?.[name]],
        [[name], cert[name]],
      ],
      contradictions,
    );
  const [ece, brier] = [either('ece'), either('brier')];
  if (certified) refuseUnearned(cert, ece, brier, contradictions);
  const validity = toValidity(cert, document, contradictions);
  contradictions.refuse();
  return present({ certified, ece, brier, validity });
}

/** Refuses a file that calls a judge certified without showing that it met each threshold that the file states. */
function refuseUnearned(
  { metrics, thresholds = {}, checks = [] }: JudgeCertFile,
  ece: number | undefined,
  brier: number | undefined,
  contradictions: Contradictions,
): void {
  const { ece: maxEce, brier: maxBrier, min_samples: minSamples } = thresholds;
  const samples = metrics?.samples;
  const miss = (what: string) => contradictions.add(['certified'], `is true, but ${what}`);
  if (isAbove(ece, maxEce)) miss(`ece ${ece} is above the threshold ${maxEce}`);
  if (isAbove(brier, maxBrier)) miss(`brier ${brier} is above the threshold ${maxBrier}`);
  for (const [name, upper, limit] of [
    ['ece_upper', metrics?.ece_upper, maxEce],
    ['brier_upper', metrics?.brier_upper, maxBrier],
  ] as const) {
    if (isAbove(upper, limit)) miss(`${name} ${upper} is above the threshold ${limit}`);
  }
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length > 0) miss(`the check ${failed.map(({ id }) => `\`${clip(id)}\``).join(', ')} failed`);
  if (samples === 0) miss('the judge was measured on no samples');
  else if (isAbove(minSamples, samples))
    miss(`${samples} samples are fewer than the threshold ${minSamples}`);
  for (const [name, threshold, value] of [
    ['ece', maxEce, ece],
    ['brier', maxBrier, brier],
    ['samples', minSamples, samples],
  ] as const) {
    if (threshold !== undefined && value === undefined) {
      miss(`the file states no ${name} to compare with the threshold ${threshold}`);
    }
  }
}

function isAbove(value: number | undefined, limit: number | undefined): boolean {
  return value !== undefined && limit !== undefined && value > limit;
}
