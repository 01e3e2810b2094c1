import type { Path, TemplatePath } from '../../../assertions/path.ts';
import type { ValueSource } from '../../../assertions/value-source.ts';
import type { ArgumentCondition } from './call-conditions.ts';
import type { Effect, WorldCondition } from './scenario.ts';

/** The parts of a rule that may name arguments of the call. */
export interface NamingParts {
  readonly args: readonly ArgumentCondition[];
  readonly when?: readonly WorldCondition[];
  readonly effects?: readonly Effect[];
}

/** The arguments that a rule names: in `args`, in templates, and with `from_arg`. All arguments together have no name. */
export function namedArguments({ args, when = [], effects = [] }: NamingParts): Path[] {
  const sources = [...args, ...when].flatMap(({ guard }) => guard.tests.map(({ expected }) => expected));
  for (const { operation } of effects) {
    if (operation.kind === 'remove') continue;
    sources.push('amount' in operation ? operation.amount : operation.value);
  }
  const templates = [...when, ...effects].flatMap(({ path }) => argumentsOfTemplate(path));
  return [...args.map(({ path }) => path), ...sources.flatMap(argumentOf), ...templates];
}

function argumentOf(source: ValueSource): Path[] {
  return source.kind === 'argument' && source.path.length > 0 ? [source.path] : [];
}

function argumentsOfTemplate(path: TemplatePath): Path[] {
  return path.flatMap((segment) =>
    segment.kind === 'key' ? [] : segment.parts.filter((part) => typeof part !== 'string'),
  );
}
