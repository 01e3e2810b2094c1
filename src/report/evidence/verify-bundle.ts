import type { BundleReport } from '../../features/evidence/verify/verdict-schema.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import { formatReasons, nameOf } from './verify.ts';

/** Formats a bundle verdict as human-readable text: whether the bundle vouches for the file, and who signed it. */
export function formatBundleVerdict(report: BundleReport, palette: Palette): string {
  const { verified, reasons, artifact, signature } = report;
  const word = verified ? palette.good('VERIFIED') : palette.bad('REJECTED');
  const { identity, issuer, key, signed_at, trusted_root } = signature;
  const rows = [
    ['sha256', artifact.sha256],
    ...(identity === undefined ? [] : [['signed by', identity]]),
    ...(issuer === undefined ? [] : [['vouched for by', issuer]]),
    ...(key === undefined ? [] : [['key', key]]),
    ...(signed_at === undefined ? [] : [['signed at', signed_at]]),
    ...(trusted_root === undefined ? [] : [['trusted root', describeTrust(trusted_root)]]),
  ];
  const lines = alignColumns(rows.map((row) => row.map(escapeForTerminal))).map(toLine);
  const head = `${palette.bold(word)}  ${nameOf(artifact)}`;
  return `${[head, ...lines, ''].join('\n')}${formatReasons(reasons, palette)}`;
}

function describeTrust({
  source,
  date,
  sha256,
}: NonNullable<BundleReport['signature']['trusted_root']>): string {
  return `${source}${date === undefined ? '' : `, dated ${date}`}, sha256 ${sha256}`;
}
