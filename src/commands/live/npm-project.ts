import type { FilesPort } from '../../files-port.ts';
import type { NpmProject } from '../../report/probe/init.ts';
import { isObject, own } from '../../values/own-property.ts';

/** The lock files of the package managers for Node, that of npm first. */
const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];

/** Looks at what the current folder has of what a CI job with `npm ci` needs. A broken package.json counts as none. */
export function npmProject(files: Pick<FilesPort, 'realPath' | 'readText'>): NpmProject {
  const isThere = (path: string) => files.realPath(path) !== null;
  return {
    hasManifest: isThere('package.json'),
    hasMcptest: isThere('package.json') && dependsOnMcptest(files),
    lockFile: LOCK_FILES.find(isThere),
  };
}

function dependsOnMcptest(files: Pick<FilesPort, 'readText'>): boolean {
  try {
    const manifest: unknown = JSON.parse(files.readText('package.json'));
    return ['dependencies', 'devDependencies'].some((key) => {
      const packages = isObject(manifest) ? own(manifest, key) : undefined;
      return isObject(packages) && own(packages, 'mcptest') !== undefined;
    });
  } catch {
    // npm explains what is wrong with the file
    return false;
  }
}
