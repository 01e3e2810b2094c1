/** The list of what is bundled, in the form of CycloneDX 1.5. */

import { createHash } from 'node:crypto';
import type { BundledPackage } from './bundled-packages.ts';

/** What is read of package-lock.json. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The program itself. */
interface Program {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** What the list is made of. */
interface Sources {
  readonly program: Program;
  readonly packages: readonly BundledPackage[];
  readonly lock: LockFile;
  /** The bundler, which made the chunks. */
  readonly bundler: { readonly name: string; readonly version: string };
  /** RFC 3339; undefined if SOURCE_DATE_EPOCH is not set: the clock would make each build differ. */
  readonly timestamp: string | undefined;
}

/**
 * Returns the text of `dist/sbom.cdx.json`. The same sources give the same text: even its serial number is derived from them.
 * @throws Error when an installed package is not the one of the lock file
 */
export function sbomText({ program, packages, lock, bundler, timestamp }: Sources): string {
  for (const { key, name, version } of packages) {
    const locked = lock.packages[key]?.version;
    if (locked !== version)
      throw new Error(`${name} ${version} is bundled, package-lock.json has ${locked}; run npm ci`);
  }
  const root = purlOf(program);
  const content = {
    metadata: {
      ...(timestamp !== undefined && { timestamp }),
      lifecycles: [{ phase: 'build' }],
      tools: { components: [{ type: 'application', ...bundler }] },
      component: { type: 'application', ...identityOf(program), description: program.description },
    },
    components: packages.map((each) => ({
      type: 'library',
      ...identityOf(each),
      scope: 'required',
      ...hashesOf(lock.packages[each.key]?.integrity),
      evidence: { occurrences: each.chunks.map((chunk) => ({ location: `dist/${chunk}` })) },
    })),
    dependencies: [
      { ref: root, dependsOn: dependenciesOf('', packages, lock) },
      ...packages.map((each) => ({
        ref: purlOf(each),
        dependsOn: dependenciesOf(each.key, packages, lock),
      })),
    ],
    compositions: [{ aggregate: 'complete', assemblies: [root] }],
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    version: 1,
  };
  return `${JSON.stringify({ ...head, ...content }, null, 2)}\n`;
}

function identityOf({ name, version, license }: Pick<BundledPackage, 'name' | 'version' | 'license'>) {
  const [, group, bare = name] = /^(@[^/]+)\/(.*)$/.exec(name) ?? [];
  const purl = purlOf({ name, version });
  const stated = /^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license };
  return { 'bom-ref': purl, ...(group && { group }), name: bare, version, licenses: [stated], purl };
}

/** `pkg:npm/%40sigstore/verify@3.1.1`, see https://github.com/package-url/purl-spec. */
function purlOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

/** The hash of the package as it was published, which the lock file keeps in base64. */
function hashesOf(integrity: string | undefined) {
  const [, alg, base64 = ''] = /^sha(256|384|512)-(\S+)$/.exec(integrity ?? '') ?? [];
  if (alg === undefined) return {};
  return { hashes: [{ alg: `SHA-${alg}`, content: Buffer.from(base64, 'base64').toString('hex') }] };
}

/** Returns the bundled packages that a package asks for, found as Node finds them: in its folder, else in one above. */
function dependenciesOf(key: string, packages: readonly BundledPackage[], lock: LockFile): string[] {
  const { dependencies, devDependencies } = lock.packages[key] ?? {};
  const found = Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => {
    for (let folder = key; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
      const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      const each = packages.find((bundled) => bundled.key === candidate);
      // another version of it may be bundled for others
      if (each || candidate in lock.packages || folder === '') return each ? [purlOf(each)] : [];
    }
  });
  return [...new Set(found)].sort();
}

/** A UUID of version 8, whose bits the application defines (RFC 9562). */
function uuidOf(digest: string): string {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** Returns the time of SOURCE_DATE_EPOCH, in seconds since 1970. @throws Error when it is not a whole number */
export function sourceDate(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { SOURCE_DATE_EPOCH: seconds } = env;
  if (seconds === undefined || seconds === '') return undefined;
  if (!/^\d{1,11}$/.test(seconds)) throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${seconds}`);
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}
