import type { ExecutionDecision } from '../exec-policy/decide.ts';
import { findWritingValue, type Writing } from '../exec-policy/written-value.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { type SampleArguments, sampleArguments } from './sample.ts';

/**
 * Arguments for a tool that do no more than its decision allows. They are ours to choose: where a parameter decides what
 * the tool does, it gets a value that changes nothing, whatever its author gives as example or default. Only a tool that
 * may change something gets another, and only where there is none.
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

/** What arguments may do beyond reading, the least first. */
function toleratedBy({ canRepeat, reason }: ExecutionDecision): readonly (readonly Writing[])[] {
  if (canRepeat) return [];
  // a tool that changes something runs because it takes nothing away
  if (reason === 'mutating') return [['mutating']];
  return [['mutating'], ['mutating', 'destructive']];
}

function avoidingAllBut(tolerated: readonly Writing[]) {
  return (parameter: string, value: unknown) => findWritingValue(parameter, value, tolerated);
}
