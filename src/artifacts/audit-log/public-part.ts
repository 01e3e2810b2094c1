import type { ValuePath } from '../../diagnostic.ts';

/** The names under which calls give their arguments, common misspellings included. */
export const ARGUMENT_NAMES = [
  'arguments',
  'args',
  'params',
  'parameters',
  'input',
  'inputs',
  'tool_input',
  'toolInput',
  'kwargs',
] as const;

/**
 * Returns the part of a path in a call, a record or a list of them that messages may show; undefined when they may show
 * all of it. Messages end up in CI logs, and arguments contain passwords and personal data, in keys as well as in
 * values. Evidence may contain them too if it was not masked.
 */
export function publicPartOfCall(path: ValuePath): ValuePath | undefined {
  const start = typeof path[0] === 'number' ? 1 : 0;
  // the parameters of a `tools/call` request
  const at = path[start] === 'params' && path.length > start + 1 ? start + 1 : start;
  if (ARGUMENT_NAMES.some((name) => name === path[at])) return path.slice(0, at + 1);
  const isEvidence = path[start] === 'signals' && path[start + 2] === 'evidence';
  return isEvidence ? path.slice(0, start + 3) : undefined;
}
