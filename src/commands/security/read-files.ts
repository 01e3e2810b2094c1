import { readBaselineFingerprints } from '../../artifacts/security/baseline.ts';
import { parseSuppressions, type Suppressions } from '../../features/scan/suppressions-file.ts';
import type { Ports } from '../../ports.ts';

/** Reads the file of `--suppress`. @throws InputError */
export function readSuppressions(
  file: string | undefined,
  { files }: Pick<Ports, 'files'>,
): Suppressions | undefined {
  return file === undefined ? undefined : parseSuppressions(files.readText(file), file);
}

/** Reads the fingerprints of the file of `--baseline`. @throws InputError */
export function readBaseline(
  file: string | undefined,
  { files }: Pick<Ports, 'files'>,
): ReadonlySet<string> | undefined {
  return file === undefined ? undefined : readBaselineFingerprints(files.readText(file), file);
}
