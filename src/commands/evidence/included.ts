import { loadGiven } from '../../artifacts/load-given.ts';
import type { FilesPort } from '../../ports.ts';

/** The flags that name the reports which evidence includes next to the run report. */
interface IncludedOptions {
  readonly security?: readonly string[] | undefined;
  readonly conformance?: readonly string[] | undefined;
}

/** Returns a reader for the scan and one for the conformance report; each gives undefined if its flag is not given. */
export function readIncluded({ security, conformance }: IncludedOptions, files: FilesPort) {
  return [
    async () => (security === undefined ? undefined : loadGiven('security', security, files)),
    async () => (conformance === undefined ? undefined : loadGiven('conformance-report', conformance, files)),
  ] as const;
}
