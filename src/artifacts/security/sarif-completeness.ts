import type { ValuePath } from '../../diagnostic.ts';
import type { Contradictions } from '../../documents/contradictions.ts';
import type { SarifLog, SarifRun } from './sarif-schema.ts';

/** Kept outside the run, any of these could hide a finding, make it look harmless, or hide that the run failed. */
const NEEDED_IN_RUN = ['results', 'driver', 'extensions', 'invocations'];

/** Refuses a log of a run that failed, or that keeps a part outside the run: it may not show every finding. */
export function refuseIncomplete(log: SarifLog, contradictions: Contradictions): void {
  for (const [index, run] of log.runs.entries()) {
    const path = ['runs', index];
    refuseFailed(run, path, contradictions);
    for (const name of NEEDED_IN_RUN) {
      if (isEmpty(run.externalPropertyFileReferences?.[name])) continue;
      refuseElsewhere([...path, 'externalPropertyFileReferences', name], contradictions);
    }
  }
  for (const [index, { results }] of (log.inlineExternalProperties ?? []).entries()) {
    if (!isEmpty(results)) refuseElsewhere(['inlineExternalProperties', index, 'results'], contradictions);
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function refuseElsewhere(path: ValuePath, contradictions: Contradictions): void {
  contradictions.add(
    path,
    'keeps a part of the run outside the run, where it is not read',
    'write the whole run into `runs`',
  );
}

function refuseFailed({ invocations = [] }: SarifRun, path: ValuePath, contradictions: Contradictions): void {
  for (const [index, invocation] of invocations.entries()) {
    const at = [...path, 'invocations', index];
    const { executionSuccessful, processStartFailureMessage } = invocation;
    if (executionSuccessful === false) {
      contradictions.add([...at, 'executionSuccessful'], 'is false: a run that failed is not a scan');
    }
    if (processStartFailureMessage !== undefined) {
      contradictions.add([...at, 'processStartFailureMessage'], 'says that the tool did not start');
    }
    // an error among these means that the run failed and that results may be missing (3.20.21, 3.20.22)
    for (const kind of ['toolExecutionNotifications', 'toolConfigurationNotifications'] as const) {
      const error = (invocation[kind] ?? []).findIndex(({ level }) => level === 'error');
      if (error !== -1) contradictions.add([...at, kind, error], 'is an error of the tool: the run failed');
    }
  }
}
