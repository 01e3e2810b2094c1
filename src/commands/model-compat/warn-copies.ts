import type { Diagnostic } from '../../diagnostic.ts';
import type { Ports } from '../../ports.ts';
import type { RecordingSource } from './recording-sources.ts';

/**
 * Warns when every recording of a side is a byte-identical copy of a recording of the baseline: two such sides never
 * differ, so the comparison shows nothing. A single recording may be the same without being a copy.
 * @param side the flag that named the recordings
 */
export function warnCopies(
  side: '--candidate' | '--aa',
  recordings: readonly RecordingSource[],
  baseline: readonly RecordingSource[],
  { files, sha256 }: Pick<Ports, 'files' | 'sha256'>,
): Diagnostic[] {
  // a pointer leads into a file with several runs, and a pipe is read only once
  const sizeOf = ({ reference }: RecordingSource) => files.plainFile(reference)?.size;
  const digest = ({ reference }: RecordingSource) => sha256(files.readBytes(reference));
  const digests = new Map<number, Set<string>>();
  const isCopy = (source: RecordingSource) => {
    const size = sizeOf(source);
    if (size === undefined) return false;
    const alike = digests.get(size) ?? new Set(baseline.filter((each) => sizeOf(each) === size).map(digest));
    digests.set(size, alike);
    return alike.size > 0 && alike.has(digest(source));
  };
  if (recordings.length === 0 || !recordings.every(isCopy)) return [];
  const [first, ...others] = recordings;
  const what =
    others.length === 0 ? 'the only recording is also in' : `all ${recordings.length} recordings are also in`;
  return [
    {
      file: first?.reference,
      message: `${what} --baseline, byte for byte: ${side} cannot differ from it`,
      help:
        side === '--aa'
          ? 'record the model of --baseline again: only further runs show its noise'
          : 'name recordings of the other model; to compare a model with itself, record it again and pass that with --aa',
    },
  ];
}
