import type { ToolCatalog } from '../mcp/listed-tool.ts';
import type { ClassificationReport, ClassifiedTool } from './classification-schema.ts';
import { type Classification, classify } from './classify.ts';
import { decide, type ExecutionDecision } from './decide.ts';
import { type DecisionContext, TOOL_CLASS_NAMES, type ToolClass } from './model.ts';

/** How a catalog is classified, and what for. */
export interface ClassificationOptions {
  readonly strict: boolean;
  readonly executeDestructive: boolean;
  readonly context: DecisionContext;
}

/** A tool as every report writes it. */
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

/** The class of every tool of a catalog, in its order, and what may be done with it. */
export function toClassificationReport(
  file: string,
  { tools }: ToolCatalog,
  options: ClassificationOptions,
): ClassificationReport {
  const classified = tools.map((tool) => {
    const classification = classify(tool, options);
    return toClassifiedTool(classification, decide(classification.class, options));
  });
  const count = (toolClass: ToolClass) => classified.filter((tool) => tool.class === toolClass).length;
  return {
    schema_version: 'mcptest.dev/tool-classes/v1',
    file,
    strict: options.strict,
    execute_destructive: options.executeDestructive,
    context: options.context,
    counts: Object.fromEntries(TOOL_CLASS_NAMES.map((name) => [name, count(name)])) as Record<
      ToolClass,
      number
    >,
    tools: classified,
  };
}
