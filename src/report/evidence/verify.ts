import { CHECK_NAMES, type CheckName, REASONS, type Reason } from '../../features/evidence/verify/reasons.ts';
import type { Asked, EvidenceVerdict } from '../../features/evidence/verify/verdict-schema.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Tone } from '../../text/tone.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';

type Outcome = EvidenceVerdict['checks'][CheckName];

const TONES = {
  passed: 'good',
  verified: 'good',
  present: 'caution',
  failed: 'bad',
  'not-checked': 'quiet',
} as const satisfies Record<Outcome, Tone>;

/** Formats a verdict as human-readable text: the headline, the scope and outcome of each check, then every reason. */
export function formatVerdict(verdict: EvidenceVerdict, palette: Palette): string {
  const { artifact, verified_at, checks, reasons } = verdict;
  const cells = CHECK_NAMES.map((name) => [
    name,
    wordOf(checks[name]),
    WORDS[name](verdict, verdict.asked ?? {}),
  ]);
  const [titles = [], ...rows] = alignColumns([
    ['check', 'result', 'what was checked'],
    ...cells.map((row) => row.map(escapeForTerminal)),
  ]);
  const lines = rows.map(([name = '', outcome = '', words = ''], index) => {
    const paint = palette[TONES[checks[CHECK_NAMES[index] as CheckName]]];
    return toLine([name, paint(outcome), words]);
  });
  return [
    `${headline(verdict, palette)}\n`,
    palette.quiet(toLine([`sha256 ${artifact.sha256}, verified at ${verified_at}`])),
    '\n\n',
    [palette.quiet(toLine(titles)), ...lines, ''].join('\n'),
    formatReasons(reasons, palette),
  ].join('');
}

function headline({ accepted, attested, artifact, signature }: EvidenceVerdict, palette: Palette): string {
  const word = accepted ? palette.good('ACCEPTED') : palette.bad('REJECTED');
  const flags = [
    ...(attested ? [] : ['unattested: it names no commit']),
    ...(signature.verified ? [] : [signature.present ? 'signature not verified' : 'not signed']),
  ];
  const remark = accepted && flags.length > 0 ? `  ${palette.caution(flags.join('; '))}` : '';
  return `${palette.bold(word)}  ${nameOf(artifact)}${remark}`;
}

/** Returns the name of a file for a headline. */
export function nameOf({ path }: { readonly path: string }): string {
  return path === '-' ? 'standard input' : escapeLine(path);
}

/** Lists the reasons, each with its help. Empty when there are none. */
export function formatReasons(reasons: readonly Reason[], palette: Palette): string {
  if (reasons.length === 0) return '';
  const lines = reasons.map(
    ({ code, message }) =>
      `${toLine([escapeForTerminal(message), palette.quiet(`[${code}]`)])}\n      help: ${REASONS[code].help}\n`,
  );
  return `\n${palette.bold(palette.bad('rejected because:'))}\n${lines.join('')}`;
}

function wordOf(outcome: Outcome): string {
  return outcome === 'not-checked' ? 'not checked' : outcome;
}

const WORDS: Readonly<Record<CheckName, (verdict: EvidenceVerdict, asked: Asked) => string>> = {
  consistency: (_, { run_report: runReport, source_from_git: sourceFromGit }) => {
    if (runReport === undefined) {
      return 'the artifact against itself and the clock; --run-report also compares it with the run';
    }
    const but = sourceFromGit ? ', except source fields that the report does not state' : '';
    return `the artifact against itself, the clock and the run report ${runReport}${but}`;
  },
  freshness: ({ signature }, { max_age: maxAge }) => {
    if (maxAge === undefined) return '--max-age sets how old it may be';
    const claim = 'generated_at, which the artifact itself claims';
    const time =
      signature.signed_at === undefined
        ? claim
        : `${claim}, or by the verified time of signing if that is older`;
    return `at most ${maxAge} old, by ${time}`;
  },
  ancestry: (_, { repo, ref = 'HEAD' }) =>
    repo === undefined
      ? '--repo checks that the commit is in the history of a git repository'
      : `whether git finds the commit in the history of ${ref} in ${repo}`,
  signature: describeSignature,
};

function describeSignature({ checks, signature }: EvidenceVerdict): string {
  const { present, identity, issuer, key, signed_at } = signature;
  switch (checks.signature) {
    case 'not-checked':
      return present
        ? 'there are signature files; --key or --certificate-identity verifies them'
        : 'there is no signature, and none was required';
    case 'present':
      return 'the signature files are well-formed; this is presence only, no signature was verified';
    case 'failed':
      return present ? 'the signature files next to the artifact' : 'there is no signature';
    case 'verified': {
      const who = identity === undefined ? `the key ${key}` : `${identity}, vouched for by ${issuer}`;
      return `these bytes were signed by ${who}${signed_at === undefined ? '' : `, at ${signed_at}`}`;
    }
  }
}
