import type { ToolCall } from '../artifacts/audit-log/model.ts';
import { readCall } from '../artifacts/audit-log/read-call.ts';
import { parseJson } from '../artifacts/json.ts';
import { isJsonLines, parseJsonLines } from '../artifacts/json-lines.ts';
import { readPart } from '../artifacts/part-of.ts';
import { type Diagnostic, MOST_FINDINGS } from '../diagnostic.ts';
import { InputError } from '../errors.ts';

/** The calls of a file, in its order. */
export interface CallsFile {
  /** False for a file that is one call; a list of one is many. */
  readonly many: boolean;
  readonly calls: readonly ToolCall[];
}

/**
 * Reads one call as JSON, a list of calls, or one call a line. A call that cannot be read spoils the whole file: no
 * verdict may stand in the place of another.
 * @throws InputError with the findings of all calls
 */
export function readCalls(text: string, file: string): CallsFile {
  const document = isJsonLines(text) ? parseJsonLines(text, file, 'nearest') : parseJson(text, file);
  if (!Array.isArray(document.value)) return { many: false, calls: [readCall(document)] };
  const calls: ToolCall[] = [];
  const problems: Diagnostic[] = [];
  for (const [index, value] of document.value.entries()) {
    try {
      calls.push(readPart(document, [index], value, readCall));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.diagnostics);
      if (problems.length > MOST_FINDINGS) break;
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  if (calls.length === 0) throw new InputError({ file, message: 'holds no call' });
  return { many: true, calls };
}
