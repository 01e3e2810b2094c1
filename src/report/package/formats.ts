import type { Sbom } from '../../features/package/sbom-file.ts';
import type { PackageVerdict } from '../../features/package/verify-schema.ts';
import type { Formats } from '../format.ts';

/** The formats of the list of what is bundled. The first one is the default. */
export const SBOM_FORMATS = {
  cyclonedx: async () => (await import('./sbom.ts')).formatCycloneDx,
  licenses: async () => (await import('./sbom.ts')).formatLicenses,
  names: async () => (await import('./sbom.ts')).formatNames,
} satisfies Readonly<Record<string, () => Promise<(sbom: Sbom) => string>>>;

/** The formats of `sbom --verify`. */
export const PACKAGE_VERDICT_FORMATS = {
  pretty: async () => (await import('./verdict.ts')).formatPackageVerdict,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<PackageVerdict>;
