import { formatPath, type Path } from '../../../assertions/path.ts';
import type { Words } from '../../../diagnostic.ts';
import { nearest } from '../../../text/nearest.ts';
import { ENVELOPE_SHAPE, type Shape } from '../judge/envelope.ts';
import type { Scenario } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';

/** Finds assertions whose target can never exist, whatever the run: `golden.match`, `turns.count`, `tool_calls.name`. */
export function unknownTargets(scenario: Scenario): SuiteRemark[] {
  return scenario.expect.flatMap(({ target, text }, index): SuiteRemark[] => {
    const why = whyNever(target, scenario);
    if (!why) return [];
    const message = `\`${text}\` never exists: ${why.message}`;
    return [
      { code: 'unknown-target', line: scenario.lineOf(['expect', index, 'target']), message, help: why.help },
    ];
  });
}

function whyNever(target: Path, { golden }: Scenario): Words | undefined {
  if (target[0]?.key === 'golden' && !golden) {
    return { message: 'the scenario has no golden path', help: 'declare one under `golden.calls`' };
  }
  let shape = ENVELOPE_SHAPE;
  for (const [depth, { key, index }] of target.entries()) {
    const where = formatPath(target.slice(0, depth));
    if (shape === 'open') return undefined;
    if (shape === 'leaf') return { message: `\`${where}\` is a single value` };
    if ('elements' in shape) {
      if (index === undefined) {
        return { message: `\`${where}\` is a list`, help: `use \`${where}[0]\` for its first element` };
      }
      shape = shape.elements;
      continue;
    }
    const member: Shape | undefined = Object.hasOwn(shape.members, key) ? shape.members[key] : undefined;
    if (!member) return unknownMember(key, where, Object.keys(shape.members));
    shape = member;
  }
  return undefined;
}

function unknownMember(key: string, where: string, members: readonly string[]): Words {
  const near = nearest(key, members);
  const help = near === undefined ? undefined : `did you mean \`${where}.${near}\`?`;
  return { message: `\`${where}\` has ${members.map((each) => `\`${each}\``).join(', ')}`, help };
}
