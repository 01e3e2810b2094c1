import type { AlignmentReport } from '../../features/scenario/golden/alignment-schema.ts';
import type { JudgedTrialReport } from '../../features/scenario/judge/report-schema.ts';
import type { TrajectoryStep, WorldChange } from '../../features/scenario/world/trajectory-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { heading } from '../html/parts.ts';
import { type Cell, type Cells, htmlTable } from '../html/table.ts';
import { plural } from '../plural.ts';
import { CALL_TONES, goldenTitle, placeOf } from './sections.ts';

type Alignment = AlignmentReport['steps'][number];

/** The longest alignment of which steps are shown that no call took. */
const MOST_MISSING = 50;

/** How a step of the golden path looks, by what became of it. */
const ALIGNMENT_TONES = {
  kept: 'good',
  replaced: 'bad',
  missing: 'bad',
  extra: 'caution',
} as const satisfies Record<Alignment['kind'], Tone>;

/**
 * Shows a run call by call: beside each call what it did, the places in the world that it changed before and after, and the
 * step of the golden path that it took; steps that no call took stand where they were expected.
 */
export function trajectoryTable(run: JudgedTrialReport): string[] {
  const { trajectory, alignment } = run;
  if (!trajectory || trajectory.calls === 0) return [];
  const golden = alignment && new GoldenSteps(alignment.steps);
  const rows: Cells[] = [];
  let next = 0;
  for (const step of trajectory.steps) {
    if (step.index > next) rows.push([`… ${plural(step.index - next, 'more call')}`]);
    if (golden) for (const missing of golden.missingBefore(step.index)) rows.push(missingRow(missing));
    rows.push([...callCells(step), ...(golden ? [goldenCell(golden.at(step.index))] : [])]);
    next = step.index + 1;
  }
  if (next < trajectory.calls) rows.push([`… ${plural(trajectory.calls - next, 'more call')}`]);
  if (golden)
    for (const missing of golden.missingBefore(Number.POSITIVE_INFINITY)) rows.push(missingRow(missing));
  const head = ['Call', 'Result', 'Tool', 'What it did', 'World before', 'World after'];
  const title = alignment ? `Call by call, with the ${goldenTitle(run, alignment)}` : 'Call by call';
  return [heading(title), htmlTable(title, alignment ? [...head, 'Golden path'] : head, rows)];
}

function callCells(step: TrajectoryStep): [string, ...Cell[]] {
  const { kind, tool, args, words, allowed, changes = [] } = step;
  return [
    placeOf(step),
    { chip: kind, tone: CALL_TONES[kind] ?? 'quiet' },
    args === '' ? tool : `${tool}\n${args}`,
    allowed === undefined ? words : `${words}\nallowed here: ${allowed}`,
    valuesIn(changes, 'before'),
    valuesIn(changes, 'after'),
  ];
}

function valuesIn(changes: readonly WorldChange[], side: 'before' | 'after'): string {
  return changes.map((change) => `${change.path}: ${change[side] ?? 'nothing'}`).join('\n');
}

function goldenCell(step: Alignment | undefined): Cell {
  if (!step) return '';
  const { kind, expected, reason, retried } = step;
  if (kind === 'kept') return { chip: 'kept', tone: 'good' };
  if (kind === 'extra') return { chip: retried ? 'retried' : 'extra', tone: retried ? 'quiet' : 'caution' };
  return `replaces ${expected ?? ''}${reason === undefined ? '' : `: ${reason}`}`;
}

function missingRow({ kind, expected = '', optional }: Alignment): Cells {
  const mark = optional ? 'left out' : kind;
  return [
    'no call',
    { chip: mark, tone: optional ? 'quiet' : ALIGNMENT_TONES[kind] },
    expected,
    '',
    '',
    '',
    mark,
  ];
}

/** The steps of an alignment, by the calls that took them. */
class GoldenSteps {
  readonly #taken = new Map<number, Alignment>();
  readonly #missing: { readonly before: number; readonly step: Alignment }[] = [];

  constructor(steps: readonly Alignment[]) {
    const waiting: Alignment[] = [];
    const place = (before: number) => {
      for (const step of waiting.splice(0)) {
        if (this.#missing.length < MOST_MISSING) this.#missing.push({ before, step });
      }
    };
    for (const step of steps) {
      if (step.index === undefined) waiting.push(step);
      else {
        place(step.index);
        this.#taken.set(step.index, step);
      }
    }
    place(Number.POSITIVE_INFINITY);
  }

  at(index: number): Alignment | undefined {
    return this.#taken.get(index);
  }

  /** Takes the steps that were expected at this call or before, and that no call took. */
  missingBefore(index: number): Alignment[] {
    const count = this.#missing.findIndex(({ before }) => before > index);
    return this.#missing.splice(0, count === -1 ? this.#missing.length : count).map(({ step }) => step);
  }
}
