import { findWritingChoice } from '../exec-policy/choices.ts';
import type { ExecutionDecision } from '../exec-policy/decide.ts';
import type { Writing } from '../exec-policy/model.ts';
import { findWritingValue } from '../exec-policy/written-value.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { type SampleArguments, sampleArguments } from './sample.ts';
import type { Avoids } from './sampling.ts';

/**
 * Generates arguments for a tool that do no more than its decision allows. A parameter that decides what the tool does
 * gets a value that changes nothing, even if its author gives another value as example or default. Only a tool that may
 * change something gets a value that does, and only if there is no other.
 */
export async function argumentsFor(
  { inputSchema }: ListedTool,
  decision: ExecutionDecision,
): Promise<SampleArguments> {
  let found = await sampleArguments(inputSchema, avoidingAllBut([]));
  for (const tolerated of toleratedBy(decision)) {
    if ('value' in found || !found.avoided) break;
    found = await sampleArguments(inputSchema, avoidingAllBut(tolerated));
  }
  return found;
}

/** Returns the changes that arguments may make, the least harmful first. */
function toleratedBy({ canRepeat, reason }: ExecutionDecision): readonly (readonly Writing[])[] {
  if (canRepeat) return [];
  // a mutating tool runs because it destroys nothing
  if (reason === 'mutating') return [['mutating']];
  return [['mutating'], ['mutating', 'destructive']];
}

function avoidingAllBut(tolerated: readonly Writing[]): Avoids {
  return (parameter, value, actions) =>
    findWritingValue(parameter, value, tolerated) ??
    (actions && findWritingChoice(parameter, value, actions, tolerated));
}
