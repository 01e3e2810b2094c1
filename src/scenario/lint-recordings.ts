import { readCassette } from '../artifacts/cassette/read.ts';
import { attempt } from '../errors.ts';
import type { Remark } from './lint.ts';
import { expandReference, inFolder, type RecordingFolder, requireFiles } from './recording-files.ts';
import type { Scenario } from './scenario.ts';

/** Recordings that a run would not find, or could not read. One file is held at a time. */
export async function unusableRecordings(scenario: Scenario, folder: RecordingFolder): Promise<Remark[]> {
  const remarks: Remark[] = [];
  for (const [index, reference] of scenario.cassettes.entries()) {
    const line = scenario.lineOf(['cassette', index]);
    const found = await attempt(() => requireFiles(reference, folder));
    if ('problems' in found) {
      for (const { message, help } of found.problems) {
        remarks.push({ code: 'missing-cassette', line, message: `\`${reference}\` ${message}`, help });
      }
      continue;
    }
    for (const expanded of expandReference(reference, folder)) {
      const read = await attempt(() => void readCassette(inFolder(folder.path, expanded), folder.files));
      if (!('problems' in read)) continue;
      // a run names them all; here the first is enough to look at the file
      const [{ message, help } = { message: '', help: undefined }] = read.problems;
      const which = `\`${expanded}\` cannot be replayed: ${message}`;
      remarks.push({ code: 'unreadable-cassette', line, message: which, help });
    }
  }
  return remarks;
}
