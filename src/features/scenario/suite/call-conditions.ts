import { namesServer, type RecordedCall } from '../../../artifacts/cassette/model.ts';
import { getAt } from '../../../assertions/access.ts';
import { explain, type Guard, type GuardVerdict, holds, judgeGuard } from '../../../assertions/guards.ts';
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

/** The verdict of a condition of a forbidden rule. */
export interface JudgedCondition {
  readonly verdict: GuardVerdict;
  /** Describes what was found, and what was expected unless it holds. A function, since most calls need no words. */
  readonly describe: () => string;
}

/** Whether a call goes to the server that the conditions name, if they name one. */
export function serverFits({ server }: CallConditions, call: RecordedCall): boolean {
  return server === undefined || server === call.server;
}

/** Judges the server of a call. It is unclear when the recording does not say where the call went. */
export function judgeServer(conditions: CallConditions, call: RecordedCall): JudgedCondition {
  const verdict = serverFits(conditions, call) ? 'holds' : namesServer(call) ? 'fails' : 'unclear';
  return { verdict, describe: () => `the recording does not name the server of the call` };
}

/** Whether the arguments of a call meet all conditions. */
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

/** Judges each condition on the arguments of a call, in order. */
export function judgeArguments(
  { args: conditions }: CallConditions,
  { args }: RecordedCall,
): JudgedCondition[] {
  return conditions.map(({ path, text, guard }) =>
    judgeValue(`the argument \`${text}\``, guard, getAt(args, path), args),
  );
}

/** Judges the value at a place: `the argument \`amount\``. */
export function judgeValue(
  place: string,
  guard: Guard,
  found: unknown,
  args: RecordedCall['args'],
): JudgedCondition {
  const verdict = judgeGuard(guard, found, args);
  return {
    verdict,
    describe: () =>
      verdict === 'holds' ? `${place} is ${show(found)}` : `${place}: ${explain(guard, found, args)}`,
  };
}
