import type { Diagnostic } from '../../../diagnostic.ts';
import { attempt } from '../../../errors.ts';
import { readCassette } from '../read.ts';
import { expandReference, inFolder, type RecordingFolder, requireFiles } from './recording-files.ts';

/** The reason why a recording cannot be replayed. */
export interface RecordingFault {
  /** `missing`: the file does not exist, or is outside the folder; `unreadable`: it exists, but is not a recording. */
  readonly kind: 'missing' | 'unreadable';
  /** The reference as written, or the file that its glob matches. */
  readonly reference: string;
  readonly problem: Diagnostic;
}

/** Finds the problems that a run would have with the recordings of a reference. Only one file is in memory at a time. */
export async function checkRecording(reference: string, folder: RecordingFolder): Promise<RecordingFault[]> {
  const found = await attempt(() => requireFiles(reference, folder));
  if ('problems' in found) {
    return found.problems.map((problem) => ({ kind: 'missing', reference, problem }));
  }
  const faults: RecordingFault[] = [];
  for (const expanded of expandReference(reference, folder)) {
    const read = await attempt(() => void readCassette(inFolder(folder.path, expanded), folder.files));
    // a run reports all problems of a file; here the first is enough
    const problem = 'problems' in read ? read.problems[0] : undefined;
    if (problem) faults.push({ kind: 'unreadable', reference: expanded, problem });
  }
  return faults;
}
