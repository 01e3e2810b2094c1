import type { ValuePath } from '../../diagnostic.ts';

/** What the arguments of a call are called, also by those who misspell it. */
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
 * What messages may show of the path of a value in a call, a record or a list of them: arguments hold passwords and the
 * data of people, in keys as in values, and so may evidence that nobody has masked. Messages go into the logs of CI.
 */
export function publicPartOfCall(path: ValuePath): ValuePath | undefined {
  const start = typeof path[0] === 'number' ? 1 : 0;
  // the parameters of a `tools/call` request
  const at = path[start] === 'params' && path.length > start + 1 ? start + 1 : start;
  if (ARGUMENT_NAMES.some((name) => name === path[at])) return path.slice(0, at + 1);
  const isEvidence = path[start] === 'signals' && path[start + 2] === 'evidence';
  return isEvidence ? path.slice(0, start + 3) : undefined;
}
