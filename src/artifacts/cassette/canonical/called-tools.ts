import { isObject } from '../../../values/own-property.ts';

/** Returns whether a recording has a call to a tool of a name. The names are gathered when the first one is asked for. */
export function calledIn({
  turns,
  tool_calls,
}: Readonly<Record<string, unknown>>): (name: string) => boolean {
  let names: Set<unknown> | undefined;
  return (name) => {
    names ??= namesIn([{ tool_calls }, ...(Array.isArray(turns) ? (turns as unknown[]) : [])]);
    return names.has(name);
  };
}

function namesIn(turns: readonly unknown[]): Set<unknown> {
  const names = new Set<unknown>();
  for (const turn of turns) {
    const calls = isObject(turn) && Array.isArray(turn.tool_calls) ? (turn.tool_calls as unknown[]) : [];
    for (const call of calls) if (isObject(call)) names.add(call.name);
  }
  return names;
}
