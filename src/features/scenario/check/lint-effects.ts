import { nearest } from '../../../text/nearest.ts';
import { isObject } from '../../../values/own-property.ts';
import { OPERATION_NAMES, type OperationName } from '../suite/effects.ts';
import type { Effect, Scenario } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';

/** Finds effect values that were most likely meant as an operation: `{apend: 1}`, `{from_arg: id, optinal: true}`. */
export function misspeltOperations({ transitions, lineOf }: Scenario): SuiteRemark[] {
  return transitions.flatMap((transition, index) =>
    transition.effects.flatMap((effect): SuiteRemark[] => {
      const help = meantBy(effect);
      if (help === undefined) return [];
      const message = `the effect on \`${effect.text}\` has a value that looks like an operation but is not one, so it is used as written`;
      const line = lineOf(['transitions', index, 'effect', effect.text]);
      return [{ code: 'misspelt-operation', line, message, help }];
    }),
  );
}

const OR_SET = 'write `{ set: ... }` if you mean the value as written';

/** The help for the value of an effect; undefined when the value is an operation, or does not look like one. */
function meantBy({ operation, written }: Effect): string | undefined {
  if (operation.kind === 'append' && operation.value.kind === 'literal') {
    const [key, operand] = onlyEntry(operation.value.value) ?? [];
    return key !== undefined && isLike('from_arg', key, operand) ? 'did you mean `from_arg`?' : undefined;
  }
  const isBare =
    operation.kind === 'set' && operation.value.kind === 'literal' && operation.value.value === written;
  if (!isBare || !isObject(written)) return undefined;
  const [key, operand] = onlyEntry(written) ?? [];
  if (key !== undefined) {
    const meant = OPERATION_NAMES.find((name) => isLike(name, key, operand));
    return meant && `did you mean \`${meant}\`? ${OR_SET}`;
  }
  const operations = OPERATION_NAMES.filter(
    (name) => Object.hasOwn(written, name) && takes(name, written[name]),
  );
  const [first] = operations;
  // an object with a key `set` is often plain data
  if (first === undefined || first === 'set') return undefined;
  const others = Object.keys(written).filter((name) => name !== first);
  const isOptional =
    first === 'from_arg' && others.length === 1 && nearest(others[0]!, ['optional']) !== undefined;
  if (isOptional) return 'the only key allowed next to `from_arg` is `optional`, with `true` or `false`';
  return `use \`${first}\` as the only key; ${OR_SET}`;
}

function onlyEntry(value: unknown): readonly [key: string, operand: unknown] | undefined {
  const entries = isObject(value) ? Object.entries(value) : [];
  return entries.length === 1 ? entries[0] : undefined;
}

/**
 * Whether a key is nearly the name of an operation that could take the operand. Short names resemble many words, so
 * fewer letters may differ.
 */
function isLike(name: OperationName, key: string, operand: unknown): boolean {
  if (key === name || !takes(name, operand)) return false;
  const most = name.length > 4 ? 2 : 1;
  const isShortData = name === 'set' && key.length === name.length;
  return (
    !isShortData && key.charAt(0).toLowerCase() === name.charAt(0) && nearest(key, [name], most) === name
  );
}

function takes(name: OperationName, operand: unknown): boolean {
  switch (name) {
    case 'inc':
    case 'dec':
      return typeof operand === 'number' || onlyEntry(operand)?.[0] === 'from_arg';
    case 'from_arg':
      return typeof operand === 'string';
    case 'remove':
      return operand === true;
    case 'set':
    case 'append':
      return true;
  }
}
