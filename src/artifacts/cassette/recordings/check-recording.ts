import type { Diagnostic } from '../../../diagnostic.ts';
import { attempt } from '../../../errors.ts';
import { readCassette } from '../read.ts';
import { expandReference, inFolder, type RecordingFolder, requireFiles } from './recording-files.ts';

/** What keeps a recording from being replayed. */
export interface RecordingFault {
  /** `missing`: it is not there, or may not be looked at; `unreadable`: it is there and is no recording. */
  readonly kind: 'missing' | 'unreadable';
  /** The reference: as written, or the one of the files that its glob matches. */
  readonly reference: string;
  readonly problem: Diagnostic;
}

/** What a run would stumble over in what a reference stands for. One file is held at a time. */
export async function checkRecording(reference: string, folder: RecordingFolder): Promise<RecordingFault[]> {
  const found = await attempt(() => requireFiles(reference, folder));
  if ('problems' in found) {
    return found.problems.map((problem) => ({ kind: 'missing', reference, problem }));
  }
  const faults: RecordingFault[] = [];
  for (const expanded of expandReference(reference, folder)) {
    const read = await attempt(() => void readCassette(inFolder(folder.path, expanded), folder.files));
    // a run names all of its problems; here the first is enough to look at the file
    const problem = 'problems' in read ? read.problems[0] : undefined;
    if (problem) faults.push({ kind: 'unreadable', reference: expanded, problem });
  }
  return faults;
}
