import type { Diagnostic } from '../diagnostic.ts';
import { attempt, InputError } from '../errors.ts';
import type { FilesPort } from '../ports.ts';
import { append } from '../values/append.ts';
import { artifactFiles } from './artifact-files.ts';
import { ARTIFACTS, type ArtifactKind, flagOf } from './kinds.ts';
import { type ArtifactValues, type LoadedArtifact, loadArtifact } from './load.ts';

/** A file that an artifact was read from, and the format that was recognised. */
export interface ArtifactSource {
  readonly path: string;
  readonly format: string;
  /** What a report must say about how the file was read. */
  readonly notes?: readonly string[] | undefined;
  /** The tests of a run report that failed first and passed on a retry; absent if there are none. */
  readonly flaky?: number | undefined;
}

/** An artifact as a flag names it: one file, or several whose counts are added. */
export interface GivenArtifact<K extends ArtifactKind = ArtifactKind> extends LoadedArtifact<K> {
  /** The values of the flag. */
  readonly given: readonly string[];
  /** At least one. */
  readonly sources: readonly ArtifactSource[];
}

/**
 * Reads the artifact that the values of a flag name: files, folders and globs.
 * @throws InputError when a file cannot be read as this artifact, a glob or folder has none, or there are several of a
 * kind that describes one thing
 */
export async function loadGiven<K extends ArtifactKind>(
  kind: K,
  given: readonly string[],
  files: FilesPort,
): Promise<GivenArtifact<K>> {
  const [path = '', ...others] = artifactFiles(kind, given, files);
  if (others.length === 0) {
    const artifact = await loadArtifact(kind, path, files);
    return { ...artifact, given, sources: [sourceOf(artifact)] };
  }
  const { MERGES } = await import('./merge.ts');
  const merge = MERGES[kind];
  if (!merge) {
    throw new InputError({
      message: `${flagOf(kind)} takes one file, found ${others.length + 1}: ${[path, ...others].join(', ')}`,
      help: `pass the ${ARTIFACTS[kind].title} that counts`,
    });
  }
  const parts = await loadParts(kind, [path, ...others], files);
  const value = merge(
    parts.map((part) => part.value),
    parts.map(({ format }) => format),
  );
  const all = given.join(', ');
  if (kind === 'run-report') {
    const { refuseNothingRan } = await import('./run-report/counts.ts');
    refuseNothingRan((value as ArtifactValues['run-report']).counts, all);
  }
  return {
    kind,
    path: all,
    value,
    format: [...new Set(parts.map(({ format }) => format))].join(', '),
    warnings: parts.flatMap(({ warnings }) => warnings),
    given,
    sources: parts.map(sourceOf),
  };
}

/** Reads all files, and reports the problems of all of them together. There may be very many. @throws InputError */
async function loadParts<K extends ArtifactKind>(
  kind: K,
  paths: readonly string[],
  files: FilesPort,
): Promise<readonly LoadedArtifact<K>[]> {
  const parts: LoadedArtifact<K>[] = [];
  const problems: Diagnostic[] = [];
  for (const path of paths) {
    const result = await attempt(() => loadPart(kind, path, files));
    if ('value' in result) parts.push(result.value);
    else append(problems, result.problems);
  }
  if (problems.length > 0) throw new InputError(problems);
  return parts;
}

function sourceOf(artifact: LoadedArtifact): ArtifactSource {
  const { path, format, notes } = artifact;
  const flaky = flakyTestsIn(artifact);
  return { path, format, ...(flaky > 0 && { flaky }), ...(notes && { notes }) };
}

function flakyTestsIn({ kind, value }: LoadedArtifact): number {
  if (kind !== 'run-report') return 0;
  const { tests = [] } = value as ArtifactValues['run-report'];
  return tests.reduce((sum, test) => (test.flaky ? sum + 1 : sum), 0);
}

/** Reads one of several artifacts. A run report in which nothing ran is one, with a warning. */
async function loadPart<K extends ArtifactKind>(
  kind: K,
  path: string,
  files: FilesPort,
): Promise<LoadedArtifact<K>> {
  try {
    return await loadArtifact(kind, path, files);
  } catch (error) {
    const { NothingRanError } = await import('./run-report/counts.ts');
    if (!(error instanceof NothingRanError)) throw error;
    const value = { counts: error.counts } as ArtifactValues[K];
    const warnings = error.diagnostics.map(({ help: _, ...diagnostic }) => diagnostic);
    return { kind, path, value, format: 'no test ran', warnings };
  }
}
