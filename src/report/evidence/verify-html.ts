import { CHECK_NAMES, type CheckName, REASONS } from '../../features/evidence/verify/reasons.ts';
import type { EvidenceVerdict } from '../../features/evidence/verify/verdict-schema.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { entry, pairs, paragraph, section } from '../html/parts.ts';
import { plural } from '../plural.ts';
import { OUTCOME_TONES, remarksOn, whatWasChecked, wordOf } from './words.ts';

/**
 * Writes a verdict as a page for people: the checks that failed first, each with its reasons and what to do.
 * Spec (reports): "Reports that people look at"
 */
export function formatVerdictHtml(verdict: EvidenceVerdict): string {
  const { accepted, artifact, reasons, verified_at: verifiedAt, checks } = verdict;
  const anchors = new Anchors();
  const some = (isWanted: (failed: boolean) => boolean) =>
    CHECK_NAMES.filter((name) => isWanted(checks[name] === 'failed')).map((name) =>
      article(name, verdict, anchors),
    );
  const name = artifact.path === '-' ? 'standard input' : artifact.path;
  return htmlPage({
    kind: 'run evidence',
    verdict: accepted ? { word: 'ACCEPTED', tone: 'good' } : { word: 'REJECTED', tone: 'bad' },
    headline: accepted ? name : `${name}: ${plural(reasons.length, 'reason')} to reject it`,
    facts: [
      ['SHA-256', artifact.sha256],
      ['Verified at', verifiedAt],
    ],
    notes: remarksOn(verdict),
    body: [
      ...section(
        'Failed',
        some((failed) => failed),
      ),
      ...section(
        accepted ? 'Checks' : 'Other checks',
        some((failed) => !failed),
      ),
      ...section('The signature', signature(verdict)),
    ],
  });
}

function article(name: CheckName, verdict: EvidenceVerdict, anchors: Anchors): string {
  const outcome = verdict.checks[name];
  const reasons = verdict.reasons.filter(({ code }) => REASONS[code].check === name);
  return entry({
    anchor: anchors.of(name),
    mark: wordOf(outcome),
    tone: OUTCOME_TONES[outcome],
    title: name,
    body: [
      paragraph(whatWasChecked(name, verdict)),
      ...reasons.map(({ code, message }) =>
        pairs([
          ['Why', message],
          ['Code', code],
          ['What to do', REASONS[code].help],
        ]),
      ),
    ],
  });
}

function signature({ signature: found }: EvidenceVerdict): string[] {
  const { identity, issuer, key, signed_at: signedAt, trusted_root: root } = found;
  const rows = Object.entries({
    Identity: identity,
    Issuer: issuer,
    'SHA-256 of the key': key,
    'Signed at': signedAt,
    'Trusted root': root && [root.source, root.date, `sha256 ${root.sha256}`].filter(Boolean).join(', '),
  }).flatMap(([label, text]): [string, string][] => (text === undefined ? [] : [[label, text]]));
  return rows.length === 0 ? [] : [pairs(rows)];
}
