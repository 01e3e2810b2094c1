import { type Contradiction, compareWithParts } from '../documents/compare-with-parts.ts';
import { countClasses } from './classification-report.ts';
import type { ClassificationReport } from './classification-schema.ts';
import { decide } from './decide.ts';

/** Returns what the report on a tool catalog says against the classes of its tools. */
export function classificationContradictions(report: ClassificationReport): Contradiction[] {
  const { tools, strict, execute_destructive: executeDestructive, context } = report;
  const decisions = tools.map((tool) => {
    const { kind, reason, canRepeat } = decide(tool.class, { strict, executeDestructive, context });
    return { decision: { kind, reason, can_repeat: canRepeat } };
  });
  return compareWithParts(report, { counts: countClasses(tools), tools: decisions }, 'the classes');
}
