import type { ValuePath } from '../../../diagnostic.ts';
import { present } from '../../../values/own-property.ts';
import type { Compiler } from './compiler.ts';
import type { GoldenPath } from './golden-path.ts';
import type { GoldenStep } from './scenario.ts';
import type { ScenarioEntry } from './suite-schema.ts';

type WrittenGolden = NonNullable<ScenarioEntry['golden']>;

/** Compiles the ideal calls and their alternates, each under its name in messages and reports. */
export function compileGolden(
  { calls, alternates = [] }: WrittenGolden,
  at: ValuePath,
  compiler: Compiler,
): GoldenPath<GoldenStep>[] {
  return [
    { name: 'calls', steps: compileSteps(calls, [...at, 'calls'], compiler) },
    ...alternates.map((steps, index) => ({
      name: `alternates[${index}]`,
      steps: compileSteps(steps, [...at, 'alternates', index], compiler),
    })),
  ];
}

function compileSteps(steps: WrittenGolden['calls'], at: ValuePath, compiler: Compiler): GoldenStep[] {
  return steps.map((written, index) => {
    if (typeof written === 'string') return { tool: written, args: [], optional: false };
    const { tool, server, optional = false } = written;
    const args = compiler.argumentConditions([...at, index, 'args']);
    const agent = compiler.agentPattern([...at, index, 'agent'], written.agent);
    const closed = compiler.closedArguments([...at, index, 'closed'], { args });
    return present({ tool, args, optional, server, agent, closed });
  });
}
