import { replay } from '../../src/features/scenario/world/replay.ts';
import { compile, type Seed, type Task } from './tasks.ts';
import { TRANSITIONS, worldOf } from './world.ts';

/**
 * Turns the actions that tau-bench considers correct into a scenario. It replays them on the world and expects exactly
 * their changes at the end. As in tau-bench, the order of calls, reading calls and failed calls do not matter. What the
 * agent must say is asserted on its replies.
 */
export async function generateScenario({ actions, outputs }: Task, seed: Seed): Promise<object> {
  const world = { seed: worldOf(seed), transitions: TRANSITIONS };
  const calls = actions.map(({ name, kwargs }) => ({ name, args: kwargs, is_error: false }));
  const { state } = replay(await compile(world), { turns: [{ tool_calls: calls }] });
  return {
    ...world,
    expect_state: expectationOf(world.seed, state),
    expect_unchanged: true,
    expect: outputs.map((output) => ({
      target: 'final_responses',
      matcher: { any: { regex: patternOf(output) } },
      message: `the agent must say ${output}`,
    })),
  };
}

type Tables = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Expects every row that differs, as a whole. */
function expectationOf(before: Tables, after: Readonly<Record<string, unknown>>): object {
  const rows = Object.entries(after as Tables).flatMap(([table, entries]) =>
    Object.entries(entries)
      .filter(([key, row]) => JSON.stringify(row) !== JSON.stringify(before[table]?.[key]))
      .map(([key, row]) => [`${table}[${JSON.stringify(key)}]`, { eq: row }]),
  );
  return Object.fromEntries(rows);
}

/** Returns a pattern that finds a text in any letter case, with or without commas: `1,000` matches `1000`. */
export function patternOf(output: string): string {
  const chars = [...output.replaceAll(',', '')].map((char) => char.replace(/[^\p{L}\p{N} ]/u, '\\$&'));
  return `(?i)${chars.join(',*')}`;
}
