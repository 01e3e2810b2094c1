import type { Diagnostic } from '../../../diagnostic.ts';
import { type Attempt, attempt, InputError, NotAFileError } from '../../../errors.ts';
import { belowFolder, inFolder } from '../../../text/folders.ts';
import { type Caveat, namesServer, type UnreadParts } from '../model.ts';
import type { Recording, RunsReading } from '../read.ts';
import { expandReference, type RecordingFolder, requireFiles } from './recording-files.ts';
import { readAs } from './recordings.ts';

/** The reason why a recording cannot be replayed. */
export interface RecordingFault {
  /** `missing`: the file does not exist, or is outside the folder; `unreadable`: it exists, but is not a recording. */
  readonly kind: 'missing' | 'unreadable';
  /** The reference as written, or the file that its glob matches. */
  readonly reference: string;
  readonly problem: Diagnostic;
}

/** What a check keeps of a recorded run. */
export interface CheckedRun {
  /** Relative to the folder of the recordings. */
  readonly reference: string;
  /** Equal for recordings with the same content. */
  readonly identity: string;
  /** The tools of the calls whose server the recording does not name. */
  readonly withoutServer: ReadonlySet<string>;
  /** What the reader says about the recording. */
  readonly caveats?: readonly Caveat[];
  readonly unread?: readonly UnreadParts[];
  /** The tools of all calls, when the recording names the agent of none of them. */
  readonly withoutAgents?: ReadonlySet<string>;
}

/** The problems that a run would have with the recordings of a reference, and the recordings without a problem. */
export interface RecordingCheck {
  readonly faults: readonly RecordingFault[];
  readonly runs: readonly CheckedRun[];
}

/**
 * Checks the recordings of a reference. Only one file is in memory at a time.
 * @throws InputError when a path leads to a pipe, a device or a socket: no finding about it would be true later
 */
export async function checkRecording(reference: string, folder: RecordingFolder): Promise<RecordingCheck> {
  const found = await attempt(() => requireFiles(reference, folder));
  if ('problems' in found) {
    return { faults: found.problems.map((problem) => ({ kind: 'missing', reference, problem })), runs: [] };
  }
  const faults: RecordingFault[] = [];
  const runs: CheckedRun[] = [];
  for (const expanded of expandReference(reference, folder)) {
    const reading = await readOne(inFolder(folder.path, expanded), folder);
    if ('problems' in reading) {
      const [problem] = reading.problems;
      faults.push({ kind: 'unreadable', reference: expanded, problem: problem as Diagnostic });
      continue;
    }
    for (const { read, ...run } of reading.value.runs) {
      if ('value' in read) runs.push(toCheckedRun({ ...run, cassette: read.value }, folder));
      else {
        const reference = belowFolder(folder.path, run.reference);
        faults.push({ kind: 'unreadable', reference, problem: read.problems[0] as Diagnostic });
      }
    }
  }
  return { faults, runs };
}

/** Reads a file, or returns its problems. @throws {@link NotAFileError} */
async function readOne(path: string, { files }: RecordingFolder): Promise<Attempt<RunsReading>> {
  try {
    return { value: await readAs(path, files, 'always') };
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof NotAFileError) throw error;
    return { problems: error.diagnostics };
  }
}

function toCheckedRun(
  { reference, identity = '', cassette }: Recording,
  { path }: RecordingFolder,
): CheckedRun {
  const withoutServer = new Set<string>();
  const tools = new Set<string>();
  let namesAgents = false;
  for (const { tool_calls } of cassette.turns) {
    for (const call of tool_calls) {
      if (!namesServer(call)) withoutServer.add(call.name);
      if (call.agent !== undefined) namesAgents = true;
      tools.add(call.name);
    }
  }
  return {
    reference: belowFolder(path, reference),
    identity,
    withoutServer,
    ...(cassette.caveats && { caveats: cassette.caveats }),
    ...(cassette.unread && { unread: cassette.unread }),
    ...(!namesAgents && { withoutAgents: tools }),
  };
}
