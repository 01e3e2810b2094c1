import type { Sbom } from '../../features/package/sbom-file.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { alignColumns, toLine } from '../table.ts';

/** The whole list, as CycloneDX 1.5. */
export function formatCycloneDx({ text }: Sbom): string {
  return text;
}

/** One line for each package: its name, version and licence. */
export function formatLicenses({ packages }: Sbom): string {
  const rows = packages.map(({ name, version, license }) => [name, version, license].map(escapeForTerminal));
  return alignColumns([['package', 'version', 'licence'], ...rows])
    .map((row) => `${toLine(row)}\n`)
    .join('');
}

/** One line for each package: `name@version`, as npm takes it. */
export function formatNames({ packages }: Sbom): string {
  return packages.map(({ name, version }) => `${escapeForTerminal(`${name}@${version}`)}\n`).join('');
}
