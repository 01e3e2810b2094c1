import { ARTIFACT_KINDS, ARTIFACTS, flagOf } from '../artifacts/kinds.ts';
import { choice, reports, shorthand, value, values } from '../flags.ts';

/** Flags that several groups of commands share. */

/** The artifacts of which a command takes one file. */
const ONE_ONLY: readonly string[] = ['judge-cert', 'evidence'];

/** What the help says of a flag that takes several files. */
export const SEVERAL = '; may be a folder or a quoted glob; may be given several times';

/** One flag for each kind of artifact. Several files of most kinds count as one: see `MERGES`. */
export const ARTIFACT_FLAGS = ARTIFACT_KINDS.map((kind) =>
  values(`${flagOf(kind)} <file>`, `the ${ARTIFACTS[kind].title}${ONE_ONLY.includes(kind) ? '' : SEVERAL}`),
);

/** The flags for the headers of a server over HTTP. */
export const HEADER_FLAGS = [
  values(
    '--header <header>',
    'a header for every request to --url, as `Name: value`; may be given several times',
  ),
  values(
    '--header-env <header=variable>',
    'a header whose value is in an environment variable, as `Name=VARIABLE`; may be given several times',
  ),
  value(
    '--bearer-env <variable>',
    'the environment variable with a token, sent as `Authorization: Bearer TOKEN`',
  ),
] as const;

/** The flag that sets the current time, so that a run can be repeated. */
export const NOW = value(
  '--now <time>',
  'use this RFC 3339 time as the current time (default: SOURCE_DATE_EPOCH, else the clock)',
);

/**
 * The flags of every command that reports: in which format the report is written, and where.
 * @param formats the formats of the report, the default first
 * @param about what the help says about `--format`
 */
export function reportFlags<const F extends string>(formats: Readonly<Record<F, unknown>>, about: string) {
  const names = Object.keys(formats) as F[];
  return [
    shorthand('--json', '--format', 'json'),
    choice('--format <format>', about, names),
    value('--out <file>', 'write the report to a file instead of standard output'),
    reports(
      '--report <format=file>',
      'also write the report in this format to this file; may be given several times',
      names,
    ),
  ] as const;
}

/**
 * The flags of every command that makes an artifact, for {@link writeArtifact}.
 * @param formats as for {@link reportFlags}
 * @param artifact what the help calls it, such as `certificate`
 */
export function artifactFlags<const F extends string>(
  formats: Readonly<Record<F, unknown>>,
  artifact: string,
) {
  return reportFlags(
    formats,
    `the format; a file of --out gets the ${artifact} as JSON unless you say otherwise`,
  );
}
