import type { ValuePath } from '../../diagnostic.ts';
import type { Contradictions } from '../../documents/contradictions.ts';
import { quote } from '../../text/clip.ts';
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
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function refuseElsewhere(path: ValuePath, contradictions: Contradictions): void {
  contradictions.add(
    path,
    'keeps a part of the run outside the run, where it is not read',
    'write the whole run into `runs`',
  );
}

/**
 * Tools that say `executionSuccessful: false` because they found something, and what they write for `exitSignalName`
 * when nothing went wrong, separated by commas.
 */
const FAILS_ON_FINDINGS: readonly { readonly tool: RegExp; readonly harmless: readonly string[] }[] = [
  // https://github.com/spotbugs/spotbugs/issues/1918
  { tool: /^spotbugs$/i, harmless: ['SUCCESS', 'BUGS FOUND', 'MISSING CLASS'] },
];

function refuseFailed(run: SarifRun, path: ValuePath, contradictions: Contradictions): void {
  const { tool, invocations = [], results } = run;
  const known = FAILS_ON_FINDINGS.find((each) => each.tool.test(tool?.driver?.name ?? ''));
  const isHarmless = (signals: string) =>
    known !== undefined && signals.split(',').every((signal) => known.harmless.includes(signal.trim()));
  const found = results.some(({ kind }) => kind !== 'pass' && kind !== 'notApplicable');
  for (const [index, invocation] of invocations.entries()) {
    const at = [...path, 'invocations', index];
    const { executionSuccessful, exitSignalName: signal = '', processStartFailureMessage } = invocation;
    const isNormal = signal !== '' && isHarmless(signal);
    if (executionSuccessful === false && !(found && known && (isNormal || signal === ''))) {
      contradictions.add([...at, 'executionSuccessful'], 'is false: a run that failed is not a scan');
    }
    if (processStartFailureMessage !== undefined) {
      contradictions.add([...at, 'processStartFailureMessage'], 'says that the tool did not start');
    }
    refuseKilled(invocation, at, { found, isNormal }, contradictions);
    // an error among these means that the run failed and that results may be missing (3.20.21, 3.20.22)
    for (const kind of ['toolExecutionNotifications', 'toolConfigurationNotifications'] as const) {
      const error = (invocation[kind] ?? []).findIndex(({ level }) => level === 'error');
      if (error !== -1) contradictions.add([...at, kind, error], 'is an error of the tool: the run failed');
    }
  }
}

type Invocation = NonNullable<SarifRun['invocations']>[number];

/** From this exit code on, a shell reports that a signal ended the program. */
const FIRST_SIGNAL_CODE = 128;

/** Refuses an invocation that was killed, and one without findings that does not say that it succeeded. */
function refuseKilled(
  { executionSuccessful: succeeded, exitCode, exitSignalName: signal = '', exitSignalNumber }: Invocation,
  path: ValuePath,
  { found, isNormal }: { readonly found: boolean; readonly isNormal: boolean },
  contradictions: Contradictions,
): void {
  if (signal !== '' && !isNormal) {
    contradictions.add([...path, 'exitSignalName'], `is ${quote(signal)}: the tool was killed`);
  } else if ((exitSignalNumber ?? 0) !== 0 && !isNormal) {
    contradictions.add([...path, 'exitSignalNumber'], `is ${exitSignalNumber}: the tool was killed`);
  } else if (succeeded === undefined) {
    if (exitCode !== undefined && exitCode !== 0 && (!found || exitCode >= FIRST_SIGNAL_CODE)) {
      contradictions.add([...path, 'exitCode'], `is ${exitCode}: the tool failed`);
    } else if (exitCode === undefined && !found) {
      contradictions.add(
        [...path, 'executionSuccessful'],
        'is missing: nothing shows that the scan succeeded',
      );
    }
  }
}
