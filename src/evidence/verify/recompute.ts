import type { Evidence } from '../../artifacts/evidence.ts';
import { isObject } from '../../artifacts/json-artifact.ts';
import { describe } from '../../artifacts/validate.ts';
import { formatPath, type ValuePath } from '../../diagnostic.ts';
import { type Instant, parseInstant } from '../../time/instant.ts';
import { type EmitInputs, toEvidence } from '../emit.ts';
import type { Reason } from '../reasons.ts';

/** What an artifact says that it was made from. */
export type Origins = Pick<EmitInputs, 'run' | 'security' | 'conformance'>;

/**
 * Makes the artifact anew from the run report, and compares it field by field. Two things come from the artifact
 * itself, since no report has them: whether the run was shown to be reproducible, and the time of emission where the
 * report does not tell when the run ended.
 * @throws InputError when the report cannot give any artifact
 */
export function checkAgainstRun(evidence: Evidence, origins: Origins, now: Instant): Reason[] {
  const stated = evidence.generated_at === undefined ? undefined : parseInstant(evidence.generated_at);
  const isReproducible = evidence.reproducible === true;
  const { evidence: made } = toEvidence({ ...origins, isReproducible, now: stated ?? now });
  return differences(evidence, made, []).map(({ path, found, expected }) => ({
    code: 'run-report-differs',
    message: `${formatPath(path)} is ${show(found)}, but the run report gives ${show(expected)}`,
  }));
}

interface Difference {
  readonly path: ValuePath;
  readonly found: unknown;
  readonly expected: unknown;
}

/** The innermost values that differ. A key without a value is as good as none. */
function differences(found: unknown, expected: unknown, path: ValuePath): Difference[] {
  if (Array.isArray(found) && Array.isArray(expected) && found.length === expected.length) {
    return found.flatMap((item, index) => differences(item, expected[index], [...path, index]));
  }
  if (isObject(found) && isObject(expected)) {
    const keys = new Set([...Object.keys(found), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differences(own(found, key), own(expected, key), [...path, key]));
  }
  return found === expected ? [] : [{ path, found, expected }];
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : describe(value);
}
