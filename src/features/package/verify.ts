import { present } from '../../values/own-property.ts';
import type { PackageVerdict } from './verify-schema.ts';

/**
 * Compares the files of a package with the digests that were made when it was built. Lists what is missing, changed or was
 * added, by path.
 * @param built path to SHA-256, not empty
 * @param found the same for the files that are there, those without a digest included
 */
export function verifyPackage(
  built: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): PackageVerdict {
  const problems = [...new Set([...built.keys(), ...found.keys()])]
    .sort()
    .filter((path) => built.get(path) !== found.get(path))
    .map((path) => {
      const [expected, actual] = [built.get(path), found.get(path)];
      const problem = expected === undefined ? 'added' : actual === undefined ? 'missing' : 'changed';
      return { path, problem, ...present({ expected, found: actual }) } as const;
    });
  return {
    schema_version: 'mcptest.dev/package-verdict/v1',
    accepted: problems.length === 0,
    files: built.size,
    problems,
  };
}
