import { show } from '../../../assertions/show.ts';
import type { ValueSource } from '../../../assertions/value-source.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import type { Compiler } from './compiler.ts';
import type { Effect, Operation } from './scenario.ts';

interface OperationRow {
  readonly takes: string;
  readonly description: string;
  readonly read: (written: unknown, path: ValuePath, compiler: Compiler) => Operation | undefined;
}

/**
 * Every operation, by the only key of the object that states it.
 *
 * Spec (scenario worlds): "Transitions".
 */
export const OPERATIONS = {
  set: {
    takes: 'a value',
    description: 'set the path to this value, even if it looks like an operation; a bare value does the same',
    read: (written, path, compiler) => setLiteral(written, path, compiler),
  },
  inc: {
    takes: 'a number, or `{ from_arg: ... }`',
    description: 'add to the number at the path; a missing number counts as zero',
    read: (written, path, compiler) => amountOf('inc', written, path, compiler),
  },
  dec: {
    takes: 'a number, or `{ from_arg: ... }`',
    description: 'subtract from the number at the path; a missing number counts as zero',
    read: (written, path, compiler) => amountOf('dec', written, path, compiler),
  },
  from_arg: {
    takes: 'the path of an argument; `""` for all arguments',
    description:
      'set the path to an argument of the call; with `optional: true` next to it, leave the path alone when the argument is absent or null',
    read: (written, path, compiler) => fromArgument(written, false, path, compiler),
  },
  append: {
    takes: 'a value, or `{ from_arg: ... }`',
    description: 'add to the end of the list at the path; a missing list is created',
    read: (written, path, compiler) => {
      const value = sourceOf(written, path, compiler);
      return value && { kind: 'append', value };
    },
  },
  remove: {
    takes: '`true`',
    description: 'remove the value at the path, if there is one',
    read: (written, path, compiler) =>
      written === true
        ? { kind: 'remove' }
        : compiler.fault(
            path,
            `must be \`true\`, found ${show(written)}`,
            'leave the effect out to keep the value',
          ),
  },
} satisfies Record<string, OperationRow>;

/** The key of an operation, as a suite writes it. */
export type OperationName = keyof typeof OPERATIONS;

/** All operations, in the order of the table. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

/** The effects of a transition, in file order. */
export function compileEffects(path: ValuePath, compiler: Compiler): Effect[] {
  return compiler.entriesAt(path).flatMap(([text, written]) => {
    const at = [...path, text];
    const parsed = compiler.keyPath(at, text);
    const operation = operationOf(written, at, compiler);
    return parsed && operation ? [{ path: parsed, text, operation, written }] : [];
  });
}

function operationOf(written: unknown, path: ValuePath, compiler: Compiler): Operation | undefined {
  if (isObject(written)) {
    const [key = '', ...others] = Object.keys(written);
    if (others.length === 0 && Object.hasOwn(OPERATIONS, key)) {
      return OPERATIONS[key as OperationName].read(written[key], [...path, key], compiler);
    }
    if (others.length === 1 && Object.hasOwn(written, 'from_arg') && typeof written.optional === 'boolean') {
      return fromArgument(written.from_arg, written.optional, [...path, 'from_arg'], compiler);
    }
  }
  return setLiteral(written, path, compiler);
}

function setLiteral(value: unknown, path: ValuePath, compiler: Compiler): Operation | undefined {
  return compiler.json(path, value)
    ? { kind: 'set', value: { kind: 'literal', value }, optional: false }
    : undefined;
}

function amountOf(
  kind: 'inc' | 'dec',
  written: unknown,
  path: ValuePath,
  compiler: Compiler,
): Operation | undefined {
  if (!isObject(written)) {
    if (typeof written === 'number' && Number.isFinite(written))
      return { kind, amount: { kind: 'literal', value: written } };
    return compiler.fault(
      path,
      `must be a finite number, found ${show(written)}`,
      'use a number or `{ from_arg: ... }`',
    );
  }
  const amount = argumentOf(written, path, compiler);
  return amount && { kind, amount };
}

function fromArgument(
  written: unknown,
  optional: boolean,
  path: ValuePath,
  compiler: Compiler,
): Operation | undefined {
  if (typeof written !== 'string') {
    return compiler.fault(path, `must be the path of an argument, found ${show(written)}`);
  }
  const parsed = compiler.argumentPath(path, written);
  return parsed && { kind: 'set', value: { kind: 'argument', path: parsed, text: written }, optional };
}

/** A literal, or `{ from_arg: ... }`. */
function sourceOf(written: unknown, path: ValuePath, compiler: Compiler): ValueSource | undefined {
  const isArgument =
    isObject(written) && Object.hasOwn(written, 'from_arg') && Object.keys(written).length === 1;
  if (isArgument) return argumentOf(written, path, compiler);
  return compiler.json(path, written) ? { kind: 'literal', value: written } : undefined;
}

function argumentOf(
  written: Record<string, unknown>,
  path: ValuePath,
  compiler: Compiler,
): ValueSource | undefined {
  const { from_arg: text } = written;
  if (typeof text !== 'string' || Object.keys(written).length !== 1) {
    return compiler.fault(path, `must be a number or \`{ from_arg: ... }\`, found ${show(written)}`);
  }
  const parsed = compiler.argumentPath([...path, 'from_arg'], text);
  return parsed && { kind: 'argument', path: parsed, text };
}
