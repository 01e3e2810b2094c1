import type { ToolCatalog } from '../mcp/listed-tool.ts';
import type { ClassificationReport, ClassifiedTool } from './classification-schema.ts';
import { type Classification, classify } from './classify.ts';
import { decide, type ExecutionDecision } from './decide.ts';
import { type DecisionContext, TOOL_CLASS_NAMES, type ToolClass } from './model.ts';

/** How to classify a catalog, and in which context to decide. */
export interface ClassificationOptions {
  readonly strict: boolean;
  readonly executeDestructive: boolean;
  readonly context: DecisionContext;
}

/** Returns a tool in the form that every report writes. */
export function toClassifiedTool(
  { tool, class: toolClass, decidedBy, warnings }: Classification,
  { kind, reason, canRepeat }: ExecutionDecision,
): ClassifiedTool {
  return {
    name: tool,
    class: toolClass,
    decided_by: decidedBy,
    decision: { kind, reason, can_repeat: canRepeat },
    warnings: [...warnings],
  };
}

/** Classifies every tool of a catalog, in its order, and decides what may be done with each. */
export function toClassificationReport(
  file: string,
  { tools }: ToolCatalog,
  options: ClassificationOptions,
): ClassificationReport {
  const classified = tools.map((tool) => {
    const classification = classify(tool, options);
    return toClassifiedTool(classification, decide(classification.class, options));
  });
  return {
    schema_version: 'mcptest.dev/tool-classes/v1',
    file,
    strict: options.strict,
    execute_destructive: options.executeDestructive,
    context: options.context,
    counts: countClasses(classified),
    tools: classified,
  };
}

/** Counts the tools by class. */
export function countClasses(
  tools: readonly Pick<ClassifiedTool, 'class'>[],
): ClassificationReport['counts'] {
  const count = (toolClass: ToolClass) => tools.filter((tool) => tool.class === toolClass).length;
  return Object.fromEntries(TOOL_CLASS_NAMES.map((name) => [name, count(name)])) as Record<ToolClass, number>;
}
