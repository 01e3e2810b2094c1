import { argumentsFor } from '../../arguments/arguments.ts';
import { NothingSelectedError } from '../../errors.ts';
import { type Classification, classify } from '../../exec-policy/classify.ts';
import { decide, type ExecutionDecision } from '../../exec-policy/decide.ts';
import { DECISION_REASONS } from '../../exec-policy/model.ts';
import { type ListedTool, runsOnlyAsTask } from '../../mcp/listed-tool.ts';
import { clip } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import type { SkipReason } from './outcomes.ts';

/** The plan for a tool, made before any call. */
export interface ToolPlan {
  readonly tool: ListedTool;
  readonly classification: Classification;
  readonly decision: ExecutionDecision;
  readonly action:
    | { readonly kind: 'call'; readonly args: Readonly<Record<string, unknown>> }
    | { readonly kind: 'skip'; readonly reason: SkipReason; readonly message: string };
}

/** The options of the execution safety policy. */
export interface PlanOptions {
  readonly strict: boolean;
  readonly executeDestructive: boolean;
}

/**
 * Plans a call for each tool, in the order of the list. A tool that may not or cannot be called is skipped with a reason.
 * Spec (execution safety): "Tool classification".
 * @param tools all tools that the server lists; if two have the same name, neither is called
 * @param names the tools to probe; all if empty
 * @param breathe awaited before each tool, so an interrupt is handled even during a long list
 * @throws NothingSelectedError when a name is not the name of a tool
 */
export async function planProbe(
  tools: readonly ListedTool[],
  names: readonly string[],
  options: PlanOptions,
  breathe: () => Promise<void> = async () => {},
): Promise<ToolPlan[]> {
  const selected = selectTools(tools, names);
  const twice = namesThereTwice(tools);
  const plans: ToolPlan[] = [];
  for (const tool of selected) {
    await breathe();
    const classification = classify(tool, options);
    const decision = decide(classification.class, { ...options, context: 'live' });
    const action = skipOf(tool, decision, twice.has(tool.name)) ?? (await callOf(tool, decision));
    plans.push({ tool, classification, decision, action });
  }
  return plans;
}

function namesThereTwice(tools: readonly ListedTool[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of tools) (seen.has(name) ? twice : seen).add(name);
  return twice;
}

function skipOf(tool: ListedTool, decision: ExecutionDecision, isTwice: boolean) {
  if (isTwice) return skip('listed-twice', 'the server lists several tools with this name');
  if (decision.kind !== 'Execute' && decision.kind !== 'ExecuteOnce') {
    return skip('refused', DECISION_REASONS[decision.reason]);
  }
  return runsOnlyAsTask(tool) ? skip('task-only', 'the tool runs only as a task') : undefined;
}

async function callOf(tool: ListedTool, decision: ExecutionDecision): Promise<ToolPlan['action']> {
  const sample = await argumentsFor(tool, decision);
  if ('value' in sample) return { kind: 'call', args: sample.value };
  const { avoided } = sample;
  if (!avoided) return skip('no-arguments', sample.cannot);
  return skip('arguments-write', `\`${clip(avoided.parameter)}\` would be \`${clip(avoided.value)}\``);
}

function skip(reason: SkipReason, message: string) {
  return { kind: 'skip', reason, message } as const;
}

/** How many names a message lists. */
const MOST_NAMES = 10;

function selectTools(tools: readonly ListedTool[], names: readonly string[]): readonly ListedTool[] {
  if (names.length === 0) return tools;
  const known = tools.map(({ name }) => name);
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new NothingSelectedError(
      unknown.map((name) => ({
        message: `the server has no tool named \`${clip(name)}\``,
        help: suggestion(name, known),
      })),
    );
  }
  return tools.filter(({ name }) => names.includes(name));
}

function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  const more = known.length - MOST_NAMES;
  const shown = known.slice(0, MOST_NAMES).map((each) => `\`${clip(each)}\``);
  return `the tools are ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}
