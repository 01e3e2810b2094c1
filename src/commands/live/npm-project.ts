import type { FilesPort } from '../../files-port.ts';
import { tidyPath } from '../../report/path.ts';
import type { NpmProject } from '../../report/probe/init.ts';
import { isObject, own } from '../../values/own-property.ts';

/** The lock files of the package managers for Node, that of npm first. */
const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];

/** Looks at what the current folder has of what a CI job with `npm ci` needs. A broken package.json counts as none. */
export function npmProject(files: Pick<FilesPort, 'realPath' | 'readText'>): NpmProject {
  const isThere = (path: string) => files.realPath(path) !== null;
  const packages = isThere('package.json') ? packagesOf(files) : [];
  return {
    hasManifest: isThere('package.json'),
    hasMcptest: packages.some(([name]) => name === 'mcptest'),
    lockFile: LOCK_FILES.find(isThere),
    tarballs: [...new Set(packages.flatMap(([, from]) => tarballOf(from) ?? []))].filter(isThere),
  };
}

/** The packages that the project depends on, with what says where each comes from. */
function packagesOf(files: Pick<FilesPort, 'readText'>): [name: string, from: unknown][] {
  try {
    const manifest: unknown = JSON.parse(files.readText('package.json'));
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) => {
      const packages = isObject(manifest) ? own(manifest, key) : undefined;
      return isObject(packages) ? Object.entries(packages) : [];
    });
  } catch {
    // npm explains what is wrong with the file
    return [];
  }
}

/** The path of a tarball in this folder from which npm installs a package; undefined for one from anywhere else. */
function tarballOf(from: unknown): string | undefined {
  const path = typeof from === 'string' ? /^file:(.+\.(?:tgz|tar\.gz|tar))$/i.exec(from)?.[1] : undefined;
  if (path === undefined) return undefined;
  const tidy = tidyPath(path);
  // git adds no file of another folder
  return /^(?:\/|[A-Za-z]:|\.\.(?:\/|$))/.test(tidy) ? undefined : tidy;
}
