import type { ValuePath } from '../../../diagnostic.ts';
import { present } from '../../../values/own-property.ts';
import type { Compiler } from './compiler.ts';
import type { GoldenPath, StepSet } from './golden-path.ts';
import type { GoldenStep } from './scenario.ts';
import type { ScenarioEntry } from './suite-schema.ts';

type WrittenGolden = NonNullable<ScenarioEntry['golden']>;
type WrittenStep = WrittenGolden['calls'][number];

/** Compiles the ideal calls and their alternates, each under its name in messages and reports. */
export function compileGolden(
  { calls, alternates = [] }: WrittenGolden,
  at: ValuePath,
  compiler: Compiler,
): GoldenPath<GoldenStep>[] {
  return [
    compilePath('calls', calls, ['calls'], at, compiler),
    ...alternates.map((steps, index) =>
      compilePath(`alternates[${index}]`, steps, ['alternates', index], at, compiler),
    ),
  ];
}

/** @param place where the path is in `golden`, which is at `at` */
function compilePath(
  name: string,
  written: readonly WrittenStep[],
  place: ValuePath,
  at: ValuePath,
  compiler: Compiler,
): GoldenPath<GoldenStep> {
  const steps: GoldenStep[] = [];
  const sets: StepSet[] = [];
  for (const [index, step] of written.entries()) {
    if (typeof step === 'string' || 'tool' in step) {
      steps.push(compileStep(step, [...place, index], at, compiler));
      continue;
    }
    const start = steps.length;
    for (const [inside, each] of step.any_order.entries()) {
      steps.push(compileStep(each, [...place, index, 'any_order', inside], at, compiler));
    }
    sets.push({ start, end: steps.length });
  }
  return { name, steps, ...(sets.length > 0 && { sets }) };
}

type SingleStep = Exclude<WrittenStep, { any_order: unknown }>;

function compileStep(written: SingleStep, place: ValuePath, at: ValuePath, compiler: Compiler): GoldenStep {
  if (typeof written === 'string') return { tool: written, args: [], optional: false, place };
  const { tool, server, optional = false, is_error: isError } = written;
  const path = [...at, ...place];
  const args = compiler.argumentConditions([...path, 'args']);
  const agent = compiler.agentPattern([...path, 'agent'], written.agent);
  const closed = compiler.closedArguments([...path, 'closed'], { args });
  return present({ tool, args, optional, place, server, agent, closed, isError });
}
