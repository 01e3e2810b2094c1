import type { RecordedCall } from '../../../artifacts/cassette/model.ts';
import { getAt } from '../../../assertions/access.ts';
import { explain, type Guard, holds } from '../../../assertions/guards.ts';
import type { Path } from '../../../assertions/path.ts';
import { show } from '../../../assertions/show.ts';
import { nearestArgument } from '../../../assertions/value-source.ts';

/** A guard on an argument of the call. Its path has no templates, since there is nothing to fill them from. */
export interface ArgumentCondition {
  readonly path: Path;
  /** As written. */
  readonly text: string;
  readonly guard: Guard;
}

/** What rules and golden steps require of a call in addition to the name of its tool. */
export interface CallConditions {
  readonly server?: string;
  readonly args: readonly ArgumentCondition[];
}

export function serverFits({ server }: CallConditions, call: RecordedCall): boolean {
  return server === undefined || server === call.server;
}

export function argumentsFit({ args: conditions }: CallConditions, { args }: RecordedCall): boolean {
  for (const { path, guard } of conditions) if (!holds(guard, getAt(args, path), args)) return false;
  return true;
}

/** Explains that a call went to another server; undefined when the server fits. */
export function explainServer(
  conditions: CallConditions,
  call: RecordedCall,
  is: 'declared for' | 'expected on',
): string | undefined {
  if (serverFits(conditions, call)) return undefined;
  const found = call.server === undefined ? 'none' : `\`${call.server}\``;
  return `${is} the server \`${conditions.server}\`, called on ${found}`;
}

/** Explains each condition that the arguments of a call do not meet: what was found, and what was expected. */
export function explainArguments({ args: conditions }: CallConditions, { args }: RecordedCall): string[] {
  return conditions.flatMap(({ path, text, guard }) => {
    const found = getAt(args, path);
    if (holds(guard, found, args)) return [];
    const near = found === undefined ? nearestArgument(path, args) : undefined;
    const hint = near === undefined ? '' : ` (the nearest argument is ${near})`;
    return [`the argument \`${text}\`: ${explain(guard, found, args)}${hint}`];
  });
}

/** Describes the arguments that met the conditions: `the argument \`amount\` is \`900\``. To be called only then. */
export function describeArguments({ args: conditions }: CallConditions, { args }: RecordedCall): string[] {
  return conditions.map(({ path, text }) => `the argument \`${text}\` is ${show(getAt(args, path))}`);
}
