import { SIGNAL_CATEGORIES, type SignalCategory } from '../../src/artifacts/audit-log/model.ts';
import { inspect } from '../../src/inspection/inspect.ts';
import { LABELLED, type Labelled } from './labelled.ts';
import { UNSEEN } from './labelled-unseen.ts';

/** How well the detectors of a category do on the labelled calls. */
export interface Measure {
  readonly category: SignalCategory;
  /** Calls that hold something of the category, and how many of them were found. */
  readonly holding: number;
  readonly found: number;
  /** Calls that hold nothing of it, and how many were reported all the same. */
  readonly clean: number;
  readonly falseAlarms: number;
}

/** The categories that are found in a labelled call. */
function categoriesOf({ call }: Labelled): ReadonlySet<SignalCategory> {
  // a name that says nothing
  const { signals } = inspect({ tool: 'run_task', ...call }, { disabled: [] });
  return new Set(signals.map(({ category }) => category));
}

/** The labelled calls: those that the detectors were tried on while they were made, and those that came after. */
export const SETS = {
  seen: LABELLED,
  unseen: UNSEEN.map(([holds, args, rest]) => ({ holds, call: { arguments: args, ...rest } })),
} as const;

/** Every call of a set against every category. */
export function measure(set: keyof typeof SETS): readonly Measure[] {
  const results = SETS[set].map((labelled: Labelled) => ({
    held: new Set(labelled.holds.split(' ')),
    found: categoriesOf(labelled),
  }));
  return SIGNAL_CATEGORIES.map((category) => {
    const holding = results.filter(({ held }) => held.has(category));
    const clean = results.filter(({ held }) => !held.has(category));
    return {
      category,
      holding: holding.length,
      found: holding.filter(({ found }) => found.has(category)).length,
      clean: clean.length,
      falseAlarms: clean.filter(({ found }) => found.has(category)).length,
    };
  });
}
