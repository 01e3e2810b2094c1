import type { RecordingFault } from '../../../artifacts/cassette/recordings/check-recording.ts';
import type { Scenario } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';

/** Returns the problems of the recordings that a reference in the suite leads to. */
export type CheckRecording = (reference: string) => Promise<readonly RecordingFault[]>;

/** Finds recordings that a run would not find or could not read. */
export async function unusableRecordings(scenario: Scenario, check: CheckRecording): Promise<SuiteRemark[]> {
  const remarks: SuiteRemark[] = [];
  for (const [index, written] of scenario.cassettes.entries()) {
    const line = scenario.lineOf(['cassette', index]);
    for (const { kind, reference, problem } of await check(written)) {
      const { message, help } = problem;
      remarks.push(
        kind === 'missing'
          ? { code: 'missing-cassette', line, message: `\`${reference}\` ${message}`, help }
          : {
              code: 'unreadable-cassette',
              line,
              message: `\`${reference}\` cannot be replayed: ${message}`,
              help,
            },
      );
    }
  }
  return remarks;
}
