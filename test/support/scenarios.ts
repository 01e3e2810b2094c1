import type { Cassette, ToolCall, Usage } from '../../src/artifacts/cassette/model.ts';
import { type JudgedRun, judgeRun } from '../../src/features/scenario/judge/judge.ts';
import type { Scenario } from '../../src/features/scenario/suite/scenario.ts';
import { parseSuite } from '../../src/features/scenario/suite/suite-file.ts';
import type { CallEvent } from '../../src/features/scenario/world/referee.ts';
import { follow, type Replay, replay } from '../../src/features/scenario/world/replay.ts';
import { refusalOf } from './load.ts';

type Written = Record<string, unknown>;

const named = (written: Written) => ({ name: 's', cassette: 'c.json', ...written });
const suiteText = (written: Written) => JSON.stringify({ scenarios: [named(written)] });

/** A scenario as the parts of it that matter are written in a suite. */
export async function scenarioOf(written: Written): Promise<Scenario> {
  const { scenarios } = await parseSuite(suiteText(written), 'suite.yml');
  return scenarios[0] as Scenario;
}

/** What a person is told when a scenario is refused. */
export function refusalOfScenario(written: Written): Promise<string> {
  return refusalOf(() => parseSuite(suiteText(written), 'suite.yml'));
}

/** A call in short: its name, with `!` behind it when it failed; or its name and arguments; or as it is. */
export type ShortCall = string | readonly [name: string, args: Written] | Partial<ToolCall>;

function callOf(short: ShortCall): ToolCall {
  if (typeof short === 'object' && !isPair(short)) {
    return { name: 'tool', args: {}, is_error: false, ...short };
  }
  const [text, args] = isPair(short) ? short : [short, {}];
  return { name: text.replace(/!$/, ''), args, is_error: text.endsWith('!') };
}

function isPair(short: ShortCall): short is readonly [string, Written] {
  return Array.isArray(short);
}

/** A run of one turn that ends with the response `done`. */
export function runOf(...calls: readonly ShortCall[]): Cassette {
  return turnsOf([calls, 'done']);
}

/** A run of several turns: the calls of each, and its final response where there is one. */
export function turnsOf(...turns: readonly (readonly [readonly ShortCall[], string?])[]): Cassette {
  return {
    turns: turns.map(([calls, response]) => ({
      tool_calls: calls.map(callOf),
      ...(response !== undefined && { final_response: response }),
    })),
  };
}

export function pricedRun(usage: Usage, about: Partial<Cassette> = {}): Cassette {
  return { ...runOf('tool'), model: 'm', usage, ...about };
}

/** What became of a run: each call in a word or with its reason, and the replay. */
export async function replayOf(
  written: Written,
  cassette: Cassette,
): Promise<Replay & { readonly events: string[] }> {
  const events: string[] = [];
  const scenario = await scenarioOf(written);
  follow(scenario, cassette, (event) => events.push(inShort(event)));
  return { ...replay(scenario, cassette), events };
}

function inShort(event: CallEvent): string {
  return 'reason' in event ? `${event.kind}: ${event.reason}` : event.kind;
}

export async function judge(written: Written, cassette: Cassette, micros?: number): Promise<JudgedRun> {
  const cost = micros === undefined ? undefined : ({ micros, source: 'cassette' } as const);
  return judgeRun(await scenarioOf(written), cassette, cost);
}
