import type { Caveat } from '../../artifacts/cassette/model.ts';
import { showBare } from '../../assertions/show.ts';
import type { AlignmentReport } from '../../features/scenario/golden/alignment-schema.ts';
import type { JudgedTrialReport, ScenarioEntryReport } from '../../features/scenario/judge/report-schema.ts';
import type { Trajectory, TrajectoryStep } from '../../features/scenario/world/trajectory-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { plural } from '../plural.ts';
import { costRows } from './cost-rows.ts';

/** A part of the details of a run: rows of cells, not escaped yet. */
export interface Section {
  readonly title: string;
  /** What the columns are, for a table. */
  readonly head?: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The colours of rows, by index. The words of a row say the same, for output without colour. */
  readonly tones?: ReadonlyMap<number, Tone>;
}

/** Writes a title at the beginning of a line. */
export function capital(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** The title of the section that shows what a run changed. */
export const CHANGES = 'changes to the world';
/** Longer lists are cut, with a note. The JSON report is complete. */
const MOST_ROWS = 50;

/** Everything that you need to understand a run without its recording. Empty sections are left out. */
export function sectionsOf(run: JudgedTrialReport): Section[] {
  const {
    trajectory,
    read_with: readWith = [],
    violations,
    mismatches,
    assertions,
    state_diff,
    unanswered = [],
    caveats = [],
    alignment,
  } = run;
  const failed = assertions.filter(({ passed }) => !passed);
  const sections: Section[] = [
    { title: 'counts', rows: [[countsInWords(run)]] },
    { title: 'files read with the recording', rows: cut(readWith, (file) => [file]) },
    { title: 'notes on the recording', rows: caveats.map((caveat) => [CAVEAT_WORDS[caveat]]) },
    trajectorySection(trajectory),
    {
      title: 'violations',
      head: ['Call', 'Tool', 'Why'],
      rows: cut(violations, (violation) => violationRow(violation, trajectory)),
    },
    { title: 'unanswered calls', head: ['Call', 'Tool', 'Why'], rows: cut(unanswered, unansweredRow) },
    {
      title: 'state mismatches',
      head: ['Place in the world', 'Expected', 'Found'],
      rows: cut(mismatches, ({ path, expected, actual, oracle }) => [
        path,
        `expected ${showBare(expected)}${oracle === undefined ? '' : ` (${oracle})`}`,
        `found ${showBare(actual)}`,
      ]),
    },
    {
      title: 'failed assertions',
      head: ['Target', 'Why'],
      rows: cut(failed, ({ target, message }) => [target, message]),
    },
    { title: goldenTitle(run, alignment), rows: alignment ? cut(alignment.steps, alignmentRow) : [] },
    {
      title: CHANGES,
      head: ['Place in the world', 'Before and after'],
      rows: state_diff.length > 0 ? cut(state_diff, changeRow) : [['none']],
    },
    { title: 'cost', rows: costRows(run) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** What a run that passed did: its counts, its allowed violations, what it changed, and its cost. */
export function briefSectionsOf(run: JudgedTrialReport): Section[] {
  return sectionsOf({ ...run, alignment: undefined, trajectory: undefined });
}

/** The table of trials, with `pass^k`: the chance that k runs drawn from them all pass. */
export function trialSection(
  { runs, pass_rate, pass_hat }: NonNullable<ScenarioEntryReport['trials']>,
  objectionsTo: (run: (typeof runs)[number]) => string,
): Section {
  return {
    title: `trials: pass rate ${percent(pass_rate)}, ${cutList(pass_hat.map((chance, index) => `pass^${index + 1} ${percent(chance)}`))}`,
    head: ['Outcome', 'Recording', 'Why'],
    rows: cut(runs, (run) => [
      'error' in run ? 'error' : run.passed ? 'pass' : 'fail',
      run.cassette,
      objectionsTo(run),
    ]),
  };
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}

function cutList(items: readonly string[]): string {
  return items.slice(0, 10).join(', ') + (items.length > 10 ? ', …' : '');
}

function cut<T>(items: readonly T[], toRow: (item: T) => readonly string[]): (readonly string[])[] {
  const rows = items.slice(0, MOST_ROWS).map(toRow);
  return items.length > MOST_ROWS ? [...rows, [`… and ${items.length - MOST_ROWS} more`]] : rows;
}

function countsInWords({ report }: JudgedTrialReport): string {
  return [
    plural(report.turns, 'turn'),
    plural(report.actions, 'action'),
    `${report.invalid_actions} invalid`,
    `${report.forbidden_transitions} forbidden`,
    plural(report.recovery_attempts, 'recovery attempt'),
    plural(report.escalations, 'escalation'),
    plural(report.refusals, 'refusal'),
    ...(report.unanswered_calls === undefined ? [] : [`${report.unanswered_calls} unanswered`]),
    ...(report.abandoned_calls === undefined ? [] : [`${report.abandoned_calls} abandoned`]),
  ].join(', ');
}

function trajectorySection(trajectory: Trajectory | undefined): Section {
  const title = 'trajectory';
  if (!trajectory) return { title, rows: [] };
  const { calls, steps } = trajectory;
  if (calls === 0) return { title, rows: [['no calls']] };
  const rows: (readonly string[])[] = [];
  const tones = new Map<number, Tone>();
  let next = 0;
  for (const step of steps) {
    if (step.index > next) rows.push([`… ${plural(step.index - next, 'more call')}`]);
    const tone = CALL_TONES[step.kind];
    if (tone) tones.set(rows.length, tone);
    rows.push([placeOf(step), step.tool, doneBy(step)]);
    next = step.index + 1;
  }
  if (next < calls) rows.push([`… ${plural(calls - next, 'more call')}`]);
  return { title, rows, tones };
}

/** How a call looks, by what became of it. */
export const CALL_TONES = {
  applied: undefined,
  refused: 'caution',
  undecided: 'bad',
  invalid: 'bad',
  forbidden: 'bad',
} as const satisfies Record<TrajectoryStep['kind'], Tone | undefined>;

/** Where a call stands: `turn 0, call 2`. */
export function placeOf({ turn, index }: { readonly turn: number; readonly index: number }): string {
  return `turn ${turn}, call ${index}`;
}

/** The outcome of a call, then its arguments, which come last because they may be long. */
function doneBy({ words, args }: TrajectoryStep): string {
  return args === '' ? words : `${words}  (${args})`;
}

function violationRow(
  violation: JudgedTrialReport['violations'][number],
  trajectory: Trajectory | undefined,
): string[] {
  const { turn, index, tool, kind, reason, matched, line, refused, unanswered, abandoned, agent } = violation;
  const allowed = trajectory?.steps.find((step) => step.index === index)?.allowed;
  const about = [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(agent === undefined ? [] : [`by ${showBare(agent)}`]),
    ...(abandoned ? ['abandoned by a rewind'] : []),
    ...(unanswered ? ['no answer was recorded'] : []),
    ...(refused ? ['the server refused it too'] : []),
  ];
  const words = [
    `${kind}${about.length > 0 ? ` (${about.join(', ')})` : ''}: ${reason}`,
    ...(matched === undefined ? [] : [`since ${matched}`]),
    ...(allowed === undefined ? [] : [`allowed here: ${allowed}`]),
  ];
  return [placeOf({ turn, index }), tool, words.join('; ')];
}

const CAVEAT_WORDS = {
  'acts-in-text': 'the agent acted through text: no call was recorded, so checks of calls prove nothing',
  'answered-nothing': 'answered nothing: the last message of the agent is empty',
  'unread-calls': 'parts that look like calls are not read',
} as const satisfies Record<Caveat, string>;

function unansweredRow({
  turn,
  index,
  tool,
  taken_as,
}: NonNullable<JudgedTrialReport['unanswered']>[number]): string[] {
  return [placeOf({ turn, index }), tool, TAKEN_AS[taken_as]];
}

const TAKEN_AS = {
  undecided:
    'no answer was recorded, so no one knows whether it took effect; to judge the run, set `unanswered_calls` to `succeed` or `error`',
  done: 'no answer was recorded, taken as done by `unanswered_calls: succeed`',
  error: 'no answer was recorded, taken as an error by `unanswered_calls: error`',
} as const satisfies Record<NonNullable<JudgedTrialReport['unanswered']>[number]['taken_as'], string>;

function changeRow({ path, before, after }: JudgedTrialReport['state_diff'][number]): string[] {
  return [path, `${showBare(before)} -> ${showBare(after)}`];
}

/** Says which golden path a run is closest to, and how close. */
export function goldenTitle(
  { report: { golden } }: JudgedTrialReport,
  alignment: AlignmentReport | undefined,
): string {
  if (!golden || !alignment) return 'golden path';
  const how = golden.exact ? 'exact' : golden.alternate ? 'an alternate' : `penalty ${golden.penalty}`;
  return `golden path ${alignment.path}: ${how}, efficiency ${percent(golden.efficiency)}`;
}

function alignmentRow(step: AlignmentReport['steps'][number]): string[] {
  const { kind, expected = '', optional, turn = 0, index = 0, tool = '', reason } = step;
  const at = placeOf({ turn, index });
  switch (kind) {
    case 'kept':
      return ['kept', at, tool];
    case 'replaced':
      return [
        'replaced',
        at,
        // the reason says why a call to the expected tool does not meet its step
        `${tool}, ${reason ?? `expected ${expected}`}${optional ? ' (optional)' : ''}`,
      ];
    case 'extra':
      return [step.retried ? 'retried' : 'extra', at, step.retried ? `${tool}, which costs nothing` : tool];
    case 'missing':
      return optional ? ['left out', '', `${expected} (optional)`] : ['missing', '', expected];
  }
}
