import { expect, it } from 'vitest';
import { inspect } from '../../../src/inspection/inspect.ts';
import { EVASIONS } from '../../inspection/evasions.ts';

/** Counts the hidden texts of each kind that are found. */
const foundOf = (isForFitting: boolean): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind, category, args, ...rest } of EVASIONS) {
    if (rest.isForFitting !== isForFitting) continue;
    const { signals } = inspect({ tool: 'run_task', arguments: args }, { disabled: [] });
    counts[kind] = (counts[kind] ?? 0) + Number(signals.some((signal) => signal.category === category));
  }
  return counts;
};

// the figures of docs/inspection.md
it('finds hidden texts that the detectors were fitted to', () => {
  expect(foundOf(true)).toEqual({ sql: 30, shell: 30, path: 30, prompt: 30, secret: 30, pii: 29 });
});

it('finds hidden texts that they were not fitted to', () => {
  expect(foundOf(false)).toEqual({ sql: 30, shell: 30, path: 30, prompt: 30, secret: 29, pii: 28 });
});

it.each(["ls a''b", 'echo "" ; x=""y', 'a=b; echo $c', 'total: $5, a=1', '2019\u20132020', '{a,b}'])(
  'finds nothing in harmless text of such forms: %s',
  (text) => {
    expect(inspect({ tool: 'x', arguments: { command: text } }, { disabled: [] }).signals).toEqual([]);
  },
);
