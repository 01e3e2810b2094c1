/** What is read of package.json before a release is published. */
interface Manifest {
  readonly version: string;
  readonly homepage?: string | undefined;
  readonly repository?: { readonly url?: string };
  readonly bugs?: { readonly url?: string };
  readonly publishConfig?: { readonly provenance?: boolean };
}

/** The address that stands for a repository that nobody has named yet. `.example` belongs to no one (RFC 2606). */
export const PLACEHOLDER = 'https://git.example/OWNER/mcptest';

/**
 * Returns why the package must not be published yet; nothing if it may be.
 * @param env SOURCE_DATE_EPOCH must be set: without it, nobody could build the same package again
 */
export function publishFaults(
  manifest: Manifest,
  changelog: string,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const { version, homepage, repository, bugs, publishConfig } = manifest;
  const addresses = Object.entries({ homepage, repository: repository?.url, bugs: bugs?.url });
  const faults = addresses
    .filter(([, url]) => url === undefined || /OWNER|\.example\b/.test(url))
    .map(([key, url]) => `package.json: \`${key}\` names no repository: \`${url}\``);
  if (publishConfig?.provenance !== true) faults.push('package.json: `publishConfig.provenance` is not true');
  if (!changelog.split('\n').some((line) => line.startsWith(`## [${version}]`)))
    faults.push(`CHANGELOG.md has no section \`## [${version}]\``);
  if (!/^\d+$/.test(env.SOURCE_DATE_EPOCH ?? ''))
    faults.push('SOURCE_DATE_EPOCH is not set: export SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)');
  return faults;
}
