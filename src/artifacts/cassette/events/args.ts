import { readJson } from '../../../documents/read-json.ts';

/** The arguments in a JSON text, or why it cannot be read. */
export type ParsedArgs =
  | { readonly args: Readonly<Record<string, unknown>>; readonly fault?: never }
  | { readonly args?: never; readonly fault: string };

/**
 * Reads arguments that a recording keeps as JSON text, as strictly as a file. Empty text means no arguments, as some
 * programs write it. Text that does not parse is a fault: what the agent asked for is unknown.
 */
export function parseArgs(text: string): ParsedArgs {
  if (text.trim() === '') return { args: {} };
  const read = readJson(text, 'exact');
  if (read.fault) return { fault: `must be JSON: ${read.fault.message}` };
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fault: 'must be the JSON text of an object' };
  }
  return { args: value as Record<string, unknown> };
}

/** The arguments of a call as it is recorded: those that do not parse are kept as text, with the fault. */
export interface ReadArgs {
  readonly args: Readonly<Record<string, unknown>>;
  readonly raw_args?: string;
  readonly fault?: string;
}

/** Reads the arguments of a call: an object, the JSON text of one, or nothing. */
export function readArgs(given: unknown): ReadArgs {
  if (given === undefined || given === null) return { args: {} };
  if (typeof given === 'object' && !Array.isArray(given)) return { args: given as Record<string, unknown> };
  if (typeof given !== 'string') {
    return { args: {}, raw_args: JSON.stringify(given), fault: 'must be a mapping of arguments' };
  }
  const { args, fault } = parseArgs(given);
  return fault === undefined ? { args } : { args: {}, raw_args: given, fault };
}
