import type { AllReport, LaneReport } from '../../features/all/report-schema.ts';
import { isInTheWay } from '../../features/all/verdict.ts';
import { Anchors } from '../html/anchors.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { htmlPage } from '../html/page.ts';
import { entry, list, paragraph, section } from '../html/parts.ts';
import { headline, judgedInWords, nameOf, toneOf, unjudgedInWords, VERDICTS } from './words.ts';

/**
 * Writes the first page of the folder: the verdict, what stops the release, and a link to the report of each lane.
 * Spec (reports): "The whole loop in one place"
 */
export function formatIndexHtml(report: AllReport): string {
  const { lanes, suite, policy, verdict } = report;
  const anchors = new Anchors();
  const unjudged = unjudgedInWords(report);
  const show = (shown: readonly LaneReport[]) =>
    shown.map((lane) => {
      const isGate = lane.lane === 'policy simulate';
      const remarks = isGate && unjudged ? [unjudged.message, unjudged.help] : [];
      return card(lane, anchors.of(nameOf(lane)), [
        ...remarks,
        ...(lane.hint === undefined ? [] : [lane.hint]),
      ]);
    });
  // in the order of the lanes: what made the gate fail comes before the gate
  const stopping = lanes.filter(isInTheWay);
  return htmlPage({
    kind: 'release report',
    verdict: VERDICTS[verdict],
    headline: headline(report),
    counts: [
      { value: lanes.filter(isAccepted).length, label: 'accepted', tone: 'good' },
      { value: countOf(lanes, 'rejected'), label: 'rejected', tone: 'bad' },
      { value: countOf(lanes, 'could-not-run'), label: 'could not run', tone: 'bad' },
    ],
    facts: [['Suite', suite], ...(policy === undefined ? [] : ([['Policy', policy]] as const))],
    body: [
      ...section('What stops the release', show(stopping)),
      ...section(
        stopping.length > 0 ? 'Everything else' : 'The checks',
        show(lanes.filter((lane) => !stopping.includes(lane))),
      ),
    ],
  });
}

const isAccepted = ({ answer }: LaneReport) => answer === 'accepted';

function countOf(lanes: readonly LaneReport[], wanted: LaneReport['answer']): number {
  return lanes.filter(({ answer }) => answer === wanted).length;
}

function card(lane: LaneReport, anchor: string, remarks: readonly string[]): string {
  const { answer, says, reasons, more_reasons: more, files } = lane;
  const judged = judgedInWords(lane);
  return entry({
    anchor,
    mark: answer.replaceAll('-', ' '),
    tone: toneOf(lane),
    title: nameOf(lane),
    body: [
      paragraph(says),
      ...list(reasons.map(({ message, help }) => (help === undefined ? message : `${message}\n${help}`))),
      ...(more > 0 ? [paragraph(`and ${more} more`, 'quiet')] : []),
      ...(judged === undefined ? [] : [paragraph(judged, 'quiet')]),
      ...remarks.map((remark) => paragraph(remark, 'quiet')),
      ...links(files),
    ],
  });
}

/** Links to the files of a lane, the page first. */
function links(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const sorted = [...files].sort((a, b) => Number(b.endsWith('.html')) - Number(a.endsWith('.html')));
  const each = sorted.map((file) => `<a href="${encodeURIComponent(file)}">${escapeHtml(file)}</a>`);
  return [`<p>${each.join(' · ')}</p>`];
}
