import type { Trust } from '../../features/evidence/verify/trusted-root.ts';
import type { BundleVerdict } from '../../features/evidence/verify/verify-file.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { formatInstant } from '../../time/instant.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import { formatReasons, nameOf } from './verify.ts';

/** Formats a bundle verdict as human-readable text: whether the bundle vouches for the file, and who signed it. */
export function formatBundleVerdict({ artifact, result, trust }: BundleVerdict, palette: Palette): string {
  const { isVerified, reasons, signature } = result;
  const word = isVerified ? palette.good('VERIFIED') : palette.bad('REJECTED');
  const { identity, issuer, key, signedAt } = signature ?? {};
  const rows = [
    ['sha256', artifact.sha256],
    ...(identity === undefined ? [] : [['signed by', identity]]),
    ...(issuer === undefined ? [] : [['vouched for by', issuer]]),
    ...(key === undefined ? [] : [['key', key]]),
    ...(signedAt === undefined ? [] : [['signed at', formatInstant(signedAt)]]),
    ...(trust === undefined ? [] : [['trusted root', describeTrust(trust)]]),
  ];
  const lines = alignColumns(rows.map((row) => row.map(escapeForTerminal))).map(toLine);
  const head = `${palette.bold(word)}  ${nameOf(artifact)}`;
  return `${[head, ...lines, ''].join('\n')}${formatReasons(reasons, palette)}`;
}

function describeTrust({ source, date, sha256 }: Trust): string {
  return `${source}${date === undefined ? '' : `, of ${date}`}, sha256 ${sha256}`;
}
