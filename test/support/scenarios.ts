import type { Cassette, RecordedCall, Usage } from '../../src/artifacts/cassette/model.ts';
import { type JudgedRun, judgeRun } from '../../src/features/scenario/judge/judge.ts';
import type { Scenario } from '../../src/features/scenario/suite/scenario.ts';
import { parseSuite } from '../../src/features/scenario/suite/suite-file.ts';
import type { CallEvent } from '../../src/features/scenario/world/referee.ts';
import { follow, type Replay, replay } from '../../src/features/scenario/world/replay.ts';
import { refusalOf } from './load.ts';

type Written = Record<string, unknown>;

const named = (written: Written) => ({ name: 's', cassette: 'c.json', ...written });
const suiteText = (written: Written) => JSON.stringify({ scenarios: [named(written)] });

/** Expands the relevant parts of a scenario as a suite writes them. */
export async function scenarioOf(written: Written): Promise<Scenario> {
  const { scenarios } = await parseSuite(suiteText(written), 'suite.yml');
  return scenarios[0] as Scenario;
}

/** Returns the messages that the user sees if a scenario is refused. */
export function refusalOfScenario(written: Written): Promise<string> {
  return refusalOf(() => parseSuite(suiteText(written), 'suite.yml'));
}

/**
 * Expands the short form of a call: its name, followed by `!` if it failed; or its name and arguments; or the whole
 * call.
 */
export type ShortCall = string | readonly [name: string, args: Written] | Partial<RecordedCall>;

function callOf(short: ShortCall): RecordedCall {
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

/** A run of several turns: the calls of each, and its final response if it has one. */
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

/** The result of a run: each call as one word or with its reason, and the replay. */
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
