import { findFact } from '../../facts/catalog.ts';
import { ARTIFACT_OF } from '../../features/all/artifact-of.ts';
import type { LaneReport } from '../../features/all/report-schema.ts';
import { answerOf } from '../../features/all/verdict.ts';
import type { PolicyReport } from '../../features/policy/report-schema.ts';
import { failingRules } from '../../report/policy/words.ts';
import { present } from '../../values/own-property.ts';
import { firstLine } from '../output.ts';
import { stemOf } from './lane-names.ts';
import { hintIn, reasonsIn } from './reasons.ts';
import type { LaneRun } from './run-lane.ts';
import { inSuiteWords } from './suite-words.ts';

/** The most reasons of a lane. Its own report has all. */
const MOST_REASONS = 5;

/** Sums up what the lanes did. @param texts what they wrote, by its name in the folder */
export function toLaneReports(runs: readonly LaneRun[], texts: ReadonlyMap<string, string>): LaneReport[] {
  const gate = texts.get(`${stemOf('policy simulate')}.json`);
  // written by this program a moment ago
  const rules = gate === undefined ? [] : (JSON.parse(gate) as PolicyReport).rules;
  const hasRejected = new Set(
    runs.filter(({ exitCode }) => answerOf(exitCode) === 'rejected').map(({ lane }) => lane.name),
  );
  return runs.map((run) => {
    const { lane, exitCode, said, problems } = run;
    const answer = answerOf(exitCode);
    const reasons = (answer === 'accepted' ? [] : reasonsOf(run, texts)).map(({ message, help }) =>
      present({ message: inSuiteWords(lane.name, message), help: help && inSuiteWords(lane.name, help) }),
    );
    const json = texts.get(`${lane.stem}.json`);
    const hint = answer !== 'accepted' || json === undefined ? undefined : hintIn(lane.name, json);
    const kind = ARTIFACT_OF[lane.name];
    const files = filesOf(lane.stem, texts);
    // an unknown fact is of no artifact, and neither is a lane that makes none: no rule is about it
    const judges = kind === undefined ? [] : rules.filter(({ fact }) => findFact(fact)?.artifact === kind);
    // of several servers, those that rejected are the reason
    const isReason = answer === 'rejected' || !hasRejected.has(lane.name);
    const failed = isReason ? failingRules(judges).map(({ id }) => id) : [];
    const first = firstLine(said);
    return {
      lane: lane.name,
      ...present({ input: lane.input }),
      answer,
      exit_code: exitCode,
      says: problems.length > 0 ? (reasons[0]?.message ?? answer) : first || `wrote ${files.join(' and ')}`,
      reasons: reasons.slice(0, MOST_REASONS),
      more_reasons: Math.max(0, reasons.length - MOST_REASONS),
      ...present({ hint }),
      judged_by: judges.map(({ id }) => id),
      ...(failed.length > 0 && { failed_rules: failed }),
      files,
    };
  });
}

function reasonsOf({ lane, problems }: LaneRun, texts: ReadonlyMap<string, string>): LaneReport['reasons'] {
  if (problems.length > 0) {
    return problems.map(({ file, position, message, help }) => {
      const place = [file, position?.line].filter((part) => part !== undefined).join(':');
      return present({ message: place === '' ? message : `${place}: ${message}`, help });
    });
  }
  const json = texts.get(`${lane.stem}.json`);
  return json === undefined ? [] : reasonsIn(lane.name, json);
}

/** The files of a lane: its report, its page, and what signs it. */
function filesOf(stem: string, texts: ReadonlyMap<string, string>): string[] {
  return [...texts.keys()].filter((name) => name.slice(0, name.indexOf('.')) === stem).sort();
}
