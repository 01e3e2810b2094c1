import type { ValuePath } from '../../diagnostic.ts';
import { Contradictions } from '../../documents/contradictions.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import type { ScanSeverity, SecurityScan } from './model.ts';
import { refuseIncomplete } from './sarif-completeness.ts';
import { Overrides } from './sarif-overrides.ts';
import { Rules, scoredSeverity } from './sarif-rules.ts';
import { type SarifLevel, type SarifLog, type SarifResult, sarifSchema } from './sarif-schema.ts';
import { SeverityCounter, worseSeverity } from './severity.ts';

/** SARIF 2.1.0 from any scanner. */
export const sarifFormat: JsonFormat<SecurityScan> = {
  name: 'SARIF 2.1.0',
  recognises: (value) =>
    isObject(value) &&
    !Object.hasOwn(value, 'schema_version') &&
    (Array.isArray(value.runs) || value.runs === null || namesSarif(value.$schema)),
  read: (document) => ({ value: toScan(validate(sarifSchema, document), document), warnings: [] }),
};

function namesSarif(schema: unknown): boolean {
  return typeof schema === 'string' && schema.toLowerCase().includes('sarif');
}

function toScan(log: SarifLog, document: SourceDocument): SecurityScan {
  const contradictions = new Contradictions(document);
  refuseIncomplete(log, contradictions);
  const counter = new SeverityCounter();
  for (const [index, run] of log.runs.entries()) {
    const path: ValuePath = ['runs', index];
    const rules = new Rules(run, contradictions);
    const overrides = new Overrides(run, path, rules, contradictions);
    for (const [at, result] of run.results.entries()) {
      const severity = severityOf(result, [...path, 'results', at], rules, overrides);
      if (severity) counter.add(severity);
    }
  }
  contradictions.refuse();
  return counter.toScan();
}

/** Returns the severity of a result; undefined when it is not a finding of this run. */
function severityOf(
  result: SarifResult,
  path: ValuePath,
  rules: Rules,
  overrides: Overrides,
): ScanSeverity | undefined {
  if (result.baselineState === 'absent' || isSuppressed(result)) return undefined;
  // a level beside `pass` says how bad a failure would have been
  const { kind = 'fail', level } = result;
  if (kind === 'pass' || kind === 'notApplicable') return undefined;

  const rule = rules.ofResult(result, path);
  // a result and its rule may both have a score: the higher one counts, so neither hides the other
  const scored = worseSeverity(scoredSeverity(result.properties), rule?.severity);
  if (scored) return scored;
  if (level !== undefined) return SEVERITY_OF_LEVEL[level];
  if (kind !== 'fail') return SEVERITY_OF_LEVEL.none;
  return SEVERITY_OF_LEVEL[(rule && overrides.levelOf(result, path, rule)) ?? rule?.level ?? 'warning'];
}

/** Whether a result is suppressed. If any suppression is under review or rejected, it is not (3.27.23, 3.35.3). */
function isSuppressed({ suppressions }: SarifResult): boolean {
  if (!suppressions || suppressions.length === 0) return false;
  return suppressions.every(({ status = 'accepted' }) => status === 'accepted');
}

const SEVERITY_OF_LEVEL = {
  error: 'high',
  warning: 'medium',
  note: 'low',
  none: 'info',
} as const satisfies Record<SarifLevel, ScanSeverity>;
