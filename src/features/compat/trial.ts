import type { Cassette, RecordedCall } from '../../artifacts/cassette/model.ts';
import { present } from '../../values/own-property.ts';
import type { Equivalence } from './equal-file.ts';
import { type Shape, shapeOf } from './shape.ts';

/** How a run ended. */
export type Finish = 'answer' | 'refusal' | 'empty answer' | 'no answer';

/** What the comparison keeps of a recorded run: texts that are equal when the runs are equal in one respect. */
export interface Trial {
  readonly reference: string;
  readonly model: string | undefined;
  /** Whether the run met its verdict. */
  readonly held: boolean;
  /** Why not; empty when it did. */
  readonly why: readonly string[];
  /** The tools called, whatever their order. */
  readonly tools: string;
  /** The tools in the order in which they were called; calls of one message ran in parallel and have none. */
  readonly order: string;
  /** The tools with their arguments, whatever their order. */
  readonly calls: string;
  readonly shape: Shape;
  readonly finish: Finish;
  /** The final response without letter case and white space. */
  readonly text: string;
  readonly tokens?: number;
  readonly costMicros?: number;
}

/** A verdict on a run: why it does not hold; empty when it holds. */
export type Verdict = readonly string[];

/** What a comparison of runs depends on. */
export interface TrialOptions {
  readonly equivalence: Equivalence;
  readonly digest: (text: string) => string;
}

/** Condenses a recorded run, so that thousands of them fit into memory. */
export function toTrial(
  reference: string,
  cassette: Cassette,
  why: Verdict,
  { equivalence, digest }: TrialOptions,
): Trial {
  const calls = cassette.turns.flatMap(({ tool_calls }) => tool_calls);
  const names = calls.map(({ name, server }) => equivalence.toolOf(name, server));
  const response = cassette.turns.at(-1)?.final_response;
  const { usage } = cassette;
  return {
    reference,
    model: cassette.model,
    held: why.length === 0,
    why,
    tools: JSON.stringify([...names].sort()),
    order: JSON.stringify(inOrder(calls, names)),
    calls: digest(
      JSON.stringify(calls.map((call, at) => [names[at], argumentsText(call, equivalence)].join(' ')).sort()),
    ),
    shape: shapeOf(response),
    finish: finishOf(cassette),
    text: digest(folded(response ?? '')),
    ...present({
      tokens: usage && usage.input_tokens + usage.output_tokens,
      costMicros: cassette.cost_micros,
    }),
  };
}

/** Without a suite, a run that ends in nothing, or a tool error, is what does not hold. */
export function errorsOf(cassette: Cassette): Verdict {
  const failing = new Set<string>();
  for (const { tool_calls } of cassette.turns) {
    for (const { name, is_error } of tool_calls) if (is_error) failing.add(name);
  }
  return [
    ...[...failing].sort().map((name) => `tool error of ${name}`),
    ...(finishOf(cassette) === 'empty answer' ? ['ended with an empty answer'] : []),
  ];
}

/** How a run ended. */
function finishOf({ turns, caveats = [] }: Cassette): Finish {
  const last = turns.at(-1);
  if (last?.refused) return 'refusal';
  if (caveats.includes('answered-nothing')) return 'empty answer';
  return last?.final_response === undefined ? 'no answer' : 'answer';
}

/** The names in order; those of calls that ran in parallel are sorted. */
function inOrder(calls: readonly RecordedCall[], names: readonly string[]): readonly string[] {
  const batches: { message: number | undefined; names: string[] }[] = [];
  for (const [at, { parallel }] of calls.entries()) {
    const last = batches.at(-1);
    if (last && parallel !== undefined && last.message === parallel) last.names.push(names[at] as string);
    else batches.push({ message: parallel, names: [names[at] as string] });
  }
  return batches.flatMap((batch) => batch.names.sort());
}

function argumentsText({ args, raw_args: raw }: RecordedCall, equivalence: Equivalence): string {
  return raw === undefined ? textOf(args, [], equivalence) : `unparsed ${folded(raw)}`;
}

/** Writes a value so that key order, letter case and white space make no difference. Volatile members are left out. */
function textOf(value: unknown, path: readonly string[], equivalence: Equivalence): string {
  if (typeof value === 'string') return JSON.stringify(folded(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const isList = Array.isArray(value);
  const members = Object.entries(value).flatMap(([key, member]) => {
    const inside = [...path, key];
    if (equivalence.isVolatile(inside)) return [];
    return [
      isList
        ? textOf(member, inside, equivalence)
        : `${JSON.stringify(key)}:${textOf(member, inside, equivalence)}`,
    ];
  });
  return isList ? `[${members.join(',')}]` : `{${members.sort().join(',')}}`;
}

function folded(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
